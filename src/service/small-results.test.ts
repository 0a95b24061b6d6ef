// Small results are read from the store once; large ones never enter memory, and memory has an end.
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { BlobRef } from '../storage/blobs.ts';
import { createSmallResults } from './small-results.ts';

function store() {
  const reads: string[] = [];
  return {
    reads,
    read: async (ref: BlobRef) => {
      reads.push(ref.key);
      return Readable.from([Buffer.from(`text of ${ref.key}`)]);
    },
  };
}
const ref = (key: string, size = 10): BlobRef => ({ key, size, sha256: 'a'.repeat(64) });

test('a second look does not open the file', async () => {
  const blobs = store();
  const results = createSmallResults(blobs);
  expect(await results.read(ref('one'))).toBe('text of one');
  expect(await results.read(ref('one'))).toBe('text of one');
  expect(await results.read({ ...ref('one'), sha256: 'b'.repeat(64) })).toBe('text of one');
  expect(blobs.reads).toEqual(['one', 'one']);
});

test('a large one is left to be streamed', async () => {
  const blobs = store();
  expect(await createSmallResults(blobs).read(ref('large', 64 * 1024 + 1))).toBeUndefined();
  expect(blobs.reads).toEqual([]);
});

test('what was not asked for longest goes first', async () => {
  const blobs = store();
  const results = createSmallResults(blobs);
  // 512 of these fill the 32 MB.
  for (let at = 0; at < 512; at += 1) await results.read(ref(`r${at}`, 64 * 1024));
  await results.read(ref('r0', 64 * 1024));
  await results.read(ref('more', 64 * 1024));
  blobs.reads.length = 0;
  await results.read(ref('r0', 64 * 1024));
  await results.read(ref('r1', 64 * 1024));
  expect(blobs.reads).toEqual(['r1']);
});

test('a store that fails is not remembered', async () => {
  let broken = true;
  const results = createSmallResults({
    read: async () => {
      if (broken) throw new Error('down');
      return Readable.from([Buffer.from('back')]);
    },
  });
  await expect(results.read(ref('one'))).rejects.toThrow('down');
  broken = false;
  expect(await results.read(ref('one'))).toBe('back');
});
