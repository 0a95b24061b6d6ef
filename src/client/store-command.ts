// What the commands on the store of this machine share: opening it, closing it, and telling wrong use from trouble.
import { openStore } from '../compose.ts';
import { readStoreSettings } from '../config.ts';
import { Failure } from '../core/failure.ts';
import { startProblem } from '../start-problem.ts';
import type { CommandIo } from './command-io.ts';
import { exitCodes } from './exit-codes.ts';

export type Store = Awaited<ReturnType<typeof openStore>>;

/** The command line is wrong, or names something that is not there. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export async function withStore<T>(dataDir: string | undefined, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(readStoreSettings({ DATA_DIR: dataDir }));
  try {
    return await work(store);
  } finally {
    await store.db.close();
  }
}

/** Runs a command; what went wrong is then on standard error and in the exit code. */
export async function reported(io: CommandIo, run: () => Promise<void>): Promise<number> {
  try {
    await run();
    return exitCodes.done;
  } catch (error) {
    const wrongUse =
      error instanceof UsageError ||
      (error instanceof Failure && error.code === 'REQUEST_001') ||
      String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
    const text =
      error instanceof Failure && wrongUse
        ? (error.details ?? error.message)
        : wrongUse
          ? (error as Error).message
          : startProblem(error);
    io.stderr.write(`docmill: ${text}\n`);
    return wrongUse ? exitCodes.usage : exitCodes.failed;
  }
}

export const day = (at: number | null): string => (at === null ? '-' : new Date(at).toISOString().slice(0, 10));

/** One line per row, cells two spaces apart, columns aligned. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  }
  const line = (row: readonly string[]): string => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}

export const jsonLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
