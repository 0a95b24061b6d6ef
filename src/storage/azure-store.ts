// Objects in a container of Azure Blob Storage, or of a server that speaks its protocol (Azurite).
import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AnonymousCredential,
  BlobSASPermissions,
  BlobServiceClient,
  type BlockBlobClient,
  type ContainerClient,
  generateBlobSASQueryParameters,
  SASProtocol,
  type StoragePipelineOptions,
  StorageSharedKeyCredential,
} from '@azure/storage-blob';
import { answerMs, transferMs, within } from './blob-deadline.ts';
import type { ObjectStore, OpenedObject, PartUpload } from './blob-object-store.ts';
import { onObject, onStore, storeCodeOf } from './blob-store-failure.ts';
import type { AzurePlace } from './blob-url.ts';
import { type BlobEntry, isKey, type TemporaryLinkSettings } from './blobs.ts';

const pipeline: StoragePipelineOptions = {
  retryOptions: { maxTries: 4, retryDelayInMs: 100, maxRetryDelayInMs: 2000 },
  userAgentOptions: { userAgentPrefix: 'docmill' },
};
const pageKeys = 1000;

/** Fails where the container cannot be reached, is missing or may not be listed. */
export async function openAzureStore(place: AzurePlace): Promise<ObjectStore> {
  const container = serviceOf(place).getContainerClient(place.container);
  await onStore('Azure Blob Storage', async () => {
    const look = (abortSignal: AbortSignal) =>
      container.listBlobsFlat({ prefix: place.prefix, abortSignal }).byPage({ maxPageSize: 1 }).next();
    await within(answerMs, look).catch(async (error: unknown) => {
      if (!place.create || storeCodeOf(error) !== 'ContainerNotFound') throw error;
      await container.createIfNotExists();
    });
  });
  return new AzureStore(container, place);
}

function serviceOf({ credential, endpoint, account }: AzurePlace): BlobServiceClient {
  switch (credential.kind) {
    case 'connection string':
      return BlobServiceClient.fromConnectionString(credential.text, pipeline);
    case 'key':
      return new BlobServiceClient(endpoint, new StorageSharedKeyCredential(account, credential.key), pipeline);
    case 'token':
      return new BlobServiceClient(`${endpoint}?${credential.token}`, new AnonymousCredential(), pipeline);
  }
}

class AzureStore implements ObjectStore {
  readonly #container: ContainerClient;
  readonly #place: AzurePlace;

  constructor(container: ContainerClient, place: AzurePlace) {
    this.#container = container;
    this.#place = place;
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    const blobHTTPHeaders = { blobContentMD5: md5(bytes) };
    await onStore('storing', () =>
      within(transferMs, (abortSignal) =>
        this.#blob(key).upload(bytes, bytes.length, { blobHTTPHeaders, abortSignal }),
      ),
    );
  }

  async beginParts(key: string): Promise<PartUpload> {
    return new BlockUpload(this.#blob(key));
  }

  async open(key: string, from: number, tag?: string): Promise<OpenedObject | undefined> {
    return await onObject('reading', async () => {
      const conditions = tag === undefined ? {} : { ifMatch: tag };
      // Resuming is done above, the same for every store.
      const found = await within(answerMs, (abortSignal) =>
        this.#blob(key).download(from, undefined, { conditions, maxRetryRequests: 0, abortSignal }),
      );
      const body = found.readableStreamBody as Readable | undefined;
      if (body === undefined || found.etag === undefined) throw new Error('an answer without content');
      return { size: from + (found.contentLength ?? 0), tag: found.etag, body };
    });
  }

  async delete(key: string): Promise<void> {
    await onStore('deleting', () =>
      within(answerMs, (abortSignal) => this.#blob(key).deleteIfExists({ deleteSnapshots: 'include', abortSignal })),
    );
  }

  async *list(prefix: string): AsyncIterable<BlobEntry> {
    const own = this.#place.prefix;
    // One signal for all pages; each has the whole time.
    const late = new AbortController();
    const options = { prefix: own + prefix, abortSignal: late.signal };
    const pages = this.#container.listBlobsFlat(options).byPage({ maxPageSize: pageKeys });
    for (;;) {
      const page = await onStore('listing', () =>
        within(answerMs, (signal) => {
          signal.addEventListener('abort', () => late.abort());
          return pages.next();
        }),
      );
      if (page.done) return;
      for (const { name, properties } of page.value.segment.blobItems) {
        const key = name.slice(own.length);
        if (!isKey(key)) continue;
        yield { key, size: properties.contentLength ?? 0, modifiedAt: properties.lastModified.getTime() };
      }
    }
  }

  async signLink(key: string, settings: TemporaryLinkSettings): Promise<string | undefined> {
    const { credential } = this.#container;
    const { links, container, prefix } = this.#place;
    if (links === 'none' || !(credential instanceof StorageSharedKeyCredential)) return undefined;
    const blob = this.#blob(key);
    const address = typeof links === 'string' ? blob.url : `${links.address}/${container}/${prefix}${key}`;
    const query = generateBlobSASQueryParameters(
      {
        containerName: container,
        blobName: prefix + key,
        permissions: BlobSASPermissions.from({ read: true }),
        expiresOn: new Date(settings.expiresAt),
        protocol: address.startsWith('https:') ? SASProtocol.Https : SASProtocol.HttpsAndHttp,
        contentType: settings.mediaType,
        contentDisposition: settings.disposition,
        cacheControl: 'private, no-store',
      },
      credential,
    );
    return `${address}?${query.toString()}`;
  }

  #blob(key: string): BlockBlobClient {
    return this.#container.getBlockBlobClient(this.#place.prefix + key);
  }
}

/** The sum the protocol has for what arrives; what is read back is proved by ours. */
const md5 = (bytes: Buffer): Buffer => createHash('md5').update(bytes).digest();

/** Blocks wait beside the blob until a list of them becomes its content; the store drops unlisted ones within a week. */
class BlockUpload implements PartUpload {
  readonly #blob: BlockBlobClient;
  /** Writers of one key share its waiting blocks; no one may list another's. */
  readonly #own = randomBytes(12).toString('hex');
  readonly #ids: string[] = [];

  constructor(blob: BlockBlobClient) {
    this.#blob = blob;
  }

  async part(number: number, bytes: Buffer): Promise<void> {
    // Names of blocks are Base64 and equally long within a blob.
    const id = Buffer.from(`${this.#own}-${String(number).padStart(6, '0')}`).toString('base64');
    const sum = { transactionalContentMD5: md5(bytes) };
    await onStore('storing a part', () =>
      within(transferMs, (abortSignal) => this.#blob.stageBlock(id, bytes, bytes.length, { ...sum, abortSignal })),
    );
    this.#ids.push(id);
  }

  async complete(): Promise<void> {
    await onStore('storing the whole', () =>
      within(transferMs, (abortSignal) => this.#blob.commitBlockList(this.#ids, { abortSignal })),
    );
  }

  /** There is no request to drop waiting blocks; they are invisible, and end by themselves. */
  async abort(): Promise<void> {}
}
