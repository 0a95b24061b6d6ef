// Rows of a sheet by the reader that knows all of XML: slower, for parts that name one namespace twice, declare it late or
// have another root (macro sheets).
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import { mostColumns, mostRows, parseRange } from './cell-reference.ts';
import { type CellValues, cellTypes } from './cell-values.ts';
import { SheetRow } from './sheet-row.ts';
import { unescapeXstring } from './string-item.ts';

const types = new Map<string, number>([
  ['s', cellTypes.shared],
  ['str', cellTypes.text],
  ['inlineStr', cellTypes.text],
  ['b', cellTypes.truth],
  ['e', cellTypes.error],
  ['d', cellTypes.date],
]);

export async function* careRows(part: OpcPart, values: CellValues): AsyncGenerator<SheetRow, void, undefined> {
  let last = 0;
  for await (const element of part.children('x:sheetData')) {
    if (element.key !== 'x:row') continue;
    const number = Number(element.get('r') ?? 0);
    last = Number.isInteger(number) && number > last && number <= mostRows ? number : last + 1;
    const row = new SheetRow(last, /^(?:1|true)$/.test(element.get('hidden') ?? ''));
    fill(row, element, values);
    if (row.cells.length > 0) yield row;
  }
}

function fill(row: SheetRow, element: OfficeElement, values: CellValues): void {
  let column = 0;
  for (const cell of element.elements('x:c')) {
    const named = parseRange(cell.get('r') ?? '')?.left ?? 0;
    column = named > column ? named : column + 1;
    if (column > mostColumns) return;
    const type = types.get(cell.get('t') ?? '') ?? cellTypes.number;
    const style = Number(cell.get('s') ?? 0) || 0;
    const inline = cell.child('x:is');
    const value = cell.child('x:v')?.text();
    // A formula whose result is text without a letter has a result.
    if (value === '' && type === cellTypes.text) continue;
    // Text has been decoded here already; a reference in it must not be decoded again.
    const raw = escaped(value ?? '');
    const formula = escaped(cell.child('x:f')?.text() ?? '');
    values.metadata = Number(cell.get('vm') ?? 0) || 0;
    if (inline === undefined) values.add(row, column, type, style, raw, formula);
    else values.addText(row, column, style, inlineText(inline));
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function inlineText(item: OfficeElement): string {
  let text = item.child('x:t')?.text() ?? '';
  for (const run of item.elements('x:r')) text += run.child('x:t')?.text() ?? '';
  return unescapeXstring(text);
}
