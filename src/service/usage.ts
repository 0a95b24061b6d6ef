// The usage report (specification 2.4): what an account converted in a period, its limits and its charges. All sums come
// from records that were written in the same transaction as the jobs' final states.
import { formatByExtension } from '../convert/formats.ts';
import { type Clock, dayOf, type Instant, monthOf } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import type { Plan } from '../core/plan.ts';
import type { AccountRow } from '../storage/schema.ts';
import type { SumBy, UsageSum, UsageSums, UsageWindow } from '../storage/usage.ts';
import type { Principal } from './keys.ts';
import {
  dayMs,
  daysOf,
  lastDayOf,
  monthBefore,
  monthsOf,
  nextMonth,
  type UsagePeriod,
  type UsageQuery,
  usagePeriod,
} from './usage-period.ts';
import { type UsageTrends, usageTrends } from './usage-trends.ts';

export interface UsageLimits {
  readonly monthlyLimit: number;
  readonly monthlyUsed: number;
  readonly dailyLimit: number;
  readonly dailyUsed: number;
  readonly maxFileSizeMb: number;
  readonly maxBatchSize: number;
}

export interface UsageBilling {
  readonly plan: string;
  readonly cycle: 'monthly' | 'yearly';
  readonly nextBillingAt: Instant;
  readonly currentCharges: number;
  readonly overageCharges: number;
}

export interface UsageReport {
  readonly period: UsagePeriod;
  readonly total: UsageSum;
  readonly formats: readonly SumBy<'format'>[];
  readonly days: readonly SumBy<'day'>[];
  /** Only where that granularity was asked for. */
  readonly hours?: readonly (UsageSum & { readonly hour: Instant })[];
  readonly months: readonly SumBy<'month'>[];
  /** None for a year, whose shape does not show them. */
  readonly keys: readonly (SumBy<'keyId'> & { readonly name: string | null })[];
  readonly limits: UsageLimits;
  readonly billing: UsageBilling;
  /** Only for a year. */
  readonly trends?: UsageTrends;
}

const topKeys = 10;

interface Parts {
  readonly sums: UsageSums;
  readonly account: (id: string) => Promise<AccountRow | undefined>;
  readonly clock: Clock;
}

export function createUsage({ sums, account, clock }: Parts) {
  return {
    async report(principal: Principal, query: UsageQuery & { readonly format?: string }): Promise<UsageReport> {
      const now = clock.now();
      const period = usagePeriod(query, now);
      const format = query.format === undefined ? undefined : formatName(query.format);
      const window: UsageWindow = {
        accountId: principal.accountId,
        from: period.from,
        to: period.to,
        ...(format === undefined ? {} : { format }),
      };
      const compared = period.type === 'yearly' ? comparedMonths(period.from.slice(0, 4), now) : undefined;
      // One walk over the sums gives days, formats, months and trends; keys are counted only where they are shown.
      const [walked, keys, limits, billing] = await Promise.all([
        sums.byDayAndFormat(compared === undefined ? window : { ...window, ...wideEnough(window, compared) }),
        compared === undefined ? sums.byKey(window, topKeys) : [],
        limitsOf(principal, now),
        billingOf(principal, now),
      ]);
      const days = walked.filter(({ day }) => day >= period.from && day <= period.to);
      const [to = period.to] = [period.to, dayOf(now)].sort();
      const shown = { from: period.from, to };
      return {
        period,
        total: totalOf(days),
        formats: byFormat(days),
        days: filled(days, daysOf(shown), 'day', (one) => one.day),
        ...(period.granularity === 'hourly' ? { hours: await hoursOf(window, now) } : {}),
        months: filled(days, monthsOf(shown), 'month', (one) => one.day.slice(0, 7)),
        keys,
        limits,
        billing,
        ...(compared === undefined ? {} : { trends: trendsOf(walked, period.from.slice(0, 4), compared) }),
      };
    },
  };

  async function hoursOf(window: UsageWindow, now: Instant): Promise<(UsageSum & { readonly hour: Instant })[]> {
    const from = Date.parse(window.from);
    const to = Math.min(Date.parse(window.to) + dayMs, now + 1);
    const found = await sums.byHour(window.accountId, from, to, window.format);
    const byHour = new Map(found.map((one) => [one.hour, one]));
    const hours: (UsageSum & { readonly hour: Instant })[] = [];
    for (let hour = from; hour < to; hour += dayMs / 24) hours.push(byHour.get(hour) ?? { hour, ...nothing });
    return hours;
  }

  async function limitsOf({ accountId, plan }: Principal, now: Instant): Promise<UsageLimits> {
    const counters = await sums.counters(accountId);
    return {
      monthlyLimit: plan.monthlyConversions,
      monthlyUsed: counters?.quota_month === monthOf(now) ? counters.month_used : 0,
      dailyLimit: plan.dailyConversions,
      dailyUsed: counters?.quota_day === dayOf(now) ? counters.day_used : 0,
      maxFileSizeMb: plan.maxFileSizeMb,
      maxBatchSize: plan.maxBatchSize,
    };
  }

  async function billingOf({ accountId, plan }: Principal, now: Instant): Promise<UsageBilling> {
    const row = await account(accountId);
    const cycle = row?.billing_cycle ?? 'monthly';
    const month = monthOf(now);
    const used = totalOf(await sums.byDay({ accountId, from: `${month}-01`, to: lastDayOf(month) })).successes;
    return {
      plan: plan.name,
      cycle,
      nextBillingAt: nextBilling(cycle, row?.created_at ?? now, now),
      currentCharges: priceOf(plan, cycle),
      overageCharges: cents(Math.max(0, used - plan.monthlyConversions) * plan.pricePerOverageUsd),
    };
  }
}

export type Usage = ReturnType<typeof createUsage>;

const nothing: UsageSum = { conversions: 0, successes: 0, pages: 0, fileBytes: 0, processingMs: 0 };

interface ComparedMonths {
  readonly last: string;
  readonly before: string;
}

/** The last full month of the year, December or the month before this one, and the one before it. */
function comparedMonths(year: string, now: Instant): ComparedMonths {
  const december = `${year}-12`;
  const last = december < monthOf(now) ? december : monthBefore(monthOf(now));
  return { last, before: monthBefore(last) };
}

/** The months that are compared may reach into the year before. */
function wideEnough({ from, to }: UsageWindow, { last, before }: ComparedMonths): { from: string; to: string } {
  const first = `${before}-01`;
  const end = lastDayOf(last);
  return { from: first < from ? first : from, to: end > to ? end : to };
}

function trendsOf(
  rows: readonly SumBy<'day' | 'format'>[],
  year: string,
  { last, before }: ComparedMonths,
): UsageTrends {
  return usageTrends(
    rows.map((row) => ({ ...row, month: row.day.slice(0, 7) })),
    year,
    last,
    before,
  );
}

function byFormat(rows: readonly SumBy<'format'>[]): SumBy<'format'>[] {
  const known = new Map<string, UsageSum>();
  for (const row of rows) known.set(row.format, added(known.get(row.format) ?? nothing, row));
  const names = [...known.keys()].sort();
  return names.map((format) => ({ ...(known.get(format) ?? nothing), format }));
}

function totalOf(rows: readonly UsageSum[]): UsageSum {
  return rows.reduce(added, nothing);
}

function added(one: UsageSum, other: UsageSum): UsageSum {
  return {
    conversions: one.conversions + other.conversions,
    successes: one.successes + other.successes,
    pages: one.pages + other.pages,
    fileBytes: one.fileBytes + other.fileBytes,
    processingMs: one.processingMs + other.processingMs,
  };
}

/** One entry per name, zeros where nothing was done: charts need no gaps. */
function filled<K extends string>(
  rows: readonly SumBy<'day'>[],
  names: readonly string[],
  key: K,
  nameOf: (row: SumBy<'day'>) => string,
): SumBy<K>[] {
  const known = new Map<string, UsageSum>();
  for (const row of rows) known.set(nameOf(row), added(known.get(nameOf(row)) ?? nothing, row));
  return names.map((name) => {
    const { conversions, successes, pages, fileBytes, processingMs } = known.get(name) ?? nothing;
    return { [key]: name, conversions, successes, pages, fileBytes, processingMs } as SumBy<K>;
  });
}

function formatName(given: string): string {
  const known = given === 'unknown' ? given : formatByExtension(given.replace(/^\./, ''))?.name;
  if (known !== undefined) return known;
  throw new Failure('REQUEST_001', { field: 'format', details: 'format must be a file format such as pdf.' });
}

const priceOf = (plan: Plan, cycle: 'monthly' | 'yearly'): number =>
  cents(cycle === 'monthly' ? plan.pricePerMonthUsd : plan.pricePerMonthUsd * plan.monthsPerYearlyPrice);

const cents = (usd: number): number => Math.round(usd * 100) / 100;

/** The first of the next month, or the next anniversary of the account; 29 February is kept on the 28th in other years. */
function nextBilling(cycle: 'monthly' | 'yearly', created: Instant, now: Instant): Instant {
  if (cycle === 'monthly') return Date.parse(`${nextMonth(monthOf(now))}-01`);
  const day = dayOf(created).slice(5);
  for (let year = Number(dayOf(now).slice(0, 4)); ; year += 1) {
    const wanted = `${year}-${day}`;
    const at = Date.parse(day === '02-29' && lastDayOf(`${year}-02`) !== wanted ? `${year}-02-28` : wanted);
    if (at > now) return at;
  }
}
