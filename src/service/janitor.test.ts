// The janitor on real stores: what has expired goes, what nobody refers to goes within the hour, everything else stays.
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type JobStore, openJobStore, silentLog } from '../../test/support/job-store.ts';
import { newId } from '../core/ids.ts';
import type { BlobEntry, Blobs } from '../storage/blobs.ts';
import { openDiskBlobs } from '../storage/disk-blobs.ts';
import { createJanitor } from './janitor.ts';

const day = 86_400_000;
const hour = 3_600_000;
const minute = 60_000;
let store: JobStore;
beforeEach(async () => {
  store = await openJobStore();
});
afterEach(() => store.close());

const janitorOf = (blobs: Blobs = store.blobs) =>
  createJanitor({ jobs: store.jobs, blobs, clock: store.clock, log: silentLog, expiredPerRound: 20 });

/** The real store with one method changed. */
const blobsWith = (changed: Partial<Blobs>): Blobs => ({
  put: (key, content) => store.blobs.put(key, content),
  read: (ref, range) => store.blobs.read(ref, range),
  fetch: (ref, path) => store.blobs.fetch(ref, path),
  delete: (key) => store.blobs.delete(key),
  list: (prefix) => store.blobs.list(prefix),
  ...changed,
});

describe('expired files', () => {
  test('go when they expire and not before; the job says so', async () => {
    const janitor = janitorOf();
    const image = await store.blobs.put('jobs/x/t/images/image-1.png', Buffer.from('png'));
    const images = [{ name: 'image-1.png', url: 'u', mediaType: 'image/png', blob: image }];
    const early = await store.completed({ lifetimeMs: day, outcome: { images } });
    const late = await store.completed({ lifetimeMs: 2 * day });
    store.pass((early.expires_at ?? 0) - 1 - store.clock.now());
    expect(await janitor.sweepExpired()).toBe(0);
    store.pass(1);
    expect(await janitor.sweepExpired()).toBe(1);
    expect(await janitor.sweepExpired()).toBe(0);
    const left = await store.keys();
    expect(left).toHaveLength(3);
    expect(left.every((key) => key.includes(late.id))).toBe(true);
    expect(await store.jobs.findById(early.id)).toMatchObject({ state: 'completed', deleted_at: store.clock.now() });
  });

  test('more than one round of them go in one sweep', { timeout: 60_000 }, async () => {
    for (let made = 0; made < 45; made += 1) await store.completed({ lifetimeMs: 1000 });
    store.pass(1000);
    expect(await janitorOf().sweepExpired()).toBe(45);
    expect(await store.keys()).toEqual([]);
  });

  test('one that cannot be deleted holds up no other, and is tried again', async () => {
    const [first] = [await store.completed({ lifetimeMs: 1000 }), await store.completed({ lifetimeMs: 1000 })];
    let broken = true;
    const janitor = janitorOf(
      blobsWith({
        delete: (key) =>
          broken && key === first.result_key ? Promise.reject(new Error('down')) : store.blobs.delete(key),
      }),
    );
    store.pass(1000);
    expect(await janitor.sweepExpired()).toBe(2);
    expect(await store.keys()).toEqual([first.result_key]);
    broken = false;
    await janitor.sweepExpired();
    expect(await store.keys()).toEqual([]);
  });

  test('a clock that is wrong for a moment deletes nothing', async () => {
    let wrong = 0;
    const clock = { now: () => store.clock.now() + wrong, monotonic: store.clock.monotonic };
    const janitor = createJanitor({ jobs: store.jobs, blobs: store.blobs, clock, log: silentLog });
    await store.completed({ lifetimeMs: day });
    for (const jump of [hour, 25 * hour, -hour]) {
      wrong = jump;
      store.pass(60_000);
      expect(await janitor.sweepExpired()).toBe(0);
      wrong = 0;
      store.pass(60_000);
      expect(await janitor.sweepExpired()).toBe(0);
    }
  });
});

describe('orphans', () => {
  /** As if every stored file had been written that long ago. */
  const aged = (ms: number): Blobs =>
    blobsWith({
      async *list(prefix): AsyncGenerator<BlobEntry> {
        for await (const entry of store.blobs.list(prefix)) yield { ...entry, modifiedAt: store.clock.now() - ms };
      },
    });

  test('go after forty minutes; files of live and ended jobs stay', async () => {
    const ended = await store.completed();
    await store.accepted();
    const wanted = await store.keys();
    await store.blobs.put(`jobs/${newId(store.clock.now())}/input`, Buffer.from('never accepted'));
    await store.blobs.put(`jobs/${ended.id}/old/result.md`, Buffer.from('of an attempt that lost its lease'));
    expect(await janitorOf(aged(40 * minute - 1)).sweepOrphans()).toBe(0);
    expect(await janitorOf(aged(40 * minute)).sweepOrphans()).toBe(2);
    expect(await store.keys()).toEqual(wanted);
  });

  test('what an interrupted upload left half-written goes too', async () => {
    const root = await mkdtemp(join(tmpdir(), 'docmill-half-'));
    try {
      const janitor = janitorOf(await openDiskBlobs({ root }));
      const half = join(root, 'tmp/half');
      await writeFile(half, 'half');
      const ago = (ms: number) => (Date.now() - ms) / 1000;
      await utimes(half, ago(0), ago(14 * minute));
      expect(await janitor.sweepOrphans()).toBe(0);
      await utimes(half, ago(0), ago(16 * minute));
      expect(await janitor.sweepOrphans()).toBe(1);
    } finally {
      await rm(root, { recursive: true });
    }
  });

  test('a clock that is wrong for a moment takes no file from an upload under way', async () => {
    const root = await mkdtemp(join(tmpdir(), 'docmill-half-'));
    try {
      let ahead = 0;
      const clock = { now: () => Date.now() + ahead, monotonic: () => performance.now() };
      const blobs = await openDiskBlobs({ root, clock });
      const janitor = createJanitor({ jobs: store.jobs, blobs, clock, log: silentLog });
      await blobs.put(`jobs/${newId(clock.now())}/input`, Buffer.from('its job is about to be accepted'));
      await writeFile(join(root, 'tmp/half'), 'another process is writing it');
      ahead = 25 * hour;
      expect(await janitor.sweepOrphans()).toBe(0);
    } finally {
      await rm(root, { recursive: true });
    }
  });

  test('of more jobs than one query asks for, exactly the right ones go', { timeout: 60_000 }, async () => {
    await store.completed();
    const wanted = await store.keys();
    const next = Array.from({ length: 1100 }, (_, index) => newId(store.clock.now() + index)).values();
    const put = async () => {
      for (const id of next) await store.blobs.put(`jobs/${id}/input`, Buffer.from('never accepted'));
    };
    await Promise.all(Array.from({ length: 8 }, put));
    expect(await janitorOf(aged(hour)).sweepOrphans()).toBe(1100);
    expect(await store.keys()).toEqual(wanted);
  });

  test('of an expired job go at once: a crash between its mark and its files leaves nothing for long', async () => {
    const job = await store.completed({ lifetimeMs: 1000 });
    store.pass(1000);
    await store.jobs.markDeleted(job.id, store.clock.now());
    expect(await janitorOf(aged(0)).sweepOrphans()).toBe(3);
    expect(await store.keys()).toEqual([]);
  });
});
