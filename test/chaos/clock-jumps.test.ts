// Row 13; its short and its long form are the same.
import { expect, test } from 'vitest';
import { clockJumps } from './clock-jumps.ts';
import { shortOn } from './store-sets.ts';

test.each(shortOn('nodes'))(
  '%s: a clock that jumps deletes nothing early and takes no lease',
  {
    timeout: 240_000,
  },
  async (store) => {
    expect((await clockJumps(store)).problems).toEqual([]);
  },
);
