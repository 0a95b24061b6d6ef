// The first step of a job whose document lies behind a URL: fetch it, store it, write down what it was. Harmless to lose
// half-way: the URL stays with the job until its document is stored, and the next attempt fetches it again.
import type { ConvertOptions } from '../convert/options.ts';
import { Failure } from '../core/failure.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { Jobs } from '../storage/jobs.ts';
import type { JobRow } from '../storage/schema.ts';
import type { UrlFetcher } from './fetch-url.ts';

interface Parts {
  readonly fetcher: UrlFetcher;
  readonly blobs: Blobs;
  readonly jobs: Jobs;
  /** What the plan of the job's account allows for one file. */
  readonly maxFileBytes: (accountId: string) => Promise<number>;
}

/** The job with its document stored. */
export type FetchInput = (job: JobRow, token: string, signal: AbortSignal) => Promise<JobRow>;

export function createInputFetcher({ fetcher, blobs, jobs, maxFileBytes }: Parts): FetchInput {
  return async (job, token, signal) => {
    if (job.source_url === null) return job;
    const { userAgent } = JSON.parse(job.options) as Partial<ConvertOptions>;
    const document = await fetcher.fetch(job.source_url, {
      maxBytes: await maxFileBytes(job.account_id),
      signal,
      ...(userAgent === undefined ? {} : { userAgent }),
    });
    // A key of this attempt alone: one that lost its lease cannot overwrite what the next one stored.
    const key = `jobs/${job.id}/${token.slice(0, 16)}/input`;
    const stored = await blobs.put(key, document.content);
    const ready = await jobs.inputArrived(job.id, token, {
      ...stored,
      ...(document.filename === undefined ? {} : { filename: document.filename }),
      ...(document.mediaType === undefined ? {} : { mediaType: document.mediaType }),
    });
    if (ready !== undefined) return ready;
    await blobs.delete(key);
    throw new Failure('UNAVAILABLE', { cause: new Error('the lease was lost while the document was fetched') });
  };
}
