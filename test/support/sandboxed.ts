// Converts documents in the real sandbox with little memory, for tests with documents that mean harm.
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ConvertOptions } from '../../src/convert/options.ts';
import { Failure } from '../../src/core/failure.ts';
import { createPool, type Pool } from '../../src/sandbox/pool.ts';
import type { TaskOutcome } from '../../src/sandbox/protocol.ts';

const childEntry = join(import.meta.dirname, '../../dist/sandbox/child.js');

export interface Read {
  readonly markdown: string;
  readonly warnings: readonly { readonly code: string }[];
}

export interface Sandboxed {
  /** What it gave, or the code it failed with. */
  read(name: string, content: string | Uint8Array, options?: Partial<ConvertOptions>): Promise<Read | string>;
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
  async function converted<Result>(
    name: string,
    content: string | Uint8Array,
    options: Partial<ConvertOptions>,
    resultOf: (outcome: TaskOutcome) => Result,
  ): Promise<Result | string> {
    const work = mkdtempSync(join(folder, 'task-'));
    const outputDir = join(work, 'out');
    mkdirSync(outputDir);
    writeFileSync(join(work, 'input'), content);
    const start = performance.now();
    try {
      const outcome = await pool.run({ inputPath: join(work, 'input'), outputDir, name, options });
      noted(name, statSync(outcome.markdownPath).size, performance.now() - start);
      return resultOf(outcome);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      noted(name, error.code, performance.now() - start);
      return error.code;
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  return {
    read: (name, content, options = {}) =>
      converted(name, content, options, ({ markdownPath, warnings }) => ({
        markdown: readFileSync(markdownPath, 'utf8'),
        warnings,
      })),
    run: (name, content, options = {}) =>
      converted(name, content, options, ({ markdownPath }) => statSync(markdownPath).size),
    async close() {
      await pool.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** For bench/attack.ts, which runs these suites on a quiet machine and shows what took longest. */
function noted(name: string, end: number | string, ms: number): void {
  const file = process.env['DOCMILL_ATTACK_TIMES'];
  if (file === undefined) return;
  const { currentTestName = name } = expect.getState();
  appendFileSync(file, `${JSON.stringify({ test: currentTestName, name, end, ms: Math.round(ms) })}\n`);
}
