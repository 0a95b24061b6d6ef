// Sums over usage: by day, format, key and month from the roll-up, by hour from the records themselves.
import { sql } from 'kysely';
import type { Instant } from '../core/clock.ts';
import type { Db } from './db.ts';
import type { Schema, TenantRow } from './schema.ts';

/** What one account did in a stretch of days, both inclusive, perhaps in one format only. */
export interface UsageWindow {
  readonly accountId: string;
  /** YYYY-MM-DD, UTC. */
  readonly from: string;
  readonly to: string;
  readonly format?: string;
}

export interface UsageSum {
  readonly conversions: number;
  readonly successes: number;
  readonly pages: number;
  readonly fileBytes: number;
  readonly processingMs: number;
}

export type SumBy<K extends string> = UsageSum & Readonly<Record<K, string>>;

const hourMs = 3_600_000;

export function createUsageSums(db: Db<Schema>) {
  const days = ({ accountId, from, to, format }: UsageWindow) => {
    const within = db.reader
      .selectFrom('usage_days')
      .where('usage_days.account_id', '=', accountId)
      .where('usage_days.day', '>=', from)
      .where('usage_days.day', '<=', to);
    return format === undefined ? within : within.where('usage_days.format', '=', format);
  };

  return {
    async byDay(window: UsageWindow): Promise<SumBy<'day'>[]> {
      const rows = await days(window).select(sums).select('day').groupBy('day').orderBy('day').execute();
      return rows.map((row) => ({ day: row.day, ...asSum(row) }));
    },

    /** In the order of the table's key, so that the store adds up as it walks and sorts nothing. */
    async byDayAndFormat(window: UsageWindow): Promise<SumBy<'day' | 'format'>[]> {
      const rows = await days(window)
        .select(sums)
        .select(['day', 'format'])
        .groupBy(['account_id', 'day', 'format'])
        .orderBy('day')
        .orderBy('format')
        .execute();
      return rows.map((row) => ({ day: row.day, format: row.format, ...asSum(row) }));
    },

    /** The busiest keys first. */
    async byKey(window: UsageWindow, limit: number): Promise<(SumBy<'keyId'> & { readonly name: string | null })[]> {
      // Added up first and named afterwards: ten names are looked up, not one for every row.
      const busiest = days(window)
        .select(sums)
        .select('key_id')
        .groupBy('key_id')
        .orderBy('conversions', 'desc')
        .orderBy('key_id')
        .limit(limit);
      const rows = await db.reader
        .selectFrom(busiest.as('busiest'))
        .leftJoin('api_keys', 'api_keys.id', 'busiest.key_id')
        .selectAll('busiest')
        .select('api_keys.name')
        .orderBy('busiest.conversions', 'desc')
        .orderBy('busiest.key_id')
        .execute();
      return rows.map((row) => ({ keyId: row.key_id, name: row.name, ...asSum(row) }));
    },

    /** Hours that had any; `from` and `to` are instants, the second exclusive. */
    async byHour(
      accountId: string,
      from: Instant,
      to: Instant,
      format: string | undefined,
    ): Promise<(UsageSum & { readonly hour: Instant })[]> {
      // Whole hours of Unix time are whole hours of UTC; division of integers rounds down on every store.
      const hour = sql<number>`ended_at / ${sql.lit(hourMs)}`;
      let records = db.reader
        .selectFrom('usage_records')
        .where('account_id', '=', accountId)
        .where('ended_at', '>=', from)
        .where('ended_at', '<', to);
      if (format !== undefined) records = records.where('format', '=', format);
      const rows = await records
        .select([
          sql<number>`count(*)`.as('conversions'),
          sql<number>`sum(succeeded)`.as('successes'),
          sql<number>`sum(pages)`.as('pages'),
          sql<number>`sum(file_bytes)`.as('file_bytes'),
          sql<number>`sum(processing_ms)`.as('processing_ms'),
          hour.as('hour'),
        ])
        .groupBy(hour)
        .orderBy('hour')
        .execute();
      return rows.map((row) => ({ hour: Number(row.hour) * hourMs, ...asSum(row) }));
    },

    /** The counters that the quotas are held by. */
    async counters(accountId: string): Promise<TenantRow | undefined> {
      return db.reader.selectFrom('tenants').selectAll().where('account_id', '=', accountId).executeTakeFirst();
    },
  };
}

export type UsageSums = ReturnType<typeof createUsageSums>;

const sums = [
  sql<number>`sum(conversions)`.as('conversions'),
  sql<number>`sum(successes)`.as('successes'),
  sql<number>`sum(pages)`.as('pages'),
  sql<number>`sum(file_bytes)`.as('file_bytes'),
  sql<number>`sum(processing_ms)`.as('processing_ms'),
] as const;

/** Sums of whole numbers come as text from some stores. */
function asSum(row: {
  readonly conversions: unknown;
  readonly successes: unknown;
  readonly pages: unknown;
  readonly file_bytes: unknown;
  readonly processing_ms: unknown;
}): UsageSum {
  return {
    conversions: Number(row.conversions ?? 0),
    successes: Number(row.successes ?? 0),
    pages: Number(row.pages ?? 0),
    fileBytes: Number(row.file_bytes ?? 0),
    processingMs: Number(row.processing_ms ?? 0),
  };
}
