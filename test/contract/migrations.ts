// What `migrate` must keep on every adapter of the database port. An adapter's own test calls it once, beside dbContract.
import { type Kysely, type Migration, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Failure } from '../../src/core/failure.ts';
import type { Db } from '../../src/storage/db.ts';
import { migrate } from '../../src/storage/migrate.ts';
import type { ContractSchema, DbUnderTest } from './db.ts';

export function migrationContract(name: string, open: () => Promise<DbUnderTest>): void {
  describe(`migrations: ${name}`, () => {
    let under: DbUnderTest;
    beforeEach(async () => {
      under = await open();
    });
    afterEach(() => under.destroy());

    const one = (table: string): Migration => ({
      up: (db: Kysely<unknown>) => db.schema.createTable(table).addColumn('id', 'text').execute(),
    });
    const names = async (db: Db<ContractSchema>) =>
      (await db.reader.introspection.getTables()).map((table) => table.name).sort();

    test('run once each, in order, however many openings start together', async () => {
      const others = await Promise.all([under.another(), under.another(), under.another()]);
      const steps: Record<string, Migration> = {
        '002-second': {
          up: (db: Kysely<unknown>) => db.schema.alterTable('first').addColumn('more', 'text').execute(),
        },
        '001-first': one('first'),
      };
      await Promise.all([under.db, ...others].map((db) => migrate(db, steps)));
      await migrate(under.db, { ...steps, '003-third': one('third') });
      expect(await names(under.db)).toEqual(['first', 'third']);
      await Promise.all(others.map((db) => db.close()));
    });

    test('a step that fails takes the earlier ones of the same start back with it, and is named', async () => {
      const broken: Migration = {
        up: async (db: Kysely<unknown>) => {
          await db.schema.createTable('half').addColumn('id', 'text').execute();
          await sql`select * from nowhere`.execute(db);
        },
      };
      const failed = migrate(under.db, { '001-first': one('first'), '002-broken': broken });
      await expect(failed).rejects.toThrow(Failure);
      await failed.catch((error: Failure) => expect(String(error.cause)).toMatch(/002-broken.*nowhere/));
      expect(await names(under.db)).toEqual([]);
      await migrate(under.db, { '001-first': one('first'), '002-mended': one('second') });
      expect(await names(under.db)).toEqual(['first', 'second']);
    });

    test('tables of a newer program are refused', async () => {
      await migrate(under.db, { '001-first': one('first'), '002-second': one('second') });
      const older = migrate(under.db, { '001-first': one('first') });
      await expect(older).rejects.toThrow('newer version');
    });
  });
}
