// Joins the parts of the house. Only this file and those beside it (compose-*.ts) name concrete adapters.
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { openBlobs } from './compose-blobs.ts';
import { createDashboard } from './compose-dashboard.ts';
import { openBell, openStore } from './compose-store.ts';
import type { Config } from './config.ts';
import { type Clock, systemClock } from './core/clock.ts';
import { bytesPerMb } from './core/plan.ts';
import { createApp } from './http/app.ts';
import { createMetricsServer } from './http/metrics-server.ts';
import { createPool } from './sandbox/pool.ts';
import { alignRunning } from './service/accounts.ts';
import { createAllowance, takeInMemory } from './service/allowance.ts';
import { createBatchDeadlines } from './service/batch-deadlines.ts';
import { createBatches } from './service/batches.ts';
import { createConversions } from './service/conversion.ts';
import { createEstimates } from './service/estimates.ts';
import { createExtensions } from './service/extension.ts';
import { createInputFetcher } from './service/fetch-input.ts';
import { defaultPorts } from './service/fetch-target.ts';
import { createUrlFetcher } from './service/fetch-url.ts';
import { createHealth } from './service/health.ts';
import { watchLoopDelay } from './service/health-loop-delay.ts';
import {
  authenticationProbe,
  databaseProbe,
  engineProbe,
  gatewayProbe,
  storageProbe,
} from './service/health-probes.ts';
import { createRegions } from './service/health-regions.ts';
import { createRehearsal } from './service/health-rehearsal.ts';
import { createIntake } from './service/intake.ts';
import { createJanitor } from './service/janitor.ts';
import { createJobWatch } from './service/job-watch.ts';
import { createLinks } from './service/links.ts';
import { createMetrics } from './service/metrics.ts';
import { countStored, jobMetrics, requestMetrics, stateMetrics } from './service/metrics-families.ts';
import { createReplays } from './service/replays.ts';
import { createReuse } from './service/reuse.ts';
import { createSharedVault } from './service/shared-vault.ts';
import { createSmallResults } from './service/small-results.ts';
import { createTraffic } from './service/traffic.ts';
import { createUsage } from './service/usage.ts';
import { createVault } from './service/vault.ts';
import { createWorker, defaultWorkerSettings, type WorkerSettings } from './service/worker.ts';
import type { Blobs } from './storage/blobs.ts';
import type { Db } from './storage/db.ts';
import { createExtensionStore } from './storage/extensions.ts';
import { createJobs } from './storage/jobs.ts';
import { createQueueLoad } from './storage/queue-load.ts';
import { takeInDatabase } from './storage/rate-windows.ts';
import { createRecentJobs } from './storage/recent-jobs.ts';
import { createReplayRows } from './storage/replays.ts';
import { createEarlierJobs } from './storage/reuse.ts';
import type { Schema } from './storage/schema.ts';
import { createTurns } from './storage/turns.ts';
import { createUsageSums } from './storage/usage.ts';
import { packageVersion } from './version.ts';

export { openStore };

/** What tests put around the stores, or in the place of the clock and of the worker's times; the service has none. */
export interface Around {
  readonly clock?: Clock;
  readonly db?: (db: Db<Schema>) => Db<Schema>;
  readonly blobs?: (blobs: Blobs) => Blobs;
  readonly worker?: Partial<WorkerSettings>;
}

export async function createService(config: Config, logger: Logger, around: Around = {}) {
  const clock = around.clock ?? systemClock;
  const { db, writing, connections, inPlace, accounts, keys, users, plans } = await openStore(config, around);
  const scratchRoot = await ownScratch(join(config.dataDir, 'scratch'));
  const { blobs: opened, freeBytes } = await openBlobs(config, scratchRoot);
  const blobs = around.blobs?.(opened) ?? opened;
  const jobs = createJobs(db);
  const { bell, close: closeBell } = await openBell(config, logger);
  const vault = config.databaseUrl === undefined ? createVault() : createSharedVault(bell, clock);
  const secret = await accounts.settleSetting('link_secret', randomBytes(32).toString('hex'));
  const links = createLinks({ baseUrl: config.baseUrl, secret });
  const intake = createIntake({ jobs, blobs, bell, vault, clock, ocrLanguageFolder: config.engines.ocrLanguageFolder });
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
  const recentJobs = createRecentJobs(db);
  const estimate = createEstimates({ recent: recentJobs, clock, log: logger });
  const reuse = createReuse({ earlier: createEarlierJobs(db), blobs, clock, log: logger, converter: packageVersion });
  const turns = config.databaseUrl === undefined ? undefined : createTurns(db);
  const janitor = createJanitor({ jobs, blobs, clock, log: logger, turns });

  const replays = createReplays({ rows: createReplayRows(db), blobs, clock, log: logger });

  const metrics = createMetrics(logger);
  const traffic = createTraffic(clock, requestMetrics(metrics));

  const works = config.role !== 'api';
  const pool = works
    ? createPool({
        size: config.workers,
        scratchRoot,
        deadlineMs: config.jobDeadlineMs,
        maxRssBytes: config.jobMemoryBytes,
        engines: config.engines,
        preload: config.preload,
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
        onEnd: jobMetrics(metrics),
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
      { ...defaultWorkerSettings, slots: config.workers, retentionMs: config.retentionMs, ...around.worker },
    );

  const loopDelay = watchLoopDelay();
  const queue = createQueueLoad(db);
  const rehearsal = pool && createRehearsal({ pool, scratchRoot, clock, log: logger });
  const health = createHealth({
    probes: {
      database: databaseProbe({
        query: async () => {
          await sql`select 1`.execute(db.reader);
          await inPlace();
        },
        // The embedded store has one connection that writes and one that reads and answers at once; both are always open.
        connections: connections ?? (() => ({ active: Math.min(1, writing()), idle: 2 - Math.min(1, writing()) })),
        clock,
      }),
      storage: storageProbe({ blobs, freeBytes, clock }),
      authentication: authenticationProbe({ lookUp: accounts.callerByKeyHash, clock }),
      apiGateway: gatewayProbe({ traffic, loopDelay }),
      conversionEngine: engineProbe({ pool, rehearsal, queue, meanMs: meanOf(recentJobs), clock }),
    },
    traffic,
    regions: createRegions({ places: config.regions, clock, log: logger }),
    load: () => {
      const { busy, size } = pool?.stats() ?? { busy: 0, size: 1 };
      return { load: Math.min(1, busy / size), latencyMs: loopDelay.read().meanMs };
    },
    maintenance: config.maintenance,
    clock,
    log: logger,
  });
  stateMetrics(metrics, {
    version: packageVersion,
    queue,
    writing,
    pool,
    connections: () => traffic.summary().connections,
    loopDelay,
    health,
    storedBytes: countStored({ blobs, clock, log: logger }),
  });
  const dashboard = createDashboard(config, logger, {
    db,
    blobs,
    accounts,
    users,
    plans,
    secret,
    intake,
    health,
    queue,
    active: worker?.active,
    scratchRoot,
    clock,
  });
  const metricsServer = config.metrics && createMetricsServer(metrics.text, config.metrics, logger);
  const app =
    config.role === 'worker'
      ? undefined
      : await createApp(
          {
            keys,
            replays,
            // One process for everything counts in memory; API nodes that share a store count there.
            allowance: createAllowance(
              config.role === 'all' && config.databaseUrl === undefined ? takeInMemory() : takeInDatabase(db),
              clock,
            ),
            intake,
            jobs,
            blobs,
            results: createSmallResults(blobs),
            links,
            extensions,
            watch,
            estimate,
            health,
            traffic,
            clock,
            fetcher,
            usage: createUsage({ sums: createUsageSums(db), account: accounts.find, clock }),
            batches,
            dashboard: dashboard.parts,
            baseUrl: config.baseUrl,
            syncWaitMs: config.syncWaitMs,
          },
          logger,
          config.trustProxy,
          config.slowSenderMs,
        );

  return {
    accounts,
    keys,
    setupCode: dashboard.setupCode,
    async start(): Promise<void> {
      await alignRunning(accounts, plans);
      await app?.listen({ host: config.host, port: config.port });
      if (metricsServer !== undefined) logger.info({ port: await metricsServer.listen() }, 'metrics at /metrics');
      worker?.start();
      janitor.start();
      replays.start();
      deadlines.start();
      health.start();
      dashboard.start();
    },
    /** The port really listened on, which differs from the configured one when that is 0. */
    port: (): number | undefined => {
      const address = app?.server.address();
      return typeof address === 'object' ? address?.port : undefined;
    },
    /** Refuses new requests, lets running ones and jobs end, hands the rest back, and closes the stores last. */
    async stop(graceMs: number): Promise<void> {
      const looked = health.stop();
      janitor.stop();
      replays.stop();
      deadlines.stop();
      const drawn = dashboard.stopDrawing();
      const closed = app?.close();
      await worker?.stop(graceMs);
      intake.stopWaiting();
      watch.stop();
      batches.stopWaiting();
      await closed;
      await rehearsal?.stop();
      await metricsServer?.close();
      await pool?.close();
      loopDelay.stop();
      await looked;
      await drawn;
      await dashboard.stop();
      await closeBell();
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

/** Of the last hundred jobs that were converted; null before the first. */
const meanOf = (recent: ReturnType<typeof createRecentJobs>) => async (): Promise<number | null> => {
  const jobs = await recent.finished(100);
  return jobs.length === 0 ? null : jobs.reduce((sum, job) => sum + job.ms, 0) / jobs.length;
};
