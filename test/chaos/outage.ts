// Takes the database or the files away for a while, by stopping them and by letting them fall silent: health must say so,
// nothing may be acknowledged in vain, and all must be well again soon after (scorecard, row 10).
import { readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { RunningServer } from '../support/server.ts';
import { discrepancies, drained } from './books.ts';
import { type Finding, seconds } from './finding.ts';
import { openStoreSet, type StoreName, type StoreSet } from './store-sets.ts';
import { note, sendDocuments } from './traffic.ts';

const noticedWithinMs = 5000;
const recoveredWithinMs = 10_000;

interface Fault {
  readonly name: string;
  begin(): Promise<void>;
  end(): Promise<void>;
}

/**
 * One set of processes, every fault after another. `patience` is how many times as long as on a quiet machine all may take; `only` are the
 * names of the faults to try.
 */
export async function outages(
  store: StoreName,
  lastMs: number,
  { patience = 1, only }: { readonly patience?: number; readonly only?: readonly string[] } = {},
): Promise<Finding[]> {
  const set = await openStoreSet(store);
  try {
    const apis = [await set.start(store === 'embedded' ? 'all' : 'api', { SYNC_WAIT_MS: '3000' })];
    if (store === 'nodes') {
      apis.push(await set.start('api', { SYNC_WAIT_MS: '3000' }));
      await set.start('worker');
    }
    const findings: Finding[] = [];
    for (const fault of await faultsOf(set)) {
      if (only?.includes(fault.name) === false) continue;
      findings.push(await oneOutage(set, apis, fault, { lastMs, patience }));
    }
    return findings;
  } finally {
    await set.close();
  }
}

async function oneOutage(
  set: StoreSet,
  apis: readonly RunningServer[],
  fault: Fault,
  { lastMs, patience }: { readonly lastMs: number; readonly patience: number },
): Promise<Finding> {
  const problems: string[] = [];
  await until(async () => (await allHealthy(apis)) && (await converts(apis)), 60_000);
  const traffic = sendDocuments(() => apis, { clients: 2, pauseMs: 150 });
  await pause(300);
  await fault.begin();
  const began = performance.now();
  const noticed = await Promise.all(apis.map((api) => until(async () => (await health(api)) === 503, 20_000)));
  const noticedMs = Math.max(...noticed);
  if (noticedMs > patience * noticedWithinMs) problems.push(`health said so only after ${seconds(noticedMs)}`);
  await pause(Math.max(0, lastMs - (performance.now() - began)));
  await fault.end();
  const recoveredMs = await until(async () => (await allHealthy(apis)) && (await converts(apis)), 60_000);
  if (recoveredMs > patience * recoveredWithinMs) problems.push(`well again only after ${seconds(recoveredMs)}`);
  await traffic.stop();
  const stuck = await drained(set, 90_000);
  const ids = await set.inStore(({ db }) => db.reader.selectFrom('jobs').select('id').execute());
  const known = new Set(ids.map(({ id }) => id));
  const lost = [...traffic.promised.keys()].filter((id) => !known.has(id));
  const odd = [...traffic.statuses.keys()].filter((status) => ![0, 200, 202, 503].includes(status));
  problems.push(
    ...lost.map((id) => `acknowledged in vain: ${id}`),
    ...(stuck === 0 ? [] : [`stuck: ${stuck}`]),
    ...odd.map((status) => `status ${status}`),
    ...(await discrepancies(set, traffic.promised)),
  );
  const counts = [...traffic.statuses].map(([status, count]) => `${count}x${status || 'cut'}`).join(' ');
  const figure = `503 after ${seconds(noticedMs)}, well after ${seconds(recoveredMs)}, ${lost.length} lost, ${counts}`;
  return { row: 10, test: `${fault.name}, ${seconds(lastMs)}`, store: set.name, problems, figure };
}

async function faultsOf(set: StoreSet): Promise<Fault[]> {
  const { postgres, s3, dataDir } = set;
  if (postgres === undefined || s3 === undefined) {
    return [
      moved('database file out of its place', join(dataDir, 'docmill.db')),
      moved('files gone', join(dataDir, 'blobs')),
    ];
  }
  const answers: (() => void)[] = [];
  return [
    { name: 'database stopped', begin: () => postgres.crash(), end: () => postgres.restart() },
    {
      name: 'database silent (SIGSTOP)',
      begin: () => stopServer(set.env['DATABASE_URL'] ?? ''),
      end: async () => signal(stopped.splice(0), 'SIGCONT'),
    },
    { name: 'object store stopped', begin: () => s3.stop(), end: () => s3.restart() },
    {
      name: 'object store silent',
      begin: async () => s3.onRequest(() => new Promise((resolve) => answers.push(resolve))),
      async end() {
        s3.onRequest(undefined);
        for (const answer of answers.splice(0)) answer();
      },
    },
  ];
}

const moved = (name: string, path: string): Fault => ({
  name,
  begin: () => rename(path, `${path}-away`),
  end: () => rename(`${path}-away`, path),
});

const stopped: number[] = [];
function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    if (name === 'SIGSTOP') stopped.push(pid);
    try {
      process.kill(pid, name);
    } catch {
      // A process of one connection may be gone by now.
    }
  }
}

/** Stops the server, and then the processes of its connections: no new one can be made in between. */
async function stopServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // It ends with the server.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const server = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8'))?.[1]);
  await client.end();
  signal([server], 'SIGSTOP');
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim();
  signal(children.split(' ').map(Number), 'SIGSTOP');
}

async function health(api: RunningServer): Promise<number> {
  try {
    const response = await fetch(`${api.url}/health/public`, { signal: AbortSignal.timeout(15_000) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

async function allHealthy(apis: readonly RunningServer[]): Promise<boolean> {
  return (await Promise.all(apis.map(health))).every((status) => status === 200);
}

let tries = 0;
async function converts(apis: readonly RunningServer[]): Promise<boolean> {
  const answers = apis.map(async (api) => {
    tries += 1;
    const response = await api.fetch('/api/v1/convert?filename=a.txt', {
      method: 'POST',
      body: note(1_000_000 + tries),
    });
    await response.arrayBuffer();
    return response.status < 300;
  });
  return (await Promise.all(answers)).every((done) => done);
}

/** Milliseconds until it was so; the whole patience when it never was. */
export async function until(isSo: () => Promise<boolean>, patienceMs: number): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < patienceMs) {
    if (await isSo()) return performance.now() - began;
    await pause(50);
  }
  return patienceMs;
}
