// Receives a blob from an object store and proves it on the way: a broken connection is resumed where it broke, and
// content that is not what was stored ends in a Failure after its last piece, which is why pieces go to a scratch file
// or to memory first and never straight to a reader.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStore } from './blob-object-store.ts';
import { storeFailure } from './blob-store-failure.ts';
import { type BlobRef, faultyBlob } from './blobs.ts';

/** In a row without much progress: a large blob may well meet more breaks than a small one. */
const tries = 4;
const progressBytes = 4 * 2 ** 20;
const firstPauseMs = 100;
/** A store that sends nothing for so long is taken for gone. */
const silenceMs = 20_000;

/** Hands every piece on and rejects unless all of them together are the blob of the reference. */
export async function receive(
  store: ObjectStore,
  ref: BlobRef,
  each: (piece: Uint8Array) => Promise<void> | void,
): Promise<void> {
  const hash = createHash('sha256');
  for await (const piece of pieces(store, ref)) {
    hash.update(piece);
    await each(piece);
  }
  if (hash.digest('hex') !== ref.sha256) throw faultyBlob(ref.key, 'wrong hash');
}

/** Exactly as many bytes as the reference says, or an error. */
async function* pieces(store: ObjectStore, ref: BlobRef): AsyncGenerator<Uint8Array> {
  let done = 0;
  let tag: string | undefined;
  for (let attempt = 1; ; attempt++) {
    const begun = done;
    const opened = await store.open(ref.key, done, tag);
    if (opened === undefined) throw faultyBlob(ref.key, 'missing');
    tag = opened.tag;
    try {
      if (opened.size !== ref.size) throw faultyBlob(ref.key, 'wrong size');
      for await (const piece of unlessSilent(opened.body)) {
        done += piece.byteLength;
        if (done > ref.size) throw faultyBlob(ref.key, 'wrong size');
        yield piece;
      }
      if (done === ref.size) return;
      throw new Error('the connection ended early');
    } catch (error) {
      const failure = storeFailure('reading', error);
      if (failure.code === 'INTERNAL') throw failure;
      if (done - begun >= progressBytes) attempt = 1;
      if (attempt === tries) throw failure;
    } finally {
      opened.body.destroy();
    }
    await sleep(firstPauseMs * 2 ** (attempt - 1));
  }
}

async function* unlessSilent(body: Readable): AsyncGenerator<Uint8Array> {
  const watch = setTimeout(() => body.destroy(new Error('the store fell silent')), silenceMs);
  try {
    for await (const piece of body) {
      yield piece as Uint8Array;
      watch.refresh();
    }
  } finally {
    clearTimeout(watch);
  }
}
