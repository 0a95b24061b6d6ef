// What the tests of the sandbox share: a pool over the compiled child, with a scratch folder of its own.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Failure } from '../../src/core/failure.ts';
import {
  type ConversionTask,
  createPool,
  type Pool,
  type PoolSettings,
  type TaskControl,
  type TaskOutcome,
} from '../../src/sandbox/pool.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const realChild = here('../../dist/sandbox/child.js');
export const saboteur = here('./saboteur-child.mjs');
export const compiled = here('../../dist');

export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface TestPool {
  readonly pool: Pool;
  readonly scratch: string;
  readonly entries: readonly LogEntry[];
  /** A task for a text document of that content. */
  task(text: string, parts?: Partial<ConversionTask>): ConversionTask;
  convert(text: string, control?: TaskControl, parts?: Partial<ConversionTask>): Promise<TaskOutcome>;
  /** The failure of a conversion that must fail. */
  failure(text: string, control?: TaskControl, parts?: Partial<ConversionTask>): Promise<Failure>;
}

export function openPool(settings: Partial<PoolSettings> = {}): TestPool {
  if (!existsSync(realChild)) throw new Error('build the project first: npm run build');
  const scratch = temporaryFolder();
  const entries: LogEntry[] = [];
  const note =
    (level: LogEntry['level']) =>
    (fields: object, message: string): void => {
      entries.push({ level, message, fields: { ...fields } });
    };
  const pool = createPool({
    size: 1,
    childEntry: saboteur,
    readableRoots: [compiled],
    scratchRoot: scratch,
    graceMs: 100,
    log: { info: note('info'), warn: note('warn'), error: note('error') },
    ...settings,
  });
  onTestFinished(() => pool.close());
  let tasks = 0;
  const task: TestPool['task'] = (text, parts = {}) => {
    tasks += 1;
    const outputDir = join(scratch, String(tasks), 'out');
    mkdirSync(outputDir, { recursive: true });
    const inputPath = join(scratch, String(tasks), 'input');
    writeFileSync(inputPath, text);
    return { inputPath, outputDir, name: 'document.txt', options: {}, ...parts };
  };
  const convert: TestPool['convert'] = (text, control, parts) => pool.run(task(text, parts), control);
  return {
    pool,
    scratch,
    entries,
    task,
    convert,
    failure: (text, control, parts) =>
      convert(text, control, parts).then(
        () => {
          throw new Error('the conversion did not fail');
        },
        (failure: Failure) => failure,
      ),
  };
}

/** A folder that is removed when the test has ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docmill-sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The ids of the children of a process that run a program of the sandbox. */
export function childrenOf(parent: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return table.split('\n').flatMap((line) => {
    const [pid, ppid, state, ...args] = line.trim().split(/ +/);
    const ours = Number(ppid) === parent && state?.startsWith('Z') === false && /child\.m?js/.test(args.join(' '));
    return ours ? [Number(pid)] : [];
  });
}

/** Waits for what must come to pass; the time limit of the test is the limit. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}
