// The port to the relational store: one way to read, one way to write. Tables are written once on top of it, and every
// adapter passes the same contract suite (test/contract/db.ts).
import type { Kysely, Transaction } from 'kysely';

/**
 * What the tables may rely on, on every adapter:
 *
 * - A flag is bound as `true`/`false` or 0/1 and read as 0/1 from an integer column.
 * - An integer from the store is a `number`; one beyond 2^53 - 1 is refused on reading, never rounded.
 * - Bytes go in as Uint8Array and come out as Buffer.
 * - Text may be any string without U+0000, which neither SQLite's text functions nor PostgreSQL can hold: such a value
 *   is refused, never cut. A lone surrogate becomes U+FFFD, as in any UTF-8 encoder.
 * - `NaN` and `undefined` have no place in a row; where the store would quietly keep NULL, they are refused.
 */
export interface Db<Schema> {
  readonly kind: 'sqlite' | 'postgres';

  /** Reads outside a unit; sees every write that was acknowledged before the read was called. Writing here fails. */
  readonly reader: Kysely<Schema>;

  /**
   * One atomic unit. Resolves only when it is durable. A unit that throws leaves no trace and rejects with its own
   * error; a store that cannot commit rejects with the Failure STORAGE_FULL or UNAVAILABLE. Units never see each other
   * half done.
   *
   * An adapter may run units one after another behind one commit. So a unit awaits its own statements and nothing else:
   * no network, no blob, no timer, no other unit. One that does not end in time is rolled back alone and rejected. A
   * unit runs at most once, and what it learned counts only when `write` has resolved.
   */
  write<T>(unit: (tx: Transaction<Schema>) => Promise<T>): Promise<T>;

  /** A unit of exactly one statement, which is atomic by itself: a server is asked once instead of three times. */
  writeOne<T>(statement: (db: Kysely<Schema>) => Promise<T>): Promise<T>;

  /** Waits for the units already accepted, then closes. Later calls of `write` are refused; closing twice is harmless. */
  close(): Promise<void>;
}
