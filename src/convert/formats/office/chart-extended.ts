// Data of the newer kinds of chart: waterfall, treemap, sunburst, histogram, funnel, map ([MS-ODRAWXML] 2.24.3).
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { ChartData, ChartSeries, Points } from './chart-data.ts';
import { ChartNumbers } from './chart-number.ts';
import { plainText } from './drawing-text.ts';

export function extendedChartData(space: OfficeElement): ChartData {
  const chart = space.child('cx:chart');
  const plot = chart?.child('cx:plotArea');
  const data = new Map<string, OfficeElement>();
  for (const one of space.child('cx:chartData')?.elements('cx:data') ?? []) data.set(one.get('id') ?? '', one);
  const numbers = new ChartNumbers();
  const series: ChartSeries[] = [];
  for (const one of plot?.child('cx:plotAreaRegion')?.elements('cx:series') ?? []) {
    const own = data.get(one.child('cx:dataId')?.get('val') ?? '');
    if (own !== undefined) series.push(seriesOf(textOf(one.child('cx:tx')), own, numbers));
  }
  const axes = [...(plot?.elements('cx:axis') ?? [])];
  const titled = (key: string) => textOf(axes.find((one) => one.child(key) !== undefined)?.at('cx:title', 'cx:tx'));
  return {
    title: textOf(chart?.at('cx:title', 'cx:tx')),
    categoryTitle: titled('cx:catScaling'),
    valueTitle: titled('cx:valScaling'),
    otherTitles: [],
    series,
  };
}

const textOf = (source: OfficeElement | undefined): string =>
  plainText(source?.child('cx:rich')) || (source?.at('cx:txData', 'cx:v')?.text().trim() ?? '');

function seriesOf(name: string, data: OfficeElement, numbers: ChartNumbers): ChartSeries {
  let levels: readonly Points[] = [];
  let values: Points = new Map();
  for (const dimension of data.elements()) {
    if (dimension.key === 'cx:strDim') {
      // The leaves come first, as in the older charts.
      const inner = [...dimension.elements('cx:lvl')].map((level) => pointsOf(level, '', numbers));
      levels = [...levels, ...inner.reverse()];
    } else if (dimension.key === 'cx:numDim' && values.size === 0) {
      const level = dimension.child('cx:lvl');
      if (level !== undefined) values = pointsOf(level, level.get('formatCode') ?? 'General', numbers);
    }
  }
  return { name, categories: levels, values, scattered: false };
}

function pointsOf(level: OfficeElement, format: string, numbers: ChartNumbers): Points {
  const points = new Map<number, string>();
  for (const point of level.elements('cx:pt')) {
    const index = Number(point.get('idx') ?? points.size);
    const value = point.text().trim();
    if (Number.isSafeInteger(index)) points.set(index, format === '' ? value : numbers.write(value, format));
  }
  return points;
}
