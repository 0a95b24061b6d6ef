// The fast way through a sheet (ECMA-376 part 1, 18.3.1.80): UTF-8 in pieces, rows out. It looks for rows and cells alone,
// byte by byte and without an object for a tag, an attribute or a number, and never goes by what the sheet says of its size.
import { Failure } from '../../../core/failure.ts';
import { mostColumns, mostRows } from './cell-reference.ts';
import { type CellValues, cellTypes } from './cell-values.ts';
import { columnAt, digitsAt, endsTagName, matches, mentionsHidden, tagEnd, typeAt } from './sheet-bytes.ts';
import { SheetRow } from './sheet-row.ts';
import { endsName, type StringTags, stringItemText, stringTags } from './string-item.ts';

/** One tag or cell that is longer than this is no sheet's. */
const longestCell = 16 * 2 ** 20;
/** Enough to tell any name apart, prefix not counted. */
const longestName = 16;
/** Digits a number may have to be read exactly on the way: 10 ** 15 is below 2 ** 53. */
const exactDigits = 15;

const gt = 62;
const lt = 60;
const slash = 47;
const equals = 61;
const space = 32;
const quote = 34;
const minus = 45;
const point = 46;
const letterC = 99;
const letterR = 114;
const letterS = 115;
const letterT = 116;
const letterV = 118;

const powers = Float64Array.from({ length: exactDigits + 1 }, (_, at) => 10 ** at);
const empty = Buffer.alloc(0);
const rowName = Buffer.from('row');
const rowsName = Buffer.from('sheetData');

export class SheetScanner {
  /** Rows that are complete; the caller takes them out. */
  rows: SheetRow[] = [];
  /** Rows or cells did not come in order. */
  disordered = false;
  /** The rows never came to their end. */
  cutOff = false;
  readonly #values: CellValues;
  readonly #prefix: Buffer;
  readonly #prefixText: string;
  readonly #valueEnd: Buffer;
  readonly #cellEnd: Buffer;
  readonly #tags: StringTags;
  #rest: Buffer = empty;
  #place: 'before' | 'rows' | 'after' = 'before';
  #row: SheetRow | undefined;
  #lastRow = 0;
  #lastColumn = 0;
  #rowDisordered = false;

  constructor(prefix: string, values: CellValues) {
    this.#values = values;
    this.#prefixText = prefix;
    this.#prefix = Buffer.from(prefix);
    this.#valueEnd = Buffer.from(`</${prefix}v></${prefix}c>`);
    this.#cellEnd = Buffer.from(`</${prefix}c>`);
    this.#tags = stringTags(prefix);
  }

  write(piece: Buffer): void {
    if (this.#place === 'after') return;
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    const done = this.#scan(bytes, false);
    this.#rest = done === bytes.length ? empty : Buffer.from(bytes.subarray(done));
    if (this.#rest.length > longestCell) {
      throw new Failure('DOCUMENT_LIMIT', { details: `A cell of a sheet takes more than ${longestCell} bytes.` });
    }
  }

  end(): void {
    this.#scan(this.#rest, true);
    this.cutOff = this.#place === 'rows';
    this.#endRow();
  }

  /** Goes through whole tags and cells; where what is left begins. */
  #scan(bytes: Buffer, final: boolean): number {
    const skip = this.#prefix.length;
    const { length } = bytes;
    let inRows = this.#place === 'rows';
    // Where a piece ends with a tag, no name in it is cut.
    const whole = final || bytes[length - 1] === gt;
    let at = 0;
    while (inRows || this.#place !== 'after') {
      const open = bytes[at] === lt ? at : bytes.indexOf(lt, at);
      if (open < 0) return length;
      const name = open + 1 + skip;
      if (!whole && name + longestName > length) return open;
      // The cell first: there are more of them than of all else.
      const cell = inRows && bytes[name] === letterC && endsTagName(bytes[name + 1]);
      if (cell && (skip === 0 || matches(bytes, open + 1, this.#prefix))) {
        at = this.#cell(bytes, name + 1);
      } else {
        at = this.#tag(bytes, open, name);
        inRows = this.#place === 'rows';
      }
      if (at < 0) return final ? length : open;
    }
    return length;
  }

  /** Takes the tag at `open`; where to go on, or -1 when its end is not there yet. */
  #tag(bytes: Buffer, open: number, name: number): number {
    const first = bytes[open + 1];
    if (first === slash) return this.#endTag(bytes, open);
    const end = tagEnd(bytes, open);
    if (end < 0 || first === 33 || first === 63 || !matches(bytes, open + 1, this.#prefix)) return end;
    if (this.#place === 'rows') {
      if (matches(bytes, name, rowName) && endsTagName(bytes[name + 3])) this.#startRow(bytes, name + 3, end - 1);
    } else if (matches(bytes, name, rowsName) && endsTagName(bytes[name + 9])) {
      this.#place = bytes[end - 2] === slash ? 'after' : 'rows';
    }
    return end;
  }

  #endTag(bytes: Buffer, open: number): number {
    const end = tagEnd(bytes, open);
    const name = open + 2 + this.#prefix.length;
    if (end < 0 || this.#place !== 'rows' || !matches(bytes, open + 2, this.#prefix)) return end;
    if (matches(bytes, name, rowName) && endsTagName(bytes[name + 3])) this.#endRow();
    else if (matches(bytes, name, rowsName) && endsTagName(bytes[name + 9])) {
      this.#endRow();
      this.#place = 'after';
    }
    return end;
  }

  #startRow(bytes: Buffer, from: number, end: number): void {
    this.#endRow();
    let number = 0;
    let hidden = false;
    const closed = bytes[end - 1] === slash;
    // ` r="12"` comes first as a rule, and nothing else but ` spans="..."`.
    if (bytes[from + 1] === letterR && bytes[from + 2] === equals && bytes[from + 3] === quote) {
      let at = from + 4;
      for (let code = bytes[at] as number; code >= 48 && code <= 57 && number < 1e8; code = bytes[++at] as number) {
        number = number * 10 + code - 48;
      }
    }
    if (number === 0 || mentionsHidden(bytes, from, end)) {
      const attributes = bytes.toString('latin1', from, end);
      if (number === 0) number = Number(/\sr\s*=\s*["']\s*(\d{1,8})\s*["']/.exec(attributes)?.[1] ?? 0);
      hidden = /\shidden\s*=\s*["'](?:1|true)["']/.test(attributes);
    }
    const index = number >= 1 && number <= mostRows ? number : this.#lastRow + 1;
    if (index <= this.#lastRow) this.disordered = true;
    this.#lastRow = index;
    this.#lastColumn = 0;
    if (!closed) this.#row = new SheetRow(index, hidden);
  }

  #endRow(): void {
    const row = this.#row;
    this.#row = undefined;
    if (row === undefined || row.cells.length === 0) return;
    if (this.#rowDisordered) row.sort();
    this.#rowDisordered = false;
    if (row.hidden) this.#values.hiddenRows += 1;
    this.rows.push(row);
  }

  /** Cells outside of any row belong to one that lost its start. */
  #lostRow(): SheetRow {
    this.#lastRow += 1;
    this.#row = new SheetRow(this.#lastRow, false);
    return this.#row;
  }

  /** The usual spelling, ` r="A1" s="1" t="s">`; anything else is left to `#oddCell`. */
  #cell(bytes: Buffer, from: number): number {
    let at = from;
    let column = 0;
    let style = 0;
    let type = 0;
    let code = bytes[at];
    while (code === space && bytes[at + 2] === equals && bytes[at + 3] === quote) {
      const letter = bytes[at + 1];
      at += 4;
      code = bytes[at] as number;
      if (letter === letterR) {
        while (code >= 65 && code <= 90) {
          column = column * 26 + code - 64;
          code = bytes[++at] as number;
        }
        while (code >= 48 && code <= 57) code = bytes[++at] as number;
        if (column > mostColumns) column = 0;
      } else if (letter === letterS) {
        while (code >= 48 && code <= 57 && style < 1e6) {
          style = style * 10 + code - 48;
          code = bytes[++at] as number;
        }
      } else if (letter === letterT) {
        const start = at;
        while ((code >= 97 && code <= 122) || code === 83) code = bytes[++at] as number;
        type = typeAt(bytes, start, at - start);
      }
      if (code !== quote) return this.#oddCell(bytes, from);
      code = bytes[++at];
    }
    if (code !== gt) return this.#oddCell(bytes, from);
    return this.#content(bytes, at + 1, column, type, style);
  }

  /** A cell with its attributes in any spelling that XML allows. */
  #oddCell(bytes: Buffer, from: number): number {
    const end = tagEnd(bytes, from);
    if (end < 0) return -1;
    const attributes = bytes.toString('latin1', from, end - 1);
    const value = (name: string): string =>
      new RegExp(`\\s${name}\\s*=\\s*(?:"\\s*([^"\\s][^"]{0,39})?"|'\\s*([^'\\s][^']{0,39})?')`)
        .exec(attributes)
        ?.slice(1)
        .join('') ?? '';
    const column = columnAt(value('r'));
    if (bytes[end - 2] === slash) {
      this.#columnOf(column);
      return end;
    }
    const type = Buffer.from(value('t').trim(), 'latin1');
    this.#values.metadata = digitsAt(value('vm'));
    const after = this.#content(bytes, end, column, typeAt(type, 0, type.length), digitsAt(value('s')));
    this.#values.metadata = 0;
    return after;
  }

  /** The column of a cell: the one it names, else the next one. */
  #columnOf(named: number): number {
    const column = named === 0 ? this.#lastColumn + 1 : named;
    if (column <= this.#lastColumn) {
      this.#rowDisordered = true;
      this.disordered = true;
    }
    this.#lastColumn = column;
    return column;
  }

  #content(bytes: Buffer, from: number, named: number, type: number, style: number): number {
    const skip = this.#prefix.length;
    const start = from + 3 + skip;
    if (bytes[from] === lt && bytes[from + 1 + skip] === letterV && bytes[start - 1] === gt) {
      const after = this.#value(bytes, start, named, type, style);
      if (after > 0) return after;
    }
    const end = bytes.indexOf(this.#cellEnd, from);
    if (end < 0) return -1;
    const column = this.#columnOf(named);
    if (end > from && column <= mostColumns) this.#mixed(bytes.toString('utf8', from, end), column, type, style);
    return end + this.#cellEnd.length;
  }

  /** A value with nothing around it; where the next tag begins, or -1 when more is in the cell or it is not complete. */
  #value(bytes: Buffer, start: number, named: number, type: number, style: number): number {
    let at = start;
    const negative = bytes[at] === minus;
    if (negative) at += 1;
    let mantissa = 0;
    let decimals = -1;
    let code = bytes[at] as number;
    for (;;) {
      if (code >= 48 && code <= 57) {
        mantissa = mantissa * 10 + code - 48;
        if (decimals >= 0) decimals += 1;
      } else if (code === point && decimals < 0) decimals = 0;
      else break;
      code = bytes[++at] as number;
    }
    let end = at;
    while (end < bytes.length && bytes[end] !== lt) end += 1;
    if (!this.#closes(bytes, end)) return -1;
    const column = this.#columnOf(named);
    const row = this.#row ?? this.#lostRow();
    const after = end + this.#valueEnd.length;
    if (column > mostColumns) return after;
    // Up to 15 digits are read exactly; so is the quotient, which is the double that Number() would give.
    const digits = at - start - (negative ? 1 : 0) - (decimals >= 0 ? 1 : 0);
    const exact = end === at && digits > 0 && digits <= exactDigits;
    if (exact && type === cellTypes.number) {
      const size = decimals > 0 ? mantissa / (powers[decimals] as number) : mantissa;
      this.#values.addNumber(row, column, style, negative ? -size : size);
    } else if (exact && type === cellTypes.shared) {
      this.#values.addShared(row, column, style, negative || decimals >= 0 ? -1 : mantissa);
    } else this.#values.add(row, column, type, style, bytes.toString('utf8', start, end), '');
    return after;
  }

  /** True where value and cell end. */
  #closes(bytes: Buffer, end: number): boolean {
    if (this.#prefix.length > 0) return matches(bytes, end, this.#valueEnd);
    return (
      bytes[end + 1] === slash &&
      bytes[end + 2] === letterV &&
      bytes[end + 5] === slash &&
      bytes[end + 6] === letterC &&
      bytes[end + 7] === gt
    );
  }

  /** A cell with a formula, with text of its own, or with anything unusual. */
  #mixed(inner: string, column: number, type: number, style: number): void {
    const row = this.#row ?? this.#lostRow();
    const inline = elementAt(inner, this.#prefixText, 'is', 0);
    if (inline !== undefined) {
      this.#values.addText(row, column, style, stringItemText(inner, inline.start, inline.end, this.#tags));
      return;
    }
    const formula = elementAt(inner, this.#prefixText, 'f', 0);
    const value = elementAt(inner, this.#prefixText, 'v', formula?.end ?? 0);
    const raw = value === undefined ? '' : inner.slice(value.start, value.end);
    // A formula whose result is text without a letter has a result.
    if (raw === '' && value !== undefined && type === cellTypes.text) return;
    const written = formula === undefined ? '' : inner.slice(formula.start, formula.end);
    this.#values.add(row, column, type, style, raw, written);
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where the content of the first such element begins and ends. */
function elementAt(inner: string, prefix: string, local: string, from: number): Span | undefined {
  const tag = `<${prefix}${local}`;
  for (let open = inner.indexOf(tag, from); open >= 0; open = inner.indexOf(tag, open + 1)) {
    if (!endsName(inner, open + tag.length)) continue;
    const start = inner.indexOf('>', open) + 1;
    if (start === 0) return undefined;
    if (inner.charCodeAt(start - 2) === slash) return { start, end: start };
    const end = inner.indexOf(`</${prefix}${local}>`, start);
    return { start, end: end < 0 ? inner.length : end };
  }
  return undefined;
}
