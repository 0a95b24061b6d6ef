// Several nodes on one directory under the contract of the port: what one stores, another reads, a third deletes.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openBlobs } from '../../src/compose-blobs.ts';
import { parseBlobUrl } from '../../src/storage/blob-url.ts';
import { damageOnDisk } from '../support/damage-on-disk.ts';
import { blobsContract } from './blobs.ts';

/** As every node opens it, from the same setting. */
async function node(root: string) {
  const place = parseBlobUrl(`file://${root}`, () => '');
  if ('problem' in place) throw new Error(place.problem);
  return (await openBlobs({ blobs: place }, join(root, 'unused'))).blobs;
}

blobsContract('a directory of several nodes', async () => {
  const root = await mkdtemp(join(tmpdir(), 'docmill-shared-'));
  const [writer, reader, sweeper] = [await node(root), await node(root), await node(root)];
  return {
    blobs: {
      put: (key, content) => writer.put(key, content),
      read: (ref, range) => reader.read(ref, range),
      fetch: (ref, path) => reader.fetch(ref, path),
      delete: (key) => sweeper.delete(key),
      list: (prefix) => sweeper.list(prefix),
    },
    ...damageOnDisk(root),
    destroy: () => rm(root, { recursive: true }),
  };
});

const root = await mkdtemp(join(tmpdir(), 'docmill-joining-'));
afterAll(() => rm(root, { recursive: true }));

test('a node that joins leaves alone what another is just storing', async () => {
  const first = await node(root);
  const slow = async function* () {
    yield Buffer.alloc(100_000);
    await node(root);
    expect(await readdir(join(root, 'tmp'))).toHaveLength(1);
    yield Buffer.alloc(100_000);
  };
  expect(await first.put('slow', slow())).toMatchObject({ size: 200_000 });
});
