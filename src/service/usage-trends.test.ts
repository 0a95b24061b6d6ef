// Growth and leading formats of a year, from sums by month and format.
import { expect, test } from 'vitest';
import { usageTrends } from './usage-trends.ts';

const row = (month: string, format: string, conversions: number, fileBytes = 1000 * conversions) => ({
  month,
  format,
  conversions,
  successes: conversions,
  pages: 0,
  fileBytes,
  processingMs: 0,
});

test('growth compares the two months, formats count over the year', () => {
  const rows = [
    row('2025-12', 'docx', 900),
    row('2026-01', 'pdf', 80),
    row('2026-01', 'docx', 20),
    row('2026-02', 'pdf', 90),
    row('2026-02', 'docx', 35),
  ];
  expect(usageTrends(rows, '2026', '2026-02', '2026-01')).toEqual({
    conversionGrowthRate: 0.25,
    avgFileSizeTrend: 'stable',
    mostPopularFormat: 'pdf',
    fastestGrowingFormat: 'docx',
  });
});

test('sizes have to move by more than five in a hundred', () => {
  const sizes = (last: number) =>
    usageTrends([row('2026-01', 'pdf', 10, 10_000), row('2026-02', 'pdf', 10, last)], '2026', '2026-02', '2026-01')
      .avgFileSizeTrend;
  expect([sizes(10_500), sizes(9_500), sizes(10_501), sizes(9_499)]).toEqual([
    'stable',
    'stable',
    'increasing',
    'decreasing',
  ]);
});

test('an empty year and a first month are no division by zero', () => {
  expect(usageTrends([], '2026', '2026-02', '2026-01')).toEqual({
    conversionGrowthRate: 0,
    avgFileSizeTrend: 'stable',
    mostPopularFormat: null,
    fastestGrowingFormat: null,
  });
  expect(usageTrends([row('2026-02', 'csv', 3)], '2026', '2026-02', '2026-01')).toMatchObject({
    conversionGrowthRate: 1,
    fastestGrowingFormat: 'csv',
  });
});

test('a format that shrank is not the fastest growing one', () => {
  const rows = [row('2026-01', 'pdf', 10), row('2026-02', 'pdf', 5)];
  expect(usageTrends(rows, '2026', '2026-02', '2026-01')).toMatchObject({
    conversionGrowthRate: -0.5,
    fastestGrowingFormat: null,
  });
});
