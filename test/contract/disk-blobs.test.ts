// The blob store on disk under the contract of the port.

import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDiskBlobs } from '../../src/storage/disk-blobs.ts';
import { blobsContract } from './blobs.ts';

blobsContract('disk', async () => {
  const root = await mkdtemp(join(tmpdir(), 'docmill-blobs-'));
  // The layout is the adapter's own affair; whoever damages files must know it all the same.
  const place = (key: string) => {
    const shard = createHash('sha256').update(key).digest('hex').slice(0, 2);
    return join(root, 'objects', shard, key.replaceAll('/', '~'));
  };
  return {
    blobs: await openDiskBlobs({ root }),
    tamper: async (key, change) => {
      const changed = change(await readFile(place(key)));
      await chmod(place(key), 0o600);
      await writeFile(place(key), changed);
    },
    lose: (key) => unlink(place(key)),
    destroy: () => rm(root, { recursive: true }),
  };
});
