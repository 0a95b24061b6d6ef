// The shared database: PostgreSQL behind the port, for several processes on several machines
// (docs/decisions/003-postgresql.md). Loaded only where it is used.
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Failure } from '../core/failure.ts';
import type { Db } from './db.ts';
import { type ConnectionLimits, PostgresConnections } from './postgres-connections.ts';
import { sqlState } from './postgres-failure.ts';

export interface PostgresSettings {
  /** postgres://user:password@host:port/database; never logged. */
  readonly url: string;
  /** Connections in all; one half writes, the other reads. */
  readonly connections?: number;
  readonly limits?: Partial<PostgresLimits>;
}

export interface PostgresLimits extends Omit<ConnectionLimits, 'connections'> {
  /** How long one unit may take before it is rolled back and rejected. */
  readonly unitMs: number;
  /** How long to try at the start while the server does not take connections yet. */
  readonly openMs: number;
}

export interface PostgresDb<Schema> extends Db<Schema> {
  connections(): { readonly active: number; readonly idle: number };
}

const defaultConnections = 10;

const defaultLimits: PostgresLimits = {
  waiting: 50_000,
  waitMs: 20_000,
  connectMs: 5000,
  statementMs: 7000,
  idleUnitMs: 10_000,
  unitMs: 10_000,
  openMs: 10_000,
};

/** For migrations: building an index on a large table may take its time. */
export const patientLimits: Partial<PostgresLimits> = {
  statementMs: 6 * 3_600_000,
  idleUnitMs: 600_000,
  unitMs: 6 * 3_600_000,
};

/** Units rely on seeing what was committed before each of their statements, whatever the server's own default is. */
const isolation = { default_transaction_isolation: 'read committed' };

export async function openPostgres<Schema>(settings: PostgresSettings): Promise<PostgresDb<Schema>> {
  const { url } = settings;
  const limits = { ...defaultLimits, ...settings.limits };
  const all = settings.connections ?? defaultConnections;
  const half = Math.max(1, Math.floor(all / 2));
  const writing = new PostgresConnections(url, { ...limits, connections: Math.max(1, all - half) }, isolation);
  const reading = new PostgresConnections(
    url,
    { ...limits, connections: half },
    { ...isolation, default_transaction_read_only: 'on' },
  );
  const writer = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: writing }) });
  const reader = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: reading }) });
  const underWay = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;

  const close = async (): Promise<void> => {
    await Promise.allSettled(underWay);
    await Promise.allSettled([writing.end(), reading.end()]);
  };

  async function accept<T>(start: () => Promise<T>): Promise<T> {
    if (closing !== undefined) throw new Failure('UNAVAILABLE', { cause: new Error('the database is closed') });
    const work = start();
    underWay.add(work);
    try {
      return await work;
    } finally {
      underWay.delete(work);
    }
  }

  try {
    await waitForServer(writer, limits.openMs);
  } catch (error) {
    await close();
    throw unusable(url, error);
  }

  return {
    kind: 'postgres',
    reader,
    write: (unit) => accept(() => writer.transaction().execute((tx) => inTime(unit(tx), limits.unitMs))),
    // Its connection limits how long it takes.
    writeOne: (statement) => accept(() => statement(writer)),
    close: () => {
      closing ??= close();
      return closing;
    },
    connections: () => ({ active: writing.active + reading.active, idle: writing.idle + reading.idle }),
  };
}

/** Services are often started together with their database. */
async function waitForServer<Schema>(db: Kysely<Schema>, ms: number): Promise<void> {
  const end = performance.now() + ms;
  for (;;) {
    try {
      const { rows } = await sql<{ encoding: string }>`
        select current_setting('server_encoding') as encoding`.execute(db);
      const encoding = rows[0]?.encoding;
      if (encoding !== 'UTF8') throw new Failure('INTERNAL', { cause: new Error(`its encoding is ${encoding}`) });
      return;
    } catch (error) {
      if (!isStarting(error) || performance.now() >= end) throw error;
    }
    await pause(200);
  }
}

/** No answer, none in time, or one that says "not yet": trying again may help. A wrong password stays wrong. */
function isStarting(error: unknown): boolean {
  if (!(error instanceof Failure) || error.code !== 'UNAVAILABLE') return false;
  const state = sqlState(error.cause);
  if (state !== undefined) return state === '57P03';
  const { code } = error.cause as NodeJS.ErrnoException;
  // Timers of the driver end without a code: a server that is busy starting takes connections and stays silent.
  return code === undefined || code === 'ECONNREFUSED';
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const tooLong = () => reject(new Failure('INTERNAL', { cause: new Error('a unit did not end in time') }));
    // Longer waits than a timer can hold are as good as none.
    timer = setTimeout(tooLong, Math.min(ms, 2 ** 31 - 1));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function unusable(url: string, error: unknown): Failure {
  const cause = error instanceof Failure ? error.cause : error;
  const reason =
    cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : String(cause);
  const { hostname, port, pathname } = new URL(url);
  const place = `${hostname || 'localhost'}:${port || 5432}${pathname}`;
  return new Failure('UNAVAILABLE', {
    message: 'The PostgreSQL database could not be opened.',
    suggestion: 'Check DATABASE_URL, that the server runs, and that the database exists with the encoding UTF8.',
    cause: new Error(`cannot use ${place}: ${reason}`, { cause }),
  });
}
