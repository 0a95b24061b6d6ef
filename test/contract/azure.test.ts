// Azure Blob Storage under the contract of the port, played by Azurite.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobServiceClient } from '@azure/storage-blob';
import { openAzureStore } from '../../src/storage/azure-store.ts';
import { openRemoteBlobs } from '../../src/storage/blob-remote.ts';
import { startAzurite } from '../support/azurite.ts';
import { blobsContract } from './blobs.ts';

blobsContract('Azure', async () => {
  const azurite = await startAzurite();
  const scratch = await mkdtemp(join(tmpdir(), 'docmill-azure-'));
  const store = await openAzureStore({
    kind: 'azure',
    account: 'devstoreaccount1',
    container: 'contract',
    prefix: 'some/where/',
    endpoint: azurite.url,
    credential: { kind: 'connection string', text: azurite.connectionString },
    links: 'own',
    create: true,
  });
  const container = BlobServiceClient.fromConnectionString(azurite.connectionString).getContainerClient('contract');
  const blob = (key: string) => container.getBlockBlobClient(`some/where/${key}`);
  return {
    blobs: await openRemoteBlobs({ store, scratch }),
    tamper: async (key, change) => {
      const changed = change(await blob(key).downloadToBuffer());
      await blob(key).upload(changed, changed.length);
    },
    lose: async (key) => void (await blob(key).delete()),
    destroy: async () => {
      await azurite.destroy();
      await rm(scratch, { recursive: true });
    },
  };
});
