// The janitor on real stores: what has expired goes, what nobody refers to goes after an hour, everything else stays.
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import { createAccounts } from '../storage/accounts.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { Db } from '../storage/db.ts';
import { openDiskBlobs } from '../storage/disk-blobs.ts';
import { createJobs, type Jobs } from '../storage/jobs.ts';
import { openLibsql } from '../storage/libsql.ts';
import { migrate } from '../storage/migrate.ts';
import { migrations } from '../storage/migrations.ts';
import type { Schema } from '../storage/schema.ts';
import { createJanitor } from './janitor.ts';
import type { Log } from './log.ts';

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const day = 86_400_000;
let folder: string;
let db: Db<Schema>;
let blobs: Blobs;
let jobs: Jobs;
let now: number;
const clock = { now: () => now, monotonic: () => now };

beforeEach(async () => {
  now = Date.now();
  folder = mkdtempSync(join(tmpdir(), 'docmill-janitor-'));
  db = await openLibsql<Schema>({ path: join(folder, 'a.db') });
  await migrate(db, migrations);
  blobs = await openDiskBlobs({ root: join(folder, 'blobs') });
  jobs = createJobs(db);
  await createAccounts(db).create(
    { id: 'a', name: 'a', plan: 'pro', subscription: 'active', billing_cycle: 'monthly', created_at: now },
    5,
  );
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

/** A job with its input stored; completed with a result and an image when `expiresAt` is given. */
async function makeJob(expiresAt?: number): Promise<string> {
  const id = newId(now);
  const input = await blobs.put(`jobs/${id}/input`, Buffer.from('in'));
  await jobs.accept(
    {
      id,
      account_id: 'a',
      key_id: 'k',
      mode: 'convert',
      source_type: 'file',
      source_url: null,
      filename: null,
      media_type: null,
      options: '{}',
      has_secret: 0,
      notes: '[]',
      input_key: input.key,
      input_size: input.size,
      input_sha256: input.sha256,
    },
    { daily: 100, monthly: 100 },
    now,
  );
  if (expiresAt === undefined) return id;
  await jobs.claim('t', now + 1000, now);
  const [result, map, image] = await Promise.all(
    ['result.md', 'blocks.json', 'images/image-1.png'].map((name) =>
      blobs.put(`jobs/${id}/t/${name}`, Buffer.from(name)),
    ),
  );
  if (result === undefined || map === undefined) throw new Error('not stored');
  const outcome = JSON.stringify({ metadata: {}, warnings: [], images: [{ name: 'image-1.png', blob: image }] });
  await jobs.complete(
    id,
    't',
    { format: 'txt', pages: 1, outcome, result, map },
    { at: now, processingMs: 1, expiresAt },
  );
  return id;
}

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const blob of blobs.list('jobs/')) found.push(blob.key);
  return found.sort();
}

/** As if every stored file had been written that long ago. */
function age(ms: number): void {
  const then = new Date(now - ms);
  for (const entry of readdirSync(join(folder, 'blobs', 'objects'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), then, then);
  }
}

test('files go when they expire and not before; the job says so', async () => {
  const janitor = createJanitor({ jobs, blobs, clock, log: silent });
  const early = await makeJob(now + day);
  const late = await makeJob(now + 2 * day);
  now += day - 1;
  expect(await janitor.sweepExpired()).toBe(0);
  now += 1;
  expect(await janitor.sweepExpired()).toBe(1);
  expect(await janitor.sweepExpired()).toBe(0);
  expect((await keys()).every((key) => key.includes(late))).toBe(true);
  expect(await keys()).toHaveLength(4);
  expect(await jobs.findById(early)).toMatchObject({ state: 'completed', deleted_at: now });
});

test('orphans go after an hour; files of live and ended jobs stay', async () => {
  const janitor = createJanitor({ jobs, blobs, clock, log: silent });
  const ended = await makeJob(now + day);
  await makeJob();
  const wanted = await keys();
  await blobs.put(`jobs/${newId(now)}/input`, Buffer.from('never accepted'));
  await blobs.put(`jobs/${ended}/old/result.md`, Buffer.from('of an attempt that lost its lease'));
  expect(await janitor.sweepOrphans()).toBe(0);
  age(2 * 3_600_000);
  expect(await janitor.sweepOrphans()).toBe(2);
  expect(await keys()).toEqual(wanted);
});
