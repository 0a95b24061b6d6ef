// The data of a chart as tables: a row for each category and a column for each series, or one row for each point where
// the series of a scatter chart do not share their x values.
import { table } from '../../document/build.ts';
import type { Block, Origin, Row } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import type { ChartData, ChartSeries, Points } from './chart-data.ts';

/** Cells of all tables of one chart: more than a chart can show. Series without common points would multiply. */
const mostCells = 1_000_000;

export function chartTables(data: ChartData, origin: Origin, context: Pick<ReadContext, 'warn'>): Block[] {
  const blocks: Block[] = [];
  const filled = data.series.filter((one) => one.values.size > 0);
  let left = mostCells;
  for (const group of sharing(filled)) {
    const rows = group.some((one) => one.sizes !== undefined) ? pointRows(group, data) : categoryRows(group, data);
    const width = rows[0]?.length ?? 1;
    const kept = rows.slice(0, Math.floor(left / width));
    if (kept.length < rows.length) context.warn('chart-cut', 'A chart has more values than can be shown.', origin);
    left -= kept.length * width;
    if (kept.length > 1) blocks.push({ ...table(kept), origin });
  }
  return blocks;
}

/** Series with the same categories stand in one table; most charts have one. Points of several clouds do too. */
function sharing(series: readonly ChartSeries[]): ChartSeries[][] {
  const groups = new Map<string, ChartSeries[]>();
  for (const one of series) {
    const key = one.sizes !== undefined ? 'points' : JSON.stringify(one.categories.map((level) => [...level]));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  const [first] = groups.values();
  // A series without categories of its own is drawn over those of the first.
  const bare = groups.get('[]');
  if (bare !== undefined && first !== undefined && bare !== first) {
    for (const one of bare) first.push(one);
    groups.delete('[]');
  }
  const clouds = [...groups.values()];
  if (clouds.length > 1 && series.every((one) => one.scattered)) return [series.map(asPoints)];
  return clouds;
}

/** Marks a series to be written point by point. */
const asPoints = (series: ChartSeries): ChartSeries => ({ ...series, sizes: series.sizes ?? new Map() });

function categoryRows(group: readonly ChartSeries[], data: ChartData): Row[] {
  const levels = group[0]?.categories ?? [];
  const indexes = indexesOf([...levels, ...group.map((one) => one.values)]);
  const head = group.map((one) => one.name || (group.length === 1 ? data.valueTitle : ''));
  const labels = levels.map((_, at) => (at === levels.length - 1 ? data.categoryTitle : ''));
  const rows: Row[] = [[...labels, ...head]];
  const current: string[] = [];
  for (const index of indexes) {
    if (rows.length * (levels.length + group.length) > mostCells) break;
    levels.forEach((level, at) => {
      // An outer category holds until the next one begins.
      current[at] = level.get(index) ?? (at < levels.length - 1 ? (current[at] ?? '') : '');
    });
    rows.push([...current, ...group.map((one) => one.values.get(index) ?? '')]);
  }
  return rows;
}

function pointRows(group: readonly ChartSeries[], data: ChartData): Row[] {
  const named = group.length > 1 || group[0]?.name !== '';
  const sized = group.some((one) => (one.sizes?.size ?? 0) > 0);
  const rows: Row[] = [
    [...(named ? [''] : []), data.categoryTitle || 'X', data.valueTitle || 'Y', ...(sized ? ['Size'] : [])],
  ];
  for (const one of group) {
    const [across] = one.categories;
    for (const index of indexesOf([...one.categories, one.values])) {
      rows.push([
        ...(named ? [one.name] : []),
        across?.get(index) ?? '',
        one.values.get(index) ?? '',
        ...(sized ? [one.sizes?.get(index) ?? ''] : []),
      ]);
    }
  }
  return rows;
}

function indexesOf(all: readonly Points[]): number[] {
  const indexes = new Set<number>();
  for (const points of all) for (const index of points.keys()) indexes.add(index);
  return [...indexes].sort((a, b) => a - b);
}
