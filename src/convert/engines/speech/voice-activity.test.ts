// Background of every steady kind is background; what changes is heard; long pauses are left out with their place kept.
import { expect, test } from 'vitest';
import { randomNumbers } from '../../../../test/support/random-numbers.ts';
import { MelFrames } from './mel-frames.ts';
import { VoiceActivity } from './voice-activity.ts';
import { type KeptFrame, VoicedFrames } from './voiced-frames.ts';

type Wave = (second: number) => number;
const rate = 16_000;
const sampled = (seconds: number, wave: Wave): Float32Array =>
  Float32Array.from({ length: seconds * rate }, (_, at) => wave(at / rate));
const joined = (...parts: readonly Float32Array[]): Float32Array =>
  Float32Array.from(parts.flatMap((part) => [...part]));

function kept(sound: Float32Array): { frames: KeptFrame[]; active: number } {
  const mel = new MelFrames(80);
  const activity = new VoiceActivity(80);
  const voiced = new VoicedFrames();
  const judged = [...mel.push(sound), ...mel.finish()].flatMap((frame) => [...activity.push(frame)]);
  judged.push(...activity.finish());
  const frames = [...judged.flatMap((frame) => [...voiced.push(frame)]), ...voiced.finish()];
  return { frames, active: judged.filter(({ active }) => active).length };
}

const random = randomNumbers(7);
const noise: Wave = () => 0.6 * random() - 0.3;
const hum: Wave = (t) => 0.5 * Math.sin(2 * Math.PI * 440 * t);
const chord: Wave = (t) => [262, 330, 392].reduce((sum, hertz) => sum + 0.2 * Math.sin(2 * Math.PI * hertz * t), 0);
/** A buzz with the rhythm of syllables. */
const babble: Wave = (t) =>
  Math.max(0, Math.sin(2 * Math.PI * 2.5 * t)) *
  Array.from({ length: 20 }, (_, at) => 0.04 * Math.sin(2 * Math.PI * 150 * (at + 1) * t)).reduce((a, b) => a + b, 0);

test.each([
  ['silence', () => 0],
  ['noise', noise],
] satisfies [string, Wave][])('%s is background', (_name, wave) => {
  expect(kept(sampled(12, wave)).frames).toEqual([]);
});

test.each([
  ['tone', hum],
  ['chord', chord],
] satisfies [string, Wave][])('a held %s is background but for its edges', (_name, wave) => {
  expect(kept(sampled(12, wave)).active).toBeLessThan(20);
});

test('syllables are heard, also when they are faint and in noise', () => {
  const share = (wave: Wave): number => kept(sampled(12, wave)).active / 1200;
  expect(share(babble)).toBeGreaterThan(0.5);
  expect(share((t) => babble(t) / 300)).toBeGreaterThan(0.5);
  expect(kept(sampled(12, (t) => babble(t) + 0.1 * noise(t))).frames.length).toBeGreaterThan(1100);
});

test('a pause of seconds stays, a long one is left out and the frames after it know', () => {
  const voice = sampled(3, babble);
  const { frames } = kept(
    joined(
      voice,
      sampled(3, () => 0),
      voice,
      sampled(20, () => 0),
      voice,
    ),
  );
  const resumed = frames.filter(({ resumes }) => resumes);
  expect(resumed.map(({ number }) => Math.round(number / 100)).slice(-1)).toEqual([29]);
  const numbers = frames.map(({ number }) => number);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  // The three seconds of the first pause are there, of the twenty only the edges.
  expect(numbers.filter((number) => number > 320 && number < 580)).toHaveLength(259);
  expect(numbers.filter((number) => number > 1000 && number < 2820)).toEqual([]);
});
