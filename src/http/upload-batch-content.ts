// What the two forms of a batch have in common: their result, and how one document of many is stored or refused.
import { Failure, type FailureCode } from '../core/failure.ts';
import { storeContent } from './upload-content.ts';

export interface BatchUploadSettings<S> {
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  /** Everything in the body besides the content of the files. */
  readonly maxFieldBytes: number;
  /** Stores the document at this place of the batch; called at most once for each place. */
  readonly store: (content: AsyncIterable<Uint8Array>, index: number) => Promise<S>;
}

export type UploadedSource<S> =
  | { readonly kind: 'stored'; readonly stored: S }
  /** Not fetched and not checked here. */
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'refused'; readonly failure: Failure };

export interface UploadedFile<S> {
  /** Unique within the batch. */
  readonly id: string;
  readonly source: UploadedSource<S>;
  /** A harmless base name. */
  readonly filename?: string;
  readonly mediaType?: string;
  /** Wire names and raw values, unchecked. */
  readonly options: ReadonlyMap<string, unknown>;
}

export interface BatchUpload<S> {
  readonly files: readonly UploadedFile<S>[];
  /** Of all files, and of the batch itself. */
  readonly options: ReadonlyMap<string, unknown>;
}

/** What is wrong with a document alone. Anything else (the connection, the form, our disk) concerns the request. */
const ownFailures: ReadonlySet<FailureCode> = new Set(['FILE_001', 'FILE_002', 'CORRUPTED_FILE']);

/** Stores one document, or says why it cannot be; the reader of the form skips what is left of it. */
export async function storeOne<S>(
  content: AsyncIterable<Uint8Array>,
  index: number,
  settings: BatchUploadSettings<S>,
): Promise<UploadedSource<S>> {
  const { maxFileBytes, maxFieldBytes, store } = settings;
  try {
    const one = { maxFileBytes, maxFieldBytes, store: (bytes: AsyncIterable<Uint8Array>) => store(bytes, index) };
    return { kind: 'stored', stored: await storeContent(content, undefined, one) };
  } catch (error) {
    if (error instanceof Failure && ownFailures.has(error.code)) return { kind: 'refused', failure: error };
    throw error;
  }
}

export function tooManyFiles(maxFiles: number): Failure {
  return new Failure('BATCH_002', {
    field: 'files',
    details: `A batch may have up to ${maxFiles} files.`,
    facts: { limit: maxFiles },
  });
}

/** decisions.md, "Variant routes": a file without an id is `file_<n>`, counted from 1. */
export const defaultId = (index: number): string => `file_${index + 1}`;
