// Row 11; its short and its long form are the same.
import { expect, test } from 'vitest';
import { everyCallFails } from './every-call.ts';
import { shortOn } from './store-sets.ts';

test.each(shortOn('nodes'))(
  '%s: whichever call fails, the state is legal and a retry finishes',
  {
    timeout: 240_000,
  },
  async (store) => {
    expect((await everyCallFails(store)).problems).toEqual([]);
  },
);
