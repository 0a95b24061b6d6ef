// Reuse of earlier results on real stores: only what is surely the same, and each job with files of its own.
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type JobStore, openJobStore, silentLog } from '../../test/support/job-store.ts';
import { createEarlierJobs } from '../storage/reuse.ts';
import type { JobRow } from '../storage/schema.ts';
import { createJanitor } from './janitor.ts';
import type { JobOutcome } from './outcome.ts';
import { createReuse, type Reuse } from './reuse.ts';

let store: JobStore;
let reuse: Reuse;
beforeEach(async () => {
  store = await openJobStore();
  const { blobs, clock, db } = store;
  reuse = createReuse({ earlier: createEarlierJobs(db), blobs, clock, log: silentLog, converter: '1' });
});
afterEach(() => store.close());

const answer = (job: JobRow) => reuse(job, `jobs/${job.id}/t`);

test('the same bytes and options are answered with a copy', async () => {
  await store.completed({ content: 'same', markdown: 'result\n', filename: 'first.txt' });
  const job = await store.claimed({ content: 'same', filename: 'Second.TXT' });
  const found = await answer(job);
  expect(found).toMatchObject({ format: 'txt', pages: 1, cached: true, result: { key: `jobs/${job.id}/t/result.md` } });
  if (found === undefined) throw new Error('not reused');
  expect(await text(await store.blobs.read(found.result))).toBe('result\n');
  const done = await store.jobs.complete(job.id, `token-${job.id}`, found, {
    at: store.clock.now(),
    processingMs: 1,
    expiresAt: store.clock.now() + 1000,
  });
  expect(done).toMatchObject({ state: 'completed', cached: 1 });
});

test('the end of the earlier job takes nothing from the later one, and the other way round', async () => {
  const janitor = createJanitor({ ...store, log: silentLog });
  const earlier = await store.completed({ lifetimeMs: 1000 });
  const later = await store.claimed();
  const found = await answer(later);
  if (found === undefined) throw new Error('not reused');
  const expiresAt = store.clock.now() + 10_000;
  await store.jobs.complete(later.id, `token-${later.id}`, found, {
    at: store.clock.now(),
    processingMs: 1,
    expiresAt,
  });
  store.pass(1000);
  expect(await janitor.sweepExpired()).toBe(1);
  expect((await store.keys()).filter((key) => key.includes(earlier.id))).toEqual([]);
  expect(await text(await store.blobs.read(found.result))).toBe('text\n');
  // The copy may be reused in turn.
  expect(await answer(await store.claimed())).toMatchObject({ cached: true });
});

test('warnings about the document stay, those about the request are its own', async () => {
  const warnings = [
    { code: 'unknown-option', message: 'The option "old" is not known and was ignored.' },
    { code: 'name-contradicts-content', message: 'x' },
  ];
  await store.completed({ notes: '["old"]', outcome: { warnings } });
  const found = await answer(await store.claimed({ notes: '["new"]' }));
  const outcome = JSON.parse(found?.outcome ?? '{}') as JobOutcome;
  expect(outcome.warnings).toEqual([
    { code: 'unknown-option', message: 'The option "new" is not known and was ignored.' },
    warnings[1],
  ]);
});

describe('converted anew', () => {
  const image = { name: 'image-1.png', url: 'u', mediaType: 'image/png', blob: { key: 'k', size: 1, sha256: 's' } };

  test.each([
    ['other bytes', { content: 'other' }, {}],
    ['other options', { options: '{"ocrType":"advanced"}' }, {}],
    ['another account', { account_id: 'b' }, {}],
    ['a name that hints at another format', { filename: 'a.csv' }, {}],
    ['no name', { filename: null }, {}],
    ['another declared type', { media_type: 'text/csv' }, {}],
    ['a password', { has_secret: 1 }, {}],
    ['an earlier password', {}, { has_secret: 1 }],
    ['another version of the converter', {}, { outcome: { converter: '0' } }],
    ['images that are linked in the Markdown', {}, { outcome: { images: [image] } }],
  ])('%s', async (_, wish, earlier) => {
    await store.completed(earlier);
    expect(await answer(await store.claimed(wish))).toBeUndefined();
  });

  test('expired at this moment, swept or not', async () => {
    const earlier = await store.completed({ lifetimeMs: 1000 });
    store.pass(1000);
    expect(await answer(await store.claimed())).toBeUndefined();
    await store.jobs.markDeleted(earlier.id, store.clock.now());
    expect(await answer(await store.claimed())).toBeUndefined();
  });

  test('a result that is damaged or gone', async () => {
    const earlier = await store.completed();
    await store.blobs.delete(earlier.result_key ?? '');
    const job = await store.claimed();
    expect(await answer(job)).toBeUndefined();
  });

  test('never from itself', async () => {
    expect(await answer(await store.completed())).toBeUndefined();
  });
});
