// Every way a WAV file may store its sound gives the same sound, and headers that lie do no harm.
import { describe, expect, test } from 'vitest';
import {
  chunk,
  formatChunk,
  pcm16,
  riff,
  sampled,
  silentMp3,
  sine,
  type WavSettings,
  wav,
} from '../../../../test/support/sounds.ts';
import { Failure } from '../../../core/failure.ts';
import { bytesSource } from '../../input.ts';
import type { Recording } from './recording.ts';
import { openWav } from './wav.ts';

const rate = 8_000;
const sound = sampled(sine(300), 0.25, rate);

async function opened(bytes: Uint8Array): Promise<{ recording: Recording; channels: number[][]; warnings: string[] }> {
  const warnings: string[] = [];
  const recording = await openWav(bytesSource(bytes), { warn: (code) => void warnings.push(code) });
  const channels: number[][] = [];
  for await (const piece of recording.pieces()) {
    piece.channels.forEach((samples, at) => {
      channels[at] = [...(channels[at] ?? []), ...samples];
    });
  }
  return { recording, channels, warnings };
}

function expectSound(heard: readonly number[] | undefined, tolerance: number, expected = sound): void {
  expect(heard?.length).toBe(expected.length);
  const worst = Math.max(...expected.map((sample, at) => Math.abs(sample - (heard?.[at] ?? 9))));
  expect(worst).toBeLessThan(tolerance);
}

const packed = (bytes: number, write: (buffer: Buffer, value: number, at: number) => void): Buffer => {
  const content = Buffer.alloc(sound.length * bytes);
  sound.forEach((sample, at) => {
    write(content, sample, at * bytes);
  });
  return content;
};
const whole = (sample: number, bits: number): number => Math.round(sample * (2 ** (bits - 1) - 1));

describe('encodings', () => {
  const cases: [title: string, settings: WavSettings, content: Buffer, tolerance: number][] = [
    ['8-bit PCM', { bits: 8 }, packed(1, (buffer, value, at) => buffer.writeUInt8(whole(value, 8) + 128, at)), 0.01],
    ['16-bit PCM', { bits: 16 }, pcm16(sound), 1e-4],
    ['24-bit PCM', { bits: 24 }, packed(3, (buffer, value, at) => buffer.writeIntLE(whole(value, 24), at, 3)), 1e-6],
    ['32-bit PCM', { bits: 32 }, packed(4, (buffer, value, at) => buffer.writeInt32LE(whole(value, 32), at)), 1e-6],
    [
      '20-bit PCM',
      { bits: 20, blockBytes: 4 },
      packed(4, (buffer, value, at) => buffer.writeInt32LE(whole(value, 20) * 4096, at)),
      1e-5,
    ],
    ['32-bit float', { code: 3, bits: 32 }, packed(4, (buffer, value, at) => buffer.writeFloatLE(value, at)), 1e-6],
    ['64-bit float', { code: 3, bits: 64 }, packed(8, (buffer, value, at) => buffer.writeDoubleLE(value, at)), 1e-6],
  ];
  test.each(cases)('%s', async (title, settings, content, tolerance) => {
    const { recording, channels } = await opened(riff([formatChunk({ rate, ...settings }), chunk('data', content)]));
    expect(recording.format).toBe(`WAV, ${title}, 8 kHz, mono`);
    expect(recording.seconds).toBe(0.25);
    expectSound(channels[0], tolerance);
  });

  // ITU-T G.711, tables 1a to 2b: the smallest and largest value of each sign.
  test.each([
    ['A-law', 6, [0xd5, 0x55, 0xaa, 0x2a], [8, -8, 32_256, -32_256]],
    ['mu-law', 7, [0xff, 0x7f, 0x80, 0x00], [0, 0, 32_124, -32_124]],
  ])('%s', async (title, code, bytes, values) => {
    const { recording, channels } = await opened(
      riff([formatChunk({ code, bits: 8, rate }), chunk('data', Uint8Array.from(bytes))]),
    );
    expect(recording.format).toContain(title);
    expect(channels[0]?.map((sample) => Math.round(sample * 32_768) + 0)).toEqual(values);
  });

  test('IMA ADPCM follows its steps', async () => {
    // First sample 100, step index 0 (7): codes 4, 4, 12: 100 + 7, + 9 after the index rose by two, then back down.
    const block = Buffer.from([100, 0, 0, 0, 0x44, 0x0c, 0, 0]);
    const { recording, channels } = await opened(
      riff([formatChunk({ code: 0x11, bits: 4, blockBytes: 8, rate }), chunk('data', block)]),
    );
    expect(recording.format).toContain('IMA ADPCM');
    expect(channels[0]?.slice(0, 4).map((sample) => Math.round(sample * 32_768))).toEqual([100, 107, 117, 105]);
  });

  test('Microsoft ADPCM follows its predictor', async () => {
    // Predictor 0 repeats the last sample, delta 16: samples 50 and 60, then codes 1 and -1.
    const block = Buffer.from([0, 16, 0, 60, 0, 50, 0, 0x1f]);
    const { channels } = await opened(
      riff([formatChunk({ code: 2, bits: 4, blockBytes: 8, rate }), chunk('data', block)]),
    );
    expect(channels[0]?.map((sample) => Math.round(sample * 32_768))).toEqual([50, 60, 76, 60]);
  });

  test('the sub-format of an extensible header counts', async () => {
    const long = Buffer.alloc(40);
    formatChunk({ code: 0xfffe, bits: 32, rate }).copy(long, 0, 8, 24);
    long.writeUInt16LE(22, 16);
    long.writeUInt16LE(3, 24);
    const content = packed(4, (buffer, value, at) => buffer.writeFloatLE(value, at));
    const { recording, channels } = await opened(riff([chunk('fmt ', long), chunk('data', content)]));
    expect(recording.format).toContain('32-bit float');
    expectSound(channels[0], 1e-6);
  });

  test('MPEG frames inside are decoded', async () => {
    const { recording, channels } = await opened(
      riff([formatChunk({ code: 0x55, bits: 0, blockBytes: 1, rate: 32_000 }), chunk('data', silentMp3(20))]),
    );
    expect(recording.format).toBe('MP3, 32 kbit/s, 32 kHz, mono');
    expect(channels[0]?.length).toBeGreaterThan(15 * 1152);
  });
});

describe('containers', () => {
  const data = pcm16(sound);

  test('channels are kept apart', async () => {
    const other = sampled(sine(500, 0.2), 0.25, rate);
    const { recording, channels } = await opened(
      riff([formatChunk({ channels: 2, rate }), chunk('data', pcm16(sound, other))]),
    );
    expect(recording.format).toContain('stereo');
    expectSound(channels[0], 1e-4);
    expectSound(channels[1], 1e-4, other);
  });

  test('64-bit sizes', async () => {
    const sizes = Buffer.alloc(28);
    sizes.writeBigUInt64LE(BigInt(data.length), 8);
    for (const id of ['RF64', 'BW64']) {
      const file = riff(
        [chunk('ds64', sizes), formatChunk({ rate }), chunk('data', data, 0xffffffff), chunk('junk', data)],
        id,
      );
      expectSound((await opened(file)).channels[0], 1e-4);
    }
  });

  test('big-endian files', async () => {
    const format = formatChunk({ rate }).subarray(8);
    let at = 0;
    for (const bytes of [2, 2, 4, 4, 2, 2]) at += format.subarray(at, at + bytes).reverse().length;
    const head = Buffer.from('RIFX\0\0\0\0WAVE');
    const file = Buffer.concat([head, bigChunk('fmt ', format), bigChunk('data', Buffer.from(data).swap16())]);
    expectSound((await opened(file)).channels[0], 1e-4);
  });

  test('chunks in any order, with and without padding, tags among them', async () => {
    const info = Buffer.concat([
      Buffer.from('INFO'),
      chunk('INAM', Buffer.from('Café\0', 'latin1')),
      chunk('IART', Buffer.from('Someone')),
    ]);
    const odd = chunk('note', Buffer.from('abc')).subarray(0, 11);
    const { recording, channels } = await opened(
      riff([odd, chunk('LIST', info), chunk('data', data), formatChunk({ rate })]),
    );
    expectSound(channels[0], 1e-4);
    expect([...recording.tags]).toEqual([
      ['title', 'Café'],
      ['artist', 'Someone'],
    ]);
  });

  test.each([0, 0xffffffff, 0x7fffffff])(
    'a length of %i, not known when it was written, is the rest of the file',
    async (size) => {
      const { channels, warnings } = await opened(riff([formatChunk({ rate }), chunk('data', data, size)]));
      expectSound(channels[0], 1e-4);
      expect(warnings).toEqual([]);
    },
  );

  test('a recording that breaks off is read as far as it goes, with a warning', async () => {
    const file = wav(sound, rate);
    const { channels, warnings } = await opened(file.subarray(0, file.length - 1001));
    expectSound(channels[0], 1e-4, sound.subarray(0, sound.length - 501));
    expect(warnings).toEqual(['audio-truncated']);
  });

  test('numbers that are none are silence', async () => {
    const content = Buffer.alloc(12);
    for (const [at, value] of [Number.NaN, Number.POSITIVE_INFINITY, -1e30].entries())
      content.writeFloatLE(value, at * 4);
    const { channels } = await opened(riff([formatChunk({ code: 3, bits: 32, rate }), chunk('data', content)]));
    expect(channels[0]).toEqual([0, 4, -4]);
  });
});

describe('what is refused', () => {
  const data = chunk('data', pcm16(sound));
  test.each<[string, Uint8Array, string]>([
    ['no format', riff([data]), 'CORRUPTED_FILE'],
    ['no sound', riff([formatChunk()]), 'CORRUPTED_FILE'],
    ['a cut header', riff([chunk('fmt ', Buffer.alloc(6)), data]), 'CORRUPTED_FILE'],
    ['no samples', riff([formatChunk(), chunk('data', Buffer.alloc(1))]), 'EMPTY_DOCUMENT'],
    ['0 Hz', riff([formatChunk({ rate: 0 }), data]), 'CORRUPTED_FILE'],
    ['2 GHz', riff([formatChunk({ rate: 2 ** 31 }), data]), 'CORRUPTED_FILE'],
    ['no channels', riff([formatChunk({ channels: 0, blockBytes: 2 }), data]), 'CORRUPTED_FILE'],
    ['65 535 channels', riff([formatChunk({ channels: 65_535, blockBytes: 2 }), data]), 'CORRUPTED_FILE'],
    ['an unknown encoding', riff([formatChunk({ code: 0x161 }), data]), 'UNSUPPORTED_FORMAT'],
    ['5-byte floats', riff([formatChunk({ code: 3, bits: 40 }), data]), 'UNSUPPORTED_FORMAT'],
    [
      'packed blocks of nothing',
      riff([formatChunk({ code: 0x11, bits: 4, blockBytes: 0 }), data]),
      'UNSUPPORTED_FORMAT',
    ],
  ])('%s', async (_title, file, code) => {
    const failure = await opened(file).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ code });
  });

  test('a block of 0 bytes is worked out from the channels', async () => {
    expectSound((await opened(riff([formatChunk({ rate, blockBytes: 0 }), data]))).channels[0], 1e-4);
  });
});

function bigChunk(id: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32BE(content.length, 4);
  return Buffer.concat([head, content]);
}
