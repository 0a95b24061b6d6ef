// What is particular to the embedded database: damage, a full disk, the lock of another process, its files.
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from './db.ts';
import { type LibsqlSettings, openLibsql } from './libsql.ts';
import { LibsqlConnection } from './libsql-connection.ts';

interface Schema {
  rows: { id: number; text: string };
}

let directory: string;
let path: string;
const opened: Db<Schema>[] = [];

const open = async (settings: Partial<LibsqlSettings> = {}) => {
  const db = await openLibsql<Schema>({ path, ...settings });
  opened.push(db);
  return db;
};
const create = (db: Db<Schema>) =>
  db.write((tx) => sql`create table rows (id integer primary key, text text not null)`.execute(tx));
const add = (db: Db<Schema>, id: number, text = '') =>
  db.write((tx) => tx.insertInto('rows').values({ id, text }).execute());
const ids = async (db: Db<Schema>) =>
  (await db.reader.selectFrom('rows').select('id').orderBy('id').execute()).map((row) => row.id);
const pragma = async (db: Kysely<Schema>, name: string) =>
  Object.values((await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {})[0];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docmill-libsql-'));
  path = join(directory, 'docmill.db');
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((db) => db.close()));
  await rm(directory, { recursive: true });
});

describe('settings', () => {
  test('both connections are durable and checked; the reader cannot write', async () => {
    const db = await open();
    await create(db);
    for (const name of ['journal_mode', 'synchronous', 'foreign_keys']) {
      const wanted = name === 'journal_mode' ? 'wal' : name === 'synchronous' ? 2 : 1;
      expect(await pragma(db.reader, name)).toBe(wanted);
      expect(await db.write((tx) => pragma(tx, name))).toBe(wanted);
    }
    const wrong = db.reader.insertInto('rows').values({ id: 1, text: '' }).execute();
    await expect(wrong).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('after closing, the database file is complete without its log', async () => {
    const db = await open();
    await create(db);
    for (let id = 0; id < 50; id++) await add(db, id, 'x'.repeat(1000));
    await db.close();
    const log = await stat(`${path}-wal`).catch(() => ({ size: 0 }));
    expect(log.size).toBe(0);
    const alone = join(directory, 'copy.db');
    await writeFile(alone, await readFile(path));
    expect(await ids(await open({ path: alone }))).toHaveLength(50);
  });

  test('reading from a closed database is refused', async () => {
    const db = await open();
    await create(db);
    await db.close();
    await expect(ids(db)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('a file that cannot be used', () => {
  test('no database at all', async () => {
    await writeFile(path, 'Once upon a time there was a text file. '.repeat(200));
    await expect(open()).rejects.toThrow('damaged or is not a database');
  });

  test('a truncated database', async () => {
    const db = await open();
    await create(db);
    for (let id = 0; id < 50; id++) await add(db, id, 'x'.repeat(3000));
    await db.close();
    await truncate(path, 3 * 4096);
    await expect(open()).rejects.toThrow('damaged or is not a database');
  });

  test('a damaged schema', async () => {
    const db = await open();
    await create(db);
    await db.close();
    const bytes = await readFile(path);
    // The first page after the 100 bytes of header: sqlite.org/fileformat2.html, section 1.6.
    bytes.fill(0xff, 100, 400);
    await writeFile(path, bytes);
    await expect(open()).rejects.toThrow('damaged or is not a database');
  });

  test('a directory, or a directory that cannot be made', async () => {
    await expect(open({ path: directory })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await writeFile(join(directory, 'file'), '');
    const below = open({ path: join(directory, 'file', 'docmill.db') });
    await expect(below).rejects.toThrow('could not be opened');
  });

  test('damage found later is a Failure of the store, not of the statement', async () => {
    const db = await open();
    await create(db);
    for (let id = 0; id < 200; id++) await add(db, id, 'x'.repeat(3000));
    await db.close();
    const bytes = await readFile(path);
    bytes.fill(0xff, 20 * 4096, 60 * 4096);
    await writeFile(path, bytes);
    const damaged = await open();
    await expect(damaged.reader.selectFrom('rows').selectAll().execute()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });
});

describe('a full disk', () => {
  test('the group is rejected as STORAGE_FULL; when space returns, writing goes on', async () => {
    const db = await open();
    await create(db);
    await add(db, 1);
    await db.write((tx) => sql`pragma max_page_count = 20`.execute(tx));
    const results = await Promise.allSettled([add(db, 2), add(db, 3, 'x'.repeat(500_000)), add(db, 4)]);
    // The unit that filled the disk ended the transaction of those before it; those after it found a new one.
    expect(results[0]).toMatchObject({ status: 'rejected', reason: { code: 'STORAGE_FULL' } });
    expect(results[1]).toMatchObject({ status: 'rejected', reason: { code: 'STORAGE_FULL' } });
    const after = results[2]?.status === 'fulfilled' ? [1, 4] : [1];
    expect(await ids(db)).toEqual(after);
    await db.write((tx) => sql`pragma max_page_count = 100000`.execute(tx));
    await add(db, 3, 'x'.repeat(500_000));
    expect(await ids(db)).toEqual([...after, 3].sort());
  });

  test('a unit that goes on after the disk was full cannot write outside its transaction', async () => {
    const db = await open();
    await create(db);
    await db.write((tx) => sql`pragma max_page_count = 20`.execute(tx));
    const stubborn = db.write(async (tx) => {
      const large = tx.insertInto('rows').values({ id: 1, text: 'x'.repeat(500_000) });
      await large.execute().catch(() => undefined);
      await tx.insertInto('rows').values({ id: 2, text: '' }).execute();
    });
    await expect(stubborn).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await ids(db)).toEqual([]);
    await add(db, 3);
    expect(await ids(db)).toEqual([3]);
  });
});

describe('a commit that fails', () => {
  test('rejects every unit of its group, and leaves the connection usable', async () => {
    const db = await open();
    await create(db);
    await db.write((tx) =>
      sql`create table links (id integer references rows (id) deferrable initially deferred)`.execute(tx),
    );
    // A deferred constraint is checked by COMMIT itself.
    const dangling = db.write((tx) => sql`insert into links values (99)`.execute(tx));
    const results = await Promise.allSettled([add(db, 1), dangling, add(db, 2)]);
    for (const result of results) expect(result).toMatchObject({ reason: { code: 'UNAVAILABLE' } });
    expect(await ids(db)).toEqual([]);
    await add(db, 3);
    expect(await ids(db)).toEqual([3]);
  });
});

describe('the lock of another process', () => {
  test('is waited for without stopping the event loop, and given up in time', async () => {
    const db = await open({ busyTimeoutMs: 60 });
    await create(db);
    const other = new LibsqlConnection({ path, pragmas: [] });
    other.run('BEGIN IMMEDIATE');
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 1);
    await expect(add(db, 1)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    clearInterval(counting);
    expect(turns).toBeGreaterThan(3);
    expect(await ids(db)).toEqual([]);

    const waiting = add(db, 2);
    other.run('COMMIT');
    await waiting;
    other.close();
    expect(await ids(db)).toEqual([2]);
  });
});

describe('units', () => {
  test('one that hangs is rolled back alone, and its later statements are refused', async () => {
    const db = await open({ limits: { unitMilliseconds: 50 } });
    await create(db);
    let resume = () => {};
    let later: Promise<unknown> | undefined;
    const hanging = db.write(async (tx) => {
      await tx.insertInto('rows').values({ id: 1, text: '' }).execute();
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
      later = tx.insertInto('rows').values({ id: 2, text: '' }).execute();
      await later;
    });
    const [hung, good] = await Promise.allSettled([hanging, add(db, 3)]);
    expect(hung).toMatchObject({ status: 'rejected', reason: { code: 'INTERNAL' } });
    expect(good.status).toBe('fulfilled');
    resume();
    await new Promise((resolve) => setImmediate(resolve));
    await expect(later).rejects.toThrow();
    expect(await ids(db)).toEqual([3]);
  });

  test.each(['throws', 'returns'])('a statement that nobody awaited, of a unit that %s', async (end) => {
    const db = await open();
    await create(db);
    // Each starts a little later, so that some fall into the very moment in which the unit ends.
    const floating: Promise<number | undefined>[] = [];
    const careless = (delay: number) =>
      db.write(async (tx) => {
        let turn = Promise.resolve();
        for (let hop = 0; hop < delay; hop++) turn = turn.then(() => undefined);
        const statement = turn.then(() => tx.insertInto('rows').values({ id: delay, text: '' }).execute());
        floating.push(
          statement.then(
            () => delay,
            () => undefined,
          ),
        );
        if (end === 'throws') throw new Error('mine');
      });
    await Promise.allSettled(Array.from({ length: 60 }, (_, delay) => careless(delay)));
    const ran = (await Promise.all(floating)).filter((id) => id !== undefined);
    expect(ran.length).toBeLessThan(60);
    expect(await ids(db)).toEqual(end === 'throws' ? [] : ran);
  });

  test('a statement kept from before a change of the tables sees the change', async () => {
    const db = await open();
    await create(db);
    await add(db, 1);
    const all = (): Promise<unknown[]> => db.reader.selectFrom('rows').selectAll().execute();
    expect(await all()).toEqual([{ id: 1, text: '' }]);
    await db.write((tx) => sql`alter table rows add column more integer default 7`.execute(tx));
    expect(await all()).toEqual([{ id: 1, text: '', more: 7 }]);
  });

  test('more different statements than are kept', async () => {
    const db = await open();
    for (let round = 0; round < 2; round++) {
      for (let number = 0; number < 400; number++) {
        const query: CompiledQuery<{ n: number }> = sql<{ n: number }>`select ${sql.raw(String(number))} as n`.compile(
          db.reader,
        );
        expect((await db.reader.executeQuery(query)).rows).toEqual([{ n: number }]);
      }
    }
  });
});
