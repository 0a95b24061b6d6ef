// Objects in a bucket of S3, or of a server that speaks its protocol.
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { systemClock } from '../core/clock.ts';
import { answerMs, transferMs, within } from './blob-deadline.ts';
import type { ObjectStore, OpenedObject, PartUpload } from './blob-object-store.ts';
import { onObject, onStore, storeCodeOf } from './blob-store-failure.ts';
import type { S3Place } from './blob-url.ts';
import { type BlobEntry, isKey, type TemporaryLinkSettings } from './blobs.ts';

/** Fails where the bucket cannot be reached, is missing or may not be listed. */
export async function openS3Store(place: S3Place): Promise<ObjectStore> {
  const client = new S3Client(clientSettings(place));
  const { bucket: Bucket, prefix: Prefix } = place;
  await onStore('S3', async () => {
    const command = new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 });
    await within(answerMs, (abortSignal) => client.send(command, { abortSignal })).catch(async (error: unknown) => {
      if (!place.create || storeCodeOf(error) !== 'NoSuchBucket') throw error;
      await client.send(new CreateBucketCommand({ Bucket }));
    });
  });
  // A link is signed for the host it names, so another public address needs a client of its own; it never connects.
  const signer =
    typeof place.links === 'string'
      ? client
      : new S3Client(clientSettings({ ...place, endpoint: place.links.address }));
  return new S3Store(client, signer, place);
}

function clientSettings({ region, endpoint, pathStyle, credentials }: S3Place): S3ClientConfig {
  return {
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    forcePathStyle: pathStyle,
    maxAttempts: 4,
    // The signature of a request covers the hash of its body; other servers know no further sums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3000, requestTimeout: 60_000, throwOnRequestTimeout: true },
  };
}

class S3Store implements ObjectStore {
  readonly #client: S3Client;
  readonly #signer: S3Client;
  readonly #place: S3Place;

  constructor(client: S3Client, signer: S3Client, place: S3Place) {
    this.#client = client;
    this.#signer = signer;
    this.#place = place;
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    const command = new PutObjectCommand({ ...this.#at(key), Body: bytes });
    await onStore('storing', () => within(transferMs, (abortSignal) => this.#client.send(command, { abortSignal })));
  }

  async beginParts(key: string): Promise<PartUpload> {
    const at = this.#at(key);
    const command = new CreateMultipartUploadCommand(at);
    const { UploadId } = await onStore('beginning an upload', () =>
      within(answerMs, (abortSignal) => this.#client.send(command, { abortSignal })),
    );
    return new MultipartUpload(this.#client, { ...at, UploadId });
  }

  async open(key: string, from: number, tag?: string): Promise<OpenedObject | undefined> {
    const command = new GetObjectCommand({
      ...this.#at(key),
      ...(from === 0 ? {} : { Range: `bytes=${from}-` }),
      ...(tag === undefined ? {} : { IfMatch: tag }),
    });
    return await onObject('reading', async () => {
      const found = await within(answerMs, (abortSignal) => this.#client.send(command, { abortSignal }));
      if (found.Body === undefined || found.ETag === undefined) throw new Error('an answer without content');
      return { size: from + (found.ContentLength ?? 0), tag: found.ETag, body: found.Body as Readable };
    });
  }

  async delete(key: string): Promise<void> {
    const command = new DeleteObjectCommand(this.#at(key));
    await onStore('deleting', () => within(answerMs, (abortSignal) => this.#client.send(command, { abortSignal })));
  }

  async *list(prefix: string): AsyncIterable<BlobEntry> {
    const own = this.#place.prefix;
    const asked = { Bucket: this.#place.bucket, Prefix: own + prefix };
    let ContinuationToken: string | undefined;
    do {
      const command = new ListObjectsV2Command({ ...asked, ContinuationToken });
      const page = await onStore('listing', () =>
        within(answerMs, (abortSignal) => this.#client.send(command, { abortSignal })),
      );
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
        const key = Key.slice(own.length);
        if (isKey(key)) yield { key, size: Size, modifiedAt: LastModified?.getTime() ?? 0 };
      }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken !== undefined);
  }

  async signLink(key: string, settings: TemporaryLinkSettings): Promise<string | undefined> {
    const expiresIn = Math.floor((settings.expiresAt - systemClock.now()) / 1000);
    if (this.#place.links === 'none' || expiresIn < 1) return undefined;
    const command = new GetObjectCommand({
      ...this.#at(key),
      ResponseContentType: settings.mediaType,
      ResponseContentDisposition: settings.disposition,
      ResponseCacheControl: 'private, no-store',
    });
    return await onStore('signing', () => getSignedUrl(this.#signer, command, { expiresIn }));
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#place.bucket, Key: this.#place.prefix + key };
  }
}

class MultipartUpload implements PartUpload {
  readonly #client: S3Client;
  readonly #upload: { Bucket: string; Key: string; UploadId: string | undefined };
  readonly #parts: { PartNumber: number; ETag: string | undefined }[] = [];

  constructor(client: S3Client, upload: { Bucket: string; Key: string; UploadId: string | undefined }) {
    this.#client = client;
    this.#upload = upload;
  }

  async part(PartNumber: number, Body: Buffer): Promise<void> {
    const command = new UploadPartCommand({ ...this.#upload, PartNumber, Body });
    const { ETag } = await onStore('storing a part', () =>
      within(transferMs, (abortSignal) => this.#client.send(command, { abortSignal })),
    );
    this.#parts.push({ PartNumber, ETag });
  }

  async complete(): Promise<void> {
    const command = new CompleteMultipartUploadCommand({ ...this.#upload, MultipartUpload: { Parts: this.#parts } });
    await onStore('storing the whole', () =>
      within(transferMs, (abortSignal) => this.#client.send(command, { abortSignal })),
    );
  }

  async abort(): Promise<void> {
    const command = new AbortMultipartUploadCommand(this.#upload);
    await onStore('dropping an upload', () =>
      within(answerMs, (abortSignal) => this.#client.send(command, { abortSignal })),
    );
  }
}
