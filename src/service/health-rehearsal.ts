// A tiny document converted for real while nobody else needs the sandbox: the only proof that conversions work before
// the next one is asked for.
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../core/clock.ts';
import type { Pool } from '../sandbox/pool.ts';
import type { Log } from './log.ts';

export interface Rehearsal {
  /** Returns at once; what comes of it is known later. */
  startIfDue(): void;
  /** Whether the last one failed. */
  failed(): boolean;
  /** Gives up one that is under way, and starts none after it. */
  stop(): Promise<void>;
}

interface Parts {
  readonly pool: Pick<Pool, 'run' | 'stats'>;
  readonly scratchRoot: string;
  readonly clock: Clock;
  readonly log: Log;
}

const everyMs = 60_000;
const afterFailureMs = 5000;
const deadlineMs = 20_000;

export function createRehearsal({ pool, scratchRoot, clock, log }: Parts): Rehearsal {
  let dueAt = Number.NEGATIVE_INFINITY;
  let broken = false;
  let running: Promise<void> | undefined;
  const stopping = new AbortController();

  async function convert(): Promise<void> {
    const folder = await mkdtemp(join(scratchRoot, 'rehearsal-'));
    try {
      const inputPath = join(folder, 'input');
      const outputDir = join(folder, 'out');
      await mkdir(outputDir);
      await writeFile(inputPath, '<h1>Docmill</h1><p>Ready.</p>');
      const { markdownPath } = await pool.run(
        { inputPath, outputDir, name: 'ready.html', mediaType: 'text/html', options: {} },
        { deadlineMs, signal: stopping.signal },
      );
      if ((await stat(markdownPath)).size === 0) throw new Error('the trial conversion wrote nothing');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function rehearse(): Promise<void> {
    try {
      await convert();
      broken = false;
      dueAt = clock.monotonic() + everyMs;
    } catch (error) {
      dueAt = clock.monotonic() + afterFailureMs;
      if (stopping.signal.aborted) return;
      broken = true;
      log.error({ err: error }, 'the trial conversion failed');
    } finally {
      running = undefined;
    }
  }

  return {
    startIfDue() {
      const { busy, idle, waiting } = pool.stats();
      // Real work is proof enough, and goes first; a pool without children is tried only to learn that it is given up.
      const free = busy === 0 && waiting === 0 && (idle > 0 || broken);
      if (stopping.signal.aborted || running !== undefined || !free || clock.monotonic() < dueAt) return;
      running = rehearse();
    },
    failed: () => broken,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
