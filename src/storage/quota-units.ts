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

/** All or nothing; fails with RATE_002 or RATE_003. */
export async function reserve(
  tx: Kysely<Schema>,
  accountId: string,
  units: number,
  places: number,
  quota: QuotaLimits,
  at: Instant,
): Promise<void> {
  const day = dayOf(at);
  const month = monthOf(at);
  const monthly = Math.min(quota.monthly, Number.MAX_SAFE_INTEGER);
  const reserved = await tx
    .updateTable('tenants')
    .set({
      waiting: sql`waiting + ${places}`,
      day_used: sql`case when quota_day = ${day} then day_used + ${units} else ${units} end`,
      quota_day: day,
      month_used: sql`case when quota_month = ${month} then month_used + ${units} else ${units} end`,
      quota_month: month,
    })
    .where('account_id', '=', accountId)
    .where(
      sql<boolean>`case when quota_day = ${day} then day_used else 0 end <= cast(${quota.daily - units} as bigint)`,
    )
    .where(
      sql<boolean>`case when quota_month = ${month} then month_used else 0 end <= cast(${monthly - units} as bigint)`,
    )
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
  const usedToday = tenant.quota_day === dayOf(at) ? tenant.day_used : 0;
  const daily = usedToday + units > quota.daily;
  const limit = daily ? quota.daily : quota.monthly;
  const used = daily ? usedToday : tenant.quota_month === monthOf(at) ? tenant.month_used : 0;
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
