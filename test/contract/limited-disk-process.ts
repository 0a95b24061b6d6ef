// Started by the tests of the disk store under a limit on file sizes: stores too much, then something small, and reports.
import { Failure } from '../../src/core/failure.ts';
import { openDiskBlobs } from '../../src/storage/disk-blobs.ts';

const [root = ''] = process.argv.slice(2);
const blobs = await openDiskBlobs({ root });
const full = await blobs.put('large', Buffer.alloc(8 * 2 ** 20)).then(
  () => 'stored',
  (error: unknown) => (error instanceof Failure ? error.code : String(error)),
);
const { size: small } = await blobs.put('small', Buffer.alloc(1000));
const keys: string[] = [];
for await (const { key } of blobs.list('')) keys.push(key);
process.stdout.write(JSON.stringify({ full, small, keys }));
