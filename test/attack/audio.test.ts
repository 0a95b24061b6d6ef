// Recordings made to cost more than they should, or to hang the decoders, through the real sandbox with little memory.
// Each is refused by code, or has nothing to say, before any model is loaded.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomNumbers } from '../support/random-numbers.ts';
import { type Sandboxed, sandboxed } from '../support/sandboxed.ts';
import { chunk, formatChunk, riff, silentMp3 } from '../support/sounds.ts';

let sandbox: Sandboxed;
beforeAll(() => {
  sandbox = sandboxed();
});
afterAll(() => sandbox.close());

const random = randomNumbers(11);
const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
const little = Buffer.alloc(2000);
/** Headers of all kinds, each followed by anything. */
const syncWords = (count: number): Buffer =>
  Buffer.concat(
    Array.from({ length: count }, () =>
      Buffer.concat([Uint8Array.of(0xff, 0xe0 | Math.floor(random() * 32)), bytes(70)]),
    ),
  );
const id3 = (size: number): Buffer =>
  Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, ...[21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f)]);
const notNumbers = Buffer.alloc(4 * 160_000, 0xff);

/** The recording, and how it may end. */
const recordings: Record<string, [name: string, content: () => Uint8Array, ...ends: string[]]> = {
  'a header and nothing else': ['a.wav', () => Buffer.from('RIFF\0\0\0\0WAVE'), 'CORRUPTED_FILE'],
  'no sample': ['a.wav', () => riff([formatChunk(), chunk('data', Buffer.alloc(0))]), 'EMPTY_DOCUMENT'],
  '4 GB declared': ['a.wav', () => riff([formatChunk(), chunk('data', little, 0xfffffff0)]), 'converts'],
  'a format chunk of 4 GB': ['a.wav', () => riff([chunk('fmt ', little, 0xfffffff0)]), 'CORRUPTED_FILE'],
  '0 Hz': ['a.wav', () => riff([formatChunk({ rate: 0 }), chunk('data', little)]), 'CORRUPTED_FILE'],
  '2 GHz': ['a.wav', () => riff([formatChunk({ rate: 2 ** 31 }), chunk('data', little)]), 'CORRUPTED_FILE'],
  '65 535 channels': [
    'a.wav',
    () => riff([formatChunk({ channels: 65_535 }), chunk('data', Buffer.alloc(2 ** 20))]),
    'CORRUPTED_FILE',
  ],
  'blocks of no bytes': ['a.wav', () => riff([formatChunk({ blockBytes: 0 }), chunk('data', little)]), 'converts'],
  'floats that are no numbers': [
    'a.wav',
    () => riff([formatChunk({ code: 3, bits: 32 }), chunk('data', notNumbers)]),
    'converts',
  ],
  'a hundred thousand chunks': [
    'a.wav',
    () => riff(Array.from({ length: 100_000 }, () => chunk('junk', Buffer.alloc(0)))),
    'CORRUPTED_FILE',
  ],
  'a list of a million empty tags': [
    'a.wav',
    () =>
      riff([
        formatChunk(),
        chunk('LIST', Buffer.concat([Buffer.from('INFO'), Buffer.alloc(2 ** 23)])),
        chunk('data', little),
      ]),
    'converts',
  ],
  'a tag of 256 MB declared': ['a.mp3', () => Buffer.concat([id3(2 ** 28 - 1), little]), 'CORRUPTED_FILE'],
  'tags without end': ['a.mp3', () => Buffer.concat(Array.from({ length: 100_000 }, () => id3(0))), 'CORRUPTED_FILE'],
  'sync words by chance': ['a.mp3', () => Buffer.concat([id3(0), syncWords(50_000)]), 'CORRUPTED_FILE', 'converts'],
  'sync words and nothing else': [
    'a.mp3',
    () => Buffer.concat([id3(0), Buffer.alloc(2 ** 22, 0xff)]),
    'CORRUPTED_FILE',
  ],
  'a cut frame': ['a.mp3', () => Buffer.concat([id3(0), silentMp3(1).subarray(0, 100)]), 'CORRUPTED_FILE'],
  'minutes of silence in little space': ['a.mp3', () => silentMp3(4_000), 'converts'],
};

test.each(Object.entries(recordings))('%s', { timeout: 60_000 }, async (_title, [name, content, ...ends]) => {
  const end = await sandbox.run(name, content());
  expect(ends).toContain(typeof end === 'number' ? 'converts' : end);
  if (typeof end === 'number') expect(end).toBeLessThan(1_000);
});
