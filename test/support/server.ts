// Starts the real, built service as its own process on a free port with a data directory of its own, for tests that
// speak real HTTP to it.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseFor } from './database-per-folder.ts';

const root = join(import.meta.dirname, '../..');

export interface RunningServer {
  readonly url: string;
  readonly key: string;
  readonly dataDir: string;
  /** Where its rows are, if not in the data directory. */
  readonly databaseUrl?: string;
  readonly process: ChildProcess;
  /** Everything the process has printed so far. */
  output(): string;
  fetch(path: string, init?: RequestInit & { duplex?: 'half' }): Promise<Response>;
  /** Ends the process; resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ServerSettings {
  /** With `DATABASE_URL` it keeps its rows there; with `ROLE` worker it needs `LOG_LEVEL` info and a key. */
  readonly env?: Record<string, string>;
  /** A data directory that is kept when the server stops; with a key once it has one. */
  readonly dataDir?: string;
  readonly key?: string;
}

export async function startServer(settings: ServerSettings = {}): Promise<RunningServer> {
  const dataDir = settings.dataDir ?? mkdtempSync(join(tmpdir(), 'docmill-test-'));
  const databaseUrl = settings.env?.['DATABASE_URL'] ?? (await databaseFor(dataDir));
  const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, [join(root, 'dist/main.js')], {
    cwd: root,
    // Nothing of the test runner's own environment: it sets names that are settings of ours (BASE_URL).
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      WORKERS: '1',
      // Most tests need one reader or none, and may log in dozens of times.
      PRELOAD: 'false',
      PASSWORD_COST: '14',
      ...settings.env,
      ...database,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (piece) => {
    output += String(piece);
  });
  child.stderr.on('data', (piece) => {
    output += String(piece);
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const url = await new Promise<string>((resolve, reject) => {
    const look = (): void => {
      const found = /Dashboard\s+(http:\S+)\/dashboard/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
      // A worker listens nowhere.
      if (output.includes('"worker started"')) resolve('');
    };
    child.stdout.on('data', look);
    void exited.then((code) => reject(new Error(`the server exited with ${code}: ${output}`)));
  });
  // The first key is printed with the address; give the same chunk a chance to arrive whole.
  await new Promise((resolve) => setTimeout(resolve, 20));
  const key = settings.key ?? /API key\s+(dm_live_\w+)/.exec(output)?.[1];
  if (key === undefined) throw new Error(`no key was printed: ${output}`);
  return {
    url,
    key,
    dataDir,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    process: child,
    output: () => output,
    fetch: (path, init = {}) =>
      fetch(`${url}${path}`, { ...init, headers: { 'x-api-key': key, ...(init.headers as Record<string, string>) } }),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const code = await exited;
      if (settings.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

/** A multipart body with one file, as a browser would send it. */
export function fileForm(
  content: string | Uint8Array<ArrayBuffer>,
  name: string,
  options?: Record<string, unknown>,
): FormData {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  if (options !== undefined) form.append('options', JSON.stringify(options));
  return form;
}
