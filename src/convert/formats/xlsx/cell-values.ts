// What a cell shows, from what the file keeps (ECMA-376 part 1, 18.3.1.4): the one place where types, formats, strings,
// links and notes come together. Called for every cell, so it makes no objects for plain ones.
import { Failure } from '../../../core/failure.ts';
import { cell, link, text } from '../../document/build.ts';
import type { Cell } from '../../document/tree.ts';
import { cellKey } from './cell-reference.ts';
import { general, type NumberFormat } from './number-format.ts';
import type { RichValues } from './rich-values.ts';
import type { SharedStrings } from './shared-strings.ts';
import type { SheetExtras } from './sheet-extras.ts';
import { kinds, type SheetRow } from './sheet-row.ts';
import { plainText } from './string-item.ts';
import type { CellStyles } from './styles.ts';

/** The values of the attribute `t`; a formula's text (`str`) and text in the cell (`inlineStr`) are the same here. */
export const cellTypes = { number: 0, shared: 1, text: 2, truth: 3, error: 4, date: 5 } as const;

/** Characters of shared strings before anyone asks whether they are repeats, and what no real sheet comes to. */
const freeChars = 64 * 2 ** 20;
const longAverage = 1_000;
const mostRepeats = 20;

export class CellValues {
  /** Formulas whose result the file does not keep, and where the first one stands. */
  uncalculated = 0;
  firstUncalculated = 0;
  missingStrings = 0;
  hiddenRows = 0;
  /** Pictures in cells that have no text and are not kept. */
  pictures = 0;
  /** The value metadata of the next cell, where it has any. */
  metadata = 0;
  #sharedCells = 0;
  #sharedChars = 0;
  readonly #strings: SharedStrings;
  readonly #styles: CellStyles;
  readonly #extras: SheetExtras;
  readonly #rich: RichValues | undefined;

  constructor(strings: SharedStrings, styles: CellStyles, extras: SheetExtras, rich?: RichValues) {
    this.#strings = strings;
    this.#styles = styles;
    this.#extras = extras;
    this.#rich = rich;
  }

  addNumber(row: SheetRow, column: number, style: number, value: number): void {
    const { format, number } = this.#styles.style(style);
    const shown = format.number(value);
    if (this.#extras.any) this.#put(row, column, shown, number);
    else if (shown !== '') {
      row.normal &&= format.normal;
      row.add(column, shown, number);
    }
  }

  addShared(row: SheetRow, column: number, style: number, index: number): void {
    const found = this.#strings.at(index);
    if (found === undefined) {
      this.missingStrings += 1;
      return;
    }
    this.#sharedCells += 1;
    this.#sharedChars += found.length;
    if (this.#sharedChars > freeChars) this.#checkRepeats();
    const { format, bold } = this.#styles.style(style);
    if (this.#extras.any || format !== general || !this.#strings.normal) this.addText(row, column, style, found);
    else if (!isBlank(found)) row.add(column, found, kinds.text | bold);
  }

  /** A long text that a million cells point to is no sheet: a small file would become gigabytes. */
  #checkRepeats(): void {
    if (this.#sharedChars < longAverage * this.#sharedCells) return;
    if (this.#sharedChars < mostRepeats * this.#strings.bytes) return;
    throw new Failure('DOCUMENT_LIMIT', {
      details: 'Long texts are repeated in so many cells that the result would be too large.',
    });
  }

  addText(row: SheetRow, column: number, style: number, text: string): void {
    const { format, bold } = this.#styles.style(style);
    this.#put(row, column, format === general ? text : format.words(text), kinds.text | bold);
  }

  /** Any cell: its type, its value as written, and the formula that computes it. */
  add(row: SheetRow, column: number, type: number, style: number, raw: string, formula: string): void {
    if (raw === '') {
      if (formula !== '') this.#put(row, column, this.#formula(row, column, formula), kinds.text, formula);
      return;
    }
    const { format, bold, number } = this.#styles.style(style);
    if (type === cellTypes.number) this.#put(row, column, format.text(raw), number, formula);
    else if (type === cellTypes.shared) this.addShared(row, column, style, Number(raw));
    else if (type === cellTypes.truth) this.#put(row, column, truth(raw), kinds.truth | bold, formula);
    else if (type === cellTypes.error) this.#error(row, column, bold, raw, formula);
    else if (type === cellTypes.date) this.#put(row, column, this.#isoDate(format, raw), kinds.date | bold, formula);
    else this.#put(row, column, format.words(plainText(raw)), kinds.text | bold, formula);
  }

  /** An error, unless it stands for something that only newer programs know. */
  #error(row: SheetRow, column: number, bold: number, raw: string, formula: string): void {
    const nodes = this.metadata === 0 ? undefined : this.#rich?.(this.metadata);
    if (nodes === undefined) this.#put(row, column, plainText(raw), kinds.error | bold, formula);
    else if (nodes.length === 0) this.pictures += 1;
    else {
      row.normal = false;
      row.add(column, cell([...nodes]), kinds.text | bold);
    }
  }

  #put(row: SheetRow, column: number, shown: string, look: number, formula = ''): void {
    if (isBlank(shown)) return;
    const special = formula !== '' || this.#extras.any;
    row.normal = false;
    row.add(column, special ? this.#withExtras(row.index, column, shown, formula) : shown, look);
  }

  #formula(row: SheetRow, column: number, formula: string): string {
    if (this.uncalculated === 0) this.firstUncalculated = cellKey(row.index, column);
    this.uncalculated += 1;
    return `=${plainText(formula)}`;
  }

  /** ISO 8601 as Office writes it (18.18.11, `d`), shown by the cell's format where it has one for dates. */
  #isoDate(format: NumberFormat, raw: string): string {
    const parts = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)?Z?$/.exec(raw);
    if (parts === null || !format.date) return plainText(raw);
    const [year = 0, month = 1, day, hour, minute, second] = parts.slice(1).map((part) => Number(part ?? 0));
    const time = Date.UTC(year, month - 1, day, hour, minute, second);
    return this.#styles.dateText(format, time / 86_400_000 + 25_569);
  }

  #target(formula: string): string | undefined {
    return formula.length > 10 && (formula.charCodeAt(0) | 32) === 104
      ? this.#extras.formulaTarget(formula)
      : undefined;
  }

  #withExtras(row: number, column: number, shown: string, formula: string): Cell {
    this.#extras.show(row, column, shown);
    return linked(shown, this.#extras.linkAt(row, column) ?? this.#target(formula));
  }
}

/** Text that names the address already needs no link: readers of Markdown make one of it. */
function linked(shown: string, target: string | undefined): Cell {
  if (target === undefined || (target !== '' && shown.includes(target))) return shown;
  // A line break inside a link becomes a space: the line stays whole.
  return cell([link(target, [text(shown.replace(/(?<!\s)\s*[\r\n]\s*/g, ' '))])]);
}

const truth = (raw: string): string =>
  raw === '1' || raw === 'true' ? 'TRUE' : raw === '0' || raw === 'false' ? 'FALSE' : raw;

const blank = /^[\s\p{Cc}\u200b]*$/u;

/** Nothing to be seen: white space of any script, and characters that control something. */
function isBlank(shown: string): boolean {
  if (shown === '') return true;
  const code = shown.charCodeAt(0);
  const visible = (code > 0x20 && code < 0x7f) || (code > 0xa0 && code < 0x2000) || (code > 0x3000 && code < 0xfe00);
  return !visible && blank.test(shown);
}
