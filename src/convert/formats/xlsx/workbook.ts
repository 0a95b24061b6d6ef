// The workbook part (ECMA-376 part 1, 18.2): which sheets there are, in order, and how its dates count.
import type { OpcPackage, OpcPart } from '../../containers/opc.ts';

export interface SheetEntry {
  /** From 1, in the order of the tabs. */
  readonly number: number;
  readonly name: string;
  readonly hidden: boolean;
  /** Undefined where the part is missing. */
  readonly part: OpcPart | undefined;
}

export interface Workbook {
  readonly part: OpcPart;
  readonly sheets: readonly SheetEntry[];
  readonly date1904: boolean;
  /** The root is none that is known: a format before the standard, or something else. */
  readonly foreign: boolean;
}

/** More sheets than any program opens. */
const mostSheets = 10_000;

export function readWorkbook(opc: OpcPackage): Workbook {
  const part = opc.mainPart('.main+xml', 'xl/workbook.xml');
  const tree = part.tree();
  const sheets: SheetEntry[] = [];
  for (const element of tree.child('x:sheets')?.elements('x:sheet') ?? []) {
    if (sheets.length >= mostSheets) break;
    const number = sheets.length + 1;
    sheets.push({
      number,
      name: element.get('name')?.replace(/\s+/g, ' ').trim() || `Sheet ${number}`,
      hidden: /^(?:hidden|veryHidden)$/.test(element.get('state') ?? ''),
      part: part.target(element.get('r:id')),
    });
  }
  const date1904 = /^(?:1|true|on)$/.test(tree.child('x:workbookPr')?.get('date1904') ?? '');
  const foreign = tree.key !== 'x:workbook' && tree.key !== 'workbook';
  return { part, sheets: sheets.length > 0 ? sheets : unlistedSheets(part), date1904, foreign };
}

/** A workbook that lost its list still has its relations. */
function unlistedSheets(part: OpcPart): SheetEntry[] {
  return part
    .allRelated('worksheet')
    .slice(0, mostSheets)
    .map((sheet, index) => ({ number: index + 1, name: `Sheet ${index + 1}`, hidden: false, part: sheet }));
}
