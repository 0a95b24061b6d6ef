// The clock that leases are measured by: one that all who share the store read alike, and that nobody sets. A wall clock
// set wrong on one node must neither take jobs from living workers nor keep those of dead ones.
import { type RawBuilder, sql } from 'kysely';
import { sinceBoot } from '../core/clock.ts';
import type { Db } from './db.ts';
import type { Schema } from './schema.ts';

/** This moment in milliseconds, for use in a statement. */
export type LeaseClock = () => RawBuilder<number>;

/**
 * On PostgreSQL the server's own clock. The embedded store is used by the processes of one machine, which count from the
 * same start of the machine: a lease from before a restart then lies further ahead than any lease can, and is void.
 */
export function leaseClockOf(db: Pick<Db<Schema>, 'kind'>): LeaseClock {
  if (db.kind === 'postgres') return () => sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;
  return () => sql<number>`${Math.floor(sinceBoot())}`;
}

/** Any longer than this ahead of its length, and a lease was not given by this clock. */
const farAhead = 8;

/** True for the lease of a worker that fell silent. */
export const isVoid = (now: LeaseClock, leaseMs: number): RawBuilder<boolean> =>
  sql<boolean>`(lease_until < ${now()} or lease_until > cast(${now()} as bigint) + ${farAhead * leaseMs})`;
