// Converts documents in the real sandbox with little memory, for tests with documents that mean harm.
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ConvertOptions } from '../../src/convert/options.ts';
import { Failure } from '../../src/core/failure.ts';
import { createPool, type Pool } from '../../src/sandbox/pool.ts';

const childEntry = join(import.meta.dirname, '../../dist/sandbox/child.js');

export interface Sandboxed {
  /** The bytes of Markdown it gave, or the code it failed with. Anything else is thrown. */
  run(name: string, content: string | Uint8Array, options?: Partial<ConvertOptions>): Promise<number | string>;
  close(): Promise<void>;
}

export function sandboxed(): Sandboxed {
  const folder = mkdtempSync(join(tmpdir(), 'docmill-hostile-'));
  const pool: Pool = createPool({
    childEntry,
    scratchRoot: folder,
    size: 2,
    // Long enough for a busy machine: how fast things are is measured in bench/, not here.
    deadlineMs: 100_000,
    maxRssBytes: 512 * 2 ** 20,
    preload: false,
  });
  return {
    async run(name, content, options = {}) {
      const work = mkdtempSync(join(folder, 'task-'));
      const outputDir = join(work, 'out');
      mkdirSync(outputDir);
      writeFileSync(join(work, 'input'), content);
      const start = performance.now();
      try {
        const outcome = await pool.run({ inputPath: join(work, 'input'), outputDir, name, options });
        const { size } = statSync(outcome.markdownPath);
        return noted(name, size, performance.now() - start);
      } catch (error) {
        if (error instanceof Failure) return noted(name, error.code, performance.now() - start);
        throw error;
      } finally {
        rmSync(work, { recursive: true, force: true });
      }
    },
    async close() {
      await pool.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** For bench/attack.ts, which runs these suites on a quiet machine and shows what took longest. */
function noted<End extends number | string>(name: string, end: End, ms: number): End {
  const file = process.env['DOCMILL_ATTACK_TIMES'];
  if (file !== undefined) {
    const { currentTestName = name } = expect.getState();
    appendFileSync(file, `${JSON.stringify({ test: currentTestName, name, end, ms: Math.round(ms) })}\n`);
  }
  return end;
}
