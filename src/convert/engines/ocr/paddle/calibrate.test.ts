// Checks that the common scale rises with the network's own and stays within bounds.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { comparable } from './calibrate.ts';

it('never falls, and stays between 0 and 1', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, (a, b) => {
      expect(comparable(Math.min(a, b))).toBeLessThanOrEqual(comparable(Math.max(a, b)));
      expect(comparable(a)).toBeGreaterThanOrEqual(0);
      expect(comparable(a)).toBeLessThan(1);
    }),
  );
});

it('believes a little less than the network does itself', () => {
  expect(comparable(0)).toBe(0);
  expect(comparable(0.8)).toBeCloseTo(0.55);
  expect(comparable(0.825)).toBeCloseTo(0.635);
  expect(comparable(1)).toBeCloseTo(0.99);
});
