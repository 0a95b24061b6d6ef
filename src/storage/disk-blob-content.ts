// Reading a blob's file: proved against its reference before anything leaves, in bounded pieces from one descriptor.
import { createHash } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type BlobRef, type ByteRange, faultyBlob } from './blobs.ts';
import { onDisk } from './disk-failure.ts';
import { GatheringWriter } from './gathering-writer.ts';

const pieceBytes = 256 * 2 ** 10;

/** The whole content in memory, for blobs small enough; the size comes from our own row, never from the file. */
export async function readWhole(file: FileHandle, ref: BlobRef): Promise<Buffer> {
  await checkSize(file, ref);
  const bytes = Buffer.allocUnsafe(ref.size);
  await fill(file, ref.key, bytes, 0);
  if (createHash('sha256').update(bytes).digest('hex') !== ref.sha256) throw faultyBlob(ref.key, 'wrong hash');
  return bytes;
}

/** Proves a file too large for memory. The second pass that sends it checks each piece against these sums. */
export async function verify(file: FileHandle, ref: BlobRef): Promise<readonly number[]> {
  const sums: number[] = [];
  await hashPieces(file, ref, async (piece) => {
    sums.push(crc32(piece));
  });
  return sums;
}

/** A copy that is complete and right, or no file at all. */
export async function hashedCopy(from: FileHandle, ref: BlobRef, path: string): Promise<void> {
  const to = await onDisk(() => open(path, 'wx', 0o400));
  try {
    try {
      const writer = new GatheringWriter(to);
      await hashPieces(from, ref, (piece) => onDisk(() => writer.add(piece)));
      await onDisk(() => writer.flush());
    } finally {
      await to.close();
    }
  } catch (error) {
    await unlink(path).catch(() => undefined);
    throw error;
  }
}

async function hashPieces(file: FileHandle, ref: BlobRef, each: (piece: Uint8Array) => Promise<void>): Promise<void> {
  await checkSize(file, ref);
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(pieceBytes);
  for (let position = 0; position < ref.size; position += pieceBytes) {
    const piece = buffer.subarray(0, Math.min(pieceBytes, ref.size - position));
    await fill(file, ref.key, piece, position);
    hash.update(piece);
    await each(piece);
  }
  if (hash.digest('hex') !== ref.sha256) throw faultyBlob(ref.key, 'wrong hash');
}

/** read(2) may return less than was asked for; nothing at all means that the file was cut under our hands. */
async function fill(file: FileHandle, key: string, target: Buffer, position: number): Promise<void> {
  let filled = 0;
  while (filled < target.length) {
    const { bytesRead } = await onDisk(() => file.read(target, filled, target.length - filled, position + filled));
    if (bytesRead === 0) throw faultyBlob(key, 'wrong size');
    filled += bytesRead;
  }
}

async function checkSize(file: FileHandle, ref: BlobRef): Promise<void> {
  const { size } = await onDisk(() => file.stat());
  if (size !== ref.size) throw faultyBlob(ref.key, 'wrong size');
}

/** A range of a verified file; the descriptor is closed however the stream ends. */
export class DiskBlobStream extends Readable {
  readonly #file: FileHandle;
  readonly #ref: BlobRef;
  readonly #sums: readonly number[];
  readonly #end: number;
  #position: number;

  constructor(file: FileHandle, ref: BlobRef, sums: readonly number[], range: ByteRange) {
    super({ highWaterMark: pieceBytes });
    this.#file = file;
    this.#ref = ref;
    this.#sums = sums;
    this.#position = range.start;
    this.#end = range.end;
  }

  override _read(): void {
    this.#next().then(
      (bytes) => this.push(bytes),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    // Nothing is lost when a descriptor that was only read from fails to close.
    const done = () => callback(error);
    this.#file.close().then(done, done);
  }

  /** Whole pieces are read, even for a few bytes of one, because the sums were taken over whole pieces. */
  async #next(): Promise<Buffer | null> {
    if (this.#position >= this.#end) return null;
    const index = Math.floor(this.#position / pieceBytes);
    const base = index * pieceBytes;
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, this.#ref.size - base));
    await fill(this.#file, this.#ref.key, piece, base);
    if (crc32(piece) !== this.#sums[index]) throw faultyBlob(this.#ref.key, 'wrong hash');
    const bytes = piece.subarray(this.#position - base, this.#end - base);
    this.#position += bytes.length;
    return bytes;
  }
}
