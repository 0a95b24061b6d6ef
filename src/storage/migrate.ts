// Brings the tables to the form this version of the program expects, all steps or none, once, however many processes
// start at the same time.
import {
  type CompiledQuery,
  type Dialect,
  Kysely,
  type Migration,
  Migrator,
  type QueryResult,
  sql,
  type Transaction,
} from 'kysely';
import { Failure } from '../core/failure.ts';
import type { Db } from './db.ts';

/** Any fixed number, the same in every process: PostgreSQL's advisory locks have numbers for names. */
const advisoryLock = 7_239_154_108;

const migrationTable = 'kysely_migration';

/**
 * One unit of the store: on SQLite it holds the write lock, on PostgreSQL a lock of its own, so a second process waits
 * and then finds nothing left to do. Migrations that rebuild a table set `PRAGMA defer_foreign_keys = ON`, because
 * `foreign_keys` itself cannot be changed inside a transaction.
 */
export async function migrate<Schema>(db: Db<Schema>, migrations: Readonly<Record<string, Migration>>): Promise<void> {
  await db.write(async (tx) => {
    if (db.kind === 'postgres') await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tx);
    // On PostgreSQL every statement after the failed one fails too, with an error that says nothing.
    let first: unknown;
    const steps = new Kysely<unknown>({
      dialect: dialectWithin(tx, (error) => {
        first ??= error;
      }),
    });
    await refuseNewerTables(steps, migrations);
    let running: string | undefined;
    const watched: Record<string, Migration> = {};
    for (const [name, migration] of Object.entries(migrations)) {
      watched[name] = {
        up: async (at) => {
          running = name;
          await migration.up(at);
          running = undefined;
        },
      };
    }
    const migrator = new Migrator({
      db: steps,
      provider: { getMigrations: async () => watched },
      migrationTableName: migrationTable,
    });
    const outcome = await migrator.migrateToLatest();
    if (outcome.error === undefined) return;
    const error = first ?? outcome.error;
    const cause = new Error(`migration ${running ?? 'set'} failed: ${describe(error)}`, { cause: error });
    // A store in trouble keeps its own code, because trying again may help.
    if (error instanceof Failure) throw new Failure(error.code, { cause });
    throw new Failure('INTERNAL', {
      message: 'The database could not be migrated.',
      suggestion: 'See the log.',
      cause,
    });
  });
}

async function refuseNewerTables(db: Kysely<unknown>, migrations: Readonly<Record<string, Migration>>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === migrationTable)) return;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(migrationTable)}`.execute(db);
  const unknown = rows.map((row) => row.name).filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return;
  throw new Failure('INTERNAL', {
    message: 'The database was made by a newer version of this program.',
    suggestion: 'Start that version again, or restore a backup from before its first start.',
    cause: new Error(`unknown migrations: ${unknown.sort().join(', ')}`),
  });
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Kysely's Migrator asks for a database with connections and transactions of its own; this one is the unit it runs in. */
function dialectWithin<Schema>(tx: Transaction<Schema>, onError: (error: unknown) => void): Dialect {
  const nothing = async (): Promise<void> => {};
  const executor = tx.getExecutor();
  const connection = {
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      try {
        return (await tx.executeQuery(query)) as QueryResult<Row>;
      } catch (error) {
        onError(error);
        throw error;
      }
    },
    streamQuery: (): never => {
      throw new Failure('INTERNAL', { cause: new Error('migrations do not stream') });
    },
  };
  return {
    createAdapter: () => executor.adapter,
    createDriver: () => ({
      init: nothing,
      acquireConnection: async () => connection,
      beginTransaction: nothing,
      commitTransaction: nothing,
      rollbackTransaction: nothing,
      releaseConnection: nothing,
      destroy: nothing,
    }),
    createIntrospector: () => tx.introspection,
    createQueryCompiler: () => ({ compileQuery: (node, id) => executor.compileQuery(node, id) }),
  };
}
