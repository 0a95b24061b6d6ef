// Joins the parts of the dashboard; compose.ts hands in what the whole service shares.
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Clock } from './core/clock.ts';
import type { Plans } from './core/plan.ts';
import type { DashboardParts } from './http/dashboard/dashboard-parts.ts';
import { programFolder } from './program-folder.ts';
import { createPool } from './sandbox/pool.ts';
import { createDashboardKeys } from './service/dashboard-keys.ts';
import type { Health } from './service/health.ts';
import type { Intake } from './service/intake.ts';
import { createJobRemoval } from './service/job-removal.ts';
import { createLoginThrottle } from './service/login-throttle.ts';
import { createNodeReports } from './service/node-reports.ts';
import { createPageDrawings } from './service/page-drawings.ts';
import { createProvenance } from './service/provenance.ts';
import { createRegistration } from './service/registration.ts';
import { createReruns } from './service/reruns.ts';
import { createSessions } from './service/sessions.ts';
import type { Users } from './service/users.ts';
import type { Accounts } from './storage/accounts.ts';
import { createAttempts } from './storage/attempts.ts';
import type { Blobs } from './storage/blobs.ts';
import type { Db } from './storage/db.ts';
import { createInstallation } from './storage/installation.ts';
import { createJobDeletion } from './storage/job-deletion.ts';
import { createJobSearch } from './storage/job-search.ts';
import type { Schema } from './storage/schema.ts';
import { createSessionRows } from './storage/sessions.ts';
import { createUserRows } from './storage/users.ts';

interface Shared {
  readonly db: Db<Schema>;
  readonly blobs: Blobs;
  readonly accounts: Accounts;
  readonly users: Users;
  readonly plans: Plans;
  /** Of the installation; the set-up code is made from it. */
  readonly secret: string;
  readonly intake: Intake;
  readonly health: Health;
  readonly queue: DashboardParts['queue'];
  /** Jobs at work in this process; undefined where nothing is converted. */
  readonly active: (() => number) | undefined;
  readonly scratchRoot: string;
  readonly clock: Clock;
}

export function createDashboard(config: Config, logger: Logger, shared: Shared) {
  const { db, blobs, accounts, users, plans, secret, intake, health, queue, active, scratchRoot, clock } = shared;
  const slots = config.workers;
  const sessions = createSessions({ rows: createSessionRows(db), clock });
  const throttle = createLoginThrottle(createAttempts(db), clock);
  const open = config.registration === 'open';
  const registration = createRegistration({ accounts, users, rows: createUserRows(db), clock, plans, open, secret });
  const drawings = createPageDrawings({
    blobs,
    scratchRoot,
    clock,
    startPool: () =>
      createPool({
        size: 1,
        scratchRoot,
        maxRssBytes: config.jobMemoryBytes,
        engines: config.engines,
        preload: config.preload,
        log: logger,
      }),
  });
  const installation = createInstallation(db);
  const reports = createNodeReports({
    installation,
    health,
    worker: active && (() => ({ slots, busy: Math.min(slots, active()) })),
    sweeps: [sessions.sweep, throttle.sweep],
    clock,
    log: logger,
  });
  const parts: DashboardParts = {
    sessions,
    users,
    registration,
    throttle,
    identities: createDashboardKeys(accounts, clock, plans),
    search: createJobSearch(db),
    accounts,
    plans,
    installation,
    queue,
    drawings,
    provenance: createProvenance({ blobs, drawings }),
    rerun: createReruns({ blobs, intake }),
    removeJob: createJobRemoval({ mark: createJobDeletion(db), blobs, clock, log: logger }),
    pages: join(programFolder, 'dashboard'),
  };
  return {
    parts,
    start: (): void => reports.start(),
    /** Gives up what is being drawn, so that requests for it end. */
    stopDrawing: (): Promise<void> => drawings.stop(),
    /** Before the stores are closed. */
    async stop(): Promise<void> {
      await drawings.stop();
      await reports.stop();
    },
    /** What the first person needs to register; undefined when somebody has. */
    setupCode: async (): Promise<string | undefined> =>
      (await registration.isFirstRun()) ? registration.code : undefined,
  };
}
