// Whether the service can do its work: every part is tried for real, in the background and when somebody asks, and the
// states that come of it are kept with their history.
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock, Instant } from '../core/clock.ts';
import { type Maintenance, type MaintenanceWindow, maintenanceAt } from './health-maintenance.ts';
import type { RegionHealth, Regions } from './health-regions.ts';
import { type HealthStatus, type Standing, standingAfter, worstOf } from './health-standing.ts';
import type { Log } from './log.ts';
import type { Traffic, TrafficSummary } from './traffic.ts';

export const serviceNames = ['apiGateway', 'conversionEngine', 'storage', 'database', 'authentication'] as const;
export type ServiceName = (typeof serviceNames)[number];

export type Facts = Readonly<Record<string, number | null>>;

export interface Probe {
  /** The figures while the part does not answer. */
  readonly unknown: Facts;
  /** What clients are told when the look fails; the cause is for the log alone. */
  readonly failing: string;
  /** Rejects when the part does not work; an issue means that it works badly. */
  readonly look: () => Promise<{ readonly facts: Facts; readonly issues: readonly string[] }>;
}

export interface ServiceHealth {
  readonly status: HealthStatus;
  readonly since: Instant;
  readonly checkedAt: Instant;
  readonly facts: Facts;
  readonly issues: readonly string[];
  readonly error?: string;
}

export interface HealthAlert {
  readonly severity: 'warning' | 'critical';
  readonly message: string;
  readonly at: Instant;
}

export interface HealthReport {
  readonly status: HealthStatus;
  readonly at: Instant;
  readonly uptimeSeconds: number;
  readonly load: number;
  readonly services: ReadonlyMap<ServiceName, ServiceHealth>;
  readonly performance: TrafficSummary;
  readonly regions: ReadonlyMap<string, RegionHealth>;
  readonly maintenance: Maintenance;
  readonly alerts: readonly HealthAlert[];
}

export interface HealthChange {
  readonly at: Instant;
  readonly service: ServiceName;
  readonly from: HealthStatus | undefined;
  readonly to: HealthStatus;
  readonly reason?: string;
}

const defaults = {
  /** Findings younger than this answer whoever asks. */
  freshMs: 1000,
  backgroundMs: 5000,
  /** A part that was found down is looked at once more after this pause, so that nobody hears of it late. */
  againMs: 250,
  patienceMs: 2000,
  /** The second look waits less: findings that are still fresh, both looks and the pause stay below five seconds. */
  patienceAgainMs: 1000,
};

const keptChanges = 100;

interface Parts {
  readonly probes: Readonly<Record<ServiceName, Probe>>;
  readonly traffic: Traffic;
  readonly regions: Regions;
  /** How much of this process is taken, 0 to 1, and how long things wait in it. */
  readonly load: () => { readonly load: number; readonly latencyMs: number };
  readonly maintenance: readonly MaintenanceWindow[];
  readonly clock: Clock;
  readonly log: Log;
}

export interface Health {
  status(): Promise<HealthStatus>;
  report(): Promise<HealthReport>;
  /** The last hundred changes of state, oldest first. */
  changes(): readonly HealthChange[];
  start(): void;
  /** Resolves when nothing is being tried any more, so that the stores can be closed. */
  stop(): Promise<void>;
}

interface Watched extends ServiceHealth {
  readonly standing: Standing;
}

export function createHealth(parts: Parts, settings: Partial<typeof defaults> = {}): Health {
  const { probes, traffic, regions, maintenance, clock, log } = parts;
  const { freshMs, backgroundMs, againMs, patienceMs, patienceAgainMs } = { ...defaults, ...settings };
  const began = clock.monotonic();
  const watched = new Map<ServiceName, Watched>();
  const hanging = new Map<ServiceName, ReturnType<Probe['look']>>();
  const changes: HealthChange[] = [];
  let last: { readonly at: number; readonly done: Promise<void> } | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function look(name: ServiceName, patience: number): Promise<void> {
    const { unknown, failing } = probes[name];
    try {
      const { facts, issues } = await withPatience(tried(name), patience);
      note(name, issues.length === 0 ? 'healthy' : 'degraded', facts, issues);
    } catch (error) {
      log.error({ err: error, part: name }, 'health probe failed');
      note(name, 'unhealthy', unknown, [], failing);
    }
  }

  /** A part that hangs is not asked again while it does: the questions would pile up. */
  function tried(name: ServiceName): ReturnType<Probe['look']> {
    const earlier = hanging.get(name);
    if (earlier !== undefined) return earlier;
    const look = probes[name].look().finally(() => hanging.delete(name));
    hanging.set(name, look);
    return look;
  }

  function note(name: ServiceName, found: HealthStatus, facts: Facts, issues: readonly string[], error?: string): void {
    const before = watched.get(name);
    const standing = standingAfter(before?.standing, found);
    const at = clock.now();
    const changed = standing.status !== before?.status;
    // While a finding waits for its second, the figures are new but what is said of the state stays.
    const said =
      standing.unconfirmed !== undefined && before !== undefined
        ? { issues: before.issues, ...(before.error === undefined ? {} : { error: before.error }) }
        : { issues, ...(error === undefined ? {} : { error }) };
    const since = changed || before === undefined ? at : before.since;
    watched.set(name, { standing, status: standing.status, since, checkedAt: at, facts, ...said });
    if (!changed) return;
    const reason = error ?? issues[0];
    const change = { at, service: name, from: before?.status, to: standing.status };
    changes.push(reason === undefined ? change : { ...change, reason });
    if (changes.length > keptChanges) changes.shift();
    if (before !== undefined) log.warn({ part: name, from: before.status, to: standing.status }, 'health changed');
  }

  async function lookAtAll(): Promise<void> {
    await Promise.all(serviceNames.map((name) => look(name, patienceMs)));
    const doubtful = serviceNames.filter((name) => watched.get(name)?.standing.unconfirmed === 'unhealthy');
    if (doubtful.length === 0) return;
    await pause(againMs, undefined, { ref: false });
    await Promise.all(doubtful.map((name) => look(name, patienceAgainMs)));
  }

  const fresh = (): Promise<void> => {
    if (last === undefined || clock.monotonic() - last.at > freshMs) {
      last = { at: clock.monotonic(), done: lookAtAll() };
    }
    return last.done;
  };

  const overall = (): HealthStatus => worstOf([...watched.values()].map((one) => one.status));

  return {
    async status() {
      await fresh();
      return overall();
    },
    async report() {
      await fresh();
      const status = overall();
      const own = parts.load();
      return {
        status,
        at: clock.now(),
        load: own.load,
        uptimeSeconds: Math.floor((clock.monotonic() - began) / 1000),
        services: new Map(serviceNames.flatMap((name) => entry(name, watched.get(name)))),
        performance: traffic.summary(),
        regions: regions.report({ status, ...own }),
        maintenance: maintenanceAt(maintenance, clock.now()),
        alerts: [...watched.values()].flatMap(alertsOf),
      };
    },
    changes: () => [...changes],
    start() {
      const background = (): void => void fresh();
      timer = setInterval(background, backgroundMs).unref();
      background();
      regions.start();
    },
    async stop() {
      clearInterval(timer);
      regions.stop();
      await last?.done;
    },
  };
}

const entry = (name: ServiceName, found: Watched | undefined): [ServiceName, ServiceHealth][] =>
  found === undefined ? [] : [[name, found]];

function alertsOf({ status, since, issues, error }: ServiceHealth): HealthAlert[] {
  if (status === 'healthy') return [];
  const severity = status === 'unhealthy' ? 'critical' : 'warning';
  return (error === undefined ? issues : [error]).map((message) => ({ severity, message, at: since }));
}

async function withPatience<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, ms, new Error('no answer in time'));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
