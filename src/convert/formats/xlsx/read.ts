// Excel workbooks (ECMA-376 part 1, 18), also with macros and as templates: each sheet a heading with its tables.
import { Failure } from '../../../core/failure.ts';
import { OpcPackage, type OpcPart } from '../../containers/opc.ts';
import { heading } from '../../document/build.ts';
import type { Block, Origin } from '../../document/tree.ts';
import type { Read, ReadContext } from '../../format.ts';
import { wantsPage } from '../../options.ts';
import { packageFacts } from '../office/properties.ts';
import { drawingBlocks } from './drawing.ts';
import { readPersons } from './notes.ts';
import { passOver, treeOf } from './part-tree.ts';
import { readRichValues } from './rich-values.ts';
import { readSharedStrings } from './shared-strings.ts';
import { type SheetScope, sheetBlocks } from './sheet.ts';
import { CellStyles } from './styles.ts';
import { readWorkbook, type SheetEntry, type Workbook } from './workbook.ts';

export const read: Read = async function* (input, context) {
  const opc = new OpcPackage(input.source, context);
  const workbook = readWorkbook(opc);
  const { countedPages: _, ...facts } = packageFacts(opc);
  context.describe({ ...facts, pages: Math.max(1, workbook.sheets.length) });
  const wanted = workbook.sheets.filter((sheet) => wantsPage(context.options, sheet.number));
  const scope = await scopeOf(opc, workbook, wanted, context);
  let empty = 0;
  let written = 0;
  // Cells whose text is lost show nothing: the sheets are not to blame for that.
  let damage = scope.strings.damage;
  for (const sheet of wanted) {
    const origin: Origin = { kind: 'sheet', sheet: sheet.name };
    if (sheet.part === undefined) {
      context.warn('sheet-missing', `The sheet "${sheet.name}" is listed, but its part is not in the file.`, origin);
      continue;
    }
    let begun = false;
    try {
      for await (const block of blocksOf(sheet, sheet.part, scope)) {
        if (!begun) yield* startOf(sheet, origin, context);
        begun = true;
        yield block;
      }
      if (!begun) empty += 1;
    } catch (error) {
      passOver(sheet.part, error, context);
      damage ??= error;
    }
    if (begun) written += 1;
    scope.sheetDone(sheet.part);
  }
  // One damaged sheet among others is told of; a workbook that gives nothing at all is damaged as a whole.
  if (written === 0 && damage !== undefined) throw damage;
  if (written === 0 && workbook.foreign) {
    throw new Failure('UNSUPPORTED_FORMAT', { details: 'The workbook is not in the format that ECMA-376 describes.' });
  }
  report(empty, scope, context);
};

interface WorkbookScope extends SheetScope {
  readonly sheetDone: (part: OpcPart) => void;
}

async function scopeOf(
  opc: OpcPackage,
  workbook: Workbook,
  wanted: readonly SheetEntry[],
  context: ReadContext,
): Promise<WorkbookScope> {
  const sizeOf = (part: OpcPart): number => opc.archive.find(part.name)?.size ?? Infinity;
  let before = 0;
  const total = wanted.reduce((sum, { part }) => sum + (part === undefined ? 0 : sizeOf(part)), 0);
  return {
    context,
    styles: new CellStyles(treeOf(workbook.part.related('styles'), context), workbook.date1904),
    strings: await readSharedStrings(workbook.part.related('sharedStrings'), context),
    rich: readRichValues(workbook.part, context),
    persons: readPersons(workbook.part, context),
    anchors: anchorsOf(workbook.sheets),
    tally: { pictures: 0, hidden: 0 },
    sizeOf,
    progress: (done) => context.progress(Math.min(before + done, total), total),
    sheetDone: (part) => {
      before += sizeOf(part);
    },
  };
}

function blocksOf(sheet: SheetEntry, part: OpcPart, scope: SheetScope): AsyncIterable<Block> | Iterable<Block> {
  return part.contentType.endsWith('chartsheet+xml') ? chartSheet(sheet, part, scope) : sheetBlocks(sheet, part, scope);
}

/** A sheet that is nothing but a chart (18.3.1.12). */
function* chartSheet(sheet: SheetEntry, part: OpcPart, { tally, context }: SheetScope): Generator<Block> {
  for (const drawing of part.allRelated('drawing')) yield* drawingBlocks(drawing, sheet.name, tally, context);
}

function* startOf(sheet: SheetEntry, origin: Origin, context: ReadContext): Generator<Block> {
  if (context.options.pageMarkers) yield { type: 'comment', value: `sheet ${sheet.number}: ${sheet.name}`, origin };
  yield { ...heading(2, sheet.name), origin };
  if (sheet.hidden) context.warn('hidden-sheet-kept', `The sheet "${sheet.name}" is hidden and was kept.`, origin);
}

/** The anchors that renderers give to the headings of the sheets: letters and digits in lower case, spaces as hyphens. */
function anchorsOf(sheets: readonly SheetEntry[]): ReadonlyMap<string, string> {
  const anchors = new Map<string, string>();
  for (const { name } of sheets) {
    const anchor = name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    if (anchor !== '') anchors.set(name.toLowerCase(), `#${anchor}`);
  }
  return anchors;
}

function report(empty: number, { tally }: SheetScope, context: ReadContext): void {
  if (empty > 0) context.warn('empty-sheets', `${empty} sheets hold nothing and were left out.`);
  if (tally.hidden > 0) {
    context.warn('hidden-shape-dropped', `${tally.hidden} hidden objects on sheets were left out.`);
  }
  if (tally.pictures > 0 && !context.options.extractImages) {
    const message = `${tally.pictures} pictures without a text of their own are not in the result.`;
    context.warn('image-not-extracted', message);
  }
}
