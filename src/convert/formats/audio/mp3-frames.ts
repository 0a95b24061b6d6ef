// Finds the frames of an MP3 file one after the other, across garbage and cuts, without decoding any.
import { asBuffer } from '../../containers/as-buffer.ts';
import type { ByteSource } from '../../input.ts';
import { type MpegFrame, mpegFrame } from '../../sniff-mp3.ts';

export interface FoundFrame extends MpegFrame {
  /** Bytes before it that are no frame. */
  readonly skipped: number;
  readonly content: Uint8Array;
}

const chunkBytes = 256 * 1024;
/** Longer than any frame, so that a frame and the header after it always fit. */
const marginBytes = 8 * 1024;

/** Frames between two places; a frame counts where the next one follows it or the sound ends with it. */
export function* mp3Frames(source: ByteSource, from: number, to: number): Generator<FoundFrame> {
  let skipped = 0;
  let last: MpegFrame | undefined;
  for (let start = from; start < to; ) {
    const buffer = asBuffer(source.read(start, Math.min(chunkBytes + marginBytes, to - start)));
    const isEnd = start + buffer.length >= to;
    const end = isEnd ? buffer.length : chunkBytes;
    if (buffer.length === 0) return;
    let at = 0;
    while (at < end) {
      const frame = buffer[at] === 0xff ? mpegFrame(buffer, at) : undefined;
      if (frame === undefined || !isSure(buffer, at, frame, last, isEnd)) {
        at += 1;
        skipped += 1;
        if (skipped > 1) last = undefined;
        continue;
      }
      yield { ...frame, skipped, content: buffer.subarray(at, at + frame.bytes) };
      at += frame.bytes;
      skipped = 0;
      last = frame;
    }
    start += at;
  }
}

const isAlike = (one: MpegFrame, other: MpegFrame): boolean =>
  one.version === other.version && one.layer === other.layer && one.sampleRate === other.sampleRate;

/** Headers in a row that are no longer chance. */
const sureRow = 3;

/** One header may be chance. It needs a like one before it, or two after it; at the end of the file those there are. */
function isSure(buffer: Buffer, at: number, frame: MpegFrame, last: MpegFrame | undefined, isEnd: boolean): boolean {
  // A frame that is cut off at the end cannot be decoded.
  if (at + frame.bytes > buffer.length) return false;
  if (last !== undefined && isAlike(last, frame)) return true;
  let next = at + frame.bytes;
  for (let row = 1; row < sureRow; row += 1) {
    if (isEnd && next >= buffer.length) return row > 1 || last !== undefined;
    const following = mpegFrame(buffer, next);
    if (following === undefined || !isAlike(following, frame)) return false;
    next += following.bytes;
  }
  return true;
}

/** The first frame of many files holds no sound but a list of places (Xing, LAME and Fraunhofer headers). */
export function isIndexFrame({ content }: FoundFrame): boolean {
  const head = asBuffer(content.subarray(0, 64)).toString('latin1');
  return head.includes('Xing') || head.includes('Info') || head.includes('VBRI');
}
