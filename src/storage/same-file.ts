// A database file that was moved, removed or replaced under a running process goes on taking writes that nobody will
// find again. This notices.
import { stat } from 'node:fs/promises';
import { Failure } from '../core/failure.ts';

/** Remembers which file lies at the path now; the answer rejects when it is another one, or none, later. */
export async function sameFile(path: string): Promise<() => Promise<void>> {
  const before = await stat(path, { bigint: true });
  return async () => {
    const now = await stat(path, { bigint: true }).catch((cause: unknown) => {
      throw new Failure('UNAVAILABLE', { cause });
    });
    if (now.ino === before.ino && now.dev === before.dev) return;
    throw new Failure('UNAVAILABLE', { cause: new Error('the database file was replaced') });
  };
}
