// The state of a batch follows from its files alone.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchPercentage, batchState, isFinalBatch } from './batch.ts';

test.each([
  [{ total: 3, completed: 0, failed: 0, processing: 0 }, 'pending'],
  [{ total: 3, completed: 0, failed: 0, processing: 1 }, 'in_progress'],
  [{ total: 3, completed: 1, failed: 0, processing: 0 }, 'in_progress'],
  [{ total: 3, completed: 0, failed: 2, processing: 0 }, 'in_progress'],
  [{ total: 3, completed: 3, failed: 0, processing: 0 }, 'completed'],
  [{ total: 3, completed: 2, failed: 1, processing: 0 }, 'partial_failure'],
  [{ total: 3, completed: 0, failed: 3, processing: 0 }, 'partial_failure'],
])('%o is %s', (counts, state) => {
  expect(batchState(counts)).toBe(state);
});

test('a batch only moves forward, whatever order its files end in', () => {
  const rank = { pending: 0, in_progress: 1, completed: 2, partial_failure: 2 };
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), (succeeds) => {
      const counts = { total: succeeds.length, completed: 0, failed: 0, processing: 0 };
      let last = rank[batchState(counts)];
      for (const success of succeeds) {
        for (const change of [{ processing: 1 }, { processing: 0, [success ? 'completed' : 'failed']: 1 }]) {
          counts.processing = change.processing;
          if ('completed' in change) counts.completed += 1;
          if ('failed' in change) counts.failed += 1;
          expect(rank[batchState(counts)]).toBeGreaterThanOrEqual(last);
          last = rank[batchState(counts)];
        }
      }
      expect(isFinalBatch(batchState(counts))).toBe(true);
    }),
  );
});

test('the percentage is 100 only when every file is at 100', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1 }), (shares) => {
      const whole = batchPercentage(shares);
      expect(whole === 100).toBe(shares.every((one) => one === 100));
      expect(whole).toBeGreaterThanOrEqual(Math.min(...shares));
      expect(whole).toBeLessThanOrEqual(Math.max(...shares));
    }),
  );
});
