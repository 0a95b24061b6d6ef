// PostgreSQL in trouble: gone, silent, full, slow or wrongly named. Every caller gets a failure with its code in time, and
// the next call after the trouble works.
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../src/compose.ts';
import { createLocalBell } from '../../src/service/bell.ts';
import { openPostgres, type PostgresDb } from '../../src/storage/postgres.ts';
import { openPostgresBell } from '../../src/storage/postgres-bell.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';

interface Rows {
  rows: { id: string };
}

let server: TestPostgres;
let url: string;
let db: PostgresDb<Rows>;
let line: Line;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  url = await server.database();
  line = await openLine(server.port);
  db = await openPostgres<Rows>({
    url: url.replace(`:${server.port}/`, `:${line.port}/`),
    connections: 4,
    // A machine that stalls while it opens is not what is tested: it is tried again.
    limits: { statementMs: 700, connectMs: 700, unitMs: 1000, waitMs: 3000, openMs: 10_000 },
  });
  await db.write((tx) => tx.schema.createTable('rows').addColumn('id', 'text').execute());
});
afterEach(async () => {
  await db.close();
  await line.close();
});

/** A line to the server that can be cut, or go silent as when a cable is pulled. */
interface Line {
  readonly port: number;
  cut(): void;
  silent: boolean;
  close(): Promise<void>;
}

async function openLine(target: number): Promise<Line> {
  const ends = new Set<Socket>();
  const proxy: Server = createServer((near) => {
    const far = dial(target, '127.0.0.1');
    for (const end of [near, far]) {
      ends.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        ends.delete(end);
        if (!state.silent) for (const other of [near, far]) other.destroy();
      });
    }
    near.on('data', (bytes) => state.silent || far.write(bytes));
    far.on('data', (bytes) => state.silent || near.write(bytes));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const state = {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    silent: false,
    cut(): void {
      for (const end of ends) end.destroy();
    },
    async close(): Promise<void> {
      state.cut();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
  return state;
}

const add = (id: string) => db.write((tx) => tx.insertInto('rows').values({ id }).execute());
const ids = async () => (await db.reader.selectFrom('rows').select('id').orderBy('id').execute()).map((row) => row.id);

test('a connection cut inside a unit: nothing is kept, the code says try again, and the next unit works', async () => {
  const unit = db.write(async (tx) => {
    await tx.insertInto('rows').values({ id: 'half' }).execute();
    line.cut();
    await tx.insertInto('rows').values({ id: 'other half' }).execute();
  });
  await expect(unit).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await add('whole');
  expect(await ids()).toEqual(['whole']);
});

test('connections cut while they are idle cost nobody more than one try', async () => {
  await Promise.all(['a', 'b', 'c'].map(add));
  line.cut();
  await pause(50);
  await add('d');
  expect(await ids()).toEqual(['a', 'b', 'c', 'd']);
});

test('a line gone silent: every call fails within seconds, and works soon after the line is back', async () => {
  await Promise.all([add('a'), ids()]);
  line.silent = true;
  const began = performance.now();
  const calls = await Promise.allSettled([add('lost'), ids(), add('lost too'), ids()]);
  for (const call of calls) expect(call).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
  expect(performance.now() - began).toBeLessThan(4000);
  line.silent = false;
  const back = performance.now();
  for (;;) {
    if ((await Promise.allSettled([add('b')]))[0]?.status === 'fulfilled') break;
    await pause(50);
  }
  expect(performance.now() - back).toBeLessThan(3000);
  expect(await ids()).toEqual(['a', 'b']);
});

test('the server goes down and comes back: no write is acknowledged in vain', async () => {
  const own = await startPostgres(['fsync=on']);
  try {
    const store = await openPostgres<Rows>({ url: await own.database() });
    await store.write((tx) => tx.schema.createTable('rows').addColumn('id', 'text').execute());
    const kept: string[] = [];
    let refused = 0;
    let stop = false;
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let index = 0; !stop; index += 1) {
        const id = `${writer}-${index}`;
        try {
          await store.write((tx) => tx.insertInto('rows').values({ id }).execute());
          kept.push(id);
        } catch (error) {
          expect(error).toMatchObject({ code: 'UNAVAILABLE' });
          refused += 1;
          await pause(20);
        }
      }
    });
    await pause(300);
    await own.crash();
    await pause(500);
    await own.restart();
    const back = performance.now();
    const before = kept.length;
    while (kept.length === before && performance.now() - back < 10_000) await pause(20);
    expect(kept.length).toBeGreaterThan(before);
    stop = true;
    await Promise.all(writers);
    const there = new Set((await store.reader.selectFrom('rows').select('id').execute()).map((row) => row.id));
    expect(kept.filter((id) => !there.has(id))).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    await store.close();
  } finally {
    await own.stop();
  }
}, 60_000);

test('errors of the server by their SQLSTATE: a full disk is told apart from the rest', async () => {
  const raise = (state: string) =>
    db.write((tx) => sql`do ${sql.lit(`begin raise exception using errcode = '${state}'; end`)}`.execute(tx));
  await expect(raise('53100')).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  for (const state of ['53300', '57P03', '58030', '40P01', 'XX001']) {
    await expect(raise(state)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  }
  await expect(raise('23505')).rejects.toMatchObject({ name: 'error', code: '23505' });
  await add('after');
});

describe('units', () => {
  test('one that takes too long is rolled back alone', async () => {
    const slow = db.write(async (tx) => {
      await tx.insertInto('rows').values({ id: 'slow' }).execute();
      await pause(5000);
    });
    const [late, other] = await Promise.allSettled([slow, add('a')]);
    expect(late).toMatchObject({ status: 'rejected', reason: { code: 'INTERNAL' } });
    expect(other.status).toBe('fulfilled');
    expect(await ids()).toEqual(['a']);
  });

  test('a statement that takes too long is ended by the server', async () => {
    const began = performance.now();
    await expect(db.write((tx) => sql`select pg_sleep(20)`.execute(tx))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(performance.now() - began).toBeLessThan(1900);
  });

  test('one that goes on after a failed statement is told that nothing was kept', async () => {
    const unit = db.write(async (tx) => {
      await tx.insertInto('rows').values({ id: 'a' }).execute();
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
    });
    await expect(unit).rejects.toMatchObject({ code: 'INTERNAL', cause: { code: '22012' } });
    expect(await ids()).toEqual([]);
  });

  test('what has no place in a row is refused', async () => {
    for (const value of [undefined, Number.NaN, new Date(), ['a'], 2n ** 63n]) {
      await expect(db.write((tx) => sql`select ${value}`.execute(tx))).rejects.toMatchObject({ code: 'INTERNAL' });
    }
  });
});

test('an error about data tells the constraint, and no value of the row', async () => {
  await db.write((tx) => sql`create table people (email text unique, age integer not null)`.execute(tx));
  const put = (email: string, age: number | null) =>
    db.write((tx) => sql`insert into people values (${email}, ${age})`.execute(tx)).catch((error: unknown) => error);
  await put('ada@example.org', 36);
  for (const error of [await put('ada@example.org', 36), await put('bob@example.org', null)]) {
    expect(error).toMatchObject({ message: expect.stringMatching(/constraint/) });
    const said = JSON.stringify({ ...(error as object), message: (error as Error).message });
    expect(said).not.toContain('example.org');
  }
});

test('the reader refuses to write', async () => {
  await expect(db.reader.insertInto('rows').values({ id: 'a' }).execute()).rejects.toThrow(/read-only/);
  await expect(sql`create table more (id text)`.execute(db.reader)).rejects.toThrow(/read-only/);
});

test('more callers than connections wait their turn', async () => {
  await Promise.all(Array.from({ length: 300 }, (_, index) => add(`n${index}`)));
  expect(await ids()).toHaveLength(300);
});

describe('opening', () => {
  const opened = (address: string) => openPostgres({ url: address, limits: { openMs: 300, connectMs: 500 } });

  test.each([
    ['a wrong password', () => url.replace('test%20only', 'guess-4711'), /password authentication failed/],
    ['no such database', () => url.replace(/\/\w+$/, '/nowhere'), /"nowhere" does not exist/],
    ['nobody there', () => url.replace(`:${server.port}/`, ':9/'), /ECONNREFUSED/],
  ])('%s is told with its reason, without the password', async (_, address, reason) => {
    const error: unknown = await opened(address()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'UNAVAILABLE', message: 'The PostgreSQL database could not be opened.' });
    const { cause } = error as Error;
    expect((cause as Error).message).toMatch(reason);
    expect(`${(error as Error).message}${(cause as Error).message}`).not.toMatch(/guess-4711|test only|test%20only/);
  });

  test('a server that takes connections and does not answer yet is tried again', async () => {
    line.silent = true;
    const opening = openPostgres({
      url: url.replace(`:${server.port}/`, `:${line.port}/`),
      limits: { openMs: 20_000, connectMs: 300 },
    });
    setTimeout(() => {
      line.silent = false;
    }, 500);
    const late = await opening;
    expect((await sql<{ one: number }>`select 1 as one`.execute(late.reader)).rows).toEqual([{ one: 1 }]);
    await late.close();
  });

  test('another encoding than UTF8 is refused', async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("create database latin encoding 'LATIN1' locale 'C' template template0");
    await client.end();
    await expect(opened(url.replace(/\/\w+$/, '/latin'))).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/LATIN1/) },
    });
  });

  test('four nodes that start at once on an empty database make its tables once', async () => {
    const databaseUrl = await server.database();
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore({ dataDir: '/nowhere', databaseUrl })));
    const names = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      (stores[0] as (typeof stores)[number]).db.reader,
    );
    expect(new Set(names.rows.map((row) => row.name)).size).toBe(names.rows.length);
    expect(names.rows.length).toBeGreaterThan(5);
    await Promise.all(stores.map((store) => store.db.close()));
  });
});

describe('the bell', () => {
  test('rings on other nodes, and again after its connection was cut', async () => {
    const [here, there] = [createLocalBell(), createLocalBell()];
    const troubles: unknown[] = [];
    const [mine, other] = [here, there].map((local) =>
      openPostgresBell({
        url: url.replace(`:${server.port}/`, `:${line.port}/`),
        local,
        onTrouble: (error) => troubles.push(error),
      }),
    );
    const heard = async (topic: string): Promise<boolean> => {
      let woken = false;
      const wait = there.wait(topic, 5000).then(() => {
        woken = true;
      });
      for (let turn = 0; turn < 40 && !woken; turn += 1) {
        mine?.ring(topic);
        await Promise.race([wait, pause(50)]);
      }
      return woken;
    };
    expect(await heard('one')).toBe(true);
    line.cut();
    expect(await heard('two')).toBe(true);
    expect(troubles).toHaveLength(2);
    await Promise.all([mine?.close(), other?.close()]);
  });

  test('a line gone silent is noticed by itself', async () => {
    const troubles: unknown[] = [];
    const bell = openPostgresBell({
      url: url.replace(`:${server.port}/`, `:${line.port}/`),
      local: createLocalBell(),
      onTrouble: (error) => troubles.push(error),
      checkMs: 100,
    });
    await pause(300);
    expect(troubles).toEqual([]);
    line.silent = true;
    for (let turn = 0; turn < 100 && troubles.length === 0; turn += 1) await pause(50);
    expect(troubles).toHaveLength(1);
    await bell.close();
  });
});
