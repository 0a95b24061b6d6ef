// Which errors of SQLite mean that the store is in trouble, as against a statement that is wrong or hit a constraint.
import { Failure, type FailureCode } from '../core/failure.ts';

/** Primary result codes (sqlite.org/rescode.html); extended codes start with the same words. */
const troubles: ReadonlyMap<string, FailureCode> = new Map([
  ['FULL', 'STORAGE_FULL'],
  ['BUSY', 'UNAVAILABLE'],
  ['LOCKED', 'UNAVAILABLE'],
  ['IOERR', 'UNAVAILABLE'],
  ['CANTOPEN', 'UNAVAILABLE'],
  ['CORRUPT', 'UNAVAILABLE'],
  ['NOTADB', 'UNAVAILABLE'],
  ['READONLY', 'UNAVAILABLE'],
  ['PROTOCOL', 'UNAVAILABLE'],
  ['NOMEM', 'UNAVAILABLE'],
  ['INTERRUPT', 'UNAVAILABLE'],
]);

/** 'BUSY' for SQLITE_BUSY and SQLITE_BUSY_RECOVERY; undefined for anything that is not an error of SQLite. */
export function sqliteCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code.split('_')[1] : undefined;
}

/** The error as a Failure when the store is in trouble; otherwise the error itself. */
export function asStoreFailure(error: unknown): unknown {
  const known = troubles.get(sqliteCode(error) ?? '');
  return known === undefined ? error : new Failure(known, { cause: error });
}
