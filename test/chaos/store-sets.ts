// The two sets of stores that every fault is tried on: one data directory, and PostgreSQL with an object store. Processes
// of the service are the built ones, started and killed as an operator's would be.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/compose.ts';
import { openBlobs } from '../../src/compose-blobs.ts';
import { readConfig } from '../../src/config.ts';
import type { Blobs } from '../../src/storage/blobs.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { type RunningS3, startS3 } from '../support/s3-server.ts';
import { type RunningServer, startServer } from '../support/server.ts';

export type StoreName = 'embedded' | 'nodes';
export const storeNames: readonly StoreName[] = ['embedded', 'nodes'];

/** The short forms run on the set that has more to lose, and on both with CHAOS_BOTH=1; `npm run chaos` runs both. */
export const shortOn = (usual: StoreName): readonly StoreName[] =>
  process.env['CHAOS_BOTH'] === '1' ? storeNames : [usual];

type Store = Awaited<ReturnType<typeof openStore>>;

export interface StoreSet {
  readonly name: StoreName;
  /** Of the embedded set; those of nodes lie below it. */
  readonly dataDir: string;
  /** What every process is told of the stores. */
  readonly env: Readonly<Record<string, string>>;
  readonly postgres: TestPostgres | undefined;
  readonly s3: RunningS3 | undefined;
  start(role: 'all' | 'api' | 'worker', env?: Record<string, string>): Promise<RunningServer>;
  /** Looks at the tables as one more process would. */
  inStore<T>(work: (store: Store) => Promise<T>): Promise<T>;
  blobs(): Promise<Blobs>;
  /** Ends what still runs and removes everything. */
  close(): Promise<void>;
}

export interface Places {
  /** Where the data directory is made. */
  readonly parent?: string;
  /** What every process is told besides. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of the database server, where it is one. */
  readonly postgresFlags?: readonly string[];
}

export async function openStoreSet(name: StoreName, places: Places = {}): Promise<StoreSet> {
  const dataDir = mkdtempSync(join(places.parent ?? tmpdir(), 'docmill-chaos-'));
  const postgres = name === 'nodes' ? await startPostgres(places.postgresFlags) : undefined;
  const s3 = name === 'nodes' ? await startS3() : undefined;
  const env: Record<string, string> = { ...(postgres && s3 ? await addresses(postgres, s3) : {}), ...places.env };
  const started: RunningServer[] = [];
  let key: string | undefined;
  const databaseUrl = env['DATABASE_URL'];
  return {
    name,
    dataDir,
    env,
    postgres,
    s3,
    async start(role, more = {}) {
      const own = postgres === undefined ? dataDir : join(dataDir, `node-${started.length}`);
      mkdirSync(own, { recursive: true });
      const server = await startServer({
        dataDir: own,
        ...(key === undefined ? {} : { key }),
        env: { WORKERS: '1', LOG_LEVEL: role === 'worker' ? 'info' : 'warn', ROLE: role, ...env, ...more },
      });
      key = server.key;
      started.push(server);
      return server;
    },
    async inStore(work) {
      const store = await openStore({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
      try {
        return await work(store);
      } finally {
        await store.db.close();
      }
    },
    async blobs() {
      const config = readConfig({ DATA_DIR: dataDir, ...env }, {});
      return (await openBlobs(config, join(dataDir, 'looking'))).blobs;
    },
    async close() {
      await Promise.all(started.map((server) => killed(server)));
      await postgres?.stop();
      await s3?.destroy();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function addresses(postgres: TestPostgres, s3: RunningS3): Promise<Record<string, string>> {
  return {
    DATABASE_URL: await postgres.database(),
    DATABASE_CONNECTIONS: '5',
    BLOB_URL: `s3://${s3.bucket}/docmill?endpoint=${s3.url}`,
    AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
  };
}

/** Resolves when the process is gone, whether or not it was there. */
export async function killed(server: RunningServer, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const { process: child } = server;
  if (child.exitCode !== null || child.signalCode !== null) return;
  await server.stop(signal);
}
