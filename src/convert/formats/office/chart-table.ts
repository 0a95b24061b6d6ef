// The data of a chart as tables: a row for each category and a column for each series, or one row for each point where
// the series of a scatter chart do not share their x values.
import { table } from '../../document/build.ts';
import type { Block, Origin, Row } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import type { ChartData, ChartSeries, Points } from './chart-data.ts';

/** Cells of all tables of one chart: more than a chart can show. Series without common points would multiply. */
const mostCells = 1_000_000;
/** Above the column of what an author wrote at single points. */
const labelHead = 'Label';

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
  let first: ChartSeries[] | undefined;
  for (const one of series) {
    const key = one.sizes !== undefined ? 'points' : JSON.stringify(one.categories.map((level) => [...level]));
    const group = groups.get(key) ?? (first !== undefined && isOver(one, first[0]) ? first : undefined);
    if (group !== undefined) group.push(one);
    else groups.set(key, [one]);
    first ??= groups.get(key);
  }
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

/** A series whose categories are those of the other as far as both have them: charts show those of the first alone. */
function isOver(one: ChartSeries, other: ChartSeries | undefined): boolean {
  if (other === undefined || one.scattered || other.scattered) return false;
  if (one.categories.length !== other.categories.length) return false;
  let shared = 0;
  for (const [at, level] of one.categories.entries()) {
    for (const [index, category] of level) {
      const known = other.categories[at]?.get(index);
      if (known !== undefined && known !== category) return false;
      if (known !== undefined) shared += 1;
    }
  }
  return shared > 0;
}

/** Marks a series to be written point by point. */
const asPoints = (series: ChartSeries): ChartSeries => ({ ...series, sizes: series.sizes ?? new Map() });

function categoryRows(group: readonly ChartSeries[], data: ChartData): Row[] {
  const levels = group[0]?.categories ?? [];
  const indexes = indexesOf([...levels, ...group.map((one) => one.values)]);
  const columns = group.flatMap((one) => columnsOf(one, group.length === 1 ? data.valueTitle : ''));
  const labels = levels.map((_, at) => (at === levels.length - 1 ? data.categoryTitle : ''));
  const rows: Row[] = [[...labels, ...columns.map(({ head }) => head)]];
  const current: string[] = [];
  for (const index of indexes) {
    if (rows.length * (levels.length + columns.length) > mostCells) break;
    levels.forEach((_, at) => {
      // An outer category holds until the next one begins.
      current[at] = categoryAt(group, at, index) ?? (at < levels.length - 1 ? (current[at] ?? '') : '');
    });
    rows.push([...current, ...columns.map(({ points }) => points.get(index) ?? '')]);
  }
  return rows;
}

/** The category a series has at this index, the first that names one. */
function categoryAt(group: readonly ChartSeries[], level: number, index: number): string | undefined {
  for (const one of group) {
    const found = one.categories[level]?.get(index);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Column {
  readonly head: string;
  readonly points: Points;
}

function columnsOf(series: ChartSeries, otherName: string): Column[] {
  const values = { head: series.name || otherName, points: series.values };
  const labels = ownLabels(series);
  return labels.size === 0 ? [values] : [values, { head: labelHead, points: labels }];
}

/** Labels that say more than the numbers and names beside them. */
function ownLabels({ labels = new Map(), values, categories, name }: ChartSeries): Points {
  const own = new Map<number, string>();
  for (const [index, label] of labels) {
    const value = values.get(index);
    if (value === undefined || label === value || Number(label) === Number(value)) continue;
    const names = [name, ...categories.map((level) => level.get(index) ?? '')];
    if (!names.some((one) => lettersOf(one) === lettersOf(label))) own.set(index, label);
  }
  return own;
}

const lettersOf = (words: string): string => words.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

function pointRows(group: readonly ChartSeries[], data: ChartData): Row[] {
  const named = group.length > 1 || group[0]?.name !== '';
  const sized = group.some((one) => (one.sizes?.size ?? 0) > 0);
  const labels = group.map(ownLabels);
  const labelled = labels.some((one) => one.size > 0);
  const rows: Row[] = [
    [
      ...(named ? [''] : []),
      data.categoryTitle || 'X',
      data.valueTitle || 'Y',
      ...(sized ? ['Size'] : []),
      ...(labelled ? [labelHead] : []),
    ],
  ];
  group.forEach((one, at) => {
    const [across] = one.categories;
    for (const index of indexesOf([...one.categories, one.values])) {
      rows.push([
        ...(named ? [one.name] : []),
        across?.get(index) ?? '',
        one.values.get(index) ?? '',
        ...(sized ? [one.sizes?.get(index) ?? ''] : []),
        ...(labelled ? [labels[at]?.get(index) ?? ''] : []),
      ]);
    }
  });
  return rows;
}

function indexesOf(all: readonly Points[]): number[] {
  const indexes = new Set<number>();
  for (const points of all) for (const index of points.keys()) indexes.add(index);
  return [...indexes].sort((a, b) => a - b);
}
