// Kills what answers requests while uploads are under way: no half job may ever be seen, and what the uploads left behind
// must be gone within the hour (scorecard, row 7).
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../src/core/clock.ts';
import { createJanitor } from '../../src/service/janitor.ts';
import { openDiskBlobs } from '../../src/storage/disk-blobs.ts';
import { createJobs } from '../../src/storage/jobs.ts';
import { silentLog } from '../support/job-store.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import type { RunningServer } from '../support/server.ts';
import { discrepancies, drained } from './books.ts';
import type { Finding } from './finding.ts';
import { killed, openStoreSet, type StoreName, type StoreSet } from './store-sets.ts';

const sizes = [2000, 60_000, 400_000, 3_000_000];

export async function killApi(store: StoreName, rounds: number, seed = 7): Promise<Finding> {
  const set = await openStoreSet(store);
  const random = randomNumbers(seed);
  const promised: string[] = [];
  let cut = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const api = await set.start('api');
      const uploads = Array.from({ length: 12 }, async (_, index) => {
        const size = sizes[index % sizes.length] ?? 0;
        const id = await upload(api, size, Math.floor(random() * 400));
        if (id === undefined) cut += 1;
        else promised.push(id);
      });
      await pause(random() * 400);
      await killed(api);
      await Promise.all(uploads);
    }
    const halves = await halfJobs(set);
    const worker = await set.start('worker');
    const stuck = await drained(set, 60_000);
    await killed(worker, 'SIGTERM');
    const { left, swept } = await sweptWithinTheHour(set);
    const known = await set.inStore(({ db }) => db.reader.selectFrom('jobs').select('id').execute());
    const ids = new Set(known.map(({ id }) => id));
    const problems = [
      ...halves,
      ...promised.filter((id) => !ids.has(id)).map((id) => `answered but unknown: ${id}`),
      ...(stuck === 0 ? [] : [`stuck: ${stuck}`]),
      ...left.map((key) => `not swept: ${key}`),
      ...(cut > 0 ? [] : ['no upload was cut off']),
      ...(await discrepancies(set)),
    ];
    const figure = `${rounds} kills, ${cut} uploads cut off, ${known.length} jobs, ${swept} left-overs swept, ${left.length} kept`;
    return { row: 7, test: 'kill -9 the API during uploads', store, problems, figure };
  } finally {
    await set.close();
  }
}

/** Sends a document in pieces over some time; the id of its job, if an answer came. */
function upload(api: RunningServer, size: number, overMs: number): Promise<string | undefined> {
  const steps = 8;
  const piece = Buffer.alloc(Math.ceil(size / steps), 'Some words of a document. ');
  return new Promise((resolve) => {
    const call = request(`${api.url}/api/v1/convert?filename=a.txt`, {
      method: 'POST',
      agent: false,
      headers: { 'x-api-key': api.key, 'content-type': 'text/plain', prefer: 'respond-async' },
    });
    call.once('error', () => resolve(undefined));
    call.once('response', (response) => {
      void buffer(response).then(
        (bytes) => {
          const { job_id } = JSON.parse(bytes.toString()) as { job_id?: string };
          resolve(job_id?.replace('conv_', '').replaceAll('-', ''));
        },
        () => resolve(undefined),
      );
    });
    void (async () => {
      for (let step = 0; step < steps && !call.destroyed; step += 1) {
        call.write(piece);
        await pause(overMs / steps);
      }
      call.end();
    })();
  });
}

/** Every job that can be seen must have the whole document it was accepted with. */
async function halfJobs(set: StoreSet): Promise<string[]> {
  const blobs = await set.blobs();
  return await set.inStore(async ({ db }) => {
    const found: string[] = [];
    for (const job of await db.reader.selectFrom('jobs').selectAll().execute()) {
      try {
        const bytes = await buffer(
          await blobs.read({ key: job.input_key, size: job.input_size, sha256: job.input_sha256 }),
        );
        const whole = sizes.some((size) => bytes.length === Math.ceil(size / 8) * 8);
        if (!whole) found.push(`half a document: ${job.id} (${bytes.length})`);
      } catch (error) {
        found.push(`a job without its document: ${job.id}: ${String((error as Error).cause ?? error)}`);
      }
    }
    return found;
  });
}

/** The sweeps as they will be fifty-nine minutes from now; what is then still there and belongs to no job. */
async function sweptWithinTheHour(set: StoreSet): Promise<{ left: string[]; swept: number }> {
  const clock = { ...systemClock, now: () => Date.now() + 59 * 60_000 };
  const root = join(set.dataDir, 'blobs');
  const blobs = set.name === 'embedded' ? await openDiskBlobs({ root, clock }) : await set.blobs();
  return await set.inStore(async ({ db }) => {
    const jobs = createJobs(db);
    const swept = await createJanitor({ jobs, blobs, clock, log: silentLog }).sweepOrphans();
    const left: string[] = [];
    for await (const { key } of blobs.list('jobs/')) {
      if ((await jobs.findById(key.split('/')[1] ?? '')) === undefined) left.push(key);
    }
    if (set.name === 'embedded') left.push(...(await readdir(join(root, 'tmp'))));
    return { left, swept };
  });
}
