// Starts Azurite, the Azure Blob Storage server for tests, as its own process on a free port of this machine, with a
// directory of its own. It needs nothing but its package, and runs as any user.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RunningAzurite {
  /** With the name of the account, as in the endpoint of a connection string. */
  readonly url: string;
  readonly connectionString: string;
  readonly directory: string;
  /** Ends the process; what was stored stays until `destroy`. */
  stop(): Promise<void>;
  /** On the same port, with what was stored. */
  restart(): Promise<void>;
  destroy(): Promise<void>;
}

/** Published with the emulator; every installation has the same. */
const account = 'devstoreaccount1';
const accountKey = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

const require = createRequire(import.meta.url);
const program = require.resolve('azurite/dist/src/blob/main.js');
/** A test that is killed closes our end of the pipe, and the server ends with it. */
const untilOrphaned = `process.stdin.resume().on('end', () => process.exit()); require(${JSON.stringify(program)});`;

export async function startAzurite(): Promise<RunningAzurite> {
  const directory = mkdtempSync(join(tmpdir(), 'docmill-azurite-'));
  let running = await run(directory, 0);
  const { port } = running;
  const url = `http://127.0.0.1:${port}/${account}`;
  return {
    url,
    directory,
    connectionString: `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${accountKey};BlobEndpoint=${url};`,
    stop: () => end(running.child),
    async restart() {
      running = await run(directory, port);
    },
    async destroy() {
      await end(running.child);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function run(directory: string, port: number): Promise<{ child: ChildProcess; port: number }> {
  const settings = ['--location', directory, '--blobHost', '127.0.0.1', '--blobPort', String(port)];
  const modes = ['--silent', '--disableTelemetry', '--skipApiVersionCheck'];
  const child = spawn(process.execPath, ['-e', untilOrphaned, 'azurite', ...settings, ...modes], {
    cwd: directory,
    env: { PATH: process.env['PATH'], HOME: directory },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  return new Promise((resolve, reject) => {
    const look = (piece: unknown): void => {
      output += String(piece);
      const found = /listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (found !== undefined) resolve({ child, port: Number(found) });
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.once('exit', (code) => reject(new Error(`Azurite exited with ${code}: ${output}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  // It may wait for idle connections; what it was told to keep is written at once when it ends.
  const forced = setTimeout(() => child.kill('SIGKILL'), 5000);
  await gone;
  clearTimeout(forced);
}
