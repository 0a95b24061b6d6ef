// Opens WAV files: finds the format and the sound among the chunks, and reads both as they are rather than as they claim.
import { Failure } from '../../../core/failure.ts';
import { asBuffer } from '../../containers/as-buffer.ts';
import type { ReadContext } from '../../format.ts';
import type { ByteSource } from '../../input.ts';
import { tagAt } from './id3.ts';
import { mp3Recording } from './mp3.ts';
import { highestRate, lowestRate, mostChannels, type Recording, type SoundPiece, soundText } from './recording.ts';
import { legacyText, TagCollector, type TagName, type Tags } from './tags.ts';
import { type Chunk, wavChunks } from './wav-chunks.ts';
import { type WavDecoder, type WavFormat, wavDecoder } from './wav-encodings.ts';

const extensible = 0xfffe;
const mp3InWav = 0x55;
/** About this many samples of all channels together at a time. */
const pieceSamples = 64 * 1024;

export async function openWav(source: ByteSource, context: Pick<ReadContext, 'warn'>): Promise<Recording> {
  const { chunks, littleEndian } = wavChunks(source);
  const formatChunk = chunks.find(({ id }) => id === 'fmt ');
  const data = chunks.find(({ id }) => id === 'data');
  if (formatChunk === undefined) throw damaged('The file does not say how its sound is stored.');
  if (data === undefined) throw damaged('The file holds no sound.');
  const format = formatOf(asBuffer(source.read(formatChunk.from, 40)), littleEndian);
  if (data.cut) context.warn('audio-truncated', 'The recording ends before its end; what is there was read.');
  const tags = tagsOf(source, chunks, littleEndian);
  if (format.code === mp3InWav) return mp3Recording(source, data.from, data.to, tags, context);
  checkFormat(format);
  const decoder = wavDecoder(format);
  if (decoder === undefined) {
    throw new Failure('UNSUPPORTED_FORMAT', {
      details: `The sound of this WAV file is stored in a way that is not supported (format ${format.code}, ${format.bits} bits).`,
      suggestion: 'Save the recording as 16-bit PCM or as MP3.',
    });
  }
  const blocks = Math.floor((data.to - data.from) / decoder.blockBytes);
  if (blocks === 0) throw new Failure('EMPTY_DOCUMENT', { details: 'The recording holds no sound.' });
  return {
    format: `WAV, ${decoder.title}, ${soundText(format.sampleRate, format.channels)}`,
    seconds: (blocks * decoder.blockSamples) / format.sampleRate,
    tags,
    pieces: () => pieces(source, data, decoder, format),
  };
}

function formatOf(bytes: Buffer, littleEndian: boolean): WavFormat {
  if (bytes.length < 16) throw damaged('The description of the sound is cut off.');
  const short = (at: number): number => (littleEndian ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const code = short(0);
  return {
    // The sub-format is a GUID whose first two bytes are the code.
    code: code === extensible && bytes.length >= 26 ? short(24) : code,
    channels: short(2),
    sampleRate: littleEndian ? bytes.readUInt32LE(4) : bytes.readUInt32BE(4),
    blockBytes: short(12),
    bits: short(14),
    littleEndian,
  };
}

function checkFormat({ channels, sampleRate }: WavFormat): void {
  if (channels < 1 || channels > mostChannels) throw damaged(`The file claims to have ${channels} channels.`);
  if (sampleRate < lowestRate || sampleRate > highestRate) {
    throw damaged(`The file claims a sample rate of ${sampleRate} Hz.`);
  }
}

async function* pieces(
  source: ByteSource,
  data: Chunk,
  decoder: WavDecoder,
  { channels, sampleRate }: WavFormat,
): AsyncGenerator<SoundPiece> {
  const blocks = Math.max(1, Math.floor(pieceSamples / (decoder.blockSamples * channels)));
  for (let at = data.from; at + decoder.blockBytes <= data.to; ) {
    const bytes = source.read(at, Math.min(blocks * decoder.blockBytes, data.to - at));
    const whole = Math.floor(bytes.length / decoder.blockBytes);
    if (whole === 0) return;
    yield { sampleRate, channels: decoder.decode(bytes, whole) };
    at += whole * decoder.blockBytes;
  }
}

/** LIST INFO (Multimedia Programming Interface 1.0, "INFO List Chunk") and ID3 in a chunk of its own. */
const infoNames: ReadonlyMap<string, TagName> = new Map([
  ['INAM', 'title'],
  ['IART', 'artist'],
  ['IPRD', 'album'],
  ['ICRD', 'date'],
  ['IGNR', 'genre'],
  ['ICMT', 'comment'],
]);
const longestList = 1024 * 1024;

function tagsOf(source: ByteSource, chunks: readonly Chunk[], littleEndian: boolean): Tags {
  const collected = new TagCollector();
  for (const { id, from, to } of chunks) {
    if (id === 'LIST') {
      const list = asBuffer(source.read(from, Math.min(to - from, longestList)));
      if (list.toString('latin1', 0, 4) !== 'INFO') continue;
      for (let at = 4; at + 8 <= list.length; ) {
        const size = littleEndian ? list.readUInt32LE(at + 4) : list.readUInt32BE(at + 4);
        collected.add(
          infoNames.get(list.toString('latin1', at, at + 4)),
          legacyText(list.subarray(at + 8, at + 8 + size)),
        );
        at += 8 + size + (size % 2);
      }
    }
    if (id.toLowerCase() === 'id3 ') collected.addAll(tagAt(source, from, to - from));
  }
  return collected.tags;
}

const damaged = (details: string): Failure => new Failure('CORRUPTED_FILE', { details });
