// Empty databases with the tables of the service, on every store there is, for tests that must hold on all of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../src/storage/db.ts';
import { openLibsql } from '../../src/storage/libsql.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { migrations } from '../../src/storage/migrations.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { startPostgres } from './postgres.ts';

export interface EmptyStores {
  /** A database without rows; those given out before are not used any more. */
  fresh(): Promise<Db<Schema>>;
  /** The last fresh one, opened once more as another process would. */
  another(): Promise<Db<Schema>>;
  close(): Promise<void>;
}

async function embedded(): Promise<EmptyStores> {
  const folder = mkdtempSync(join(tmpdir(), 'docmill-empty-'));
  const opened: Db<Schema>[] = [];
  let count = 0;
  const open = async (): Promise<Db<Schema>> => {
    const db = await openLibsql<Schema>({ path: join(folder, `${count}.db`) });
    opened.push(db);
    return db;
  };
  return {
    async fresh() {
      count += 1;
      const db = await open();
      await migrate(db, migrations);
      return db;
    },
    another: open,
    async close() {
      for (const db of opened) await db.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function shared(): Promise<EmptyStores> {
  const server = await startPostgres();
  const url = await server.database();
  const opened: Db<Schema>[] = [];
  const open = async (): Promise<Db<Schema>> => {
    const db = await openPostgres<Schema>({ url });
    opened.push(db);
    return db;
  };
  const first = await open();
  await migrate(first, migrations);
  const tables = (await first.reader.introspection.getTables()).map(({ name }) => sql.table(name));
  return {
    async fresh() {
      await first.write((tx) => sql`truncate ${sql.join(tables)}`.execute(tx));
      return first;
    },
    another: open,
    async close() {
      for (const db of opened) await db.close();
      await server.stop();
    },
  };
}

export const storeKinds: readonly { readonly name: string; readonly open: () => Promise<EmptyStores> }[] = [
  { name: 'libsql', open: embedded },
  { name: 'postgres', open: shared },
];
