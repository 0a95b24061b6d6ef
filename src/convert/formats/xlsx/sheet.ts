// One sheet as blocks: its tables, the notes on its cells, and what is drawn on it.
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import { bulletList, item, lineBreak, paragraph, text } from '../../document/build.ts';
import type { Block, ListItem, Origin, Phrasing } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { columnName } from './cell-reference.ts';
import { CellValues } from './cell-values.ts';
import { controlBlocks } from './controls.ts';
import { definedTables } from './defined-tables.ts';
import { type DrawingTally, drawingBlocks } from './drawing.ts';
import type { ColumnMap } from './grid-rows.ts';
import { type CellNote, readNotes } from './notes.ts';
import type { RichValues } from './rich-values.ts';
import type { SharedStrings } from './shared-strings.ts';
import { SheetExtras } from './sheet-extras.ts';
import { frameOf, streamedFrame } from './sheet-frame.ts';
import { heldBytes, SheetSource } from './sheet-source.ts';
import { sheetTables } from './sheet-tables.ts';
import type { CellStyles } from './styles.ts';
import type { SheetEntry } from './workbook.ts';

const longestLabel = 60;

/** What all sheets of a workbook share. */
export interface SheetScope {
  readonly context: ReadContext;
  readonly styles: CellStyles;
  readonly strings: SharedStrings;
  readonly rich: RichValues | undefined;
  readonly persons: ReadonlyMap<string, string>;
  /** From names in lower case to the anchors of their headings. */
  readonly anchors: ReadonlyMap<string, string>;
  readonly tally: DrawingTally;
  /** Bytes the part is said to inflate to: decides whether it is held, no more. */
  readonly sizeOf: (part: OpcPart) => number;
  /** Bytes of this sheet that were read so far. */
  readonly progress: (bytes: number) => void;
}

export async function* sheetBlocks(sheet: SheetEntry, part: OpcPart, scope: SheetScope): AsyncGenerator<Block> {
  const { context } = scope;
  const origin: Origin = { kind: 'sheet', sheet: sheet.name };
  const notes = readNotes(part, scope.persons, context);
  const extras = new SheetExtras(notes, scope.anchors);
  const bytes = scope.sizeOf(part) <= heldBytes ? part.bytes(heldBytes) : undefined;
  const frame = bytes === undefined ? await framePass(part, context) : frameOf(bytes, context);
  for (const link of frame?.child('x:hyperlinks')?.elements('x:hyperlink') ?? []) extras.addLink(link, part);

  const values = new CellValues(scope.strings, scope.styles, extras, scope.rich);
  const source = new SheetSource(part, bytes, values);
  const hidden = new HiddenColumns(frame);
  let cuts = 0;
  try {
    yield* sheetTables({
      sheet: sheet.name,
      source,
      tables: definedTables(part, context),
      progress: () => scope.progress(source.done),
      seen: (map) => hidden.see(map),
      cut: (range) => {
        // Told once: the first place is enough to know.
        if (cuts === 0) {
          const message = 'A long table became several because later rows are wider.';
          context.warn('table-split', message, { kind: 'sheet', sheet: sheet.name, range });
        }
        cuts += 1;
      },
    });
  } finally {
    await source.close();
  }
  const remarks = notesBlock(notes, extras, origin);
  if (remarks !== undefined) yield remarks;
  yield* controlBlocks(part, sheet.name, scope.tally, context);
  for (const drawing of part.allRelated('drawing')) yield* drawingBlocks(drawing, sheet.name, scope.tally, context);
  scope.tally.pictures += values.pictures;
  report(source, values, hidden, origin, context);
  reportFrame(frame, part, origin, context);
}

/** Large sheets are read twice only where links, which stand after the rows, make it worth while. */
function framePass(part: OpcPart, context: ReadContext): Promise<OfficeElement | undefined> {
  const linked = [...part.relations.values()].some((relation) => relation.type === 'hyperlink');
  return streamedFrame(part, linked ? 'all' : 'before', context);
}

/** A list of notes, each by its cell and what that shows; replies stand below. */
function notesBlock(notes: ReadonlyMap<number, CellNote>, extras: SheetExtras, origin: Origin): Block | undefined {
  const items: ListItem[] = [];
  const inPlace = [...notes.values()].sort((a, b) => a.row - b.row || a.column - b.column);
  for (const note of inPlace) {
    const [first, ...replies] = note.remarks;
    if (first === undefined) continue;
    const shown = short(extras.noted.get(note) ?? '');
    const place = `${columnName(note.column)}${note.row}${shown === '' ? '' : ` (${shown})`}`;
    const said = replies.map((reply) => item([remarkLine('', reply)]));
    items.push(item([remarkLine(place, first), ...(said.length === 0 ? [] : [bulletList(said)])]));
  }
  return items.length === 0 ? undefined : { ...bulletList(items), origin };
}

function remarkLine(place: string, { author, text: said }: CellNote['remarks'][number]): Block {
  const who = [place, author].filter((one) => one !== '').join(', ');
  const nodes: Phrasing[] = who === '' ? [] : [text(`${who}: `)];
  for (const [at, line] of said.split(/(?<!\s)\s*[\r\n]\s*/).entries()) {
    if (at > 0) nodes.push(lineBreak);
    nodes.push(text(line));
  }
  return paragraph(nodes);
}

/** Enough of a cell's text to know it by. */
function short(shown: string): string {
  const line = shown.replace(/\s+/g, ' ').trim();
  return line.length > longestLabel ? `${line.slice(0, longestLabel)}…` : line;
}

/** Columns that Excel does not show; they are kept, and told of where they hold something. */
class HiddenColumns {
  readonly #spans: { readonly from: number; readonly to: number }[] = [];
  found = false;

  constructor(frame: OfficeElement | undefined) {
    for (const column of frame?.child('x:cols')?.elements('x:col') ?? []) {
      if (!/^(?:1|true)$/.test(column.get('hidden') ?? '')) continue;
      this.#spans.push({ from: Number(column.get('min') ?? 0), to: Number(column.get('max') ?? 0) });
    }
  }

  see(map: ColumnMap): void {
    if (this.found) return;
    this.found = this.#spans.some(({ from, to }) => map.usesAny(from, to));
  }
}

function report(
  source: SheetSource,
  values: CellValues,
  hidden: HiddenColumns,
  origin: Origin,
  context: ReadContext,
): void {
  if (values.uncalculated > 0) {
    const message = `${values.uncalculated} formulas were saved without a result and stand as they are written.`;
    context.warn('formula-without-value', message, origin);
  }
  if (values.missingStrings > 0) {
    const message = `${values.missingStrings} cells point to text that is not in the file and were left empty.`;
    context.warn('cell-text-missing', message, origin);
  }
  if (source.disordered) {
    context.warn('cells-out-of-order', 'Rows or cells of the file are not in order; they were sorted.', origin);
  }
  if (source.cutOff) {
    context.warn('damaged-part', 'The sheet ends in the middle of its rows; those before were read.', origin);
  }
  if (hidden.found || values.hiddenRows > 0) {
    context.warn('hidden-cells-kept', 'Rows or columns that are hidden in the sheet were kept.', origin);
  }
}

/** What stands around the rows and is not read. */
function reportFrame(frame: OfficeElement | undefined, part: OpcPart, origin: Origin, context: ReadContext): void {
  const printed = [...(frame?.child('x:headerFooter')?.elements() ?? [])].map((one) => one.text()).join(' ');
  // 18.3.1.46: codes for page numbers, dates, places and fonts begin with `&`.
  if (/\p{L}{3}/u.test(printed.slice(0, 2_000).replace(/&(?:"[^"]{0,100}"|K[0-9A-F]{6}|\d{1,3}|.)/g, ' '))) {
    context.warn('header-footer-dropped', 'The header or footer for printing was left out.', origin);
  }
  const objects = part.allRelated('oleObject').length + part.allRelated('package').length;
  if (objects > 0) {
    context.warn('embedded-object-dropped', `${objects} objects of other programs on the sheet were left out.`, origin);
  }
}
