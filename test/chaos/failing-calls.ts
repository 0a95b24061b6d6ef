// Lets one call of the service to its stores fail, and counts them. A call is one unit, one query or one method of the
// blobs; it fails before it did anything, or after it did everything and only its answer was lost.
import type { Around } from '../../src/compose.ts';
import type { Blobs } from '../../src/storage/blobs.ts';
import type { Db } from '../../src/storage/db.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { BuiltFailure } from './built-service.ts';

export type Moment = 'before' | 'after';
export type Kind = 'write' | 'query' | 'put' | 'read' | 'fetch' | 'delete';

export interface FailingCalls {
  readonly around: Around;
  /** The k-th call of this kind from now on fails. */
  arm(kind: Kind, k: number, moment: Moment): void;
  /** None fails from now on, and all are counted anew. */
  disarm(): void;
  /** Calls since then, by their kind. */
  calls(): ReadonlyMap<Kind, number>;
  /** Whether the call that was to fail has come. */
  hasFailed(): boolean;
}

export function failingCalls(): FailingCalls {
  let armed: { readonly kind: Kind; readonly k: number; readonly moment: Moment } | undefined;
  let calls = new Map<Kind, number>();
  let failed = false;

  const call = async <T>(kind: Kind, work: () => Promise<T>): Promise<T> => {
    const count = (calls.get(kind) ?? 0) + 1;
    calls.set(kind, count);
    if (armed === undefined || armed.kind !== kind || armed.k !== count) return await work();
    failed = true;
    if (armed.moment === 'after') await work();
    throw new BuiltFailure('UNAVAILABLE', { cause: new Error(`${kind} ${count} fails`) });
  };
  const reset = (): void => {
    armed = undefined;
    calls = new Map();
    failed = false;
  };

  const db = (real: Db<Schema>): Db<Schema> => ({
    kind: real.kind,
    // A query that is lost before and one whose answer is lost are the same to whoever asked.
    reader: real.reader.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => call('query', async () => result),
    }),
    write: (unit) => call('write', () => real.write(unit)),
    writeOne: (statement) => call('write', () => real.writeOne(statement)),
    close: () => real.close(),
  });
  /** What health tries every few seconds is no call of a job. */
  const onFile = <T>(kind: Kind, key: string, work: () => Promise<T>): Promise<T> =>
    /^(jobs|replays)\//.test(key) ? call(kind, work) : work();
  const blobs = (real: Blobs): Blobs => ({
    put: (key, content) => onFile('put', key, () => real.put(key, content)),
    read: (ref, range) => onFile('read', ref.key, () => real.read(ref, range)),
    fetch: (ref, path) => onFile('fetch', ref.key, () => real.fetch(ref, path)),
    delete: (key) => onFile('delete', key, () => real.delete(key)),
    list: (prefix) => real.list(prefix),
  });
  return {
    around: { db, blobs },
    arm(kind, k, moment) {
      reset();
      armed = { kind, k, moment };
    },
    disarm: reset,
    calls: () => calls,
    hasFailed: () => failed,
  };
}
