// Decompresses the RTF of an Outlook message ([MS-OXRTFCP] 2.2). Sizes the file declares bound nothing: the input does.
import { Failure } from '../../../core/failure.ts';
import { asBuffer } from '../../containers/as-buffer.ts';
import { limitFailure } from '../../document/budget.ts';

const compressed = 0x75465a4c;
const uncompressed = 0x414c454d;
const headerBytes = 16;
const windowBytes = 4096;

/** 2.2.2.1: what the window holds before the first byte. */
const primer = Buffer.from(
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans ' +
    'SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx',
  'latin1',
);

/** The RTF; of a damaged stream, what could be read of it. */
export function decompressRtf(bytes: Uint8Array, limit: number): Uint8Array {
  const source = asBuffer(bytes);
  const kind = source.length >= headerBytes ? source.readUInt32LE(8) : 0;
  if (kind === uncompressed) {
    return source.subarray(headerBytes, headerBytes + Math.min(source.readUInt32LE(4), source.length));
  }
  if (kind !== compressed) throw new Failure('CORRUPTED_FILE', { details: 'The formatted body cannot be unpacked.' });
  const window = Buffer.alloc(windowBytes, 0x20);
  primer.copy(window);
  let write = primer.length;
  let out = Buffer.allocUnsafe(Math.min(limit, Math.max(windowBytes, source.length * 3)));
  let length = 0;
  const put = (byte: number): void => {
    if (length === out.length) {
      if (length >= limit) throw limitFailure('wholeFileBytes', limit);
      const larger = Buffer.allocUnsafe(Math.min(limit, length * 2));
      out.copy(larger);
      out = larger;
    }
    out[length] = byte;
    length += 1;
    window[write] = byte;
    write = (write + 1) % windowBytes;
  };
  for (let at = headerBytes; at < source.length; ) {
    const control = source[at] as number;
    at += 1;
    for (let bit = 0; bit < 8 && at < source.length; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        put(source[at] as number);
        at += 1;
        continue;
      }
      if (at + 1 >= source.length) return out.subarray(0, length);
      const reference = source.readUInt16BE(at);
      at += 2;
      const offset = reference >> 4;
      // 2.2.2.2: a reference to the place that is written next ends the stream.
      if (offset === write) return out.subarray(0, length);
      for (let step = 0; step < (reference & 15) + 2; step += 1) put(window[(offset + step) % windowBytes] as number);
    }
  }
  return out.subarray(0, length);
}
