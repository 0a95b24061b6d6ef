// Errors of object stores as Failures, in one place. The errors of their libraries carry whole requests, with signatures
// and tokens in them, so only what is safe to log is taken over.
import { Failure } from '../core/failure.ts';

/** As the vendors' libraries shape their errors: those of Azure in the first two fields, those of S3 in the third. */
interface StoreError {
  readonly code?: unknown;
  readonly statusCode?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: unknown };
}

/** RFC 4918, 11.5, and the codes that servers of the S3 protocol have for it. */
const insufficientStorage = 507;
const noRoom = /StorageFull|QuotaExceeded|InsufficientStorage/i;

function statusOf(error: unknown): number | undefined {
  const { statusCode, $metadata } = (error ?? {}) as StoreError;
  const status = statusCode ?? $metadata?.httpStatusCode;
  return typeof status === 'number' ? status : undefined;
}

/** The store's own word for what went wrong, or the name of the errno. */
export function storeCodeOf(error: unknown): string {
  const { code } = (error ?? {}) as StoreError;
  if (typeof code === 'string' && code !== '') return code;
  return error instanceof Error ? error.name : typeof error;
}

export function storeFailure(what: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const status = statusOf(error);
  const code = storeCodeOf(error);
  const full = status === insufficientStorage || noRoom.test(code);
  // An answer of the store is told by its code; without one the network's own words help, and hold no secrets.
  const told = status === undefined && error instanceof Error ? `${code}: ${scrubbed(error.message)}` : code;
  const cause = new Error(`${what}: ${told}${status === undefined ? '' : ` (${status})`}`);
  return new Failure(full ? 'STORAGE_FULL' : 'UNAVAILABLE', { cause });
}

export async function onStore<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeFailure(what, error);
  }
}

/** The same, where the object may be missing or replaced: the container itself missing is another matter. */
export async function onObject<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const status = statusOf(error);
    const gone = status === 412 || (status === 404 && !/Bucket|Container|Account/.test(storeCodeOf(error)));
    if (gone) return undefined;
    throw storeFailure(what, error);
  }
}

/** Addresses may end in a signature. */
const scrubbed = (message: string): string => (message.split('\n', 1)[0] ?? '').replace(/\?\S*/g, '?...').slice(0, 200);
