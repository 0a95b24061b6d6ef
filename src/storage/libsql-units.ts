// Units on one libsql connection: the transaction of a group, and for each unit a savepoint inside it that Kysely takes
// for a transaction of its own.
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type Transaction,
} from 'kysely';
import { Failure } from '../core/failure.ts';
import type { LibsqlConnection } from './libsql-connection.ts';
import { sqliteCode } from './libsql-failure.ts';
import type { GroupStore } from './write-groups.ts';

export class LibsqlUnits<Schema> implements GroupStore<Transaction<Schema>> {
  readonly #connection: LibsqlConnection;
  readonly #units: Kysely<Schema>;

  constructor(connection: LibsqlConnection) {
    this.#connection = connection;
    this.#units = new Kysely<Schema>({ dialect: new UnitDialect(connection) });
  }

  get inTransaction(): boolean {
    return this.#connection.inTransaction;
  }

  begin(): void {
    // IMMEDIATE takes the write lock now, so that no unit can find its snapshot outdated half-way.
    this.#connection.run('BEGIN IMMEDIATE');
  }

  commit(): void {
    this.#connection.run('COMMIT');
  }

  abandon(): void {
    try {
      if (this.#connection.inTransaction) this.#connection.run('ROLLBACK');
    } catch {
      this.#connection.replace();
    }
  }

  isBusy(error: unknown): boolean {
    return error instanceof Failure && sqliteCode(error.cause) === 'BUSY';
  }

  run<T>(unit: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
    return this.#units.transaction().execute(unit);
  }
}

/** The stock dialect, except that a transaction of Kysely is a savepoint inside the transaction of the group. */
class UnitDialect extends SqliteDialect {
  readonly #connection: LibsqlConnection;

  constructor(connection: LibsqlConnection) {
    super({ database: connection });
    this.#connection = connection;
  }

  override createDriver(): Driver {
    return new UnitDriver({ database: this.#connection }, this.#connection);
  }
}

class UnitDriver extends SqliteDriver {
  readonly #connection: LibsqlConnection;
  readonly #open = new WeakSet<DatabaseConnection>();

  constructor(config: SqliteDialectConfig, connection: LibsqlConnection) {
    super(config);
    this.#connection = connection;
  }

  /**
   * Each unit gets a connection of its own over the one that exists. It refuses statements once the unit has ended, which
   * would land in someone else's unit, and once the transaction is gone, where they would commit by themselves.
   */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const shared = await super.acquireConnection();
    const check = (own: DatabaseConnection) => {
      if (!this.#open.has(own)) throw new Failure('INTERNAL', { cause: new Error('a statement outlived its unit') });
      if (!this.#connection.inTransaction)
        throw new Failure('UNAVAILABLE', { cause: new Error('the transaction ended') });
    };
    const own: DatabaseConnection = {
      executeQuery: async (query) => {
        check(own);
        return await shared.executeQuery(query);
      },
      streamQuery: (query, size) => {
        check(own);
        return shared.streamQuery(query, size);
      },
    };
    return own;
  }

  override async beginTransaction(own: DatabaseConnection): Promise<void> {
    this.#connection.run('SAVEPOINT unit');
    this.#open.add(own);
  }

  override async commitTransaction(own: DatabaseConnection): Promise<void> {
    this.#open.delete(own);
    if (!this.#connection.inTransaction) {
      throw new Failure('UNAVAILABLE', { cause: new Error('the transaction ended within a unit') });
    }
    this.#connection.run('RELEASE unit');
  }

  override async rollbackTransaction(own: DatabaseConnection): Promise<void> {
    this.#open.delete(own);
    // After an error that ended the whole transaction there is no savepoint left to return to.
    if (!this.#connection.inTransaction) return;
    try {
      this.#connection.run('ROLLBACK TO unit');
      this.#connection.run('RELEASE unit');
    } catch {
      // Better the whole group rejected than half a unit committed with it.
      this.#connection.replace();
    }
  }
}
