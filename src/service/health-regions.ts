// The regions of a service that runs in several places: this one as it measures itself, the others by asking them.
import type { Clock } from '../core/clock.ts';
import { type HealthStatus, healthStatuses } from './health-standing.ts';
import type { Log } from './log.ts';

/** `self` for the region that this process runs in, else the address of the service there. */
export type RegionPlaces = ReadonlyMap<string, 'self' | URL>;

export interface RegionHealth {
  readonly status: HealthStatus;
  /** 0 to 1; null where it could not be learned. */
  readonly load: number | null;
  readonly latencyMs: number | null;
}

export interface Regions {
  report(own: RegionHealth): ReadonlyMap<string, RegionHealth>;
  start(): void;
  stop(): void;
}

interface Parts {
  readonly places: RegionPlaces;
  readonly clock: Clock;
  readonly log: Log;
}

const askEveryMs = 10_000;
const patienceMs = 3000;
/** The public report is a few hundred bytes. */
const maxAnswerBytes = 16_384;
const silent: RegionHealth = { status: 'unhealthy', load: null, latencyMs: null };

export function createRegions({ places, clock, log }: Parts): Regions {
  const known = new Map<string, RegionHealth>();
  let timer: NodeJS.Timeout | undefined;

  async function ask(name: string, place: URL): Promise<void> {
    const began = clock.monotonic();
    try {
      const response = await fetch(new URL('health/public', place), {
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      });
      const latencyMs = Math.round(clock.monotonic() - began);
      const body = JSON.parse(await shortText(response)) as { status?: unknown; load?: unknown };
      const status = healthStatuses.find((one) => one === body.status);
      if (status === undefined) throw new Error('the answer tells no status');
      const load = typeof body.load === 'number' && body.load >= 0 && body.load <= 1 ? body.load : null;
      known.set(name, { status, load, latencyMs });
    } catch (error) {
      if (known.get(name) !== silent) log.warn({ err: error, region: name }, 'a region does not answer');
      known.set(name, silent);
    }
  }

  const askAll = (): void => {
    for (const [name, place] of places) if (place !== 'self') void ask(name, place);
  };

  return {
    report: (own) =>
      new Map([...places].map(([name, place]) => [name, place === 'self' ? own : (known.get(name) ?? silent)])),
    start() {
      askAll();
      timer = setInterval(askAll, askEveryMs).unref();
    },
    stop() {
      clearInterval(timer);
    },
  };
}

async function shortText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > maxAnswerBytes) throw new Error('the answer is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Undefined unless it is a JSON object whose values are "self", at most once, or http addresses. */
export function parseRegions(text: string): RegionPlaces | undefined {
  const places = new Map<string, 'self' | URL>();
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  for (const [name, place] of Object.entries(given)) {
    if (!/^[\w.-]{1,64}$/.test(name) || typeof place !== 'string') return undefined;
    if (place === 'self') places.set(name, place);
    else if (/^https?:\/\//.test(place) && URL.canParse(place)) {
      // With a slash at the end, so that a path before it is kept when an address is made from it.
      places.set(name, new URL(place.replace(/\/?$/, '/')));
    } else return undefined;
  }
  return [...places.values()].filter((place) => place === 'self').length > 1 ? undefined : places;
}
