// Announced maintenance: the windows come from the configuration, and the next one that has not ended is told.
import type { Instant } from '../core/clock.ts';

export interface MaintenanceWindow {
  readonly start: Instant;
  readonly end: Instant;
}

export interface Maintenance {
  readonly scheduled: boolean;
  readonly nextWindow: Instant | null;
}

export function maintenanceAt(windows: readonly MaintenanceWindow[], now: Instant): Maintenance {
  const open = windows.filter((window) => window.end > now).map((window) => window.start);
  return open.length === 0
    ? { scheduled: false, nextWindow: null }
    : { scheduled: true, nextWindow: open.reduce((one, other) => Math.min(one, other)) };
}

const fields: ReadonlySet<string> = new Set(['start', 'end']);

/** Undefined unless it is a JSON array of windows that each end after they start. */
export function parseMaintenance(text: string): MaintenanceWindow[] | undefined {
  const given = parsed(text);
  if (!Array.isArray(given) || given.length > 1000) return undefined;
  const windows: MaintenanceWindow[] = [];
  for (const one of given as unknown[]) {
    if (typeof one !== 'object' || one === null || Object.keys(one).some((name) => !fields.has(name))) return undefined;
    const { start, end } = one as Record<string, unknown>;
    const window = { start: instant(start), end: instant(end) };
    if (!(window.start < window.end)) return undefined;
    windows.push(window);
  }
  return windows;
}

const isoForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** A time without its zone would mean another hour on another machine. */
const instant = (value: unknown): number =>
  typeof value === 'string' && isoForm.test(value) ? Date.parse(value) : Number.NaN;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
