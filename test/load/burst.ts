// A burst of submissions beyond what the plan allows: each is taken or told when to come again, and what was taken ends
// (scorecard, row 2).
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { discrepancies, drained } from '../chaos/books.ts';
import type { Finding } from '../chaos/finding.ts';
import { openStoreSet, type StoreName } from '../chaos/store-sets.ts';
import { note, rowId } from '../chaos/traffic.ts';
import { type Answer, openClient } from './client.ts';
import { startUsual } from './mixed-load.ts';

/** More at a time than the plan lets in, so that both kinds of refusal are met. */
const connections = 200;
const atOnce = 150;
export interface Burst {
  readonly submissions: number;
  readonly seconds: number;
  /** What a minute has room for; less than half of the burst, which may go from one minute into the next. */
  readonly perMinute: number;
}

export async function burst(store: StoreName, { submissions, seconds, perMinute }: Burst): Promise<Finding> {
  const set = await openStoreSet(store);
  try {
    const PLANS = JSON.stringify({ scale: { requestsPerMinute: perMinute, concurrentConversions: atOnce } });
    const [target] = await startUsual(set, { PLANS });
    if (target === undefined) throw new Error('no process was started');
    const client = openClient(target.url, target.key, connections);
    const began = performance.now();
    const answers: Promise<Answer>[] = [];
    for (let sent = 0; sent < submissions; sent += 1) {
      const headers = { 'content-type': 'text/plain', ...(sent % 10 === 0 ? {} : { prefer: 'respond-async' }) };
      answers.push(client.post(`/api/v1/convert?filename=${sent}.txt`, note(sent), headers));
      const dueMs = (sent / submissions) * seconds * 1000;
      const early = dueMs - (performance.now() - began);
      if (early > 1) await pause(early);
    }
    const sentMs = performance.now() - began;
    const all = await Promise.all(answers);
    client.close();
    const accepted = all.filter(({ status }) => status === 200 || status === 202);
    const refused = all.filter(({ status }) => status === 429);
    const odd = all.filter(({ status }) => ![200, 202, 429].includes(status));
    const untold = refused.filter(({ retryAfter }) => !(Number(retryAfter) >= 1));
    const stuck = await drained(set, 600_000);
    const { rows } = await set.inStore(({ db }) =>
      sql<{ id: string; state: string }>`select id, state from jobs`.execute(db.reader),
    );
    const states = new Map(rows.map(({ id, state }) => [id, state]));
    const count = (wanted: string): number => rows.filter(({ state }) => state === wanted).length;
    const ids = accepted.map(({ text }) => rowId((JSON.parse(text) as { job_id: string }).job_id));
    const lost = ids.filter((id) => !states.has(id)).length;
    const ended = count('completed') + count('failed');
    const problems = [
      ...odd.map(({ status, text }) => `status ${status}: ${text.slice(0, 200)}`),
      ...(untold.length === 0 ? [] : [`429 without Retry-After: ${untold.length}`]),
      ...(accepted.length > 0 && refused.length > 0 ? [] : ['the burst did not reach the limits']),
      ...(stuck + lost === 0 ? [] : [`stuck: ${stuck}, lost: ${lost}`]),
      ...(ended === accepted.length ? [] : [`${accepted.length} accepted, ${ended} ended`]),
      ...(await discrepancies(set)),
    ];
    const figure = `${submissions} sent in ${(sentMs / 1000).toFixed(1)} s: ${accepted.length} accepted = ${count('completed')} completed + ${count('failed')} failed, ${refused.length} answers 429`;
    return { row: 2, test: 'burst of submissions', store, problems, figure };
  } finally {
    await set.close();
  }
}
