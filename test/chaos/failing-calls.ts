// Lets one call of the service to its stores fail, and counts them. A call is one unit, one query or one method of the
// blobs; it fails before it did anything, or after it did everything and only its answer was lost.
import type { Around } from '../../src/compose.ts';
import type { Blobs } from '../../src/storage/blobs.ts';
import type { Db } from '../../src/storage/db.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { BuiltFailure } from './built-service.ts';

export type Moment = 'before' | 'after';

export interface FailingCalls {
  readonly around: Around;
  /** The k-th call from now on fails; none does with 0. */
  arm(k: number, moment: Moment): void;
  /** Calls since then. */
  calls(): number;
  /** What the call was that failed. */
  failed(): string | undefined;
}

export function failingCalls(): FailingCalls {
  let armed = { k: 0, moment: 'before' as Moment };
  let calls = 0;
  let failed: string | undefined;

  const call = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    calls += 1;
    if (calls !== armed.k) return await work();
    failed = `${name} ${armed.moment}`;
    if (armed.moment === 'after') await work();
    throw new BuiltFailure('UNAVAILABLE', { cause: new Error(`call ${armed.k} (${name}) fails`) });
  };

  const db = (real: Db<Schema>): Db<Schema> => ({
    kind: real.kind,
    // A query that is lost before and one whose answer is lost are the same to whoever asked.
    reader: real.reader.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => call('query', async () => result),
    }),
    write: (unit) => call('write', () => real.write(unit)),
    close: () => real.close(),
  });
  const blobs = (real: Blobs): Blobs => ({
    put: (key, content) => call('put', () => real.put(key, content)),
    read: (ref, range) => call('read', () => real.read(ref, range)),
    fetch: (ref, path) => call('fetch', () => real.fetch(ref, path)),
    delete: (key) => call('delete', () => real.delete(key)),
    list: (prefix) => real.list(prefix),
  });
  return {
    around: { db, blobs },
    arm(k, moment) {
      armed = { k, moment };
      calls = 0;
      failed = undefined;
    },
    calls: () => calls,
    failed: () => failed,
  };
}
