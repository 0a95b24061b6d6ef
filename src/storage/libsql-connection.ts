// One connection to a database file, in the shape Kysely's SqliteDialect expects: values converted, statements kept,
// errors translated, and opened anew after an error that leaves its state in doubt.
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import Database from 'libsql';
import { Failure } from '../core/failure.ts';
import { asStoreFailure, sqliteCode } from './libsql-failure.ts';
import { rowMaker, toParameters } from './libsql-values.ts';

type Handle = InstanceType<typeof Database>;
type Prepared = ReturnType<Handle['prepare']>;

/** Preparing costs more than running a small statement; the tables use far fewer different texts than this. */
const keptStatements = 256;

/** After these the connection is not trusted: a failed fsync, for one, leaves the page cache in an unknown state. */
const doubtful: ReadonlySet<string> = new Set(['IOERR', 'CORRUPT', 'NOTADB', 'CANTOPEN', 'NOMEM', 'READONLY']);

export interface ConnectionSettings {
  /** Absolute, so that the driver cannot take it for the address of a remote database. */
  readonly path: string;
  readonly pragmas: readonly string[];
}

export class LibsqlConnection implements SqliteDatabase {
  readonly #settings: ConnectionSettings;
  readonly #statements = new Map<string, SqliteStatement>();
  #handle: Handle | undefined;
  #inDoubt = false;
  #closed = false;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
    this.#open();
  }

  get inTransaction(): boolean {
    return this.#handle?.inTransaction ?? false;
  }

  prepare(sql: string): SqliteStatement {
    const handle = this.#open();
    const kept = this.#statements.get(sql);
    if (kept !== undefined) {
      // Moved to the end: the first of the map is then the one used longest ago.
      this.#statements.delete(sql);
      this.#statements.set(sql, kept);
      return kept;
    }
    const statement = this.#wrap(this.#guard(() => handle.prepare(sql).safeIntegers()));
    this.#statements.set(sql, statement);
    if (this.#statements.size > keptStatements) {
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    return statement;
  }

  run(sql: string): void {
    this.prepare(sql).run([]);
  }

  rows(sql: string): unknown[] {
    return this.prepare(sql).all([]);
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  /** The next statement runs on a new connection; whatever transaction was open is rolled back on the old one. */
  replace(): void {
    this.#drop();
  }

  #wrap(prepared: Prepared): SqliteStatement {
    const { reader } = prepared;
    // Rows come as lists: the driver makes the names of all columns anew for every object.
    if (reader) prepared.raw(true);
    const toRow = reader ? rowMaker(() => prepared.columns().map(({ name }) => name)) : undefined;
    const all = (parameters: readonly unknown[]) =>
      this.#guard(() => {
        const rows = prepared.all(toParameters(parameters));
        return toRow === undefined ? rows : (rows as unknown[][]).map(toRow);
      });
    return {
      reader,
      all,
      run: (parameters) => this.#guard(() => prepared.run(toParameters(parameters))),
      // A half-read cursor pins its snapshot, and later reads on this connection would miss acknowledged writes.
      iterate: (parameters) => all(parameters).values(),
    };
  }

  #guard<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      if (doubtful.has(sqliteCode(error) ?? '')) this.#inDoubt = true;
      throw asStoreFailure(error);
    }
  }

  #open(): Handle {
    if (this.#closed) throw new Failure('UNAVAILABLE', { cause: new Error('the database is closed') });
    if (this.#inDoubt && !this.inTransaction) this.#drop();
    if (this.#handle !== undefined) return this.#handle;
    const { path, pragmas } = this.#settings;
    return this.#guard(() => {
      const handle = new Database(path);
      try {
        for (const pragma of pragmas) handle.prepare(`PRAGMA ${pragma}`).all();
      } catch (error) {
        handle.close();
        throw error;
      }
      this.#handle = handle;
      return handle;
    });
  }

  #drop(): void {
    this.#statements.clear();
    this.#inDoubt = false;
    const handle = this.#handle;
    this.#handle = undefined;
    try {
      // The driver frees a connection only when its statements have been collected as garbage; until then an open
      // transaction would keep the lock.
      if (handle?.inTransaction) handle.exec('ROLLBACK');
      handle?.close();
    } catch {
      // The handle is not used again, whatever state it was in.
    }
  }
}
