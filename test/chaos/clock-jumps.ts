// Sets the wall clock an hour back, an hour and a day ahead while jobs are under way: nothing is deleted early, no duration
// is negative, and no lease is lost by it (scorecard, row 13).
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../src/core/ids.ts';
import { createJanitor } from '../../src/service/janitor.ts';
import { createJobs } from '../../src/storage/jobs.ts';
import { silentLog } from '../support/job-store.ts';
import { discrepancies, drained } from './books.ts';
import { type BuiltService, startBuilt } from './built-service.ts';
import type { Finding } from './finding.ts';
import { openStoreSet, type StoreName, type StoreSet } from './store-sets.ts';
import { longTable, note, rowId } from './traffic.ts';

const hour = 3_600_000;
const jumps = [
  ['-1 h', -hour],
  ['+1 h', hour],
  ['+25 h', 25 * hour],
] as const;

export async function clockJumps(store: StoreName): Promise<Finding> {
  const set = await openStoreSet(store);
  const problems: string[] = [];
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead, monotonic: () => performance.now() };
  try {
    const service = await startBuilt(set, { clock }, { SYNC_WAIT_MS: '5000', REUSE_RESULTS: 'false' });
    try {
      const kept = new Map<string, string>();
      const blobs = await set.blobs();
      await set.inStore(async ({ db }) => {
        const jobs = createJobs(db);
        const janitor = createJanitor({ jobs, blobs, clock, log: silentLog });
        for (let number = 0; number < 3; number += 1) kept.set(await converted(service, note(number)), note(number));
        for (const [name, by] of jumps) {
          const arriving = `jobs/${newId(Date.now())}/input`;
          await blobs.put(arriving, Buffer.from('its job is about to be accepted'));
          const long = await startedLong(service, set);
          ahead = by;
          await janitor.sweepExpired();
          await janitor.sweepOrphans();
          await converted(service, note(100 + Math.abs(by)));
          const stuck = await drained(set, 60_000);
          if (stuck !== 0) problems.push(`${name}: ${stuck} stuck`);
          const row = await jobs.findById(long);
          if (row?.state !== 'completed' || row.attempts !== 1 || row.lost_workers !== 0)
            problems.push(`${name}: the job under way is ${row?.state} after ${row?.attempts} attempts`);
          ahead = 0;
          await janitor.sweepExpired();
          await janitor.sweepOrphans();
          if (!(await isStored(blobs, arriving))) problems.push(`${name}: a file that was arriving is gone`);
          await blobs.delete(arriving);
          for (const [id, text] of kept) {
            const file = await service.fetch(`/api/v1/download/${id}`);
            if (file.status !== 200 || (await file.text()) !== `${text}\n`)
              problems.push(`${name}: ${id} is gone early (${file.status})`);
          }
          const durations = await db.reader.selectFrom('jobs').select(['id', 'processing_ms']).execute();
          for (const { id, processing_ms } of durations)
            if ((processing_ms ?? 0) < 0 || (processing_ms ?? 0) > 120_000)
              problems.push(`${name}: ${id} took ${processing_ms}`);
        }
      });
      problems.push(...(await negativeTimes(service, kept)), ...(await discrepancies(set)));
      const figure = `${jumps.length} jumps, ${kept.size} files to keep, ${problems.length} findings`;
      return { row: 13, test: 'clock jumps -1 h, +1 h, +25 h', store, problems, figure };
    } finally {
      await service.stop();
    }
  } finally {
    await set.close();
  }
}

async function converted(service: BuiltService, text: string): Promise<string> {
  const response = await service.fetch('/api/v1/convert?filename=a.txt', {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'text/plain' },
  });
  const body = (await response.json()) as { job_id: string };
  if (response.status >= 300) throw new Error(`not converted: ${response.status} ${JSON.stringify(body)}`);
  return body.job_id;
}

/** A long table that a worker has begun with; the id of its row. */
async function startedLong(service: BuiltService, set: StoreSet): Promise<string> {
  const response = await service.fetch('/api/v1/convert?filename=long.csv', {
    method: 'POST',
    body: longTable(Date.now()),
    headers: { 'content-type': 'text/csv', prefer: 'respond-async' },
  });
  const id = rowId(((await response.json()) as { job_id: string }).job_id);
  await set.inStore(async ({ db }) => {
    for (let look = 0; look < 400; look += 1) {
      const row = await createJobs(db).findById(id);
      if (row?.state !== 'pending') return;
      await pause(10);
    }
  });
  return id;
}

async function isStored(blobs: Awaited<ReturnType<StoreSet['blobs']>>, key: string): Promise<boolean> {
  for await (const found of blobs.list(key)) if (found.key === key) return true;
  return false;
}

/** As clients read them. */
async function negativeTimes(service: BuiltService, ids: ReadonlyMap<string, string>): Promise<string[]> {
  const found: string[] = [];
  for (const id of ids.keys()) {
    const text = await (await service.fetch(`/api/v1/status/${id}`)).text();
    for (const [field] of text.matchAll(/"[a-z_]*(?:time|seconds|duration|ms)[a-z_]*":-\d/g))
      found.push(`${id}: ${field}`);
  }
  return found;
}
