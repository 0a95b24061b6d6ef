// Charts of Office documents as what they show: the title, and a table of the values the file keeps with the chart
// (ECMA-376 part 1, 21.2; for the newer kinds of chart [MS-ODRAWXML] 2.24).
import { Failure } from '../../../core/failure.ts';
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import { paragraph, strong, text } from '../../document/build.ts';
import type { Block, Origin, Phrasing } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { type ChartData, chartData } from './chart-data.ts';
import { extendedChartData } from './chart-extended.ts';
import { chartTables } from './chart-table.ts';
import { paragraphText } from './drawing-text.ts';

/** The chart in the part: a paragraph with its title and the tables of its data. */
export function chartBlocks(part: OpcPart, origin: Origin, context: ReadContext): Block[] {
  const space = chartSpace(part, origin, context);
  if (space === undefined) return [];
  const data = space.key === 'cx:chartSpace' ? extendedChartData(space) : chartData(space);
  const blocks: Block[] = [];
  const title = titleLine(data);
  if (title.length > 0) blocks.push({ ...paragraph(title), origin });
  const tables = chartTables(data, origin, context);
  if (tables.length === 0) {
    context.warn('chart-without-data', 'A chart keeps no values in the file; only its title could be read.', origin);
  }
  return [...blocks, ...tables, ...drawnText(part, origin)];
}

function chartSpace(part: OpcPart, origin: Origin, context: ReadContext): OfficeElement | undefined {
  let space: OfficeElement | undefined;
  try {
    space = part.tree();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
  }
  if (space?.key === 'c:chartSpace' || space?.key === 'cx:chartSpace') return space;
  context.warn('chart-unreadable', 'A chart could not be read and was left out.', origin);
  return undefined;
}

/** The title in bold, then what the values are and whatever else the axes say and no column of the table does. */
function titleLine({ title, categoryTitle, valueTitle, otherTitles, series }: ChartData): Phrasing[] {
  const filled = series.filter((one) => one.values.size > 0);
  // Where the only series has no name, the title of the axis heads its column.
  const overValues = filled.length > 0 && series.length === 1 && series[0]?.name === '';
  const overCategories = filled.some((one) => one.categories.length > 0);
  const said = new Set([valueTitle, categoryTitle, ...otherTitles]);
  for (const one of ['', overValues ? valueTitle : '', overCategories ? categoryTitle : '']) said.delete(one);
  const axes = [...said].join(', ');
  const nodes: Phrasing[] = title === '' ? [] : [strong(title)];
  if (axes !== '') nodes.push(text(nodes.length === 0 ? axes : ` (${axes})`));
  return nodes;
}

/** Text boxes drawn on top of a chart (ECMA-376 part 1, 21.3). */
function drawnText(part: OpcPart, origin: Origin): Block[] {
  const drawing = part.related('chartUserShapes');
  if (drawing === undefined) return [];
  const blocks: Block[] = [];
  try {
    for (const one of drawing.tree().descendants('a:p')) {
      const value = paragraphText(one).trim();
      if (value !== '') blocks.push({ ...paragraph(value), origin });
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
  }
  return blocks;
}
