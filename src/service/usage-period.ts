// Which days a usage report is about: what the query says, checked, as days of UTC.
import { dayOf, type Instant, monthOf } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';

export interface UsageQuery {
  readonly period?: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly granularity?: string;
}

export interface UsagePeriod {
  readonly type: 'monthly' | 'yearly' | 'custom';
  /** YYYY-MM-DD, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly granularity: 'hourly' | 'daily' | 'monthly';
}

const longestDays = 366;
const longestHourlyDays = 7;
export const dayMs = 86_400_000;

export function usagePeriod(query: UsageQuery, now: Instant): UsagePeriod {
  const granularity = oneOf('granularity', query.granularity ?? 'daily', ['hourly', 'daily', 'monthly']);
  const period = { ...stretch(query, now), granularity };
  if (granularity === 'hourly' && daysIn(period) > longestHourlyDays) {
    throw invalid('granularity', `granularity hourly covers at most ${longestHourlyDays} days.`);
  }
  return period;
}

/** Every day from the first to the last. */
export function daysOf({ from, to }: Pick<UsagePeriod, 'from' | 'to'>): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs) days.push(dayOf(at));
  return days;
}

/** Every month that a stretch of days touches. */
export function monthsOf({ from, to }: Pick<UsagePeriod, 'from' | 'to'>): string[] {
  const months: string[] = [];
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = nextMonth(month)) months.push(month);
  return months;
}

export const nextMonth = (month: string): string => monthOf(Date.UTC(yearOf(month), Number(month.slice(5))));
export const monthBefore = (month: string): string => monthOf(Date.UTC(yearOf(month), Number(month.slice(5)) - 2));

const yearOf = (month: string): number => Number(month.slice(0, 4));

export const lastDayOf = (month: string): string => dayOf(Date.parse(`${nextMonth(month)}-01`) - dayMs);

function stretch(query: UsageQuery, now: Instant): Pick<UsagePeriod, 'type' | 'from' | 'to'> {
  const { startDate, endDate } = query;
  if (startDate !== undefined || endDate !== undefined) {
    const today = dayOf(now);
    const to = endDate === undefined ? today : date('end_date', endDate);
    const from = startDate === undefined ? `${to.slice(0, 7)}-01` : date('start_date', startDate);
    if (from > to) throw invalid('start_date', 'start_date must not be after end_date.');
    if (daysIn({ from, to }) > longestDays) throw invalid('end_date', `A range has at most ${longestDays} days.`);
    return { type: 'custom', from, to };
  }
  const period = query.period ?? 'current';
  const month = period === 'current' ? monthOf(now) : period;
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(month) && month >= '1970') {
    return { type: 'monthly', from: `${month}-01`, to: lastDayOf(month) };
  }
  if (/^(19[7-9]|[2-9]\d\d)\d$/.test(period)) return { type: 'yearly', from: `${period}-01-01`, to: `${period}-12-31` };
  throw invalid('period', "period must be 'current', YYYY-MM or YYYY.");
}

const daysIn = ({ from, to }: Pick<UsagePeriod, 'from' | 'to'>): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** A day that the calendar has: 2026-02-30 is none. */
function date(field: string, text: string): string {
  const known = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(Date.parse(text)) === text;
  if (!known) throw invalid(field, `${field} must be a day such as 2026-11-15.`);
  return text;
}

function oneOf<T extends string>(field: string, given: string, values: readonly T[]): T {
  const found = values.find((value) => value === given);
  if (found === undefined) throw invalid(field, `${field} must be one of ${values.join(', ')}.`);
  return found;
}

const invalid = (field: string, details: string): Failure => new Failure('REQUEST_001', { field, details });
