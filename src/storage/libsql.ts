// The embedded database: one SQLite file through libsql, durable on every acknowledged write, safe to open from a second
// process (docs/decisions/001-embedded-store.md).
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, SqliteDialect, type Transaction } from 'kysely';
import { type Clock, systemClock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import type { Db } from './db.ts';
import { LibsqlConnection } from './libsql-connection.ts';
import { sqliteCode } from './libsql-failure.ts';
import { LibsqlUnits } from './libsql-units.ts';
import { type GroupLimits, WriteGroups } from './write-groups.ts';

export interface LibsqlSettings {
  /** A file; its directory is made when missing. */
  readonly path: string;
  /** How long a write waits for another process to release the lock. */
  readonly busyTimeoutMs?: number;
  readonly limits?: Partial<GroupLimits>;
  readonly clock?: Clock;
}

const defaultLimits: GroupLimits = {
  units: 256,
  milliseconds: 20,
  waiting: 50_000,
  unitMilliseconds: 10_000,
  busyMilliseconds: 10_000,
};

const sharedPragmas = [
  'foreign_keys = ON',
  // FULL syncs the log on every commit; NORMAL would lose acknowledged writes when the machine goes down.
  'synchronous = FULL',
  'cache_size = -16384',
  'temp_store = MEMORY',
] as const;

/** A burst may grow the log; it is cut back to this size when it has been copied into the database. */
const keptLogBytes = 64 * 2 ** 20;

export async function openLibsql<Schema>(settings: LibsqlSettings): Promise<Db<Schema>> {
  const path = resolve(settings.path);
  const clock = settings.clock ?? systemClock;
  const limits = { ...defaultLimits, ...settings.limits };
  const busyMilliseconds = settings.busyTimeoutMs ?? limits.busyMilliseconds;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw unusable(path, error);
  });

  const { writer, reader } = await openConnections(path, clock.monotonic() + busyMilliseconds, clock);
  const units = new LibsqlUnits<Schema>(writer);
  const groups = new WriteGroups<Transaction<Schema>>(units, { ...limits, busyMilliseconds }, clock);
  let closing: Promise<void> | undefined;

  const close = async (): Promise<void> => {
    await groups.close();
    try {
      // The database file is then complete by itself. Another process at work may prevent it; nothing is lost then.
      writer.rows('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // The log keeps every commit and is replayed at the next opening.
    }
    reader.close();
    writer.close();
  };

  return {
    kind: 'sqlite',
    reader: new Kysely<Schema>({ dialect: new SqliteDialect({ database: reader }) }),
    write: (unit) => groups.write(unit),
    writeOne: (statement) => groups.write(statement),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** Several processes may open a new file at once; switching to the log needs the file alone for a moment. */
async function openConnections(path: string, deadline: number, clock: Clock) {
  for (;;) {
    const opened: LibsqlConnection[] = [];
    try {
      const writer = new LibsqlConnection({
        path,
        // No waiting inside SQLite: it would stop the event loop. The groups wait instead.
        pragmas: ['busy_timeout = 0', 'journal_mode = WAL', `journal_size_limit = ${keptLogBytes}`, ...sharedPragmas],
      });
      opened.push(writer);
      const reader = new LibsqlConnection({
        path,
        pragmas: ['busy_timeout = 1000', ...sharedPragmas, 'query_only = ON'],
      });
      opened.push(reader);
      const [mode] = writer.rows('PRAGMA journal_mode') as { journal_mode: string }[];
      if (mode?.journal_mode !== 'wal') throw new Error('the file system allows no write-ahead log');
      // Reads the header and the schema: a file that is damaged there, or is no database, is found now.
      reader.rows('SELECT count(*) FROM sqlite_schema');
      if (await isCut(path, reader)) throw damaged('the file is shorter than its pages');
      return { writer, reader };
    } catch (error) {
      for (const connection of opened) connection.close();
      const cause = error instanceof Failure ? error.cause : error;
      if (sqliteCode(cause) !== 'BUSY' || clock.monotonic() >= deadline) throw unusable(path, cause);
    }
    await pause(20);
  }
}

/** SQLite itself notices missing pages only when it needs them. While the log holds pages, the file may be shorter. */
async function isCut(path: string, reader: LibsqlConnection): Promise<boolean> {
  const logBytes = async () => (await stat(`${path}-wal`).catch(() => ({ size: 0 }))).size;
  if ((await logBytes()) > 0) return false;
  const [pages] = reader.rows('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size') as {
    bytes: number;
  }[];
  const { size } = await stat(path);
  return size < (pages?.bytes ?? 0) && (await logBytes()) === 0;
}

function damaged(reason: string): Error {
  return Object.assign(new Error(reason), { code: 'SQLITE_CORRUPT' });
}

function unusable(path: string, cause: unknown): Failure {
  const isDamaged = ['NOTADB', 'CORRUPT'].includes(sqliteCode(cause) ?? '');
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Failure('UNAVAILABLE', {
    message: isDamaged ? 'The database file is damaged or is not a database.' : 'The database could not be opened.',
    suggestion: isDamaged ? 'Restore the file from a backup, or name another data directory.' : 'See the log.',
    cause: new Error(`cannot use ${path}: ${reason}`, { cause }),
  });
}
