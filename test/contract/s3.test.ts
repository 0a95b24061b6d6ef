// S3 under the contract of the port, played by a server of its protocol.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { openRemoteBlobs } from '../../src/storage/blob-remote.ts';
import { openS3Store } from '../../src/storage/s3-store.ts';
import { startS3 } from '../support/s3-server.ts';
import { blobsContract } from './blobs.ts';

blobsContract('S3', async () => {
  const s3 = await startS3();
  const scratch = await mkdtemp(join(tmpdir(), 'docmill-s3-scratch-'));
  const settings = { region: 'us-east-1', endpoint: s3.url, credentials: s3.credentials };
  const place = { kind: 's3', bucket: s3.bucket, prefix: 'some/where/', links: 'own', create: false } as const;
  const store = await openS3Store({ ...settings, ...place, pathStyle: true });
  const client = new S3Client({ ...settings, forcePathStyle: true });
  const at = (key: string) => ({ Bucket: s3.bucket, Key: `some/where/${key}` });
  return {
    blobs: await openRemoteBlobs({ store, scratch }),
    tamper: async (key, change) => {
      const { Body } = await client.send(new GetObjectCommand(at(key)));
      const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
      await client.send(new PutObjectCommand({ ...at(key), Body: change(bytes) }));
    },
    lose: async (key) => void (await client.send(new DeleteObjectCommand(at(key)))),
    destroy: async () => {
      await s3.destroy();
      await rm(scratch, { recursive: true });
    },
  };
});
