// Opens MP3 files: counts their frames for the length, and has them decoded by mpg123 (WebAssembly) as they stream past.
import { MPEGDecoder } from 'mpg123-decoder';
import { Failure } from '../../../core/failure.ts';
import type { ReadContext } from '../../format.ts';
import type { ByteSource } from '../../input.ts';
import { readId3, readId3v1 } from './id3.ts';
import { type FoundFrame, isIndexFrame, mp3Frames } from './mp3-frames.ts';
import { type Recording, type SoundPiece, saneSample, soundText } from './recording.ts';
import { TagCollector, type Tags } from './tags.ts';

/** Frames decoded at one time: about a second. */
const batchFrames = 40;
/** A stream that changes its kind more often than this is not music and not speech. */
const mostChanges = 1_000;
/** So little that is no sound is usual at joints. */
const usualGap = 4 * 1024;

export async function openMp3(source: ByteSource, context: Pick<ReadContext, 'warn'>): Promise<Recording> {
  const start = readId3(source);
  const end = readId3v1(source);
  const collected = new TagCollector();
  collected.addAll(start.tags);
  collected.addAll(end.tags);
  return mp3Recording(source, start.end, end.end, collected.tags, context);
}

interface Survey {
  readonly first: FoundFrame;
  readonly seconds: number;
  readonly bitRate: number;
}

export function mp3Recording(
  source: ByteSource,
  from: number,
  to: number,
  tags: Tags,
  context: Pick<ReadContext, 'warn'>,
): Recording {
  const { first, seconds, bitRate } = survey(source, from, to, context);
  return {
    format: `MP${first.layer}, ${bitRate} kbit/s, ${soundText(first.sampleRate, first.channels)}`,
    seconds,
    tags,
    pieces: () => pieces(source, from, to),
  };
}

/** Only the frames themselves say how long a file is: headers of variable rates may be missing or wrong. */
function survey(source: ByteSource, from: number, to: number, context: Pick<ReadContext, 'warn'>): Survey {
  let first: FoundFrame | undefined;
  let seconds = 0;
  let bytes = 0;
  let gaps = 0;
  let changes = 0;
  let last: FoundFrame | undefined;
  for (const frame of mp3Frames(source, from, to)) {
    if (last === undefined && isIndexFrame(frame)) continue;
    if (last !== undefined) gaps += frame.skipped;
    if (last !== undefined && isOther(last, frame)) changes += 1;
    if (changes > mostChanges) throw damaged('The sound changes its kind all the time.');
    first ??= frame;
    last = frame;
    seconds += frame.samples / frame.sampleRate;
    bytes += frame.bytes;
  }
  if (first === undefined) throw damaged('The file holds no MPEG audio.');
  if (gaps > bytes) throw damaged('Most of the file is no MPEG audio.');
  if (gaps > usualGap) {
    context.warn('audio-damaged', `${gaps} bytes inside the recording are no sound and were skipped.`);
  }
  return { first, seconds, bitRate: Math.round((bytes * 8) / seconds / 1000) };
}

const isOther = (one: FoundFrame, other: FoundFrame): boolean =>
  one.sampleRate !== other.sampleRate || one.version !== other.version || one.layer !== other.layer;

async function* pieces(source: ByteSource, from: number, to: number): AsyncGenerator<SoundPiece> {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  try {
    let batch: FoundFrame[] = [];
    let isFirst = true;
    for (const frame of mp3Frames(source, from, to)) {
      if (isFirst && isIndexFrame(frame)) continue;
      isFirst = false;
      const [before] = batch;
      const changes = before !== undefined && isOther(before, frame);
      if (changes || batch.length === batchFrames) {
        yield* decoded(decoder, batch);
        batch = [];
      }
      // The decoder keeps to the kind of sound it began with.
      if (changes) await decoder.reset();
      batch.push(frame);
    }
    yield* decoded(decoder, batch);
  } finally {
    decoder.free();
  }
}

function* decoded(decoder: MPEGDecoder, batch: readonly FoundFrame[]): Generator<SoundPiece> {
  const [first] = batch;
  if (first === undefined) return;
  const { channelData, samplesDecoded } = decoder.decode(Buffer.concat(batch.map(({ content }) => content)));
  if (samplesDecoded === 0) return;
  // Mono comes as two equal channels; damaged frames may come out at any level.
  const channels = (first.channels === 1 ? channelData.slice(0, 1) : channelData).map((one) => one.map(saneSample));
  yield { sampleRate: first.sampleRate, channels };
}

const damaged = (details: string): Failure => new Failure('CORRUPTED_FILE', { details });
