// What every adapter of the database port must keep, whatever store is behind it. An adapter's own test calls it once.
import fc from 'fast-check';
import { type Kysely, type Migration, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../src/storage/db.ts';
import { migrate } from '../../src/storage/migrate.ts';

export interface ContractSchema {
  notes: {
    id: string;
    text: string | null;
    flag: number | boolean | null;
    whole: number | bigint | null;
    real: number | null;
    bytes: Uint8Array | null;
  };
  counters: { id: string; value: number };
  children: { id: string; note: string };
}

export interface DbUnderTest {
  readonly db: Db<ContractSchema>;
  /** A second, independent opening of the same store, as another process would have. */
  another(): Promise<Db<ContractSchema>>;
  /** Closes and removes everything. */
  destroy(): Promise<void>;
}

const tables = (kind: Db<ContractSchema>['kind']): Record<string, Migration> => ({
  '001-tables': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('notes')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('text', 'text')
        .addColumn('flag', 'integer')
        .addColumn('whole', 'bigint')
        .addColumn('real', 'double precision')
        .addColumn('bytes', kind === 'postgres' ? 'bytea' : 'blob')
        .execute();
      await db.schema
        .createTable('counters')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('value', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('children')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('note', 'text', (column) => column.notNull().references('notes.id'))
        .execute();
    },
  },
});

const empty = { text: null, flag: null, whole: null, real: null, bytes: null };
const note = (id: string, text: string | null = null) => ({ ...empty, id, text });
const settled = (work: Promise<unknown>[]) =>
  Promise.allSettled(work).then((results) => results.map((result) => result.status));

export function dbContract(name: string, open: () => Promise<DbUnderTest>): void {
  describe(`database contract: ${name}`, () => {
    let under: DbUnderTest;
    let db: Db<ContractSchema>;

    beforeAll(async () => {
      under = await open();
      db = under.db;
      await migrate(db, tables(db.kind));
    });
    beforeEach(async () => {
      await db.write(async (tx) => {
        await tx.deleteFrom('children').execute();
        await tx.deleteFrom('notes').execute();
        await tx.deleteFrom('counters').execute();
      });
    });
    afterAll(() => under?.destroy());

    const add = (id: string, text: string | null = null) =>
      db.write((tx) => tx.insertInto('notes').values(note(id, text)).execute());
    const ids = async (from: Db<ContractSchema> = db) =>
      (await from.reader.selectFrom('notes').select('id').orderBy('id').execute()).map((row) => row.id);

    test('a unit returns its value, and its rows carry their columns and nothing else', async () => {
      const returned = await db.write((tx) =>
        tx.insertInto('notes').values(note('a', 'x')).returningAll().executeTakeFirstOrThrow(),
      );
      expect(returned).toStrictEqual(note('a', 'x'));
      expect(await db.reader.selectFrom('notes').selectAll().execute()).toStrictEqual([note('a', 'x')]);
      const { numUpdatedRows } = await db.write((tx) =>
        tx.updateTable('notes').set({ text: 'y' }).where('id', 'in', ['a', 'b']).executeTakeFirstOrThrow(),
      );
      expect(numUpdatedRows).toBe(1n);
    });

    test('a statement by itself returns its value, is there when it resolves, and fails alone', async () => {
      const returned = await db.writeOne((one) =>
        one.insertInto('notes').values(note('a', 'x')).returningAll().executeTakeFirstOrThrow(),
      );
      expect(returned).toStrictEqual(note('a', 'x'));
      const results = await Promise.allSettled(
        ['a', 'b', 'a', 'c'].map((id) => db.writeOne((one) => one.insertInto('notes').values(note(id)).execute())),
      );
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
      expect(await ids()).toEqual(['a', 'b', 'c']);
    });

    test('a unit that throws leaves no trace and rejects with its own error', async () => {
      const own = new Error('mine');
      const unit = db.write(async (tx) => {
        await tx.insertInto('notes').values(note('a')).execute();
        await tx.insertInto('notes').values(note('b')).execute();
        throw own;
      });
      await expect(unit).rejects.toBe(own);
      expect(await ids()).toEqual([]);
    });

    test('a unit that throws before its first statement hurts nobody', async () => {
      const own = new Error('mine');
      const thrower = (): Promise<void> => {
        throw own;
      };
      const [first, second] = await Promise.allSettled([db.write(thrower), add('a')]);
      expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
      expect(await ids()).toEqual(['a']);
    });

    test('units that fail among many concurrent ones fail alone', async () => {
      const outcomes = await settled(
        Array.from({ length: 60 }, (_, index) =>
          db.write(async (tx) => {
            await tx
              .insertInto('notes')
              .values(note(`n${index}`))
              .execute();
            if (index % 3 === 1) throw new Error('mine');
            if (index % 3 === 2)
              await tx
                .insertInto('notes')
                .values(note(`n${index}`))
                .execute();
          }),
        ),
      );
      outcomes.forEach((status, index) => {
        expect(status).toBe(index % 3 === 0 ? 'fulfilled' : 'rejected');
      });
      const kept = Array.from({ length: 20 }, (_, index) => `n${index * 3}`).sort();
      expect(await ids()).toEqual(kept);
    });

    test('constraints hold: unique keys and foreign keys', async () => {
      await add('a');
      await expect(add('a')).rejects.toThrow(/unique/i);
      const orphan = db.write((tx) => tx.insertInto('children').values({ id: 'c', note: 'nowhere' }).execute());
      await expect(orphan).rejects.toThrow(/foreign key/i);
      await db.write((tx) => tx.insertInto('children').values({ id: 'c', note: 'a' }).execute());
      await expect(db.write((tx) => tx.deleteFrom('notes').execute())).rejects.toThrow(/foreign key/i);
      expect(await ids()).toEqual(['a']);
    });

    test('an acknowledged write is seen by every later read, also through another opening', async () => {
      const other = await under.another();
      try {
        for (let round = 0; round < 20; round++) {
          await add(`n${round}`);
          expect(await ids()).toHaveLength(round + 1);
          expect(await ids(other)).toHaveLength(round + 1);
        }
      } finally {
        await other.close();
      }
    });

    test('a read never sees a unit half done', async () => {
      let seen: string[] | undefined;
      await db.write(async (tx) => {
        await tx.insertInto('notes').values(note('a')).execute();
        seen = await ids();
        await tx.insertInto('notes').values(note('b')).execute();
      });
      expect(seen).toEqual([]);
      expect(await ids()).toEqual(['a', 'b']);
    });

    test('a read that failed or was left half-way does not freeze what later reads see', async () => {
      for (let index = 0; index < 150; index++) await add(`n${String(index).padStart(3, '0')}`);
      await expect(
        db.reader
          .selectFrom('nowhere' as 'notes')
          .selectAll()
          .execute(),
      ).rejects.toThrow();
      if (db.kind === 'sqlite') {
        for await (const row of db.reader.selectFrom('notes').select('id').stream()) {
          expect(row.id).toBe('n000');
          break;
        }
      }
      await add('z');
      expect(await ids()).toHaveLength(151);
    });

    test('64 callers, 640 increments: exactly 640', async () => {
      await db.write((tx) => tx.insertInto('counters').values({ id: 'c', value: 0 }).execute());
      const caller = async () => {
        for (let round = 0; round < 10; round++) {
          await db.write((tx) =>
            tx
              .updateTable('counters')
              .set((row) => ({ value: row('value', '+', 1) }))
              .where('id', '=', 'c')
              .execute(),
          );
        }
      };
      await Promise.all(Array.from({ length: 64 }, caller));
      expect(await db.reader.selectFrom('counters').select('value').executeTakeFirst()).toEqual({ value: 640 });
    });

    test.each(['write', 'writeOne'] as const)(
      'a conditional update lets exactly as many through as it should: %s',
      async (way) => {
        await db.write((tx) => tx.insertInto('counters').values({ id: 'c', value: 0 }).execute());
        const other = await under.another();
        try {
          const takes = await Promise.all(
            Array.from({ length: 200 }, (_, index) =>
              (index % 2 === 0 ? db : other)[way]((one: Kysely<ContractSchema>) =>
                one
                  .updateTable('counters')
                  .set((row) => ({ value: row('value', '+', 1) }))
                  .where('id', '=', 'c')
                  .where('value', '<', 70)
                  .returning('value')
                  .execute(),
              ),
            ),
          );
          const given = takes.flat().map((row) => row.value);
          expect(given.sort((a, b) => a - b)).toEqual(Array.from({ length: 70 }, (_, index) => index + 1));
        } finally {
          await other.close();
        }
      },
    );

    test('a statement cannot outlive its unit', async () => {
      let leaked: ((id: string) => Promise<unknown>) | undefined;
      await db.write(async (tx) => {
        leaked = (id) => tx.insertInto('notes').values(note(id)).execute();
        await leaked('a');
      });
      await expect(leaked?.('b')).rejects.toThrow();
      await Promise.all([add('c'), expect(leaked?.('d')).rejects.toThrow()]);
      expect(await ids()).toEqual(['a', 'c']);
    });

    test('values come back as they went in', async () => {
      const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'));
      const row = fc.record({
        text: fc.option(text),
        flag: fc.option(fc.constantFrom(0, 1)),
        whole: fc.option(fc.maxSafeInteger()),
        real: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)),
        bytes: fc.option(fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))),
      });
      await fc.assert(
        fc.asyncProperty(row, async (values) => {
          await db.write((tx) => tx.deleteFrom('notes').execute());
          await db.write((tx) =>
            tx
              .insertInto('notes')
              .values({ id: 'v', ...values })
              .execute(),
          );
          const found = await db.reader.selectFrom('notes').selectAll().executeTakeFirstOrThrow();
          expect(found).toStrictEqual({ id: 'v', ...values });
        }),
        { numRuns: 50 },
      );
    });

    test('what a store cannot hold exactly is refused, never changed in silence', async () => {
      await expect(add('a', 'be\0fore')).rejects.toThrow();
      await db.write((tx) =>
        tx
          .insertInto('notes')
          .values({ ...note('b'), whole: 2n ** 53n + 1n })
          .execute(),
      );
      await expect(db.reader.selectFrom('notes').select('whole').execute()).rejects.toThrow();
      await expect(db.reader.selectFrom('notes').select(sql<string>`'x'`.as('x')).execute()).resolves.toEqual([
        { x: 'x' },
      ]);
    });

    test('a true flag is one, a false flag is nought', async () => {
      await db.write((tx) =>
        tx
          .insertInto('notes')
          .values({ ...note('a'), flag: true })
          .execute(),
      );
      await db.write((tx) =>
        tx
          .insertInto('notes')
          .values({ ...note('b'), flag: false })
          .execute(),
      );
      const flags = await db.reader.selectFrom('notes').select('flag').orderBy('id').execute();
      expect(flags).toEqual([{ flag: 1 }, { flag: 0 }]);
    });

    test('a value of 20 MB', async () => {
      const text = 'Größe '.repeat(3_000_000);
      await add('big', text);
      const found = await db.reader.selectFrom('notes').select('text').executeTakeFirstOrThrow();
      expect(found.text === text).toBe(true);
    });

    test('the store equals a model after any batches of concurrent units', async () => {
      const change = fc.record({
        id: fc.integer({ min: 0, max: 9 }).map((number) => `k${number}`),
        kind: fc.constantFrom('put', 'delete', 'put then throw', 'delete then throw'),
        text: fc.string({ maxLength: 5 }).map((value) => value.replaceAll('\0', '')),
      });
      const batch = fc.uniqueArray(change, { selector: (one) => one.id, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(fc.array(batch, { maxLength: 5 }), async (batches) => {
          await db.write((tx) => tx.deleteFrom('notes').execute());
          const model = new Map<string, string>();
          for (const changes of batches) {
            const work = changes.map(({ id, kind, text }) =>
              db.write(async (tx) => {
                await tx.deleteFrom('notes').where('id', '=', id).execute();
                if (kind.startsWith('put')) await tx.insertInto('notes').values(note(id, text)).execute();
                if (kind.endsWith('throw')) throw new Error('mine');
              }),
            );
            const outcomes = await settled(work);
            changes.forEach(({ id, kind, text }, index) => {
              expect(outcomes[index]).toBe(kind.endsWith('throw') ? 'rejected' : 'fulfilled');
              if (kind === 'put') model.set(id, text);
              if (kind === 'delete') model.delete(id);
            });
            const rows = await db.reader.selectFrom('notes').select(['id', 'text']).execute();
            expect(new Map(rows.map((row) => [row.id, row.text]))).toEqual(model);
          }
        }),
        { numRuns: 30 },
      );
    });

    test('closing waits for what was accepted, refuses what comes later, and may be called twice', async () => {
      const other = await under.another();
      const accepted = Array.from({ length: 30 }, (_, index) =>
        other[index % 2 === 0 ? 'write' : 'writeOne']((one: Kysely<ContractSchema>) =>
          one
            .insertInto('notes')
            .values(note(`n${index}`))
            .execute(),
        ),
      );
      const closed = Promise.all([other.close(), other.close()]);
      expect(new Set(await settled(accepted))).toEqual(new Set(['fulfilled']));
      await closed;
      for (const way of ['write', 'writeOne'] as const) {
        const late = other[way]((one: Kysely<ContractSchema>) =>
          one.insertInto('notes').values(note('late')).execute(),
        );
        await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      }
      expect(await ids()).toHaveLength(30);
    });
  });
}
