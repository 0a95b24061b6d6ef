// The data of a chart as the file caches it (ECMA-376 part 1, 21.2.2): series, categories and points, without the look.
import type { OfficeElement } from '../../containers/office-xml.ts';
import { chartLabels } from './chart-labels.ts';
import { ChartNumbers } from './chart-number.ts';
import { plainText } from './drawing-text.ts';

/** Values by their index; the file's own count of them is not believed. */
export type Points = ReadonlyMap<number, string>;

export interface ChartSeries {
  readonly name: string;
  /** Levels of categories, the outermost first; x values are one level. */
  readonly categories: readonly Points[];
  readonly values: Points;
  readonly sizes?: Points;
  /** What an author wrote at single points. */
  readonly labels?: Points;
  /** True for x and y values, which belong together point by point. */
  readonly scattered: boolean;
}

export interface ChartData {
  readonly title: string;
  readonly categoryTitle: string;
  readonly valueTitle: string;
  /** Titles of further axes. */
  readonly otherTitles: readonly string[];
  readonly series: readonly ChartSeries[];
}

const categoryAxes = ['c:catAx', 'c:dateAx', 'c:serAx'];

export function chartData(space: OfficeElement): ChartData {
  const numbers = new ChartNumbers(/^(?:1|true)$/.test(space.child('c:date1904')?.get('val') ?? ''));
  const chart = space.child('c:chart');
  const plot = chart?.child('c:plotArea');
  const series: ChartSeries[] = [];
  for (const group of plot?.elements() ?? []) {
    for (const one of group.elements('c:ser')) series.push(seriesOf(one, numbers));
  }
  const axes = [...(plot?.elements() ?? [])].filter((one) => one.key === 'c:valAx' || categoryAxes.includes(one.key));
  const scattered = series.some((one) => one.scattered);
  const valueAxes = axes.filter((one) => one.key === 'c:valAx');
  const categoryAxis = scattered ? valueAxes.find(isHorizontal) : axes.find((one) => categoryAxes.includes(one.key));
  const valueAxis = valueAxes.find((one) => one !== categoryAxis);
  const others = axes.filter((one) => one !== categoryAxis && one !== valueAxis);
  return {
    title: titleOf(chart?.child('c:title'), numbers),
    categoryTitle: titleOf(categoryAxis?.child('c:title'), numbers),
    valueTitle: titleOf(valueAxis?.child('c:title'), numbers),
    otherTitles: others.map((one) => titleOf(one.child('c:title'), numbers)),
    series,
  };
}

function isHorizontal(axis: OfficeElement): boolean {
  const side = axis.child('c:axPos')?.get('val');
  return side === 'b' || side === 't';
}

function titleOf(title: OfficeElement | undefined, numbers: ChartNumbers): string {
  const source = title?.child('c:tx');
  return plainText(source?.child('c:rich')) || [...cachedPoints(source?.child('c:strRef'), numbers).values()].join(' ');
}

function seriesOf(series: OfficeElement, numbers: ChartNumbers): ChartSeries {
  const name = series.child('c:tx');
  const across = series.child('c:xVal');
  const sizes = series.child('c:bubbleSize');
  const own = across ?? series.child('c:cat');
  return {
    name: [...cachedPoints(name, numbers).values()].join(' ') || (name?.child('c:v')?.text().trim() ?? ''),
    categories: own === undefined ? [] : levelsOf(own, numbers),
    values: cachedPoints(series.child('c:yVal') ?? series.child('c:val'), numbers),
    ...(sizes === undefined ? {} : { sizes: cachedPoints(sizes, numbers) }),
    labels: chartLabels(series),
    scattered: across !== undefined || series.child('c:yVal') !== undefined,
  };
}

/** Categories on several levels are written innermost first (21.2.2.102), each outer one only where it begins. */
function levelsOf(source: OfficeElement, numbers: ChartNumbers): Points[] {
  const levels = [...source.descendants('c:lvl')].map((level) => pointsOf(level, '', numbers));
  return levels.length > 0 ? levels.reverse() : [cachedPoints(source, numbers)];
}

/** The points below c:val, c:cat, c:tx and their like: of a reference's cache, or literal. */
function cachedPoints(source: OfficeElement | undefined, numbers: ChartNumbers): Points {
  for (const key of ['c:numCache', 'c:strCache', 'c:numLit', 'c:strLit']) {
    const [cache] = source?.descendants(key) ?? [];
    if (cache === undefined) continue;
    return pointsOf(cache, key.startsWith('c:num') ? (cache.child('c:formatCode')?.text() ?? 'General') : '', numbers);
  }
  return new Map();
}

/** `format` is empty for text. */
function pointsOf(cache: OfficeElement, format: string, numbers: ChartNumbers): Points {
  const points = new Map<number, string>();
  for (const point of cache.elements('c:pt')) {
    const index = Number(point.get('idx') ?? points.size);
    const value = point.child('c:v')?.text().trim();
    if (value === undefined || !Number.isSafeInteger(index)) continue;
    points.set(index, format === '' ? value : numbers.write(value, point.get('formatCode') ?? format));
  }
  return points;
}
