// Answers a document that the same account has converted before with the same options from the earlier result
// (decisions.md, "Identical input"). The files are copied, so that each job's files live and end on their own.
import type { Clock } from '../core/clock.ts';
import type { BlobRef, Blobs } from '../storage/blobs.ts';
import type { Completion } from '../storage/jobs.ts';
import type { EarlierJobs } from '../storage/reuse.ts';
import type { JobRow } from '../storage/schema.ts';
import type { Log } from './log.ts';
import { type JobOutcome, requestWarnings, unknownOption } from './outcome.ts';

/** Earlier jobs that are looked at: one fits, or the content was sent under many names. */
const lookedAt = 20;

interface Parts {
  readonly earlier: EarlierJobs;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly log: Log;
  /** The version of the converter that runs here. */
  readonly converter: string;
}

/** The result of an earlier job for this one, stored under the prefix; undefined when there is none to reuse. */
export type Reuse = (job: JobRow, prefix: string) => Promise<Completion | undefined>;

export function createReuse({ earlier, blobs, clock, log, converter }: Parts): Reuse {
  async function copy(from: BlobRef, key: string): Promise<BlobRef> {
    return blobs.put(key, await blobs.read(from));
  }

  return async (job, prefix) => {
    // A password decides what may be read, and nothing is kept of it to compare.
    if (job.has_secret === 1) return undefined;
    for (const row of await earlier.sameInput(job, clock.now(), lookedAt)) {
      const found = reusable(row, job, converter);
      if (found === undefined) continue;
      try {
        const [result, map] = await Promise.all([
          copy(found.result, `${prefix}/result.md`),
          copy(found.map, `${prefix}/blocks.json`),
        ]);
        return { ...found, outcome: outcomeFor(job, found.outcome), result, map, cached: true };
      } catch (error) {
        // It may have expired this moment, or be damaged: the document is converted as if it were new.
        log.warn({ err: error, jobId: job.id, earlier: row.id }, 'an earlier result could not be reused');
        return undefined;
      }
    }
    return undefined;
  };
}

function reusable(row: JobRow, job: JobRow, converter: string) {
  // The name's end and the declared type are hints to what the content is.
  if (extensionOf(row) !== extensionOf(job) || row.media_type !== job.media_type) return undefined;
  if (row.outcome === null || row.result_key === null || row.map_key === null) return undefined;
  const outcome = JSON.parse(row.outcome) as JobOutcome;
  // Links to extracted images stand in the Markdown and end with the earlier job.
  if (outcome.converter !== converter || outcome.images.length > 0) return undefined;
  return {
    format: outcome.metadata.format,
    pages: outcome.metadata.pages,
    outcome,
    result: { key: row.result_key, size: row.result_size ?? 0, sha256: row.result_sha256 ?? '' },
    map: { key: row.map_key, size: row.map_size ?? 0, sha256: row.map_sha256 ?? '' },
  };
}

/** Warnings about the document stay, those about the earlier request give way to those about this one. */
function outcomeFor(job: JobRow, earlier: JobOutcome): string {
  const warnings = earlier.warnings.filter((warning) => warning.code !== unknownOption);
  const outcome: JobOutcome = { ...earlier, warnings: [...requestWarnings(job), ...warnings] };
  return JSON.stringify(outcome);
}

const extensionOf = (job: JobRow): string => /\.[^.]*$/.exec(job.filename ?? '')?.[0].toLowerCase() ?? '';
