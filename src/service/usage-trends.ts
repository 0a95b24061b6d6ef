// What a year of usage tells at a glance: growth from one full month to the next, and which formats lead.
import type { SumBy, UsageSum } from '../storage/usage.ts';

export interface UsageTrends {
  /** Last full month against the one before: 0.25 is a quarter more. */
  readonly conversionGrowthRate: number;
  readonly avgFileSizeTrend: 'increasing' | 'decreasing' | 'stable';
  readonly mostPopularFormat: string | null;
  readonly fastestGrowingFormat: string | null;
}

/** Within this share of the month before, sizes count as the same. */
const steady = 0.05;

export function usageTrends(
  rows: readonly SumBy<'month' | 'format'>[],
  year: string,
  last: string,
  before: string,
): UsageTrends {
  const inMonth = (month: string): SumBy<'month' | 'format'>[] => rows.filter((row) => row.month === month);
  return {
    conversionGrowthRate: growth(conversionsOf(inMonth(last)), conversionsOf(inMonth(before))),
    avgFileSizeTrend: sizeTrend(inMonth(last), inMonth(before)),
    mostPopularFormat: most(byFormat(rows.filter((row) => row.month.startsWith(year))), (conversions) => conversions),
    fastestGrowingFormat: fastest(byFormat(inMonth(last)), byFormat(inMonth(before))),
  };
}

const conversionsOf = (rows: readonly UsageSum[]): number => rows.reduce((sum, row) => sum + row.conversions, 0);

/** From nothing to something counts as doubled: a rate has to be a number. */
function growth(now: number, then: number): number {
  if (then === 0) return now === 0 ? 0 : 1;
  return Math.round(((now - then) / then) * 10_000) / 10_000;
}

function sizeTrend(now: readonly UsageSum[], then: readonly UsageSum[]): UsageTrends['avgFileSizeTrend'] {
  const [size, earlier] = [now, then].map((rows) => {
    const conversions = conversionsOf(rows);
    return conversions === 0 ? undefined : rows.reduce((sum, row) => sum + row.fileBytes, 0) / conversions;
  });
  if (size === undefined || earlier === undefined || Math.abs(size - earlier) <= steady * earlier) return 'stable';
  return size > earlier ? 'increasing' : 'decreasing';
}

function byFormat(rows: readonly SumBy<'format'>[]): Map<string, number> {
  const formats = new Map<string, number>();
  for (const row of rows) formats.set(row.format, (formats.get(row.format) ?? 0) + row.conversions);
  return formats;
}

/** Ties go to the name that comes first, so that the same books always tell the same. */
function most(formats: ReadonlyMap<string, number>, rank: (conversions: number, format: string) => number) {
  let best: { readonly format: string; readonly rank: number } | undefined;
  for (const [format, conversions] of [...formats].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const own = rank(conversions, format);
    if (best === undefined || own > best.rank) best = { format, rank: own };
  }
  return best?.format ?? null;
}

function fastest(now: ReadonlyMap<string, number>, then: ReadonlyMap<string, number>): string | null {
  const grown = new Map([...now].filter(([format, conversions]) => conversions > (then.get(format) ?? 0)));
  return most(grown, (conversions, format) => growth(conversions, then.get(format) ?? 0));
}
