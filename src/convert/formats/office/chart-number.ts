// Numbers of charts as people read them and no less exact: dates by their format, shares in percent, the rest as it is.
import { format, isDateFormat, isPercentFormat } from 'numfmt';

/** Longer than any format a person wrote, and more formats than one chart has: reading a format costs time. */
const longestFormat = 80;
const mostFormats = 100;

type Kind = 'date' | 'share' | 'plain';

/** Writes the numbers of one chart. */
export class ChartNumbers {
  readonly #kinds = new Map<string, Kind>();

  write(value: string, pattern: string): string {
    const number = Number(value);
    if (value === '' || !Number.isFinite(number)) return value;
    const kind = this.#kind(pattern);
    if (kind === 'date') return dated(number, pattern);
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
    return isDateFormat(pattern) ? 'date' : isPercentFormat(pattern) ? 'share' : 'plain';
  } catch {
    return 'plain';
  }
}

function dated(number: number, pattern: string): string {
  try {
    return format(pattern, number, { throws: true });
  } catch {
    return exact(number);
  }
}

/** 15 digits are what a sheet keeps; more of them are noise of binary fractions. */
function exact(number: number): string {
  return String(Number(number.toPrecision(15)));
}
