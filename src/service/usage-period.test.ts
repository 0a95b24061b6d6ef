// Which days a report is about, in UTC, with errors that name the parameter.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../core/failure.ts';
import { daysOf, lastDayOf, monthBefore, monthsOf, nextMonth, type UsageQuery, usagePeriod } from './usage-period.ts';

const now = Date.UTC(2026, 1, 14, 23, 59, 59, 999);
const period = (query: UsageQuery) => usagePeriod(query, now);

describe('the period', () => {
  it.each([
    [{}, 'monthly', '2026-02-01', '2026-02-28'],
    [{ period: 'current' }, 'monthly', '2026-02-01', '2026-02-28'],
    [{ period: '2024-02' }, 'monthly', '2024-02-01', '2024-02-29'],
    [{ period: '2025-12' }, 'monthly', '2025-12-01', '2025-12-31'],
    [{ period: '2025' }, 'yearly', '2025-01-01', '2025-12-31'],
    [{ startDate: '2025-12-30', endDate: '2026-01-02' }, 'custom', '2025-12-30', '2026-01-02'],
    [{ startDate: '2026-02-03' }, 'custom', '2026-02-03', '2026-02-14'],
    [{ endDate: '2025-11-09' }, 'custom', '2025-11-01', '2025-11-09'],
    [{ period: '2020', startDate: '2026-01-01', endDate: '2026-01-01' }, 'custom', '2026-01-01', '2026-01-01'],
  ])('%j is %s, %s to %s', (query, type, from, to) => {
    expect(period(query)).toEqual({ type, from, to, granularity: 'daily' });
  });

  it.each([
    [{ period: 'last' }, 'period'],
    [{ period: '2026-13' }, 'period'],
    [{ period: '26' }, 'period'],
    [{ period: '0000' }, 'period'],
    [{ startDate: '2026-02-30' }, 'start_date'],
    [{ startDate: '2026-2-3' }, 'start_date'],
    [{ endDate: 'today' }, 'end_date'],
    [{ startDate: '2026-02-02', endDate: '2026-02-01' }, 'start_date'],
    [{ startDate: '2025-01-01', endDate: '2026-01-02' }, 'end_date'],
    [{ granularity: 'weekly' }, 'granularity'],
    [{ granularity: 'hourly' }, 'granularity'],
    [{ granularity: 'hourly', startDate: '2026-02-01', endDate: '2026-02-08' }, 'granularity'],
  ])('%j is refused by the name %s', (query, field) => {
    expect(() => period(query)).toThrow(Failure);
    try {
      period(query);
    } catch (error) {
      expect(error).toMatchObject({ code: 'REQUEST_001', field });
    }
  });

  it('takes a range of 366 days, and of 7 days by the hour', () => {
    expect(period({ startDate: '2025-01-01', endDate: '2026-01-01' }).from).toBe('2025-01-01');
    expect(period({ granularity: 'hourly', startDate: '2026-02-01', endDate: '2026-02-07' }).granularity).toBe(
      'hourly',
    );
  });
});

describe('days and months', () => {
  const day = fc
    .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2090-01-01T00:00:00Z'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10));

  it('are all there, once, in order, and end to end', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 800 }), (from, length) => {
        const to = new Date(Date.parse(from) + length * 86_400_000).toISOString().slice(0, 10);
        const days = daysOf({ from, to });
        expect(days).toHaveLength(length + 1);
        expect([days[0], days.at(-1)]).toEqual([from, to]);
        expect(monthsOf({ from, to })).toEqual([...new Set(days.map((one) => one.slice(0, 7)))]);
      }),
    );
  });

  it('a month follows the one before it', () => {
    fc.assert(
      fc.property(day, (one) => {
        const month = one.slice(0, 7);
        expect(nextMonth(monthBefore(month))).toBe(month);
        expect(lastDayOf(month) < `${nextMonth(month)}-01`).toBe(true);
        expect(lastDayOf(month).slice(0, 7)).toBe(month);
      }),
    );
  });
});
