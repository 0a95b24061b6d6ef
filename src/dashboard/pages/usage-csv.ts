// The usage report as a CSV file that is made in the browser.
import type { MonthUsage, YearUsage } from '../api/usage.ts';

export function usageCsv(report: MonthUsage | YearUsage): string {
  const rows: (string | number)[][] =
    'usage' in report
      ? [
          ['date', 'conversions', 'pages', 'file_size_mb'],
          ...report.dailyBreakdown.map((one) => [one.date, one.conversions, one.pages, one.fileSizeMb]),
        ]
      : [
          ['month', 'conversions', 'pages', 'file_size_mb', 'success_rate'],
          ...report.monthlySummary.map((one) => [
            one.month,
            one.conversions,
            one.pages,
            one.fileSizeMb,
            one.successRate,
          ]),
        ];
  return rows.map((row) => `${row.join(',')}\r\n`).join('');
}

export function saveUsage(report: MonthUsage | YearUsage, period: string): void {
  const address = URL.createObjectURL(new Blob([usageCsv(report)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `docmill-usage-${period}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
