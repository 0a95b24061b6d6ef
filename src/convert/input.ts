// The bytes of a document as readers see them: random access, never a path. Reads are synchronous because a reader
// works inside one child process with nothing else to do, and because wasm engines cannot await.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Failure } from '../core/failure.ts';

export interface ByteSource {
  readonly size: number;
  /** Up to `length` bytes from `offset`; fewer only at the end. The result must not be written to. */
  read(offset: number, length: number): Uint8Array;
}

/** A document on its way in: bytes, and what the sender said about them. */
export interface DocumentInput {
  readonly source: ByteSource;
  /** The file name, a hint only and never used as a path. */
  readonly name?: string;
  /** The declared media type, a hint only; may carry `; charset=`. */
  readonly mediaType?: string;
}

export function bytesSource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}

export interface FileSource extends ByteSource {
  close(): void;
}

export function fileSource(path: string): FileSource {
  const fd = openSync(path, 'r');
  return { ...descriptorSource(fd, fstatSync(fd).size), close: () => closeSync(fd) };
}

/** The first `size` bytes of an open file, which the caller closes. */
export function descriptorSource(fd: number, size: number): ByteSource {
  return {
    size,
    read(offset, length) {
      const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)));
      let filled = 0;
      while (filled < buffer.length) {
        const got = readSync(fd, buffer, filled, buffer.length - filled, offset + filled);
        if (got === 0) break;
        filled += got;
      }
      return buffer.subarray(0, filled);
    },
  };
}

const chunkBytes = 256 * 1024;

/** The content piece by piece, for readers that stream. */
export function* chunks(source: ByteSource, start = 0, end = source.size): Generator<Uint8Array> {
  for (let at = start; at < end; ) {
    const piece = source.read(at, Math.min(chunkBytes, end - at));
    if (piece.length === 0) return;
    at += piece.length;
    yield piece;
  }
}

/** The whole content at once, for readers that cannot stream; refuses what is over `limit`. */
export function wholeContent(source: ByteSource, limit: number): Uint8Array {
  if (source.size > limit) {
    throw new Failure('DOCUMENT_LIMIT', {
      details: `This format is read as a whole, up to ${limit} bytes; the file has ${source.size}.`,
      facts: { limit: 'wholeFileBytes', value: limit },
    });
  }
  return source.read(0, source.size);
}
