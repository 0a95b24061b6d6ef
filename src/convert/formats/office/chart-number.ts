// Numbers of charts as people read them and no less exact: dates by their format, shares in percent, the rest as it is.
import { numfmt } from './numfmt.ts';

/** Longer than any format a person wrote, and more formats than one chart has: reading a format costs time. */
const longestFormat = 80;
const mostFormats = 100;

type Kind = 'date' | 'share' | 'plain';

/** Days between the two date systems (ECMA-376 part 1, 18.17.4.1). */
const days1904 = 1462;

/** Writes the numbers of one chart. */
export class ChartNumbers {
  readonly #kinds = new Map<string, Kind>();
  readonly #firstDay: number;

  /** `in1904` where its dates count from 1904 (21.2.2.38). */
  constructor(in1904 = false) {
    this.#firstDay = in1904 ? days1904 : 0;
  }

  write(value: string, pattern: string): string {
    const number = Number(value);
    if (value === '' || !Number.isFinite(number)) return value;
    const kind = this.#kind(pattern);
    if (kind === 'date') return dated(number + this.#firstDay, pattern) ?? exact(number);
    // Rounding is the look of the chart; the figure itself is kept.
    return kind === 'share' ? `${exact(number * 100)}%` : exact(number);
  }

  #kind(pattern: string): Kind {
    const known = this.#kinds.get(pattern);
    if (known !== undefined) return known;
    if (pattern.length > longestFormat || this.#kinds.size >= mostFormats) return 'plain';
    const kind = kindOf(pattern);
    this.#kinds.set(pattern, kind);
    return kind;
  }
}

/** A format that cannot be read says nothing about the number. */
function kindOf(pattern: string): Kind {
  try {
    return numfmt().isDateFormat(pattern) ? 'date' : numfmt().isPercentFormat(pattern) ? 'share' : 'plain';
  } catch {
    return 'plain';
  }
}

function dated(day: number, pattern: string): string | undefined {
  try {
    return numfmt().format(pattern, day, { throws: true });
  } catch {
    return undefined;
  }
}

/** 15 digits are what a sheet keeps; more of them are noise of binary fractions. */
function exact(number: number): string {
  return String(Number(number.toPrecision(15)));
}
