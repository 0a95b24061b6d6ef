// A document once more: the stored input and its options become a new job, charged and queued like any other.
import type { ConvertOptions } from '../convert/options.ts';
import { Failure } from '../core/failure.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { JobRow } from '../storage/schema.ts';
import type { Intake } from './intake.ts';
import type { Principal } from './keys.ts';

interface Parts {
  readonly blobs: Blobs;
  readonly intake: Intake;
}

export function createReruns({ blobs, intake }: Parts) {
  return async (principal: Principal, job: JobRow): Promise<JobRow> => {
    if (job.has_secret === 1) {
      throw new Failure('PASSWORD_REQUIRED', {
        details: 'The password of the first time was not kept.',
        suggestion: 'Send the document and its password again.',
      });
    }
    // Fetched from a URL in vain: there never was an input.
    if (job.source_url !== null) throw gone();
    if (job.input_size > intake.maxFileBytes(principal)) throw new Failure('FILE_002');
    const id = intake.newJobId();
    let accepted = false;
    try {
      const stored = await blobs.read({ key: job.input_key, size: job.input_size, sha256: job.input_sha256 });
      const content = await intake.store(id, stored);
      const again = await intake.accept(principal, id, {
        mode: job.mode,
        sourceType: job.source_type,
        content,
        ...(job.filename === null ? {} : { filename: job.filename }),
        ...(job.media_type === null ? {} : { mediaType: job.media_type }),
        options: JSON.parse(job.options) as ConvertOptions,
        unknownOptions: JSON.parse(job.notes) as string[],
      });
      accepted = true;
      return again;
    } finally {
      if (!accepted) await intake.discard(id).catch(() => undefined);
    }
  };
}

export type Rerun = ReturnType<typeof createReruns>;

export const gone = (cause?: unknown): Failure =>
  new Failure('FILE_EXPIRED', {
    message: 'The document has expired and was deleted.',
    suggestion: 'Send the document again.',
    ...(cause === undefined ? {} : { cause }),
  });
