// The frames the model hears: the scale it was trained on, and that the pieces a sound comes in leave no trace.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MelFrames, quietest } from './mel-frames.ts';
import { melBands } from './mel-scale.ts';

const tone = (hertz: number, samples: number): Float32Array =>
  Float32Array.from({ length: samples }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / 16_000));

function framesOf(...pieces: readonly Float32Array[]): Float32Array[] {
  const mel = new MelFrames(80);
  return [...pieces.flatMap((piece) => [...mel.push(piece)]), ...mel.finish()];
}

test('bands are triangles of area one between equal steps of the scale', () => {
  const bands = melBands(80, 400, 16_000);
  // 40 Hz to a bin: the first band rises to 36.6 mel-spaced Hertz, so one bin alone lies in it.
  expect(bands[0]).toMatchObject({ first: 1 });
  expect(bands[0]?.weights[0]).toBeCloseTo(0.024862594, 8);
  expect(bands[79]?.first).toBe(186);
  // The area: weights times the 40 Hz of a bin, for bands wide enough to be sampled well.
  for (const { weights } of bands.slice(60)) {
    expect(weights.reduce((sum, weight) => sum + weight * 40, 0)).toBeCloseTo(1, 1);
  }
});

test('a tone is loudest in the band that holds it', () => {
  const loudest = (hertz: number): number => {
    const frame = framesOf(tone(hertz, 16_000))[50] as Float32Array;
    return frame.indexOf(Math.max(...frame));
  };
  const edges = melBands(80, 400, 16_000);
  for (const hertz of [440, 1000, 3000, 6000]) {
    const { first, weights } = edges[loudest(hertz)] ?? { first: 0, weights: [] };
    expect(hertz / 40).toBeGreaterThanOrEqual(first - 1);
    expect(hertz / 40).toBeLessThanOrEqual(first + weights.length);
  }
});

test('there is a frame for every 10 ms begun, however short the sound', () => {
  for (const samples of [1, 159, 160, 161, 200, 201, 400, 16_000]) {
    expect(framesOf(tone(500, samples))).toHaveLength(Math.ceil(samples / 160));
  }
  expect(framesOf(new Float32Array(0))).toEqual([]);
});

test('silence and what is not a number are as quiet as can be', () => {
  const silent = new Float32Array(80).fill(quietest);
  expect(framesOf(new Float32Array(3200))).toEqual(Array(20).fill(silent));
  expect(framesOf(new Float32Array(800).fill(Number.NaN))).toEqual(Array(5).fill(silent));
});

test('the same sound in other pieces gives the same frames', () => {
  const sound = tone(700, 5000);
  const whole = framesOf(sound);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 12 }), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), sound.length];
      const pieces = places.slice(1).map((to, at) => sound.subarray(places[at], to));
      expect(framesOf(...pieces)).toEqual(whole);
    }),
    { numRuns: 30 },
  );
});
