// The sound stays the sound at another rate: level, pitch and length; and what cannot be carried over is gone.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampled, sine } from '../../../../test/support/sounds.ts';
import { Resampler } from './resample.ts';

function resampled(sound: Float32Array, from: number, pieces = 1): number[] {
  const resampler = new Resampler(from, 16_000);
  const length = Math.ceil(sound.length / pieces);
  const made: number[] = [];
  for (let at = 0; at < sound.length; at += length) made.push(...resampler.push(sound.subarray(at, at + length)));
  return [...made, ...resampler.finish()];
}
const rms = (samples: readonly number[]): number =>
  Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length);

test.each([8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 44_101, 192_000])('from %i Hz', (from) => {
  const made = resampled(sampled(sine(1000), 0.5, from), from);
  const expected = sampled(sine(1000), 0.5, 16_000);
  expect(Math.abs(made.length - expected.length)).toBeLessThanOrEqual(1);
  // Away from the edges, where the sound begins out of nothing.
  const errors = made.slice(200, -200).map((sample, at) => sample - (expected[at + 200] as number));
  expect(rms(errors)).toBeLessThan(0.002);
});

test('what is above half the new rate does not come back as something else', () => {
  for (const hertz of [9_500, 12_000, 15_000, 20_000]) {
    expect(rms(resampled(sampled(sine(hertz), 0.5, 48_000), 48_000).slice(200, -200))).toBeLessThan(0.001);
  }
});

test('pieces leave no trace', () => {
  const sound = sampled(sine(700), 0.1, 44_100);
  const whole = resampled(sound, 44_100);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), (pieces) => {
      expect(resampled(sound, 44_100, pieces)).toEqual(whole);
    }),
    { numRuns: 25 },
  );
});
