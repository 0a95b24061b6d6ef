// How the bytes of a WAV file become samples: a table of encodings, each a function from one place to a number.
import { adpcmBlock, imaBlock } from './adpcm.ts';
import { saneSample } from './recording.ts';

export interface WavFormat {
  /** WAVE_FORMAT_*, that of the sub-format for WAVE_FORMAT_EXTENSIBLE. */
  readonly code: number;
  readonly channels: number;
  readonly sampleRate: number;
  /** Bytes that belong together: one sample of each channel, or a packed block. */
  readonly blockBytes: number;
  readonly bits: number;
  readonly littleEndian: boolean;
}

export interface WavDecoder {
  readonly title: string;
  /** Bytes of one block, and how many samples of each channel it holds. */
  readonly blockBytes: number;
  readonly blockSamples: number;
  /** Whole blocks in, samples of each channel out. */
  decode(bytes: Uint8Array, blocks: number): Float32Array[];
}

/** WAVE_FORMAT codes of mmreg.h. */
const [pcm, msAdpcm, float, aLaw, muLaw, imaAdpcm] = [0x01, 0x02, 0x03, 0x06, 0x07, 0x11] as const;
/** Longer blocks than this no recorder writes. */
const longestPackedBlock = 64 * 1024;

type SampleAt = (view: DataView, at: number) => number;

/** undefined: an encoding we do not know, or one that contradicts itself. */
export function wavDecoder(format: WavFormat): WavDecoder | undefined {
  if (format.code === msAdpcm || format.code === imaAdpcm) return packedDecoder(format);
  const declared = format.blockBytes / format.channels;
  const needed = Math.ceil(format.bits / 8);
  // Samples may stand in more bytes than they need, with their highest bits first (Multimedia Programming Interface 1.0).
  const bytes = Number.isInteger(declared) && declared >= needed && declared <= 8 ? declared : needed;
  const sample = sampleReader(format, bytes);
  if (sample === undefined) return undefined;
  const { channels } = format;
  return {
    title: titleOf(format),
    blockBytes: bytes * channels,
    blockSamples: 1,
    decode(content, blocks) {
      const view = new DataView(content.buffer, content.byteOffset, content.length);
      return Array.from({ length: channels }, (_, channel) =>
        Float32Array.from({ length: blocks }, (_, block) => sample(view, (block * channels + channel) * bytes)),
      );
    },
  };
}

function titleOf({ code, bits }: WavFormat): string {
  if (code === aLaw) return 'A-law';
  if (code === muLaw) return 'mu-law';
  return `${bits}-bit ${code === float ? 'float' : 'PCM'}`;
}

function sampleReader({ code, littleEndian }: WavFormat, bytes: number): SampleAt | undefined {
  if (code === float && bytes === 4) return (view, at) => saneSample(view.getFloat32(at, littleEndian));
  if (code === float && bytes === 8) return (view, at) => saneSample(view.getFloat64(at, littleEndian));
  if (code === aLaw && bytes === 1) return (view, at) => aLawTable[view.getUint8(at)] as number;
  if (code === muLaw && bytes === 1) return (view, at) => muLawTable[view.getUint8(at)] as number;
  if (code !== pcm) return undefined;
  // 8-bit samples are unsigned, all others signed.
  if (bytes === 1) return (view, at) => (view.getUint8(at) - 128) / 128;
  if (bytes === 2) return (view, at) => view.getInt16(at, littleEndian) / 32768;
  if (bytes === 3) {
    return littleEndian
      ? (view, at) => (view.getInt8(at + 2) * 65536 + view.getUint16(at, true)) / 8388608
      : (view, at) => (view.getInt8(at) * 65536 + view.getUint16(at + 1)) / 8388608;
  }
  // Of longer samples the four highest bytes are more than anybody hears.
  if (bytes >= 4) return (view, at) => view.getInt32(littleEndian ? at + bytes - 4 : at, littleEndian) / 2147483648;
  return undefined;
}

/** ITU-T G.711: a sign, three bits of exponent, four of mantissa; every second bit inverted. */
const aLawTable = Float32Array.from({ length: 256 }, (_, code) => {
  const bits = code ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = bits & 15;
  const size = exponent === 0 ? mantissa * 16 + 8 : (mantissa * 16 + 264) << (exponent - 1);
  return ((bits & 0x80) !== 0 ? size : -size) / 32768;
});

/** ITU-T G.711: the same with all bits inverted and a bias of 132. */
const muLawTable = Float32Array.from({ length: 256 }, (_, code) => {
  const bits = ~code & 0xff;
  const size = ((((bits & 15) << 3) + 132) << ((bits >> 4) & 7)) - 132;
  return ((bits & 0x80) !== 0 ? -size : size) / 32768;
});

/** Both kinds of ADPCM hold a header for each channel, then four bits for each further sample. */
function packedDecoder({ code, channels, blockBytes }: WavFormat): WavDecoder | undefined {
  const isIma = code === imaAdpcm;
  const header = (isIma ? 4 : 7) * channels;
  if (channels > 2 || blockBytes <= header || blockBytes > longestPackedBlock) return undefined;
  const first = isIma ? 1 : 2;
  // IMA interleaves channels by eight samples, so only whole groups count.
  const body = isIma ? Math.floor((blockBytes - header) / (4 * channels)) * 4 * channels : blockBytes - header;
  const blockSamples = first + Math.floor((body * 2) / channels);
  const unpack = isIma ? imaBlock : adpcmBlock;
  return {
    title: isIma ? 'IMA ADPCM' : 'Microsoft ADPCM',
    blockBytes,
    blockSamples,
    decode(content, blocks) {
      const planes = Array.from({ length: channels }, () => new Float32Array(blocks * blockSamples));
      for (let block = 0; block < blocks; block += 1) {
        const bytes = content.subarray(block * blockBytes, (block + 1) * blockBytes);
        unpack(
          bytes,
          planes.map((plane) => plane.subarray(block * blockSamples, (block + 1) * blockSamples)),
        );
      }
      return planes;
    },
  };
}
