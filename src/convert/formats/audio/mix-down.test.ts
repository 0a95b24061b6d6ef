// One voice comes through at its level, whichever channels carry it and in whichever phase.
import { expect, test } from 'vitest';
import { sampled, sine } from '../../../../test/support/sounds.ts';
import { MixDown } from './mix-down.ts';

const voice = sampled(sine(300), 1, 16_000);
const silence = new Float32Array(voice.length);
const turned = voice.map((sample) => -sample);
const level = (samples: Float32Array): number => samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);

test.each<[string, Float32Array[]]>([
  ['one channel', [voice]],
  ['two equal ones', [voice, voice]],
  ['one of them silent', [silence, voice]],
  ['opposite phases', [voice, turned]],
  ['one of six', [silence, silence, silence, voice, silence, silence]],
  ['three, one turned over', [voice, turned, voice]],
])('%s', (_title, channels) => {
  expect(level(new MixDown().push(channels))).toBeCloseTo(0.5, 2);
});

test('two voices are both heard', () => {
  const other = sampled(sine(1100, 0.4), 1, 16_000);
  const mixed = new MixDown().push([voice, other]);
  const share = (wanted: Float32Array): number =>
    mixed.reduce((sum, sample, at) => sum + sample * (wanted[at] as number), 0) /
    wanted.reduce((sum, sample) => sum + sample * sample, 0);
  expect(share(voice)).toBeCloseTo(0.5, 1);
  expect(share(other)).toBeCloseTo(0.5, 1);
});

test('a voice that moves to the other channel keeps its level and does not click', () => {
  const mixer = new MixDown();
  const all = [mixer.push([voice, silence]), mixer.push([silence, voice])].flatMap((part) => [...part]);
  expect(level(Float32Array.from(all.slice(18_500)))).toBeCloseTo(0.5, 2);
  const steepest = all.slice(1).reduce((most, sample, at) => Math.max(most, Math.abs(sample - (all[at] as number))), 0);
  // The tone itself climbs by 0.06 from sample to sample.
  expect(steepest).toBeLessThan(0.1);
});

test('nothing is no sound', () => {
  expect(new MixDown().push([])).toHaveLength(0);
  expect(level(new MixDown().push([silence, silence]))).toBe(0);
});
