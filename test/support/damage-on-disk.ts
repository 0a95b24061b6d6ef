// Damages blobs in a directory behind the adapter's back. The layout is the adapter's own affair; whoever damages files must
// know it all the same.
import { createHash } from 'node:crypto';
import { chmod, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export function damageOnDisk(root: string) {
  const place = (key: string): string => {
    const shard = createHash('sha256').update(key).digest('hex').slice(0, 2);
    return join(root, 'objects', shard, key.replaceAll('/', '~'));
  };
  return {
    async tamper(key: string, change: (bytes: Buffer) => Buffer): Promise<void> {
      const changed = change(await readFile(place(key)));
      await chmod(place(key), 0o600);
      await writeFile(place(key), changed);
    },
    lose: (key: string): Promise<void> => unlink(place(key)),
  };
}
