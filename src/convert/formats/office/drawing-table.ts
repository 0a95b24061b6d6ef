// Tables of DrawingML (ECMA-376 part 1, 21.1.3): cells with their spans; what a span covers is left to the span.
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import { cell, lineBreak, table } from '../../document/build.ts';
import type { Block, Cell, Phrasing, Row, Table } from '../../document/tree.ts';
import { textBlocks } from './drawing-paragraphs.ts';
import { isOn } from './drawing-text.ts';

export function drawingTable(source: OfficeElement, scope: { readonly part: OpcPart }): Table {
  const rows: Row[] = [];
  const header = isOn(source.child('a:tblPr')?.get('firstRow'));
  const lines = [...source.elements('a:tr')];
  /** Rows each column is still covered for by a cell above. */
  const covered: number[] = [];
  lines.forEach((line, at) => {
    const row: Cell[] = [];
    const cells = [...line.elements('a:tc')];
    const below: { readonly from: number; readonly to: number; readonly rows: number }[] = [];
    let spanned = 0;
    cells.forEach((one, column) => {
      const above = covered[column] ?? 0;
      if (above > 0) covered[column] = above - 1;
      if (spanned > 0) spanned -= 1;
      else if (above === 0) {
        const across = spanOf(one.get('gridSpan'), cells.length - column);
        const down = spanOf(one.get('rowSpan'), lines.length - at);
        if (down > 1) below.push({ from: column, to: column + across, rows: down - 1 });
        spanned = across - 1;
        row.push(cell(cellContent(one, scope.part, header && at === 0), across, down));
      }
    });
    for (const { from, to, rows } of below) for (let column = from; column < to; column += 1) covered[column] = rows;
    rows.push(row);
  });
  return table(rows, { header });
}

/** A span is at most what is there to be spanned. */
function spanOf(value: string | undefined, most: number): number {
  const span = Math.trunc(Number(value ?? 1));
  return span >= 1 ? Math.min(span, most) : 1;
}

function cellContent(source: OfficeElement, part: OpcPart, isHeader: boolean): (Phrasing | Block)[] {
  const body = source.child('a:txBody');
  if (body === undefined) return [];
  const blocks = textBlocks(body, { part, plainBold: isHeader });
  const lines: Phrasing[] = [];
  for (const block of blocks) {
    if (block.type !== 'paragraph') return blocks;
    if (lines.length > 0) lines.push(lineBreak);
    for (const node of block.children) lines.push(node);
  }
  return lines;
}
