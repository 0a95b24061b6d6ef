// The short form of row 10, beside other tests and therefore with more patience; `npm run chaos 10` is the long one.
import { expect, test } from 'vitest';
import { outages } from './outage.ts';
import { shortOn } from './store-sets.ts';

test.each(shortOn('nodes'))(
  '%s: an outage is told, loses nothing, and is over soon after its end',
  {
    timeout: 240_000,
  },
  async (store) => {
    for (const { test: name, problems } of await outages(store, 3000, 3)) expect([name, ...problems]).toEqual([name]);
  },
);
