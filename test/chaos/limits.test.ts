// The short form of rows 28 and 29; `npm run chaos 28` is the long one.
import { expect, test } from 'vitest';
import { holdLimits } from './limits.ts';
import { shortOn } from './store-sets.ts';

test.each(shortOn('nodes'))(
  '%s: a minute has its hundred requests, and the last unit is taken once',
  {
    timeout: 180_000,
  },
  async (store) => {
    expect((await holdLimits(store, 1)).flatMap(({ problems }) => problems)).toEqual([]);
  },
);
