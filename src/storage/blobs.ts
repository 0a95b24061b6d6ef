// The port to the store of file contents: five methods and two optional ones, so that an adapter for another store stays
// small. Every adapter passes the same contract suite (test/contract/blobs.ts).
import type { Readable } from 'node:stream';
import { Failure } from '../core/failure.ts';

/** What the job row keeps of a stored file; enough to prove that what comes back is what went in. */
export interface BlobRef {
  readonly key: string;
  readonly size: number;
  /** 64 lower-case hex digits. */
  readonly sha256: string;
}

export interface BlobEntry {
  readonly key: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/** Bytes from `start` up to but not including `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** How a link of the store itself answers: until when, and under which type and name. */
export interface TemporaryLinkSettings {
  /** Milliseconds since 1970; the link ends at this second or before it. */
  readonly expiresAt: number;
  readonly mediaType: string;
  /** The whole header (RFC 6266). */
  readonly disposition: string;
}

export type BlobContent = AsyncIterable<Uint8Array> | Uint8Array;

export interface Blobs {
  /**
   * Stores under a key, replacing what was there. Durable when it resolves; never visible half-written. An error thrown
   * by the content (a size limit, a client that went away) passes through unchanged and leaves nothing behind. A full
   * disk is the Failure STORAGE_FULL.
   */
  put(key: string, content: BlobContent): Promise<BlobRef>;

  /**
   * The verified content, or a range of it. Content that is missing, truncated or altered rejects before the first byte
   * leaves. The caller consumes the stream or destroys it.
   */
  read(ref: BlobRef, range?: ByteRange): Promise<Readable>;

  /** A verified local copy at a path that does not exist yet, for a child process to read but never to write. */
  fetch(ref: BlobRef, path: string): Promise<void>;

  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;

  /** Every stored key that starts with the prefix, in no particular order; never one that is half-written. */
  list(prefix: string): AsyncIterable<BlobEntry>;

  /**
   * A link of the store itself that reads this one blob, for stores that clients can reach. The content is proved at this
   * moment, and what is missing or altered rejects as with `read`; undefined where no link can be made.
   */
  temporaryLink?(ref: BlobRef, settings: TemporaryLinkSettings): Promise<string | undefined>;

  /**
   * Removes what interrupted puts left behind and nothing was added to for so long; returns how many. Left out where the
   * store does it by itself.
   */
  sweepTemp?(olderThanMs: number): Promise<number>;
}

/** Keys become file names and URL paths on some stores, so their alphabet is the smallest that serves. */
const maxKeyLength = 200;
const keyForm = /^[a-z0-9_-][a-z0-9_.-]*(?:\/[a-z0-9_-][a-z0-9_.-]*)*$/;
const prefixForm = /^[a-z0-9_./-]*$/;

export function isKey(text: string): boolean {
  return text.length <= maxKeyLength && keyForm.test(text) && !text.includes('..');
}

/** Keys are made by the service, never by clients: a bad one is a bug, and must not reach a file system. */
export function checkKey(key: string): void {
  if (!isKey(key)) {
    throw new Failure('INTERNAL', { cause: new Error(`bad blob key: ${JSON.stringify(key.slice(0, maxKeyLength))}`) });
  }
}

export function checkPrefix(prefix: string): void {
  if (prefix.length > maxKeyLength || !prefixForm.test(prefix)) {
    throw new Failure('INTERNAL', {
      cause: new Error(`bad blob prefix: ${JSON.stringify(prefix.slice(0, maxKeyLength))}`),
    });
  }
}

export function checkRange(ref: BlobRef, range: ByteRange): void {
  const { start, end } = range;
  const inside = Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start <= end;
  if (!inside || end > ref.size) {
    throw new Failure('INTERNAL', { cause: new Error(`bad range ${start}-${end} of blob ${ref.key} (${ref.size})`) });
  }
}

export type BlobFault = 'missing' | 'wrong size' | 'wrong hash';

/** Content that is not what was stored is our fault, whoever asks: the client reads a generic message, the log the key. */
export function faultyBlob(key: string, fault: BlobFault, cause?: unknown): Failure {
  return new Failure('INTERNAL', { cause: new Error(`blob ${fault}: ${key}`, { cause }) });
}
