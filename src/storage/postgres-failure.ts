// Which errors of PostgreSQL and of the way to it mean that the store is in trouble, as against a statement that is
// wrong or hit a constraint.
import pg from 'pg';
import { Failure, type FailureCode } from '../core/failure.ts';

/** SQLSTATE codes and classes (PostgreSQL manual, appendix A); the longest match counts. */
const troubles: ReadonlyMap<string, FailureCode> = new Map([
  ['53100', 'STORAGE_FULL'],
  ['08', 'UNAVAILABLE'],
  // Deadlocks; the order in which units lock rows leaves no room for them, and trying again is right all the same.
  ['40', 'UNAVAILABLE'],
  ['53', 'UNAVAILABLE'],
  ['55P03', 'UNAVAILABLE'],
  // Statement timeouts and the shutdown of the server.
  ['57', 'UNAVAILABLE'],
  ['58', 'UNAVAILABLE'],
  ['25P03', 'UNAVAILABLE'],
  ['25P04', 'UNAVAILABLE'],
  // Signing in, and a database that is not there.
  ['28', 'UNAVAILABLE'],
  ['3D000', 'UNAVAILABLE'],
  ['XX', 'UNAVAILABLE'],
]);

export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/** The server that was the primary is none any more: its connections are of no use for writing. */
export const isReadOnly = (error: unknown): boolean => sqlState(error) === '25006';

/** Whether the connection that an error came from may serve another statement. */
export function endsConnection(error: unknown): boolean {
  // What the server did not say came from the socket or a timer: nobody knows what the connection will read next.
  const state = sqlState(error);
  if (state === undefined) return !(error instanceof Failure);
  return state.startsWith('08') || state.startsWith('57P') || state.startsWith('25P') || state.startsWith('XX');
}

/** Values of rows, which PostgreSQL adds to errors about data and constraints, have no place in a log. */
export function withoutValues(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (error.code?.startsWith('22') || error.code?.startsWith('23')) {
    error.detail = undefined;
    error.where = undefined;
  }
  return error;
}

/** The error as a Failure when the store is in trouble; otherwise the error itself. */
export function asPostgresFailure(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const state = sqlState(error);
  const known = state === undefined ? 'UNAVAILABLE' : (troubles.get(state) ?? troubles.get(state.slice(0, 2)));
  return known === undefined ? error : new Failure(known, { cause: error });
}
