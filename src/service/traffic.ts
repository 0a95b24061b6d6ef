// What the last minute of requests was like: a ring of seconds, so that the figures cost nothing and forget by themselves.
import type { Clock } from '../core/clock.ts';

export interface AnsweredRequest {
  /** The pattern of the path, never the path itself: it may hold ids. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
}

export interface TrafficSummary {
  readonly requestsPerMinute: number;
  /** Null when nothing was asked in the last minute. */
  readonly meanMs: number | null;
  /** Share of answers that were not a fault of ours (below 500); 1 when nothing was asked. */
  readonly successRate: number;
  readonly connections: number;
}

export interface Traffic {
  note(request: AnsweredRequest): void;
  opened(): void;
  closed(): void;
  summary(): TrafficSummary;
}

const seconds = 60;

/** Asking how the service is must not change how it looks, and an event stream is open, not slow. */
const isWatching = (route: string): boolean => /(^|\/)health(\/public)?$|\/events$/.test(route);

export function createTraffic(clock: Clock, observe: (request: AnsweredRequest) => void = () => undefined): Traffic {
  const ring = Array.from({ length: seconds }, () => ({ second: -1, requests: 0, ms: 0, faults: 0 }));
  let connections = 0;
  const thisSecond = (): number => Math.floor(clock.monotonic() / 1000);

  return {
    note(request) {
      observe(request);
      if (isWatching(request.route)) return;
      const second = thisSecond();
      const place = ring[second % seconds];
      if (place === undefined) return;
      if (place.second !== second) Object.assign(place, { second, requests: 0, ms: 0, faults: 0 });
      place.requests += 1;
      place.ms += request.ms;
      if (request.status >= 500) place.faults += 1;
    },
    opened() {
      connections += 1;
    },
    closed() {
      connections -= 1;
    },
    summary() {
      const oldest = thisSecond() - seconds;
      let [requests, ms, faults] = [0, 0, 0];
      for (const place of ring) {
        if (place.second <= oldest) continue;
        requests += place.requests;
        ms += place.ms;
        faults += place.faults;
      }
      return {
        requestsPerMinute: requests,
        meanMs: requests === 0 ? null : ms / requests,
        successRate: requests === 0 ? 1 : 1 - faults / requests,
        connections,
      };
    },
  };
}
