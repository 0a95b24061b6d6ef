// What belongs to single cells but stands elsewhere in the package: links (after the rows, or in formulas) and notes.

import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import { decodeReferences } from '../../containers/xml-references.ts';
import { type CellRange, cellKey, contains, parseRange } from './cell-reference.ts';
import type { CellNote } from './notes.ts';

/** Links kept for one sheet; Excel's own bound is 65 530. */
const mostLinks = 100_000;
/** Links over ranges are looked through for each cell. */
const mostRanges = 100;

export class SheetExtras {
  /** False where no cell can have a link or a note: then none is asked for. */
  any: boolean;
  readonly #links = new Map<number, string>();
  readonly #ranges: { readonly range: CellRange; readonly target: string }[] = [];
  readonly #notes: ReadonlyMap<number, CellNote>;
  readonly #sheetNames: ReadonlyMap<string, string>;
  /** What the cells with notes show. */
  readonly noted = new Map<CellNote, string>();

  /** `sheetNames` leads from a name in lower case to its anchor. */
  constructor(notes: ReadonlyMap<number, CellNote>, sheetNames: ReadonlyMap<string, string>) {
    this.#notes = notes;
    this.any = notes.size > 0;
    this.#sheetNames = sheetNames;
  }

  addLink(element: OfficeElement, part: OpcPart): void {
    const range = parseRange(element.get('ref') ?? '');
    if (range === undefined) return;
    const relation = part.relations.get(element.get('r:id') ?? '');
    const location = element.get('location');
    const target =
      relation?.external === true
        ? relation.target + (location === undefined ? '' : `#${location}`)
        : location === undefined
          ? undefined
          : this.#anchor(location);
    if (target === undefined) return;
    this.any = true;
    if (range.top !== range.bottom || range.left !== range.right) {
      if (this.#ranges.length < mostRanges) this.#ranges.push({ range, target });
    } else if (this.#links.size < mostLinks) this.#links.set(cellKey(range.top, range.left), target);
  }

  linkAt(row: number, column: number): string | undefined {
    return (
      this.#links.get(cellKey(row, column)) ??
      (this.#ranges.length === 0 ? undefined : this.#ranges.find(({ range }) => contains(range, row, column))?.target)
    );
  }

  /** Keeps what a cell with a note shows, to name the cell by. */
  show(row: number, column: number, shown: string): void {
    const note = this.#notes.size === 0 ? undefined : this.#notes.get(cellKey(row, column));
    if (note !== undefined) this.noted.set(note, shown);
  }

  /** The address in HYPERLINK("address", ...), where it is written out and not computed. */
  formulaTarget(formula: string): string | undefined {
    const start = /^hyperlink\(\s*(?:"|&quot;)/i.exec(formula)?.[0];
    if (start === undefined) return undefined;
    const rest = decodeReferences(formula.slice(start.length, start.length + 4_096));
    const end = rest.indexOf('"');
    // A literal that goes on with `&` is only the start of an address.
    if (end < 1 || !/^\s*[,)]/.test(rest.slice(end + 1, end + 40))) return undefined;
    const target = rest.slice(0, end);
    return target.startsWith('#') ? this.#anchor(target.slice(1)) : target;
  }

  /** A place in this workbook: the heading of its sheet. */
  #anchor(location: string): string | undefined {
    const mark = location.lastIndexOf('!');
    const name = location.slice(0, Math.max(0, mark)).replace(/^#?'?/, '').replace(/'$/, '').replaceAll("''", "'");
    return this.#sheetNames.get(name.toLowerCase());
  }
}
