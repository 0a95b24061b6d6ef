// The short form of the kill test; `npm run chaos` is the long one.
import { expect, test } from 'vitest';
import { killAll } from './kill-all.ts';

test('killing everything five times loses and doubles nothing that was answered', { timeout: 180_000 }, async () => {
  const report = await killAll(5);
  expect(report).toMatchObject({ lost: [], wrong: [], discrepancies: [] });
  expect(report.completed).toBeGreaterThan(5);
});
