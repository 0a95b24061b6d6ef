// What is kept of a completed job besides its files: the JSON in the job's `outcome`.
import type { DocumentMetadata, Warning } from '../convert/index.ts';
import type { BlobRef } from '../storage/blobs.ts';
import type { JobRow } from '../storage/schema.ts';

/** What the status of a completed job tells about its document. */
export interface JobOutcome {
  readonly metadata: DocumentMetadata;
  readonly warnings: readonly Warning[];
  readonly images: readonly {
    readonly name: string;
    readonly url: string;
    readonly mediaType: string;
    readonly blob: BlobRef;
  }[];
  /** The version of the converter that made it: another one may make something else of the same bytes. */
  readonly converter?: string;
}

export const unknownOption = 'unknown-option';

/** What was noticed about the request before the conversion. */
export function requestWarnings(job: JobRow): Warning[] {
  return (JSON.parse(job.notes) as string[]).map((name) => ({
    code: unknownOption,
    message: `The option "${name}" is not known and was ignored.`,
  }));
}
