// Converts in the sandbox: for documents one does not trust, and for several at the same time.
import {
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BlockRange } from '../convert/index.ts';
import { chunks } from '../convert/input.ts';
import type { Cleanup } from './cleanup.ts';
import type { Engine } from './engine.ts';
import { readFailure, writeFailure } from './file-failures.ts';
import type { FoundInput } from './found-input.ts';
import { openInput } from './open-input.ts';

export interface SandboxSettings {
  readonly jobs: number;
  readonly timeoutMs?: number;
  /** Notes of the pool, for --debug. */
  readonly log: (message: string) => void;
}

export async function createSandboxEngine(
  settings: SandboxSettings,
  stdin: Readable,
  cleanup: Cleanup,
): Promise<Engine> {
  const { createPool } = await import('../sandbox/pool.ts');
  const { readEngineSettings } = await import('../config.ts');
  const scratch = mkdtempSync(join(tmpdir(), 'docmill-'));
  const removeScratch = (): void => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  const forget = cleanup.add(removeScratch);
  const { timeoutMs } = settings;
  const log = (fields: object, message: string): void => settings.log(`${message} ${JSON.stringify(fields)}`);
  const pool = createPool({
    size: settings.jobs,
    scratchRoot: scratch,
    engines: readEngineSettings(),
    // Documents of a command are mostly of one format.
    preload: false,
    // A time the user chose is the only limit: a slow page must not end it sooner.
    ...(timeoutMs === undefined ? {} : { deadlineMs: timeoutMs, silenceMs: timeoutMs }),
    log: { info: log, warn: log, error: log },
  });
  const stop = new AbortController();
  let count = 0;
  return {
    async convert(request, sink, finish) {
      count += 1;
      const folder = join(scratch, String(count));
      const inputPath = join(folder, 'input');
      const outputDir = join(folder, 'output');
      try {
        mkdirSync(outputDir, { recursive: true });
        // The child may read nothing but this folder, so the document is brought to it.
        await bringInput(request.input, inputPath, stdin, cleanup);
        const outcome = await pool.run(
          {
            inputPath,
            outputDir,
            options: request.options,
            ...(request.name === undefined ? {} : { name: request.name }),
            ...(request.mediaType === undefined ? {} : { mediaType: request.mediaType }),
            ...(request.imageBase === undefined ? {} : { imageBase: request.imageBase }),
          },
          { signal: stop.signal, onProgress: (done, total) => request.onProgress(done / total) },
        );
        for await (const piece of createReadStream(outcome.markdownPath)) await sink(piece);
        await finish({
          metadata: outcome.metadata,
          warnings: outcome.warnings,
          blocks: () => (JSON.parse(readFileSync(outcome.mapPath, 'utf8')) as { blocks: BlockRange[] }).blocks,
          images: outcome.images.map(({ name, url, mediaType, size, path }) => ({
            name,
            url,
            mediaType,
            size,
            copyTo: (target) => copyFileSync(path, target),
          })),
        });
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    },
    async close() {
      // Whatever still runs is no longer wanted: its reader has gone.
      stop.abort();
      await pool.close();
      removeScratch();
      forget();
    },
  };
}

async function bringInput(input: FoundInput, path: string, stdin: Readable, cleanup: Cleanup): Promise<void> {
  if (input.kind === 'file') {
    try {
      copyFileSync(input.path, path, constants.COPYFILE_FICLONE);
    } catch (error) {
      throw readFailure(error);
    }
    return;
  }
  const opened = await openInput(input, stdin, cleanup);
  try {
    const fd = openSync(path, 'wx', 0o600);
    try {
      for (const piece of chunks(opened.source)) {
        for (let at = 0; at < piece.length; ) at += writeSync(fd, piece, at);
      }
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw writeFailure(error, tmpdir());
  } finally {
    opened.close();
  }
}
