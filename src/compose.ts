// The only file that names concrete adapters and joins the parts of the house.
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { systemClock } from './core/clock.ts';
import { bytesPerMb, plans } from './core/plan.ts';
import { createApp } from './http/app.ts';
import { createPool } from './sandbox/pool.ts';
import { createAllowance, takeInMemory } from './service/allowance.ts';
import { createBatchDeadlines } from './service/batch-deadlines.ts';
import { createBatches } from './service/batches.ts';
import { createLocalBell } from './service/bell.ts';
import { createConversions } from './service/conversion.ts';
import { createEstimates } from './service/estimates.ts';
import { createExtensions } from './service/extension.ts';
import { createInputFetcher } from './service/fetch-input.ts';
import { defaultPorts } from './service/fetch-target.ts';
import { createUrlFetcher } from './service/fetch-url.ts';
import { createHealth } from './service/health.ts';
import { createIntake } from './service/intake.ts';
import { createJanitor } from './service/janitor.ts';
import { createJobWatch } from './service/job-watch.ts';
import { createKeys } from './service/keys.ts';
import { createLinks } from './service/links.ts';
import { createReplays } from './service/replays.ts';
import { createReuse } from './service/reuse.ts';
import { createUsage } from './service/usage.ts';
import { createVault } from './service/vault.ts';
import { createWorker, defaultWorkerSettings } from './service/worker.ts';
import { createAccounts } from './storage/accounts.ts';
import { openDiskBlobs } from './storage/disk-blobs.ts';
import { createExtensionStore } from './storage/extensions.ts';
import { createJobs } from './storage/jobs.ts';
import { openLibsql } from './storage/libsql.ts';
import { migrate } from './storage/migrate.ts';
import { migrations } from './storage/migrations.ts';
import { takeInDatabase } from './storage/rate-windows.ts';
import { createRecentJobs } from './storage/recent-jobs.ts';
import { createReplayRows } from './storage/replays.ts';
import { createEarlierJobs } from './storage/reuse.ts';
import type { Schema } from './storage/schema.ts';
import { createUsageSums } from './storage/usage.ts';
import { packageVersion } from './version.ts';

/** The embedded store with its tables, as the service and the command line open it. */
export async function openStore(config: Pick<Config, 'dataDir'>) {
  const db = await openLibsql<Schema>({ path: join(config.dataDir, 'docmill.db') });
  await migrate(db, migrations);
  const accounts = createAccounts(db);
  return { db, accounts, keys: createKeys(accounts, systemClock) };
}

export async function createService(config: Config, logger: Logger) {
  const clock = systemClock;
  const { db, accounts, keys } = await openStore(config);
  const blobs = await openDiskBlobs({ root: join(config.dataDir, 'blobs') });
  const jobs = createJobs(db);
  const bell = createLocalBell();
  const vault = createVault();
  const secret = await accounts.settleSetting('link_secret', randomBytes(32).toString('hex'));
  const links = createLinks({ baseUrl: config.baseUrl, secret });
  const intake = createIntake({ jobs, blobs, bell, vault, clock });
  const batches = createBatches(
    { jobs, bell, vault, clock, intake },
    { deadlineMs: config.batchDeadlineMs, retentionMs: config.retentionMs },
  );
  const deadlines = createBatchDeadlines({ jobs, bell, vault, clock, log: logger }, config.retentionMs);
  const fetcher = createUrlFetcher({
    userAgent: `docmill/${packageVersion}`,
    ports: new Set([...defaultPorts, ...config.fetchPorts]),
    ...config.fetchAllow,
  });
  const watch = createJobWatch({ jobs, bell, clock });
  const extensions = createExtensions({ store: createExtensionStore(db), clock, log: logger });
  const estimate = createEstimates({ recent: createRecentJobs(db), clock, log: logger });
  const reuse = createReuse({ earlier: createEarlierJobs(db), blobs, clock, log: logger, converter: packageVersion });
  const janitor = createJanitor({ jobs, blobs, clock, log: logger });

  const replays = createReplays({ rows: createReplayRows(db), blobs, clock, log: logger });

  const scratchRoot = await ownScratch(join(config.dataDir, 'scratch'));
  const works = config.role !== 'api';
  const pool = works
    ? createPool({
        size: config.workers,
        scratchRoot,
        deadlineMs: config.jobDeadlineMs,
        maxRssBytes: config.jobMemoryBytes,
        engines: config.engines,
        log: logger,
      })
    : undefined;
  const worker =
    pool &&
    createWorker(
      {
        jobs,
        bell,
        vault,
        clock,
        log: logger,
        conversions: createConversions({
          blobs,
          pool,
          links,
          vault,
          fetchInput: createInputFetcher({
            fetcher,
            blobs,
            jobs,
            maxFileBytes: async (accountId) =>
              plans[(await accounts.find(accountId))?.plan ?? 'starter'].maxFileSizeMb * bytesPerMb,
          }),
          scratchRoot,
          deadlineMs: config.jobDeadlineMs,
          converter: packageVersion,
          ...(config.reuseResults ? { reuse } : {}),
        }),
      },
      { ...defaultWorkerSettings, slots: config.workers, retentionMs: config.retentionMs },
    );

  const health = createHealth(
    {
      database: () => sql`select 1`.execute(db.reader),
      storage: () => writesAndDeletes(blobs),
    },
    clock,
    logger,
  );
  const app =
    config.role === 'worker'
      ? undefined
      : await createApp(
          {
            keys,
            replays,
            // One process for everything counts in memory; API nodes that share a store count there.
            allowance: createAllowance(config.role === 'all' ? takeInMemory() : takeInDatabase(db), clock),
            intake,
            jobs,
            blobs,
            links,
            extensions,
            watch,
            estimate,
            health,
            clock,
            fetcher,
            usage: createUsage({ sums: createUsageSums(db), account: accounts.find, clock }),
            batches,
            baseUrl: config.baseUrl,
            syncWaitMs: config.syncWaitMs,
          },
          logger,
          config.trustProxy,
        );

  return {
    accounts,
    keys,
    async start(): Promise<void> {
      await app?.listen({ host: config.host, port: config.port });
      worker?.start();
      janitor.start();
      replays.start();
      deadlines.start();
    },
    /** The port really listened on, which differs from the configured one when that is 0. */
    port: (): number | undefined => {
      const address = app?.server.address();
      return typeof address === 'object' ? address?.port : undefined;
    },
    /** Refuses new requests, lets running ones and jobs end, hands the rest back, and closes the stores last. */
    async stop(graceMs: number): Promise<void> {
      janitor.stop();
      replays.stop();
      deadlines.stop();
      const closed = app?.close();
      await worker?.stop(graceMs);
      intake.stopWaiting();
      watch.stop();
      batches.stopWaiting();
      await closed;
      await pool?.close();
      await db.close();
      await rm(scratchRoot, { recursive: true, force: true });
    },
  };
}

/** One folder per process, so that several may share a data directory; those of dead processes are removed. */
async function ownScratch(root: string): Promise<string> {
  await mkdir(root, { recursive: true });
  for (const name of await readdir(root)) {
    if (!isAlive(Number(name.split('-', 1)[0]))) await rm(join(root, name), { recursive: true, force: true });
  }
  return mkdtemp(join(root, `${process.pid}-`));
}

function isAlive(pid: number): boolean {
  if (pid === process.pid || !Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function writesAndDeletes(blobs: Awaited<ReturnType<typeof openDiskBlobs>>): Promise<void> {
  const key = `probe/${randomBytes(8).toString('hex')}`;
  await blobs.put(key, new Uint8Array([100, 109]));
  await blobs.delete(key);
}
