// Quota units and places in the queue: one conditional update of the account's row takes them, exactly, however many
// processes ask at once.
import { type Kysely, sql } from 'kysely';
import { dayOf, type Instant, monthOf } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import type { Schema, TenantRow } from './schema.ts';

export interface QuotaLimits {
  readonly daily: number;
  /** Infinity where conversions over the quota are billed instead of refused. */
  readonly monthly: number;
}

const dayMs = 86_400_000;

/**
 * The periods that a counter may belong to and be counted on: the present one, and the next, which a node whose clock is a
 * little ahead has begun. Otherwise two nodes at midnight would begin each other's day anew, over and over.
 */
function periods(at: Instant) {
  const now = new Date(at);
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  return { day: dayOf(at), tomorrow: dayOf(at + dayMs), month: monthOf(at), nextMonth: monthOf(nextMonth) };
}

/** All or nothing; fails with RATE_002 or RATE_003. */
export async function reserve(
  tx: Kysely<Schema>,
  accountId: string,
  units: number,
  places: number,
  quota: QuotaLimits,
  at: Instant,
): Promise<void> {
  const { day, tomorrow, month, nextMonth } = periods(at);
  const sameDay = sql`quota_day in (${day}, ${tomorrow})`;
  const sameMonth = sql`quota_month in (${month}, ${nextMonth})`;
  const monthly = Math.min(quota.monthly, Number.MAX_SAFE_INTEGER);
  const reserved = await tx
    .updateTable('tenants')
    .set({
      waiting: sql`waiting + ${places}`,
      day_used: sql`case when ${sameDay} then day_used + ${units} else ${units} end`,
      quota_day: sql`case when ${sameDay} then quota_day else ${day} end`,
      month_used: sql`case when ${sameMonth} then month_used + ${units} else ${units} end`,
      quota_month: sql`case when ${sameMonth} then quota_month else ${month} end`,
    })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`case when ${sameDay} then day_used else 0 end <= cast(${quota.daily - units} as bigint)`)
    .where(sql<boolean>`case when ${sameMonth} then month_used else 0 end <= cast(${monthly - units} as bigint)`)
    .executeTakeFirst();
  if (Number(reserved.numUpdatedRows) !== 1) throw await quotaFailure(tx, accountId, at, units, quota);
}

/** Waits for its turn at the account's row, as an update would; PostgreSQL only. */
export async function lockTenant(tx: Kysely<Schema>, accountId: string): Promise<void> {
  await tx.selectFrom('tenants').select('account_id').where('account_id', '=', accountId).forUpdate().execute();
}

async function quotaFailure(
  tx: Kysely<Schema>,
  accountId: string,
  at: Instant,
  units: number,
  quota: QuotaLimits,
): Promise<Failure> {
  const tenant: TenantRow | undefined = await tx
    .selectFrom('tenants')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (tenant === undefined) return new Failure('INTERNAL', { cause: `account ${accountId} has no tenant row` });
  // On a new day nothing is used yet, but a batch may still be larger than the whole day.
  const { day, tomorrow, month, nextMonth } = periods(at);
  const usedToday = [day, tomorrow].includes(tenant.quota_day) ? tenant.day_used : 0;
  const usedThisMonth = [month, nextMonth].includes(tenant.quota_month) ? tenant.month_used : 0;
  // A unit may have been given back meanwhile, so that neither is full any more; then it was the day.
  const daily = usedToday + units > quota.daily || usedThisMonth + units <= quota.monthly;
  const limit = daily ? quota.daily : quota.monthly;
  const used = daily ? usedToday : usedThisMonth;
  const now = new Date(at);
  const renewed = daily
    ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
    : Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  return new Failure(daily ? 'RATE_002' : 'RATE_003', {
    facts: {
      limit,
      used,
      remaining: Math.max(0, limit - used),
      retryAfter: Math.max(1, Math.ceil((renewed - at) / 1000)),
      resetTime: new Date(renewed).toISOString(),
    },
  });
}
