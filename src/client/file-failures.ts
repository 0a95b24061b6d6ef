// What the system says when a file cannot be read or written, as a Failure with a remedy.
import { Failure } from '../core/failure.ts';

/** The code of a system error such as ENOENT; undefined for every other error. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return 'syscall' in error ? error.code : undefined;
}

const reasons = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'not permitted'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['ELOOP', 'too many links'],
  ['EMFILE', 'too many open files'],
  ['ENFILE', 'too many open files'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['EROFS', 'the disk is read-only'],
  ['EEXIST', 'something of that name is in the way'],
  ['EBUSY', 'it is in use'],
  ['EIO', 'the disk reported an error'],
]);

export function readFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const code = systemCode(error);
  if (code === 'ENOENT') {
    return new Failure('NOT_FOUND', {
      message: 'There is no such file or folder.',
      suggestion: 'Check the path.',
      cause: error,
    });
  }
  return new Failure('UNAVAILABLE', {
    message: `It cannot be read: ${reasons.get(code ?? '') ?? code ?? String(error)}.`,
    suggestion: 'Check its permissions, or copy it elsewhere.',
    cause: error,
  });
}

export function writeFailure(error: unknown, path: string): Failure {
  if (error instanceof Failure) return error;
  const code = systemCode(error);
  if (code === 'ENOENT') {
    return new Failure('NOT_FOUND', {
      message: `The folder of the output ${path} does not exist.`,
      suggestion: 'Create it first, or name another with -o.',
      cause: error,
    });
  }
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return new Failure('STORAGE_FULL', {
      message: `There is no room to write ${path}.`,
      suggestion: 'Free some space, or name another place with -o.',
      cause: error,
    });
  }
  return new Failure('UNAVAILABLE', {
    message: `The output ${path} cannot be written: ${reasons.get(code ?? '') ?? code ?? String(error)}.`,
    suggestion: 'Name another place with -o.',
    cause: error,
  });
}
