// Opens the database that the configuration names, with its tables, and the bell between nodes that goes with it.
import { join } from 'node:path';
import type { Config } from './config.ts';
import { type Clock, systemClock } from './core/clock.ts';
import { plans as publishedPlans } from './core/plan.ts';
import { type Bell, createLocalBell } from './service/bell.ts';
import { createKeys } from './service/keys.ts';
import type { Log } from './service/log.ts';
import { createPasswords, presentCost } from './service/passwords.ts';
import { createUsers } from './service/users.ts';
import { createAccounts } from './storage/accounts.ts';
import { countWrites } from './storage/counted-writes.ts';
import type { Db } from './storage/db.ts';
import { openLibsql } from './storage/libsql.ts';
import { migrate } from './storage/migrate.ts';
import { migrations } from './storage/migrations.ts';
import { sameFile } from './storage/same-file.ts';
import type { Schema } from './storage/schema.ts';
import { createUserRows } from './storage/users.ts';

/** The store with its tables, as the service and the command line open it. */
export async function openStore(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseConnections'> &
    Partial<Pick<Config, 'plans' | 'passwordCost'>>,
  around: { readonly clock?: Clock; readonly db?: (db: Db<Schema>) => Db<Schema> } = {},
) {
  const plans = config.plans ?? publishedPlans;
  const clock = around.clock ?? systemClock;
  const passwords = createPasswords({ ...presentCost, logN: config.passwordCost ?? presentCost.logN });
  const opened = await openDatabase(config);
  const { db, writing } = countWrites(around.db?.(opened.db) ?? opened.db);
  const accounts = createAccounts(db);
  return {
    db,
    writing,
    connections: opened.connections,
    inPlace: opened.inPlace,
    accounts,
    plans,
    keys: createKeys(accounts, clock, plans),
    users: createUsers({ rows: createUserRows(db), passwords, clock }),
  };
}

/** PostgreSQL where an address is given, otherwise the file in the data directory; migrated in both cases. */
async function openDatabase({
  dataDir,
  databaseUrl: url,
  databaseConnections: connections,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseConnections'>) {
  if (url === undefined) {
    const path = join(dataDir, 'docmill.db');
    const db = await openLibsql<Schema>({ path });
    await migrate(db, migrations);
    return { db, connections: undefined, inPlace: await sameFile(path) };
  }
  // Loaded here, so that the embedded store does not pay for the driver.
  const { openPostgres, patientLimits } = await import('./storage/postgres.ts');
  const patient = await openPostgres<Schema>({ url, connections: 2, limits: patientLimits });
  try {
    await migrate(patient, migrations);
  } finally {
    await patient.close();
  }
  const db = await openPostgres<Schema>({ url, ...(connections === undefined ? {} : { connections }) });
  return { db, connections: db.connections, inPlace: async (): Promise<void> => undefined };
}

/** Nodes that share a database hear each other's bells through it. */
export async function openBell(config: Config, logger: Log): Promise<{ bell: Bell; close: () => Promise<void> }> {
  const local = createLocalBell();
  if (config.databaseUrl === undefined) return { bell: local, close: async () => undefined };
  const { openPostgresBell } = await import('./storage/postgres-bell.ts');
  const { ring, close } = openPostgresBell({
    url: config.databaseUrl,
    local,
    onTrouble: (error) => logger.warn({ err: error }, 'the bell between nodes is lost; they look by themselves'),
  });
  return { bell: { ...local, ring }, close };
}
