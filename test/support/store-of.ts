// Looks into the store of a running server, and changes in it what time would change.
import { openStore } from '../../src/compose.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { PlanName } from '../../src/core/plan.ts';
import { ensureAccount } from '../../src/service/accounts.ts';
import type { Scope } from '../../src/service/keys.ts';
import type { JobRow } from '../../src/storage/schema.ts';
import type { RunningServer } from './server.ts';

type Store = Awaited<ReturnType<typeof openStore>>;

export async function inStore<T>(
  server: Pick<RunningServer, 'dataDir' | 'databaseUrl'>,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl } = server;
  const store = await openStore({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  try {
    return await work(store);
  } finally {
    await store.db.close();
  }
}

/** As the command line does it: a key of an account that is made if it is missing. */
export function makeKey(
  server: RunningServer,
  account: string,
  plan: PlanName,
  scopes: readonly Scope[] = ['convert', 'read', 'usage'],
): Promise<string> {
  return inStore(server, async (store) => {
    const { account: row } = await ensureAccount(store.accounts, account, plan, systemClock);
    return (await store.keys.create(row.id, { name: 'Test', scopes })).key;
  });
}

/** Moves the times of a job, as if it had been made earlier or later. */
export function changeJob(server: RunningServer, jobId: string, fields: Partial<JobRow>): Promise<void> {
  return inStore(server, async ({ db }) => {
    await db.write((tx) => tx.updateTable('jobs').set(fields).where('id', '=', idOf(jobId)).execute());
  });
}

export function jobRow(server: Pick<RunningServer, 'dataDir' | 'databaseUrl'>, jobId: string): Promise<JobRow> {
  return inStore(server, ({ db }) =>
    db.reader.selectFrom('jobs').selectAll().where('id', '=', idOf(jobId)).executeTakeFirstOrThrow(),
  );
}

const idOf = (jobId: string): string => jobId.replace('conv_', '').replaceAll('-', '');
