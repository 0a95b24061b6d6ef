// Opens the store of file contents that the configuration names. The vendors' libraries are loaded only when one of their
// stores is used: who runs on a directory pays nothing for them.
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { Failure } from './core/failure.ts';
import type { ObjectStore } from './storage/blob-object-store.ts';
import { openRemoteBlobs } from './storage/blob-remote.ts';
import type { AzurePlace, S3Place } from './storage/blob-url.ts';
import type { Blobs } from './storage/blobs.ts';
import { openDiskBlobs } from './storage/disk-blobs.ts';

export interface OpenedBlobs {
  readonly blobs: Blobs;
  /** Undefined where the store has no end that we could see. */
  readonly freeBytes: (() => Promise<number>) | undefined;
}

/** `scratch` is a directory of this process, for contents on their way. */
export async function openBlobs({ blobs: place }: Pick<Config, 'blobs'>, scratch: string): Promise<OpenedBlobs> {
  try {
    if (place.kind === 'disk') {
      const { root } = place;
      return { blobs: await openDiskBlobs({ root }), freeBytes: () => freeBytes(root) };
    }
    const store = await openStore(place);
    return { blobs: await openRemoteBlobs({ store, scratch: join(scratch, 'blobs') }), freeBytes: undefined };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(error.code, {
      message: `The store of files cannot be opened: ${nameOf(place)}.`,
      suggestion: `Check BLOB_URL, its credentials${place.kind === 'disk' ? ' and permissions' : ' and whether the store can be reached; create=true makes what is missing'}.`,
      cause: error.cause,
    });
  }
}

async function openStore(place: AzurePlace | S3Place): Promise<ObjectStore> {
  if (place.kind === 's3') return await (await import('./storage/s3-store.ts')).openS3Store(place);
  return await (await import('./storage/azure-store.ts')).openAzureStore(place);
}

/** For messages: where it is, and nothing that opens it. */
function nameOf(place: Config['blobs']): string {
  switch (place.kind) {
    case 'disk':
      return place.root;
    case 'azure':
      return `azure://${place.account}/${place.container} at ${place.endpoint}`;
    case 's3':
      return `s3://${place.bucket}${place.endpoint === undefined ? '' : ` at ${place.endpoint}`}`;
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
