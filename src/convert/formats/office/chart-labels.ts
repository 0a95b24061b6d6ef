// Labels that an author gave to single points of a series (ECMA-376 part 1, 21.2.2.47), or took from cells ([MS-ODRAWXML],
// datalabelsRange): in many charts the only place that says what a point is.
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { Points } from './chart-data.ts';
import { paragraphText } from './drawing-text.ts';

/** Labels by the index of their point; what only repeats the values of the chart is none. */
export function chartLabels(series: OfficeElement): Points {
  const cells = cellLabels(series);
  const labels = new Map<number, string>();
  const add = (index: number, label: string): void => {
    const text = label.replace(/\s+/g, ' ').trim();
    if (Number.isSafeInteger(index) && /[\p{L}\p{N}]/u.test(text)) labels.set(index, text);
  };
  for (const [index, label] of cells) add(index, label);
  for (const label of series.child('c:dLbls')?.elements('c:dLbl') ?? []) {
    const index = Number(label.child('c:idx')?.get('val') ?? Number.NaN);
    const rich = label.at('c:tx', 'c:rich');
    if (rich !== undefined) add(index, ownWords(rich, cells.get(index) ?? ''));
  }
  return labels;
}

function cellLabels(series: OfficeElement): Points {
  const labels = new Map<number, string>();
  for (const extension of series.child('c:extLst')?.elements('c:ext') ?? []) {
    for (const point of extension.at('c15:datalabelsRange', 'c15:dlblRangeCache')?.elements('c:pt') ?? []) {
      labels.set(Number(point.get('idx') ?? labels.size), point.child('c:v')?.text() ?? '');
    }
  }
  return labels;
}

/** The words of a label without its fields, which stand for the value, the category or the series. */
function ownWords(rich: OfficeElement, cell: string): string {
  const lines: string[] = [];
  for (const paragraph of rich.elements('a:p')) {
    lines.push(paragraphText(paragraph, (field) => (field.get('type') === 'CELLRANGE' ? cell : '')));
  }
  return lines.join(' ');
}
