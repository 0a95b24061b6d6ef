// One attempt at one job: fetch the input, convert it in the sandbox, store what came out. It decides nothing about
// states; the worker does.
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { formatByExtension } from '../convert/formats.ts';
import type { DocumentMetadata, Warning } from '../convert/index.ts';
import type { ConvertOptions } from '../convert/options.ts';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import type { JobProgress } from '../core/job.ts';
import type { Pool, TaskOutcome } from '../sandbox/pool.ts';
import type { BlobRef, Blobs } from '../storage/blobs.ts';
import type { Completion } from '../storage/jobs.ts';
import type { JobRow } from '../storage/schema.ts';
import type { Links } from './links.ts';
import type { Vault } from './vault.ts';

/** What the status of a completed job tells about its document: the JSON in the job's `outcome`. */
export interface JobOutcome {
  readonly metadata: DocumentMetadata;
  readonly warnings: readonly Warning[];
  readonly images: readonly {
    readonly name: string;
    readonly url: string;
    readonly mediaType: string;
    readonly blob: BlobRef;
  }[];
}

interface Parts {
  readonly blobs: Blobs;
  readonly pool: Pool;
  readonly links: Links;
  readonly vault: Vault;
  readonly clock: Clock;
  /** A directory for the files of running attempts; emptied at start. */
  readonly scratchRoot: string;
  readonly deadlineMs: number;
  readonly retentionMs: number;
}

export function createConversions(parts: Parts) {
  const { blobs, pool, links, vault, clock } = parts;

  async function store(job: JobRow, token: string, outcome: TaskOutcome): Promise<Completion> {
    // Keys of this attempt alone: a worker that lost its lease can never overwrite what the next one stored.
    const prefix = `jobs/${job.id}/${token.slice(0, 16)}`;
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
    const notes = (JSON.parse(job.notes) as string[]).map((name) => ({
      code: 'unknown-option',
      message: `The option "${name}" is not known and was ignored.`,
    }));
    const kept: JobOutcome = { metadata: outcome.metadata, warnings: [...notes, ...outcome.warnings], images };
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
      job: JobRow,
      token: string,
      signal: AbortSignal,
      onProgress: (progress: JobProgress) => void,
    ): Promise<Completion> {
      const password = vault.password(job.id);
      if (job.has_secret === 1 && password === undefined) {
        throw new Failure('PASSWORD_REQUIRED', {
          details: 'The password is never stored and was lost when the service restarted.',
          suggestion: 'Send the document and its password again.',
        });
      }
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
            imageBase: links.imageBase(job.id, clock.now() + parts.retentionMs),
          },
          {
            deadlineMs: parts.deadlineMs,
            signal,
            onProgress: (done, total) => {
              const share = total > 0 ? Math.min(1, done / total) : 0;
              onProgress({
                step: 'conversion',
                percentage: Math.round(10 + share * 85),
                message: 'Converting the document.',
              });
            },
          },
        );
        onProgress({ step: 'finalization', percentage: 95, message: 'Storing the result.' });
        return await store(job, token, outcome);
      } finally {
        await rm(scratch, { recursive: true, force: true });
      }
    },

    /** For the usage record of a job that never got as far as being recognised. */
    guessFormat(job: JobRow): string {
      const extension = /\.([^.]{1,10})$/.exec(job.filename ?? '')?.[1] ?? '';
      return formatByExtension(extension)?.name ?? 'unknown';
    },
  };
}

export type Conversions = ReturnType<typeof createConversions>;
