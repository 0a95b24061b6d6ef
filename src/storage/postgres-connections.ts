// A bounded set of connections in the shape Kysely's PostgresDialect expects: callers wait in a queue of ours, values are
// converted, errors translated, and a connection in doubt is thrown away.
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { Failure } from '../core/failure.ts';
import { asPostgresFailure, endsConnection, isReadOnly, withoutValues } from './postgres-failure.ts';
import { toParameters, valueReaders } from './postgres-values.ts';

export interface ConnectionLimits {
  readonly connections: number;
  /** Callers that may wait for a connection, and how long; more are refused. */
  readonly waiting: number;
  readonly waitMs: number;
  readonly connectMs: number;
  /** The server ends a statement that takes longer; somewhat later the client gives the connection up for dead. */
  readonly statementMs: number;
  /** The server ends a connection whose unit says nothing for this long, and so frees its locks. */
  readonly idleUnitMs: number;
}

const graceMs = 1000;

/** Held by a node that vanished, row locks would stop others until the server notices: within these seconds. */
const serverKeepalive = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '10000',
};

interface Waiter {
  readonly go: () => void;
  readonly timer: NodeJS.Timeout;
}

export class PostgresConnections implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #limits: ConnectionLimits;
  readonly #waiting = new Set<Waiter>();
  #used = 0;

  constructor(url: string, limits: ConnectionLimits, parameters: Readonly<Record<string, string>>) {
    this.#limits = limits;
    this.#pool = new pg.Pool({
      connectionString: withSession(url, parameters),
      max: limits.connections,
      connectionTimeoutMillis: limits.connectMs,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5000,
      statement_timeout: limits.statementMs,
      query_timeout: limits.statementMs + graceMs,
      idle_in_transaction_session_timeout: limits.idleUnitMs,
      types: valueReaders,
    });
    // Whoever uses the connection learns of its end from the statement; unheard, the event would end the process.
    const heard = (): void => undefined;
    this.#pool.on('error', heard);
    this.#pool.on('connect', (client) => client.on('error', heard));
  }

  get active(): number {
    return this.#used;
  }

  get idle(): number {
    return this.#pool.idleCount;
  }

  async connect(): Promise<PostgresPoolClient> {
    await this.#turn();
    try {
      return new LentConnection(await this.#pool.connect(), () => this.#next());
    } catch (error) {
      this.#next();
      throw asPostgresFailure(error);
    }
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }

  /** The pool's own queue would count waiting as connecting, and refuse a burst that only has to wait its turn. */
  #turn(): Promise<void> {
    if (this.#used < this.#limits.connections) {
      this.#used += 1;
      return Promise.resolve();
    }
    if (this.#waiting.size >= this.#limits.waiting) return Promise.reject(busy('too many callers wait'));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiter);
        reject(busy('no connection was free in time'));
      }, this.#limits.waitMs);
      const waiter: Waiter = { go: resolve, timer };
      this.#waiting.add(waiter);
    });
  }

  #next(): void {
    const [waiter] = this.#waiting;
    if (waiter === undefined) {
      this.#used -= 1;
      return;
    }
    this.#waiting.delete(waiter);
    clearTimeout(waiter.timer);
    waiter.go();
  }
}

const busy = (reason: string): Failure => new Failure('UNAVAILABLE', { cause: new Error(reason) });

/** A connection for one borrower: it refuses statements once its unit has ended, which would commit by themselves. */
class LentConnection implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #returned: () => void;
  /** Statements given at once run one after the other; the driver gives up queueing them. */
  #last: Promise<unknown> = Promise.resolve();
  #over = false;
  #broken = false;
  #firstError: unknown;

  constructor(client: pg.PoolClient, returned: () => void) {
    this.#client = client;
    this.#returned = returned;
  }

  query<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>>;
  query(): never;
  async query<R>(sql?: string, parameters: ReadonlyArray<unknown> = []): Promise<PostgresQueryResult<R>> {
    if (sql === undefined) throw new Failure('INTERNAL', { cause: new Error('rows are not streamed') });
    if (sql === 'rollback') return this.#rollback<R>();
    if (this.#over) throw new Failure('INTERNAL', { cause: new Error('a statement outlived its unit') });
    if (sql === 'commit') this.#over = true;
    const result = await this.#run<R>(sql, parameters);
    // After a failed statement the server answers COMMIT by rolling back; a unit that went on must hear of it.
    if (sql === 'commit' && result.command !== ('COMMIT' as string)) {
      throw new Failure('INTERNAL', { cause: this.#firstError ?? new Error('the unit was rolled back') });
    }
    return result;
  }

  release(): void {
    this.#over = true;
    this.#client.release(this.#broken);
    this.#returned();
  }

  async #run<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>> {
    const values = toParameters(parameters);
    const running = this.#last.then(() => this.#client.query(sql, values));
    this.#last = running.catch(() => undefined);
    try {
      return (await running) as unknown as PostgresQueryResult<R>;
    } catch (thrown) {
      const error = withoutValues(thrown);
      this.#firstError ??= error;
      if (endsConnection(error) || isReadOnly(error)) this.#broken = true;
      throw asPostgresFailure(error);
    }
  }

  /** Never fails: the unit rejects with its own error, and a connection that cannot roll back is thrown away. */
  async #rollback<R>(): Promise<PostgresQueryResult<R>> {
    this.#over = true;
    await this.#last;
    if (!this.#broken) {
      await this.#client.query('rollback').catch(() => {
        this.#broken = true;
      });
    }
    return { command: 'SELECT', rowCount: 0, rows: [] };
  }
}

/** Settings for the session travel with the opening of the connection and cost no statement. */
export function withSession(given: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(given);
  const own = Object.entries({ ...serverKeepalive, ...parameters }).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`,
  );
  url.searchParams.set('options', [url.searchParams.get('options') ?? '', ...own].join(' ').trim());
  if (!url.searchParams.has('application_name')) url.searchParams.set('application_name', 'docmill');
  return url.href;
}
