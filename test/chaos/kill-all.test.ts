// The short form of row 8; `npm run chaos 8` is the long one.
import { expect, test } from 'vitest';
import { killAll } from './kill-all.ts';

test('embedded: killing everything loses and doubles nothing that was answered', {
  timeout: 180_000,
}, async () => {
  expect((await killAll('embedded', 1)).problems).toEqual([]);
});

test('nodes: the same with four processes and their database', { timeout: 180_000 }, async () => {
  expect((await killAll('nodes', 1)).problems).toEqual([]);
});
