// File contents in an object store. A blob appears with the last request of its upload, and what is read back is proved
// against its hash first (docs/decisions/004-object-stores.md).
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Failure } from '../core/failure.ts';
import { receive } from './blob-download.ts';
import type { ObjectStore } from './blob-object-store.ts';
import { PartSender } from './blob-parts.ts';
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
  type TemporaryLinkSettings,
} from './blobs.ts';
import { onDisk } from './disk-failure.ts';
import { GatheringWriter } from './gathering-writer.ts';

/** Up to here a blob is proved in memory, which saves the scratch file. */
const wholeBlobBytes = 2 ** 20;

export interface RemoteBlobsSettings {
  readonly store: ObjectStore;
  /** A local directory of this process for larger blobs on their way to a reader; made when missing. */
  readonly scratch: string;
}

export async function openRemoteBlobs({ store, scratch }: RemoteBlobsSettings): Promise<Blobs> {
  await onDisk(() => mkdir(scratch, { recursive: true, mode: 0o700 }));
  return new RemoteBlobs(store, scratch);
}

class RemoteBlobs implements Blobs {
  readonly #store: ObjectStore;
  readonly #scratch: string;

  constructor(store: ObjectStore, scratch: string) {
    this.#store = store;
    this.#scratch = scratch;
  }

  async put(key: string, content: BlobContent): Promise<BlobRef> {
    checkKey(key);
    const hash = createHash('sha256');
    let size = 0;
    const sender = new PartSender(this.#store, key);
    const add = async (bytes: Uint8Array) => {
      // A stream of text would be hashed as one thing and stored as another.
      if (!(bytes instanceof Uint8Array)) {
        throw new Failure('INTERNAL', { cause: new TypeError('content is not bytes') });
      }
      hash.update(bytes);
      size += bytes.byteLength;
      await sender.add(bytes);
    };
    try {
      if (content instanceof Uint8Array) await add(content);
      else for await (const chunk of content) await add(chunk);
      await sender.finish();
    } catch (error) {
      await sender.abort();
      throw error;
    }
    return { key, size, sha256: hash.digest('hex') };
  }

  async read(ref: BlobRef, range?: ByteRange): Promise<Readable> {
    checkKey(ref.key);
    const { start, end } = range ?? { start: 0, end: ref.size };
    checkRange(ref, { start, end });
    if (ref.size <= wholeBlobBytes) {
      const part = (await this.#whole(ref)).subarray(start, end);
      return Readable.from(part.length === 0 ? [] : [part], { objectMode: false });
    }
    const file = await this.#copyWithoutName(ref);
    if (start < end) return file.createReadStream({ start, end: end - 1 });
    await file.close();
    return Readable.from([], { objectMode: false });
  }

  async fetch(ref: BlobRef, path: string): Promise<void> {
    checkKey(ref.key);
    const file = await onDisk(() => open(path, 'wx', 0o400));
    try {
      await this.#fill(file, ref).finally(() => file.close());
    } catch (error) {
      await unlink(path).catch(() => undefined);
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    checkKey(key);
    await this.#store.delete(key);
  }

  async *list(prefix: string): AsyncIterable<BlobEntry> {
    checkPrefix(prefix);
    yield* this.#store.list(prefix);
  }

  /** Proved first: what the reader gets from the store passes us by, so this is the last time we can see it. */
  async temporaryLink(ref: BlobRef, settings: TemporaryLinkSettings): Promise<string | undefined> {
    checkKey(ref.key);
    const link = await this.#store.signLink?.(ref.key, settings);
    if (link !== undefined) await receive(this.#store, ref, () => undefined);
    return link;
  }

  async #whole(ref: BlobRef): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(ref.size);
    let filled = 0;
    await receive(this.#store, ref, (piece) => {
      if (filled + piece.byteLength > bytes.length) throw faultyBlob(ref.key, 'wrong size');
      bytes.set(piece, filled);
      filled += piece.byteLength;
    });
    return bytes;
  }

  /** A file that has no name any more is gone when it is closed, even by the death of the process. */
  async #copyWithoutName(ref: BlobRef): Promise<FileHandle> {
    const path = join(this.#scratch, randomUUID());
    const file = await onDisk(() => open(path, 'wx+', 0o600));
    try {
      await onDisk(() => unlink(path));
      await this.#fill(file, ref);
      return file;
    } catch (error) {
      await file.close().catch(() => undefined);
      throw error;
    }
  }

  async #fill(file: FileHandle, ref: BlobRef): Promise<void> {
    const writer = new GatheringWriter(file);
    await receive(this.#store, ref, (piece) => onDisk(() => writer.add(piece)));
    await onDisk(() => writer.flush());
  }
}
