// The short forms of rows 1 to 5; `npm run scorecard 1` and so on are the long ones. Bars on latency and the drift of memory
// are for a machine that does nothing else, so here they are wide or only told.
import { expect, test } from 'vitest';
import { shortOn } from '../chaos/store-sets.ts';
import { burst } from './burst.ts';
import { mixedLoad } from './mixed-load.ts';
import { slowSenders } from './slow-senders.ts';
import { soak } from './soak.ts';
import { uploads } from './uploads.ts';

const timeout = 180_000;

test.each(shortOn('nodes'))('%s: a mixed load loses nothing and is never answered 5xx', { timeout }, async (store) => {
  expect((await mixedLoad(store, { connections: 20, seconds: 4 })).problems).toEqual([]);
});

test.each(shortOn('embedded'))(
  '%s: each of a burst is taken or told when to come again',
  { timeout },
  async (store) => {
    expect((await burst(store, { submissions: 300, seconds: 1, perMinute: 60 })).problems).toEqual([]);
  },
);

test.each(shortOn('embedded'))(
  '%s: uploads do not grow the process, and one byte too many is refused',
  { timeout },
  async (store) => {
    expect((await uploads(store, { megabytes: 64, mostGrowthMb: 60, limitMb: 4 })).problems).toEqual([]);
  },
);

test.each(shortOn('nodes'))('%s: slow connections are closed at the deadline', { timeout }, async (store) => {
  expect((await slowSenders(store, { connections: 50, deadlineMs: 2000, rounds: 1 })).problems).toEqual([]);
});

test.each(shortOn('embedded'))('%s: steady traffic leaves no descriptor open', { timeout }, async (store) => {
  expect((await soak(store, { warmUpSeconds: 2, seconds: 4, mostDrift: 0.3 })).problems).toEqual([]);
});
