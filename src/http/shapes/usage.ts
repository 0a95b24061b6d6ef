// The usage report as clients read it (specification 2.4): the report of a period, or of a year.
import { z } from 'zod';
import type { UsageReport } from '../../service/usage.ts';
import type { UsageSum } from '../../storage/usage.ts';

const iso = (at: number): string => new Date(at).toISOString();
const megabytes = (bytes: number): number => Math.round((bytes / 2 ** 20) * 1000) / 1000;
const rate = (sum: UsageSum): number => (sum.conversions === 0 ? 0 : thousandths(sum.successes / sum.conversions));
const meanMs = (sum: UsageSum): number => (sum.conversions === 0 ? 0 : Math.round(sum.processingMs / sum.conversions));
const thousandths = (value: number): number => Math.round(value * 1000) / 1000;

export function usageShape(report: UsageReport): Record<string, unknown> {
  const { period, total, hours, months } = report;
  return {
    period: periodShape(report),
    usage: {
      total_conversions: total.conversions,
      successful_conversions: total.successes,
      failed_conversions: total.conversions - total.successes,
      success_rate: rate(total),
      total_pages_processed: total.pages,
      total_file_size_mb: megabytes(total.fileBytes),
    },
    usage_by_format: Object.fromEntries(
      report.formats.map((one) => [
        one.format,
        { conversions: one.conversions, pages: one.pages, avg_processing_time_ms: meanMs(one) },
      ]),
    ),
    daily_breakdown: report.days.map((one) => ({ date: one.day, ...done(one) })),
    ...(hours === undefined ? {} : { hourly_breakdown: hours.map((one) => ({ hour: iso(one.hour), ...done(one) })) }),
    ...(period.granularity === 'monthly'
      ? { monthly_breakdown: months.map((one) => ({ month: one.month, ...done(one) })) }
      : {}),
    ...standing(report),
    top_users: report.keys.map((one) => ({
      key_id: one.keyId,
      name: one.name ?? 'deleted key',
      conversions: one.conversions,
      pages: one.pages,
      success_rate: rate(one),
    })),
  };
}

export function yearlyUsageShape(report: UsageReport): Record<string, unknown> {
  const { months, total, trends } = report;
  const peak = months.reduce<(typeof months)[number] | undefined>(
    (best, one) => (one.conversions > (best?.conversions ?? 0) ? one : best),
    undefined,
  );
  return {
    period: periodShape(report),
    monthly_summary: months.map((one) => ({
      month: one.month,
      ...done(one),
      success_rate: rate(one),
      avg_processing_time_ms: meanMs(one),
    })),
    year_totals: {
      total_conversions: total.conversions,
      total_pages: total.pages,
      total_file_size_mb: megabytes(total.fileBytes),
      avg_success_rate: rate(total),
      peak_month: peak?.month ?? null,
      peak_month_conversions: peak?.conversions ?? 0,
    },
    trends: {
      conversion_growth_rate: trends?.conversionGrowthRate ?? 0,
      avg_file_size_trend: trends?.avgFileSizeTrend ?? 'stable',
      most_popular_format: trends?.mostPopularFormat ?? null,
      fastest_growing_format: trends?.fastestGrowingFormat ?? null,
    },
    ...standing(report),
  };
}

function periodShape({ period }: UsageReport): Record<string, unknown> {
  return { start: `${period.from}T00:00:00.000Z`, end: `${period.to}T23:59:59.999Z`, type: period.type };
}

const done = (sum: UsageSum): Record<string, number> => ({
  conversions: sum.conversions,
  pages: sum.pages,
  file_size_mb: megabytes(sum.fileBytes),
});

/** Limits and charges: as they stand now, whatever the period. */
function standing({ limits, billing }: UsageReport): Record<string, unknown> {
  return {
    api_limits: {
      monthly_conversion_limit: limits.monthlyLimit,
      monthly_conversions_used: limits.monthlyUsed,
      monthly_conversions_remaining: Math.max(0, limits.monthlyLimit - limits.monthlyUsed),
      daily_conversion_limit: limits.dailyLimit,
      daily_conversions_used: limits.dailyUsed,
      daily_conversions_remaining: Math.max(0, limits.dailyLimit - limits.dailyUsed),
      max_file_size_mb: limits.maxFileSizeMb,
      max_batch_size: limits.maxBatchSize,
    },
    billing: {
      plan: billing.plan,
      billing_cycle: billing.cycle,
      next_billing_date: iso(billing.nextBillingAt),
      current_charges: billing.currentCharges,
      overage_charges: billing.overageCharges,
    },
  };
}

const amount = z.number().min(0);
const share = z.number().min(0).max(1);
const doneFields = { conversions: amount, pages: amount, file_size_mb: amount };
const period = z.object({
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  type: z.enum(['monthly', 'yearly', 'custom']),
});
const standingFields = {
  api_limits: z.object({
    monthly_conversion_limit: amount,
    monthly_conversions_used: amount,
    monthly_conversions_remaining: amount,
    daily_conversion_limit: amount,
    daily_conversions_used: amount,
    daily_conversions_remaining: amount,
    max_file_size_mb: amount,
    max_batch_size: amount,
  }),
  billing: z.object({
    plan: z.string(),
    billing_cycle: z.enum(['monthly', 'yearly']),
    next_billing_date: z.iso.datetime(),
    current_charges: amount.describe('USD'),
    overage_charges: amount.describe('USD'),
  }),
};

const periodReport = z.object({
  period,
  usage: z.object({
    total_conversions: amount.describe('Attempts'),
    successful_conversions: amount,
    failed_conversions: amount,
    success_rate: share,
    total_pages_processed: amount,
    total_file_size_mb: amount,
  }),
  usage_by_format: z.record(
    z.string(),
    z.object({ conversions: amount, pages: amount, avg_processing_time_ms: amount }),
  ),
  daily_breakdown: z.array(z.object({ date: z.iso.date(), ...doneFields })),
  hourly_breakdown: z.array(z.object({ hour: z.iso.datetime(), ...doneFields })).optional(),
  monthly_breakdown: z.array(z.object({ month: z.string(), ...doneFields })).optional(),
  ...standingFields,
  top_users: z.array(
    z.object({ key_id: z.string(), name: z.string(), conversions: amount, pages: amount, success_rate: share }),
  ),
});

const yearReport = z.object({
  period,
  monthly_summary: z.array(
    z.object({ month: z.string(), ...doneFields, success_rate: share, avg_processing_time_ms: amount }),
  ),
  year_totals: z.object({
    total_conversions: amount,
    total_pages: amount,
    total_file_size_mb: amount,
    avg_success_rate: share,
    peak_month: z.string().nullable(),
    peak_month_conversions: amount,
  }),
  trends: z.object({
    conversion_growth_rate: z.number(),
    avg_file_size_trend: z.enum(['increasing', 'decreasing', 'stable']),
    most_popular_format: z.string().nullable(),
    fastest_growing_format: z.string().nullable(),
  }),
  ...standingFields,
});

export const usageSchema = z.union([periodReport, yearReport]);
