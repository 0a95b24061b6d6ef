// The short form of row 30; `npm run chaos 30` is the long one.
import { expect, test } from 'vitest';
import { lifetimes } from './lifetimes.ts';
import { shortOn } from './store-sets.ts';

test.each(shortOn('embedded'))(
  '%s: no file is served late, removed early, or lives beyond its cap',
  {
    timeout: 240_000,
  },
  async (store) => {
    expect((await lifetimes(store, 60, 6)).problems).toEqual([]);
  },
);
