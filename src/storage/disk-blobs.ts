// File contents on a local disk. A blob appears by rename, after its bytes and its name are safe on the disk, and what is
// read back is proved against its hash first (docs/decisions/001-embedded-store.md).
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, link, mkdir, open, opendir, rename, stat, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { type Clock, systemClock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import {
  type BlobContent,
  type BlobEntry,
  type BlobRef,
  type Blobs,
  type ByteRange,
  checkKey,
  checkPrefix,
  checkRange,
  faultyBlob,
  isKey,
} from './blobs.ts';
import { DiskBlobStream, hashedCopy, readWhole, verify } from './disk-blob-content.ts';
import { codeOf, onDisk } from './disk-failure.ts';
import { GatheringWriter } from './gathering-writer.ts';

export interface DiskBlobsSettings {
  /** A directory on one file system; made when missing. */
  readonly root: string;
  readonly clock?: Clock;
}

export interface DiskBlobs extends Blobs {
  /** Removes what interrupted puts left behind; returns how many files. Puts of this process are never touched. */
  sweepTemp(olderThanMs: number): Promise<number>;
}

const hour = 3_600_000;

/** Up to here a blob is read in one piece, which saves the second pass over the file. */
const wholeBlobBytes = 2 ** 20;

/** 256 directories keep each one small enough to list quickly with millions of blobs. */
const shardNames = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));

/** Errors of link(2) that only say that this file system, or this pair of them, has no such link to offer. */
const noLink: ReadonlySet<string> = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

export async function openDiskBlobs(settings: DiskBlobsSettings): Promise<DiskBlobs> {
  const root = resolve(settings.root);
  const objects = join(root, 'objects');
  const temp = join(root, 'tmp');
  await onDisk(async () => {
    await mkdir(temp, { recursive: true, mode: 0o700 });
    await mkdir(objects, { recursive: true, mode: 0o700 });
    for (const shard of shardNames) await mkdir(join(objects, shard), { recursive: true, mode: 0o700 });
    for (const directory of [objects, root]) await syncDirectory(directory);
  });
  const store = new DiskStore(objects, temp, settings.clock ?? systemClock);
  await store.sweepTemp(hour);
  return store;
}

class DiskStore implements DiskBlobs {
  readonly #objects: string;
  readonly #temp: string;
  readonly #clock: Clock;
  readonly #writing = new Set<string>();

  constructor(objects: string, temp: string, clock: Clock) {
    this.#objects = objects;
    this.#temp = temp;
    this.#clock = clock;
  }

  async put(key: string, content: BlobContent): Promise<BlobRef> {
    checkKey(key);
    const name = randomUUID();
    const path = join(this.#temp, name);
    this.#writing.add(name);
    try {
      // Readable only: a child process gets a hard link to this very file.
      const file = await onDisk(() => open(path, 'wx', 0o400));
      // Once synced, closing can lose nothing; before that, the error that matters is already on its way.
      const written = await writeContent(file, content).finally(() => file.close().catch(() => undefined));
      const { directory, path: final } = this.#place(key);
      await onDisk(async () => {
        await rename(path, final);
        await syncDirectory(directory);
      });
      return { key, ...written };
    } catch (error) {
      // After the rename there is nothing at this path; before it, nothing may stay.
      await unlink(path).catch(() => undefined);
      throw error;
    } finally {
      this.#writing.delete(name);
    }
  }

  async read(ref: BlobRef, range?: ByteRange): Promise<Readable> {
    checkKey(ref.key);
    const { start, end } = range ?? { start: 0, end: ref.size };
    checkRange(ref, { start, end });
    const file = await openBlob(ref.key, this.#place(ref.key).path);
    try {
      if (ref.size > wholeBlobBytes) {
        return new DiskBlobStream(file, ref, await verify(file, ref), { start, end });
      }
      const bytes = await readWhole(file, ref);
      await file.close();
      const part = bytes.subarray(start, end);
      return Readable.from(part.length === 0 ? [] : [part], { objectMode: false });
    } catch (error) {
      await file.close().catch(() => undefined);
      throw error;
    }
  }

  async fetch(ref: BlobRef, path: string): Promise<void> {
    checkKey(ref.key);
    const source = this.#place(ref.key).path;
    try {
      await link(source, path);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOENT' && !(await exists(source))) throw faultyBlob(ref.key, 'missing', error);
      if (!noLink.has(code)) return await onDisk(() => Promise.reject(error));
      return await this.#copy(ref, source, path);
    }
    // The link is verified rather than its source: a put of the same key in between would swap one for the other.
    try {
      const file = await openBlob(ref.key, path);
      await verify(file, ref).finally(() => file.close());
    } catch (error) {
      await unlink(path).catch(() => undefined);
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    checkKey(key);
    await onDisk(() => ignoreMissing(unlink(this.#place(key).path)));
  }

  async *list(prefix: string): AsyncIterable<BlobEntry> {
    checkPrefix(prefix);
    const namePrefix = prefix.replaceAll('/', '~');
    for (const shard of shardNames) {
      const directory = join(this.#objects, shard);
      for await (const name of namesIn(directory)) {
        const key = name.replaceAll('~', '/');
        // A file that is none of ours (some desktops leave theirs everywhere) is no blob.
        if (!name.startsWith(namePrefix) || !isKey(key)) continue;
        const found = await onDisk(() => ignoreMissing(stat(join(directory, name))));
        if (found === undefined) continue;
        yield { key, size: found.size, modifiedAt: Math.floor(found.mtimeMs) };
      }
    }
  }

  async sweepTemp(olderThanMs: number): Promise<number> {
    const before = this.#clock.now() - olderThanMs;
    let removed = 0;
    for await (const name of namesIn(this.#temp)) {
      if (this.#writing.has(name)) continue;
      const path = join(this.#temp, name);
      const found = await onDisk(() => ignoreMissing(stat(path)));
      if (found === undefined || found.mtimeMs > before) continue;
      await onDisk(() => ignoreMissing(unlink(path)));
      removed += 1;
    }
    return removed;
  }

  async #copy(ref: BlobRef, source: string, path: string): Promise<void> {
    const from = await openBlob(ref.key, source);
    try {
      await hashedCopy(from, ref, path);
    } finally {
      await from.close();
    }
  }

  /** '~' is not in the alphabet of keys, so a file name stands for one key only. */
  #place(key: string): { directory: string; path: string } {
    const shard = createHash('sha256').update(key).digest('hex').slice(0, 2);
    const directory = join(this.#objects, shard);
    return { directory, path: join(directory, key.replaceAll('/', '~')) };
  }
}

async function writeContent(file: FileHandle, content: BlobContent): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const writer = new GatheringWriter(file);
  const add = async (bytes: Uint8Array) => {
    // A stream of text would be hashed as one thing and stored as another.
    if (!(bytes instanceof Uint8Array)) throw new Failure('INTERNAL', { cause: new TypeError('content is not bytes') });
    hash.update(bytes);
    size += bytes.byteLength;
    await onDisk(() => writer.add(bytes));
  };
  if (content instanceof Uint8Array) await add(content);
  else for await (const chunk of content) await add(chunk);
  await onDisk(async () => {
    await writer.flush();
    await file.sync();
  });
  return { size, sha256: hash.digest('hex') };
}

async function openBlob(key: string, path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw faultyBlob(key, 'missing', error);
    return await onDisk(() => Promise.reject(error));
  }
}

/** A rename is durable only when the directory that holds the name is (fsync(2), "Notes"). */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Name by name, so that a directory of any size needs no memory. */
async function* namesIn(path: string): AsyncIterable<string> {
  const directory = await onDisk(() => opendir(path));
  try {
    for (;;) {
      const entry = await onDisk(() => directory.read());
      if (entry === null) return;
      yield entry.name;
    }
  } finally {
    await directory.close();
  }
}

async function ignoreMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return (await ignoreMissing(stat(path))) !== undefined;
}
