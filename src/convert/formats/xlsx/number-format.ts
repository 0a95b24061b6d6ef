// Numbers as Excel shows them (ECMA-376 part 1, 18.8.30 and 18.8.31). `numfmt` knows every format; the few that fill most
// sheets have a path of their own that is twenty times as fast and must agree with it.
import { cleanText } from '../../document/clean-text.ts';
import { numfmt } from '../office/numfmt.ts';
import { digitsOf } from './digits.ts';
import { eraFormat } from './eras.ts';
import { fastDate } from './fast-date.ts';
import { fastFixed, fastGeneral } from './fast-fixed.ts';
import { fractions } from './fractions.ts';

export interface NumberFormat {
  /** Shows dates or times. */
  readonly date: boolean;
  /** What stands for a number needs no cleaning. */
  readonly normal: boolean;
  /** What stands in the cell for a number. */
  number(value: number): string;
  /** What stands in the cell for a number as the file writes it; text that is no number comes back as it is. */
  text(raw: string): string;
  /** What stands in the cell for text: the fourth section of a format may add to it or hide it. */
  words(value: string): string;
}

/** Longer format codes are not Excel's; a hostile one of any length could take any time. */
const longestPattern = 512;
/** Results kept for each format: columns of dates and prices repeat themselves. */
const keptResults = 1_024;
/** Days between the two date systems (ECMA-376 part 1, 18.17.4.1). */
const days1904 = 1462;

const elapsed = /\[(?:h{1,9}|m{1,9}|s{1,9})\]/i;

/** Twelve digits get an exponent. */
const largestWhole = 1e11;

const settings = { locale: 'en-US', dateSpanLarge: false, throws: true } as const;

/** The formats of most workbooks, by their ids. */
const usual = new Map([
  [0, 'General'],
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [14, 'm/d/yyyy'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'm/d/yyyy h:mm'],
]);

/** The format behind an id that the workbook does not define itself (18.8.30). */
export function builtInPattern(id: number): string {
  // Excel shows 37 to 40 and 5 to 8 by its own rules, which numfmt has; beyond 58 nothing is defined for all languages.
  return id <= 58 ? (usual.get(id) ?? numfmt().getFormatFromId(id)) : 'General';
}

export function numberFormat(pattern: string, date1904: boolean): NumberFormat {
  const name = pattern.trim();
  if (name === '' || pattern.length > longestPattern || /^general$/i.test(name)) return general;
  try {
    // Not the trimmed one: a space at the end may belong to `_ ` or `\ `.
    const code = spelled(pattern, true);
    const date = kindWithoutLoading(code) ?? isDate(code);
    return new PatternFormat(date ? code : spelled(pattern, false), date, date && date1904);
  } catch {
    // A format that cannot be read says nothing about the number.
    return general;
  }
}

/** True for dates, false for numbers, where there is a fast path, which knows its formats; undefined for all others. */
function kindWithoutLoading(code: string): boolean | undefined {
  if (fastFixed(code) !== undefined) return false;
  // A comma after a point is no mark to `numfmt`, which fails then.
  return code.includes('.,') || fastDate(code) === undefined ? undefined : true;
}

/** Fails where the format cannot be read. */
function isDate(code: string): boolean {
  numfmt().format(code, 1, settings);
  return numfmt().isDateFormat(code);
}

const language = '[0-9A-F]{1,8}|[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}|x-[a-z0-9]{1,12}';
const codePieces = new RegExp(
  `"[^"]*"|[\\\\_*].|(?<=[0#?.])e(?=[+-])|a\\/p|(\\[\\$[^\\]"]{0,40}?)-(?:${language})(?:,[^\\]"]{0,20})?\\]`,
  'gi',
);

/**
 * A format as `numfmt` reads it: exponents and halves of the day in capitals. A language names months and days; the marks
 * within numbers are those of the program in any language, so that `[$€-407]` is but a sign.
 */
function spelled(pattern: string, languages: boolean): string {
  return pattern.replace(codePieces, (piece: string, sign: string | undefined) => {
    if (sign !== undefined) return languages ? piece : sign === '[$' ? '' : `${sign}]`;
    return /^[ea]/i.test(piece) ? piece.toUpperCase() : piece;
  });
}

class PatternFormat implements NumberFormat {
  readonly date: boolean;
  readonly normal: boolean;
  readonly #pattern: string;
  readonly #in1904: boolean;
  readonly #shift: number;
  readonly #fast: ((value: number) => string | undefined) | undefined;
  readonly #era: ((day: number, year: number) => string) | undefined;
  readonly #forWords: boolean;
  readonly #results = new Map<number, string>();

  constructor(pattern: string, date: boolean, in1904: boolean) {
    this.date = date;
    // Marks of the format itself may be anything.
    this.normal = cleanText(pattern) === pattern;
    this.#pattern = pattern;
    this.#in1904 = in1904;
    // Time that has passed is counted from no day.
    this.#shift = in1904 && !elapsed.test(pattern) ? days1904 : 0;
    this.#fast = date ? fastDate(pattern) : (fastFixed(pattern) ?? fractions(pattern));
    this.#era = date ? eraFormat(pattern) : undefined;
    this.#forWords = pattern.includes('@') ? pattern !== '@' : pattern.split(';').length > 3;
  }

  number(value: number): string {
    // The system of 1904 knows time before its first day and writes it with a minus.
    if (value < 0 && this.#in1904) return `-${this.number(-value)}`;
    const fast = this.#fast?.(value + this.#shift);
    if (fast !== undefined) return fast;
    const known = this.#results.get(value);
    if (known !== undefined) return known;
    const shown = this.#slow(value + this.#shift);
    if (this.#results.size >= keptResults) this.#results.clear();
    this.#results.set(value, shown);
    return shown;
  }

  text(raw: string): string {
    const number = Number(raw);
    return Number.isFinite(number) && raw !== '' ? this.number(number) : raw;
  }

  words(value: string): string {
    return this.#forWords ? this.#slow(value) : value;
  }

  #slow(value: number | string): string {
    try {
      const dated = this.#era !== undefined && typeof value === 'number';
      const code = dated ? this.#era(value, Number(numfmt().format('yyyy', value, settings))) : this.#pattern;
      // Spaces that only align figures (`_)`) are not content.
      return numfmt().format(code, value, settings).trim();
    } catch {
      return typeof value === 'string' ? value : general.number(value);
    }
  }
}

/** Eleven characters of digits and point, else exponents: 18.8.30, id 0, as Excel shows it in a wide column. */
class GeneralFormat implements NumberFormat {
  readonly date = false;
  readonly normal = true;

  number(value: number): string {
    if (Number.isInteger(value) && value < largestWhole && value > -largestWhole) {
      return value >= 0 ? digitsOf(value) : String(value);
    }
    return fastGeneral(value) ?? numfmt().format('General', value, settings);
  }

  text(raw: string): string {
    const number = Number(raw);
    return Number.isFinite(number) && raw !== '' ? this.number(number) : raw;
  }

  words(value: string): string {
    return value;
  }
}

export const general: NumberFormat = new GeneralFormat();
