// Errors of the file system as Failures, in one place: a full disk is worth a retry later, and says so.
import { Failure } from '../core/failure.ts';

/** EFBIG is the file system's or the process's own limit on a file: no room for this content either. */
const noRoom: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The name of the errno, or '' for anything that is not an error of the system. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(noRoom.has(codeOf(error)) ? 'STORAGE_FULL' : 'UNAVAILABLE', { cause: error });
  }
}
