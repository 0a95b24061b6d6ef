// The usage report as a file: one row per day or month, as spreadsheets read it.
import { expect, test } from 'vitest';
import type { MonthUsage, YearUsage } from '../api/usage.ts';
import { usageCsv } from './usage-csv.ts';

test('a month has one row per day', () => {
  const report = {
    usage: {},
    dailyBreakdown: [{ date: '2026-11-01', conversions: 3, pages: 12, fileSizeMb: 0.25 }],
  } as unknown as MonthUsage;
  expect(usageCsv(report)).toBe('date,conversions,pages,file_size_mb\r\n2026-11-01,3,12,0.25\r\n');
});

test('a year has one row per month, with the share that succeeded', () => {
  const report = {
    monthlySummary: [{ month: '2026-11', conversions: 4, pages: 9, fileSizeMb: 1, successRate: 0.75 }],
  } as unknown as YearUsage;
  expect(usageCsv(report)).toBe('month,conversions,pages,file_size_mb,success_rate\r\n2026-11,4,9,1,0.75\r\n');
});
