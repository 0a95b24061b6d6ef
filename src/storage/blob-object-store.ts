// The small port to a store of objects across the network. What differs between vendors stands behind it; streaming,
// proving and resuming are written once on top (blob-remote.ts).
import type { Readable } from 'node:stream';
import type { BlobEntry, TemporaryLinkSettings } from './blobs.ts';

/** An object as it is being received. */
export interface OpenedObject {
  /** Of the whole object, wherever the body begins. */
  readonly size: number;
  /** Names this very content, so that a body can be resumed and never mixed with another. */
  readonly tag: string;
  readonly body: Readable;
}

/** An object sent in parts: nothing of it is visible before `complete`. */
export interface PartUpload {
  /** Parts are numbered from 1. The bytes belong to the caller again when this resolves. */
  part(number: number, bytes: Buffer): Promise<void>;
  complete(): Promise<void>;
  abort(): Promise<void>;
}

/** Every method throws Failures alone, and makes small troubles of the network good by itself. */
export interface ObjectStore {
  put(key: string, bytes: Buffer): Promise<void>;
  beginParts(key: string): Promise<PartUpload>;
  /** Undefined where there is no such object, or no longer the one with the tag. */
  open(key: string, from: number, tag?: string): Promise<OpenedObject | undefined>;
  delete(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<BlobEntry>;
  /** Undefined where the credentials cannot sign. */
  signLink?(key: string, settings: TemporaryLinkSettings): Promise<string | undefined>;
}
