// The short form of row 12; `npm run chaos 12` is the long one.
import { expect, test } from 'vitest';
import { damagedFiles } from './damaged-files.ts';
import { shortOn } from './store-sets.ts';

test.each(shortOn('embedded'))(
  '%s: damaged files give an error with a code, never wrong bytes',
  {
    timeout: 240_000,
  },
  async (store) => {
    expect((await damagedFiles(store, 30)).problems).toEqual([]);
  },
);
