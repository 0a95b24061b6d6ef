// Lets every single call of one job to its stores fail in turn: whatever state that leaves must be a legal one, and who
// tries again must get a result (scorecard, row 11).
import { setTimeout as pause } from 'node:timers/promises';
import { discrepancies, drained } from './books.ts';
import { type BuiltService, startBuilt } from './built-service.ts';
import { failingCalls, type Moment } from './failing-calls.ts';
import type { Finding } from './finding.ts';
import { openStoreSet, type StoreName } from './store-sets.ts';
import { note } from './traffic.ts';

/** Tries of one request, a quarter of a second apart. */
const mostTries = 40;

export async function everyCallFails(store: StoreName): Promise<Finding> {
  const set = await openStoreSet(store);
  const problems: string[] = [];
  const hit = new Set<string>();
  try {
    const faults = failingCalls();
    // Short leases, so that an attempt that was interrupted comes again at once.
    const worker = { leaseMs: 1500, pollMs: 300 };
    const service = await startBuilt(
      set,
      { ...faults.around, worker },
      { REUSE_RESULTS: 'false', SYNC_WAIT_MS: '1500' },
    );
    try {
      for (const key of ['first', 'second']) {
        faults.disarm();
        const problem = await finished(service, 0, key);
        if (problem !== undefined) throw new Error(`without a fault: ${problem}`);
      }
      const calls = new Map(faults.calls());
      let tried = 0;
      for (const [kind, count] of calls) {
        for (const moment of ['before', 'after'] satisfies Moment[]) {
          // One more than were seen: some of them come at times of their own, and not in every run.
          for (let k = 1; k <= count + 1; k += 1) {
            tried += 1;
            faults.arm(kind, k, moment);
            const problem = await finished(service, tried, `${kind}-${moment}-${k}`);
            if (faults.hasFailed()) hit.add(`${kind} ${moment}`);
            if (problem !== undefined) problems.push(`${kind} ${k} fails ${moment}: ${problem}`);
          }
          if (!hit.has(`${kind} ${moment}`)) problems.push(`no ${kind} failed ${moment}`);
        }
      }
      faults.disarm();
      const stuck = await drained(set, 20_000);
      if (stuck !== 0) problems.push(`${stuck} stuck`);
      const failedJobs = await set.inStore(({ db }) =>
        db.reader.selectFrom('jobs').select(['id', 'failure']).where('state', '=', 'failed').execute(),
      );
      problems.push(...failedJobs.map(({ id, failure }) => `failed although one call alone did: ${id} ${failure}`));
      problems.push(...(await discrepancies(set)));
      const seen = [...calls].map(([kind, count]) => `${count} ${kind}`).join(', ');
      const figure = `${tried} faults over the calls of one job (${seen}), each before and after`;
      return { row: 11, test: 'the k-th call of the stores fails, every k', store, problems, figure };
    } finally {
      faults.disarm();
      await service.stop();
    }
  } finally {
    await set.close();
  }
}

/** Sends until there is a result, as a client with an Idempotency-Key does; what went wrong, if anything. */
async function finished(service: BuiltService, number: number, key: string): Promise<string | undefined> {
  const text = note(number);
  let last = '';
  for (let turn = 0; turn < mostTries; turn += 1) {
    const response = await service.fetch('/api/v1/convert?filename=a.txt', {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'text/plain', 'idempotency-key': `key-${key}` },
    });
    const body = (await response.json()) as { job_id?: string; details?: { code?: string } };
    const told = `${response.status} ${body.details?.code ?? ''}`;
    if (response.status < 300) return await resultOf(service, body.job_id ?? '', text);
    // Every refusal must have a code of the table that allows another try.
    if (!/^(503 (UNAVAILABLE|STORAGE_FULL)|409 IDEMPOTENCY_BUSY|500 INTERNAL)$/.test(told)) return told;
    last = told;
    await pause(250);
  }
  return `no result after ${mostTries} tries: ${last}`;
}

async function resultOf(service: BuiltService, jobId: string, text: string): Promise<string | undefined> {
  for (let look = 0; look < 60; look += 1) {
    const response = await service.fetch(`/api/v1/status/${jobId}`);
    const job = (await response.json()) as { status?: string; markdown_content?: string };
    if (job.status === 'completed') return job.markdown_content === `${text}\n` ? undefined : 'wrong content';
    if (job.status === 'failed') return 'failed';
    await pause(150);
  }
  return 'never ended';
}
