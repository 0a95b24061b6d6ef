// The part of styles.xml that decides what a cell shows: its number format (ECMA-376 part 1, 18.8), and whether it is bold,
// which tells headers from data.
import type { OfficeElement } from '../../containers/office-xml.ts';
import { builtInPattern, general, type NumberFormat, numberFormat } from './number-format.ts';
import { boldLook, kinds } from './sheet-row.ts';

/** Excel's own bound is 65 490. */
const mostStyles = 100_000;

/** What a style means for the cells that have it. */
export interface CellStyle {
  readonly format: NumberFormat;
  /** `boldLook` or 0, to be added to the kind of a cell. */
  readonly bold: number;
  /** The look of a number in this style. */
  readonly number: number;
}

const plainStyle: CellStyle = { format: general, bold: 0, number: kinds.number };

export class CellStyles {
  readonly #formatIds: number[] = [];
  readonly #bold: boolean[] = [];
  readonly #patterns = new Map<number, string>();
  readonly #byId = new Map<number, NumberFormat>();
  readonly #styles: (CellStyle | undefined)[] = [];
  readonly #date1904: boolean;

  /** `styles` is the root of the part, where there is one. */
  constructor(styles: OfficeElement | undefined, date1904: boolean) {
    this.#date1904 = date1904;
    if (styles !== undefined) this.#read(styles);
  }

  #read(styles: OfficeElement): void {
    for (const one of styles.child('x:numFmts')?.elements('x:numFmt') ?? []) {
      const id = Number(one.get('numFmtId'));
      const code = one.get('formatCode');
      if (Number.isInteger(id) && code !== undefined && this.#patterns.size < mostStyles) this.#patterns.set(id, code);
    }
    const boldFonts: boolean[] = [];
    for (const font of styles.child('x:fonts')?.elements('x:font') ?? []) {
      const bold = font.child('x:b');
      boldFonts.push(bold !== undefined && !/^(?:0|false|off)$/.test(bold.get('val') ?? ''));
    }
    for (const one of styles.child('x:cellXfs')?.elements('x:xf') ?? []) {
      if (this.#formatIds.length >= mostStyles) break;
      this.#formatIds.push(Number(one.get('numFmtId') ?? 0) || 0);
      this.#bold.push(boldFonts[Number(one.get('fontId') ?? 0)] ?? false);
    }
  }

  style(index: number): CellStyle {
    const known = this.#styles[index];
    if (known !== undefined) return known;
    const id = this.#formatIds[index];
    if (id === undefined) return plainStyle;
    let format = this.#byId.get(id);
    if (format === undefined) {
      format = numberFormat(this.#patterns.get(id) ?? builtInPattern(id), this.#date1904);
      this.#byId.set(id, format);
    }
    const bold = this.#bold[index] === true ? boldLook : 0;
    const style = { format, bold, number: (format.date ? kinds.date : kinds.number) | bold };
    while (this.#styles.length < index) this.#styles.push(undefined);
    this.#styles[index] = style;
    return style;
  }

  /** A date that is given as a day of the 1900 system, whatever the workbook counts by. */
  dateText(format: NumberFormat, serial: number): string {
    return format.text(String(this.#date1904 ? serial - 1462 : serial));
  }
}
