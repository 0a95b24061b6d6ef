// The short form of row 6; `npm run chaos 6` is the long one.
import { expect, test } from 'vitest';
import { killWorkers } from './kill-worker.ts';
import { shortOn } from './store-sets.ts';

test.each(shortOn('nodes'))(
  '%s: jobs of killed workers end once and are charged once',
  { timeout: 180_000 },
  async (store) => {
    expect((await killWorkers(store, 2, 2500)).problems).toEqual([]);
  },
);
