// Frames are found among anything else, and what is decoded is as long as what was counted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { randomNumbers } from '../../../../test/support/random-numbers.ts';
import { silentMp3 } from '../../../../test/support/sounds.ts';
import { Failure } from '../../../core/failure.ts';
import { bytesSource } from '../../input.ts';
import { openMp3 } from './mp3.ts';
import { mp3Frames } from './mp3-frames.ts';

const random = randomNumbers(3);
const garbage = (length: number): Buffer => Buffer.from(Array.from({ length }, () => Math.floor(random() * 255)));
const count = (bytes: Uint8Array): number => [...mp3Frames(bytesSource(bytes), 0, bytes.length)].length;

describe('frames', () => {
  test.each<[string, Buffer, number]>([
    ['nothing else', silentMp3(10), 10],
    ['garbage before', Buffer.concat([garbage(5000), silentMp3(10)]), 10],
    ['garbage between', Buffer.concat([silentMp3(10), garbage(3000), silentMp3(10)]), 20],
    ['garbage after', Buffer.concat([silentMp3(10), Buffer.alloc(3000, 7)]), 10],
    ['the last one cut off', silentMp3(10).subarray(0, 1400), 9],
    ['more than is read at one time', silentMp3(6000), 6000],
    ['a single header', silentMp3(1), 0],
    ['sync words alone', Buffer.alloc(10_000, 0xff), 0],
  ])('%s', (_title, bytes, frames) => {
    expect(count(bytes)).toBe(frames);
  });
});

async function heard(bytes: Uint8Array) {
  const warnings: string[] = [];
  const recording = await openMp3(bytesSource(bytes), { warn: (code) => void warnings.push(code) });
  let seconds = 0;
  let loudest = 0;
  const rates = new Set<number>();
  for await (const { channels, sampleRate } of recording.pieces()) {
    const [samples = new Float32Array(0)] = channels;
    seconds += samples.length / sampleRate;
    rates.add(sampleRate);
    loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), loudest);
  }
  return { recording, seconds, loudest, rates: [...rates], warnings };
}

const spoken = readFileSync(join(import.meta.dirname, '../../../../test/fixtures/mp3/spoken/input.mp3'));

test('a recording is as long as its frames', async () => {
  const { recording, seconds, loudest } = await heard(spoken);
  expect(recording.format).toBe('MP3, 32 kbit/s, 16 kHz, mono');
  expect(recording.tags.get('title')).toBe('Travel notes');
  expect(Math.abs(seconds - recording.seconds)).toBeLessThan(0.1);
  expect(loudest).toBeGreaterThan(0.2);
  expect(loudest).toBeLessThan(1.2);
});

test('half a recording is half as long', async () => {
  const whole = await heard(spoken);
  const half = await heard(spoken.subarray(0, spoken.length / 2));
  expect(half.seconds / whole.seconds).toBeCloseTo(0.5, 1);
});

test('a change of the sample rate in the middle is followed', async () => {
  const { rates, seconds, recording } = await heard(Buffer.concat([silentMp3(100), spoken]));
  expect(rates).toEqual([32_000, 16_000]);
  expect(Math.abs(seconds - recording.seconds)).toBeLessThan(0.2);
});

test('garbage inside is told', async () => {
  const { warnings } = await heard(Buffer.concat([silentMp3(80), garbage(10_000), silentMp3(80)]));
  expect(warnings).toEqual(['audio-damaged']);
});

test.each([
  ['no frames', garbage(20_000)],
  ['nothing', Buffer.alloc(0)],
  ['only a tag', Buffer.from('ID3\x04\0\0\0\0\0\x05hello')],
])('%s is no recording', async (_title, bytes) => {
  const failure = await heard(bytes).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect(failure).toMatchObject({ code: 'CORRUPTED_FILE' });
});
