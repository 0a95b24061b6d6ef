// Whether the service can do its work: each part it cannot do without is tried for real, at most once a second.
import type { Clock } from '../core/clock.ts';
import type { Log } from './log.ts';

export type HealthStatus = 'healthy' | 'unhealthy';

/** Rejects when the part does not work. */
export type Probe = () => Promise<unknown>;

export interface Health {
  status(): Promise<HealthStatus>;
}

const freshMs = 1000;
const patienceMs = 3000;

export function createHealth(probes: Readonly<Record<string, Probe>>, clock: Clock, log: Log): Health {
  let last: { readonly at: number; readonly status: Promise<HealthStatus> } | undefined;

  async function probeAll(): Promise<HealthStatus> {
    const results = await Promise.all(
      Object.entries(probes).map(async ([name, probe]) => {
        try {
          await withPatience(probe());
          return true;
        } catch (error) {
          log.error({ err: error, part: name }, 'health probe failed');
          return false;
        }
      }),
    );
    return results.every(Boolean) ? 'healthy' : 'unhealthy';
  }

  return {
    status() {
      if (last === undefined || clock.monotonic() - last.at > freshMs) {
        last = { at: clock.monotonic(), status: probeAll() };
      }
      return last.status;
    },
  };
}

async function withPatience(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(reject, patienceMs, new Error('no answer in time'));
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
