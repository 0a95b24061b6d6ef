// Tables of XML documents: CALS (DocBook, DITA, patents), the HTML model (JATS), TEI, flat ODF and flat Word.
import { attributeOf, elementsOf, type XmlElement } from '../../containers/xml-tree.ts';
import { cell, table } from '../../document/build.ts';
import type { Block, Row, TableCell } from '../../document/tree.ts';
import { childElements } from './data-shape.ts';
import type { DocumentScope, Inside } from './document-scope.ts';
import { captionBlocks } from './document-title.ts';
import { roleOf } from './vocabulary.ts';

const rowNames = new Set(['row', 'tr', 'table-row', 'strow', 'sthead', 'chrow', 'chhead', 'property', 'prophead']);
const cellNames = new Set([
  'entry',
  'td',
  'th',
  'cell',
  'table-cell',
  'stentry',
  'tc',
  'choption',
  'chdesc',
  'choptionhd',
  'chdeschd',
  'proptype',
  'propvalue',
  'propdesc',
  'proptypehd',
  'propvaluehd',
  'propdeschd',
]);
const partNames = new Set(['thead', 'tbody', 'tfoot', 'table-header-rows', 'table-rows', 'table-row-group']);
/** ODF repeats cells and rows by number; more than this is only the empty rest of a sheet. */
const repeats = 100;

export function tableBlocks(element: XmlElement, level: number, scope: DocumentScope, inside: Inside): Block[] {
  const { blocks, used } = captionBlocks(element, level, scope, inside);
  const grid: XmlElement[] = [];
  const flush = () => {
    const rows = rowsOf(grid, level, scope, inside);
    if (rows.length > 0) blocks.push(table(rows));
    grid.length = 0;
  };
  for (const child of element.children) {
    if (typeof child === 'string' || used.has(child)) continue;
    const { local } = child.name;
    if (rowNames.has(local) || partNames.has(local)) grid.push(child);
    else if (local === 'tgroup') {
      flush();
      grid.push(child);
      flush();
    } else if (roleOf(child, scope.vocabulary) === 'drop' || local === 'col' || local === 'colgroup') continue;
    else {
      flush();
      blocks.push(...inside({ ...child, children: [child] }, level, scope));
    }
  }
  flush();
  return blocks;
}

/** The rows of a table in reading order: heads first, feet last (CALS puts the foot before the body). */
function rowsOf(grid: readonly XmlElement[], level: number, scope: DocumentScope, inside: Inside): Row[] {
  const parts: { readonly order: number; readonly rows: Row[] }[] = [];
  for (const element of grid) {
    if (rowNames.has(element.name.local))
      parts.push({ order: 1, rows: [rowOf(element, new Map(), level, scope, inside)] });
    else if (element.name.local === 'tgroup') {
      const columns = columnNames(element);
      for (const part of childElements(element)) {
        if (partNames.has(part.name.local)) parts.push(partOf(part, columns, level, scope, inside));
      }
    } else parts.push(partOf(element, columnNames(element), level, scope, inside));
  }
  return parts.toSorted((a, b) => a.order - b.order).flatMap((part) => part.rows);
}

function partOf(
  part: XmlElement,
  columns: ReadonlyMap<string, number>,
  level: number,
  scope: DocumentScope,
  inside: Inside,
): { order: number; rows: Row[] } {
  const order = part.name.local === 'thead' ? 0 : part.name.local === 'tfoot' ? 2 : 1;
  const rows = childElements(part).filter((one) => rowNames.has(one.name.local));
  return { order, rows: rows.map((row) => rowOf(row, columns, level, scope, inside)) };
}

function rowOf(
  row: XmlElement,
  columns: ReadonlyMap<string, number>,
  level: number,
  scope: DocumentScope,
  inside: Inside,
): Row {
  const cells: TableCell[] = [];
  for (const one of childElements(row)) {
    if (!cellNames.has(one.name.local)) continue;
    const made = cell(cellContent(one, level, scope, inside), columnSpan(one, columns, scope), rowSpan(one));
    const repeated = Math.min(repeats, spanOf(one, 'number-columns-repeated'));
    for (let count = 0; count < repeated && cells.length < scope.context.limits.tableColumns; count += 1)
      cells.push(made);
  }
  return cells;
}

/** One paragraph in a cell is just its line. */
function cellContent(element: XmlElement, level: number, scope: DocumentScope, inside: Inside): TableCell['children'] {
  const blocks = inside(element, level, scope);
  const [only] = blocks;
  return blocks.length === 1 && only?.type === 'paragraph' ? only.children : blocks;
}

/** CALS names its columns (OASIS TR 9502, colspec). */
function columnNames(group: XmlElement): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  elementsOf(group, 'colspec').forEach((spec, at) => {
    const name = attributeOf(spec, 'colname');
    if (name !== undefined) names.set(name, at);
  });
  return names;
}

function columnSpan(element: XmlElement, columns: ReadonlyMap<string, number>, scope: DocumentScope): number {
  const first = columns.get(attributeOf(element, 'namest') ?? '');
  const last = columns.get(attributeOf(element, 'nameend') ?? '');
  const named = first !== undefined && last !== undefined ? last - first + 1 : 1;
  const given = Math.max(
    named,
    spanOf(element, 'colspan'),
    spanOf(element, 'cols'),
    spanOf(element, 'number-columns-spanned'),
  );
  return Math.min(given, scope.context.limits.tableColumns);
}

/** HTML, 4.9.11: spans are capped at 65 534 rows. */
function rowSpan(element: XmlElement): number {
  const more = Number.parseInt(attributeOf(element, 'morerows') ?? '0', 10);
  const given = Math.max(
    Number.isNaN(more) ? 1 : 1 + more,
    spanOf(element, 'rowspan'),
    spanOf(element, 'rows'),
    spanOf(element, 'number-rows-spanned'),
  );
  return Math.min(given, 65_534);
}

function spanOf(element: XmlElement, name: string): number {
  const given = element.attributes.find((one) => one.name.local === name)?.value;
  const value = given === undefined ? 1 : Number.parseInt(given, 10);
  return Number.isNaN(value) ? 1 : Math.max(1, value);
}
