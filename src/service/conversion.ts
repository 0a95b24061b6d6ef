// One attempt at one job: fetch the input, convert it in the sandbox, store what came out. It decides nothing about
// states; the worker does.
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConvertOptions } from '../convert/options.ts';
import { Failure } from '../core/failure.ts';
import type { JobProgress } from '../core/job.ts';
import type { Pool, TaskOutcome } from '../sandbox/pool.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { Completion } from '../storage/jobs.ts';
import type { JobRow } from '../storage/schema.ts';
import { guessedFormat } from './estimates.ts';
import type { FetchInput } from './fetch-input.ts';
import type { Links } from './links.ts';
import { type JobOutcome, requestWarnings } from './outcome.ts';
import { conversionProgress } from './page-progress.ts';
import type { Reuse } from './reuse.ts';
import type { Vault } from './vault.ts';

export type { JobOutcome } from './outcome.ts';

interface Parts {
  readonly blobs: Blobs;
  readonly pool: Pool;
  readonly links: Links;
  readonly vault: Vault;
  readonly fetchInput: FetchInput;
  /** A directory for the files of running attempts; emptied at start. */
  readonly scratchRoot: string;
  readonly deadlineMs: number;
  /** The version of the converter, kept with what it makes. */
  readonly converter: string;
  /** Left out where results are never reused. */
  readonly reuse?: Reuse;
}

export function createConversions(parts: Parts) {
  const { blobs, pool, links, vault } = parts;

  /** Keys of one attempt alone: a worker that lost its lease can never overwrite what the next one stored. */
  const prefixOf = (job: JobRow, token: string): string => `jobs/${job.id}/${token.slice(0, 16)}`;

  async function store(job: JobRow, token: string, outcome: TaskOutcome): Promise<Completion> {
    const prefix = prefixOf(job, token);
    const [result, map, ...images] = await Promise.all([
      blobs.put(`${prefix}/result.md`, createReadStream(outcome.markdownPath)),
      blobs.put(`${prefix}/blocks.json`, createReadStream(outcome.mapPath)),
      ...outcome.images.map(async (image) => ({
        name: image.name,
        url: image.url,
        mediaType: image.mediaType,
        blob: await blobs.put(`${prefix}/images/${image.name}`, createReadStream(image.path)),
      })),
    ]);
    const kept: JobOutcome = {
      metadata: outcome.metadata,
      warnings: [...requestWarnings(job), ...outcome.warnings],
      images,
      converter: parts.converter,
    };
    return {
      format: outcome.metadata.format,
      pages: outcome.metadata.pages,
      outcome: JSON.stringify(kept),
      result,
      map,
    };
  }

  return {
    async convert(
      claimed: JobRow,
      token: string,
      signal: AbortSignal,
      onProgress: (progress: JobProgress) => void,
    ): Promise<Completion> {
      const password = claimed.has_secret === 1 ? await vault.password(claimed.id) : undefined;
      if (claimed.has_secret === 1 && password === undefined) {
        throw new Failure('PASSWORD_REQUIRED', {
          details: 'The password is never stored, and the process that had it was restarted.',
          suggestion: 'Send the document and its password again.',
        });
      }
      if (claimed.source_url !== null) {
        onProgress({ step: 'file_upload', percentage: 0, message: 'Fetching the document.' });
      }
      const job = await parts.fetchInput(claimed, token, signal);
      const earlier = await parts.reuse?.(job, prefixOf(job, token));
      if (earlier !== undefined) return earlier;
      const scratch = join(parts.scratchRoot, token);
      const inputPath = join(scratch, 'input');
      const outputDir = join(scratch, 'out');
      try {
        await mkdir(outputDir, { recursive: true });
        await blobs.fetch({ key: job.input_key, size: job.input_size, sha256: job.input_sha256 }, inputPath);
        onProgress({ step: 'text_extraction', percentage: 10, message: 'Reading the document.' });
        const options: Partial<ConvertOptions> = {
          ...(JSON.parse(job.options) as Partial<ConvertOptions>),
          ...(password === undefined ? {} : { password }),
        };
        const outcome = await pool.run(
          {
            inputPath,
            outputDir,
            ...(job.filename === null ? {} : { name: job.filename }),
            ...(job.media_type === null ? {} : { mediaType: job.media_type }),
            options,
            imageBase: links.imageBase(job.id),
          },
          {
            deadlineMs: parts.deadlineMs,
            signal,
            onProgress: (done, total) => onProgress(conversionProgress(job, done, total)),
          },
        );
        onProgress({ step: 'finalization', percentage: 95, message: 'Storing the result.' });
        return await store(job, token, outcome);
      } finally {
        await rm(scratch, { recursive: true, force: true });
      }
    },

    /** For the usage record of a job that never got as far as being recognised. */
    guessFormat: guessedFormat,
  };
}

export type Conversions = ReturnType<typeof createConversions>;
