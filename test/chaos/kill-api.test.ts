// The short form of row 7; `npm run chaos 7` is the long one.
import { expect, test } from 'vitest';
import { killApi } from './kill-api.ts';
import { shortOn } from './store-sets.ts';

test.each(shortOn('embedded'))(
  '%s: an API killed during uploads shows no half job and leaves nothing',
  {
    timeout: 180_000,
  },
  async (store) => {
    expect((await killApi(store, 3)).problems).toEqual([]);
  },
);
