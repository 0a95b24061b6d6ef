// What the routes are given to work with: the service's parts and a few settings, no concrete adapters.
import type { Clock } from '../core/clock.ts';
import type { Allowance } from '../service/allowance.ts';
import type { Batches } from '../service/batches.ts';
import type { Estimate } from '../service/estimates.ts';
import type { Extensions } from '../service/extension.ts';
import type { UrlFetcher } from '../service/fetch-url.ts';
import type { Health } from '../service/health.ts';
import type { Intake } from '../service/intake.ts';
import type { JobWatch } from '../service/job-watch.ts';
import type { Keys } from '../service/keys.ts';
import type { Links } from '../service/links.ts';
import type { Replays } from '../service/replays.ts';
import type { SmallResults } from '../service/small-results.ts';
import type { Traffic } from '../service/traffic.ts';
import type { Usage } from '../service/usage.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { Jobs } from '../storage/jobs.ts';
import type { DashboardParts } from './dashboard/dashboard-parts.ts';

export interface Parts {
  readonly keys: Keys;
  readonly allowance: Allowance;
  readonly intake: Intake;
  readonly batches: Batches;
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly results: SmallResults;
  readonly links: Links;
  readonly extensions: Extensions;
  readonly watch: JobWatch;
  readonly estimate: Estimate;
  readonly fetcher: UrlFetcher;
  readonly usage: Usage;
  readonly replays: Replays;
  readonly health: Health;
  readonly traffic: Traffic;
  readonly dashboard: DashboardParts;
  readonly clock: Clock;
  readonly baseUrl: string;
  /** How long a convert request waits for its result before it answers 202. */
  readonly syncWaitMs: number;
}

/** As published: the health report and the documentation say one number, the root route another (decisions.md). */
export const apiVersion = '2.1.0';
export const rootVersion = '2.0.0';
