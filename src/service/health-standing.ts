// The rule by which a state of health changes: two equal findings in a row, so that one slow answer does not flap.

export const healthStatuses = ['healthy', 'degraded', 'unhealthy'] as const;
export type HealthStatus = (typeof healthStatuses)[number];

export interface Standing {
  readonly status: HealthStatus;
  /** What the last look found, where that differs and still waits for a second one. */
  readonly unconfirmed?: HealthStatus;
}

/** The first finding of all counts at once, unless it is mere slowness: every first time is slow. */
export function standingAfter(before: Standing | undefined, found: HealthStatus): Standing {
  if (before === undefined) return found === 'degraded' ? { status: 'healthy', unconfirmed: found } : { status: found };
  if (found === before.status || found === before.unconfirmed) return { status: found };
  return { status: before.status, unconfirmed: found };
}

/** The worst service wins. */
export function worstOf(statuses: Iterable<HealthStatus>): HealthStatus {
  let worst = 0;
  for (const status of statuses) worst = Math.max(worst, healthStatuses.indexOf(status));
  return healthStatuses[worst] ?? 'unhealthy';
}
