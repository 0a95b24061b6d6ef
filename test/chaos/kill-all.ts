// Kills the whole service again and again while documents stream in, then lets it recover and settles the accounts:
// every job that was answered must have ended, exactly once, with its file and its usage record.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openLibsql } from '../../src/storage/libsql.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';

export interface KillReport {
  readonly rounds: number;
  /** Jobs whose id a client has read. */
  readonly answered: number;
  readonly completed: number;
  readonly failed: number;
  /** Answered jobs that are unknown, or not in a final state, after recovery. */
  readonly lost: readonly string[];
  /** Completed jobs whose download differs from what it must be. */
  readonly wrong: readonly string[];
  /** What does not add up between jobs, usage records and counters. */
  readonly discrepancies: readonly string[];
}

/** Bounded by rounds and by the time each of them may take. */
export async function killAll(rounds: number, seed = 1): Promise<KillReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'docmill-chaos-'));
  const random = randomNumbers(seed);
  const answered = new Map<string, string>();
  let key: string | undefined;
  let sent = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const server: RunningServer = await startServer({
        dataDir,
        ...(key === undefined ? {} : { key }),
        env: { SYNC_WAIT_MS: '2000', WORKERS: '2' },
      });
      key = server.key;
      let alive = true;
      const clients = Array.from({ length: 4 }, async () => {
        while (alive) {
          sent += 1;
          const text = document(sent);
          try {
            const response = await server.fetch('/api/v1/convert', {
              method: 'POST',
              body: fileForm(text, `note-${sent}.txt`),
              headers: sent % 2 === 0 ? { prefer: 'respond-async' } : {},
            });
            const body = (await response.json()) as { job_id?: string };
            if (body.job_id !== undefined) answered.set(body.job_id, expected(text));
          } catch {
            // The connection died with the server: this request got no answer and nothing is promised.
          }
          // A stream, not a flood: the queue has to be empty again some time after the last round.
          await pause(20);
        }
      });
      await pause(200 + random() * 1300);
      await server.stop('SIGKILL');
      alive = false;
      await Promise.all(clients);
    }
    return await settle(dataDir, key ?? '', rounds, answered);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function settle(
  dataDir: string,
  key: string,
  rounds: number,
  answered: ReadonlyMap<string, string>,
): Promise<KillReport> {
  const server = await startServer({ dataDir, key });
  const lost: string[] = [];
  const wrong: string[] = [];
  const ended = { completed: 0, failed: 0 };
  const deadline = performance.now() + 90_000;
  for (const [id, text] of answered) {
    for (;;) {
      const response = await server.fetch(`/api/v1/status/${id}`);
      const job = (await response.json()) as { status?: string; markdown_content?: string };
      if (job.status === 'completed' || job.status === 'failed') {
        ended[job.status] += 1;
        if (job.status === 'completed' && job.markdown_content !== text) wrong.push(id);
        break;
      }
      if (response.status !== 200 || performance.now() > deadline) {
        lost.push(`${id}: ${response.status} ${job.status}`);
        break;
      }
      await pause(250);
    }
  }
  await drained(server, deadline);
  await server.stop();
  return { rounds, answered: answered.size, ...ended, lost, wrong, discrepancies: await discrepancies(dataDir) };
}

/** Jobs that were stored without their client hearing of them end too; the books are closed only then. */
async function drained(server: RunningServer, deadline: number): Promise<void> {
  const db = await openLibsql<Schema>({ path: join(server.dataDir, 'docmill.db') });
  try {
    while (performance.now() < deadline) {
      const open = await sql<{ jobs: number }>`
        select count(*) as jobs from jobs where state in ('pending', 'processing')`.execute(db.reader);
      if (open.rows[0]?.jobs === 0) return;
      await pause(250);
    }
  } finally {
    await db.close();
  }
}

async function discrepancies(dataDir: string): Promise<string[]> {
  const db = await openLibsql<Schema>({ path: join(dataDir, 'docmill.db') });
  const count = async (query: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
    Number((await query.execute(db.reader)).rows[0]?.n ?? -1);
  const expectZero: [string, ReturnType<typeof sql<{ n: number }>>][] = [
    ['jobs not ended', sql`select count(*) as n from jobs where state not in ('completed', 'failed')`],
    [
      'ended jobs without a usage record',
      sql`select count(*) as n from jobs left join usage_records on job_id = jobs.id where job_id is null`,
    ],
    [
      'usage records without a job',
      sql`select count(*) as n from usage_records left join jobs on jobs.id = job_id where jobs.id is null`,
    ],
    [
      'usage records that contradict the job',
      sql`select count(*) as n from jobs join usage_records on job_id = jobs.id where succeeded <> (state = 'completed')`,
    ],
    [
      'running or waiting counters left over',
      sql`select coalesce(sum(abs(running) + abs(waiting)), 0) as n from tenants`,
    ],
    [
      'difference between quota used and jobs completed',
      sql`select abs((select sum(month_used) from tenants) - (select count(*) from jobs where state = 'completed')) as n`,
    ],
  ];
  const found: string[] = [];
  try {
    for (const [name, query] of expectZero) {
      const n = await count(query);
      if (n !== 0) found.push(`${name}: ${n}`);
    }
    const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.reader);
    if (check.rows[0]?.integrity_check !== 'ok') found.push(`integrity: ${JSON.stringify(check.rows)}`);
  } finally {
    await db.close();
  }
  return found;
}

const document = (number: number): string =>
  `Note ${number}\n\n${'All work and no play. '.repeat(50 + (number % 200))}`;
const expected = (text: string): string => `${text.trim()}\n`;
