// The blob store on disk under the contract of the port.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDiskBlobs } from '../../src/storage/disk-blobs.ts';
import { damageOnDisk } from '../support/damage-on-disk.ts';
import { blobsContract } from './blobs.ts';

blobsContract('disk', async () => {
  const root = await mkdtemp(join(tmpdir(), 'docmill-blobs-'));
  return {
    blobs: await openDiskBlobs({ root }),
    ...damageOnDisk(root),
    destroy: () => rm(root, { recursive: true }),
  };
});
