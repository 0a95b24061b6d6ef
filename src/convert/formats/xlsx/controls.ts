// Buttons and boxes of forms on a sheet, which Excel keeps as VML (ECMA-376 part 4, 19.4): what is written on them, and
// whether they are ticked.
import { createDecoder } from '../../containers/charset-decoder.ts';
import { type OfficeElement, parseOfficeXml, partCharset } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import { paragraph } from '../../document/build.ts';
import type { Block } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { columnName, mostColumns, mostRows } from './cell-reference.ts';
import type { DrawingTally } from './drawing.ts';
import { passOver } from './part-tree.ts';

/** ST_ObjectType (part 4, 20.4.3.1): those with a caption. Comments on cells are shapes of that part too. */
const captioned = /ObjectType\s{0,9}=\s{0,9}["'](?:Button|Checkbox|Radio|GBox|Label|Dialog|EditBox)["']/;
const ticked = new Set(['Checkbox', 'Radio']);
const mostControls = 20_000;

export function controlBlocks(sheet: OpcPart, name: string, tally: DrawingTally, context: ReadContext): Block[] {
  const placed: { readonly row: number; readonly column: number; readonly caption: string }[] = [];
  for (const part of sheet.allRelated('vmlDrawing')) {
    for (const shape of shapesOf(part, context)) {
      const data = shape.child('xvml:ClientData');
      const caption = captionOf(shape, data);
      if (data === undefined || caption === '' || placed.length >= mostControls) continue;
      if (/visibility\s{0,9}:\s{0,9}hidden/.test(shape.get('style') ?? '')) tally.hidden += 1;
      else placed.push({ ...placeOf(data), caption });
    }
  }
  placed.sort((a, b) => a.row - b.row || a.column - b.column);
  return placed.map(({ row, column, caption }) => ({
    ...paragraph(caption),
    origin: { kind: 'sheet', sheet: name, range: `${columnName(column)}${row}` },
  }));
}

function* shapesOf(part: OpcPart, context: ReadContext): Generator<OfficeElement> {
  try {
    const bytes = part.bytes();
    const decoder = createDecoder(partCharset(bytes));
    const text = decoder.write(bytes) + decoder.end();
    // Most of these parts hold comments alone, thousands of them perhaps.
    if (!captioned.test(text)) return;
    // The text of a control is HTML, in which a line break need not be closed. What was declared of letters is done with.
    const closed = text.replace(/^\s*<\?xml[^>]{0,500}\?>/, '').replace(/<br\s{0,9}>/gi, ' <br/>');
    yield* parseOfficeXml(Buffer.from(closed), context).descendants('v:shape');
  } catch (error) {
    passOver(part, error, context);
  }
}

function captionOf(shape: OfficeElement, data: OfficeElement | undefined): string {
  const type = data?.get('ObjectType') ?? '';
  const caption = (shape.child('v:textbox')?.text() ?? '').replace(/\s+/g, ' ').trim();
  if (caption === '' || type === 'Note' || !ticked.has(type)) return type === 'Note' ? '' : caption;
  return `${/^\s*1\s*$/.test(data?.child('xvml:Checked')?.text() ?? '') ? '☒' : '☐'} ${caption}`;
}

/** The cell in which a control begins (part 4, 19.4.2.2): column, offset, row, offset, counted from 0. */
function placeOf(data: OfficeElement): { row: number; column: number } {
  const [column = 0, , row = 0] = (data.child('xvml:Anchor')?.text() ?? '').split(',', 8).map(Number);
  const inside = row >= 0 && row < mostRows && column >= 0 && column < mostColumns;
  return inside ? { row: Math.floor(row) + 1, column: Math.floor(column) + 1 } : { row: 1, column: 1 };
}
