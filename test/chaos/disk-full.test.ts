// Row 9; its short and its long form are the same.
import { expect, test } from 'vitest';
import { fullDisks } from './disk-full.ts';
import { canMount } from './small-disk.ts';
import { shortOn } from './store-sets.ts';

test.skipIf(!canMount()).each(shortOn('embedded'))(
  '%s: a full disk is told, damages nothing, and is forgotten when there is room',
  {
    timeout: 240_000,
  },
  async (store) => {
    for (const { test: name, problems } of await fullDisks(store)) expect([name, ...problems]).toEqual([name]);
  },
);
