// Plain dates and times without `numfmt`: years, months and days as numbers, hours, minutes and seconds, and the marks
// between them. Formats with names, halves of the day, elapsed time or fractions of seconds are left to it.

type Token = 'yyyy' | 'yy' | 'mm' | 'm' | 'dd' | 'd' | 'hh' | 'h' | 'MM' | 'M' | 'ss' | 's';
/** Literal text in between. */
interface Mark {
  readonly text: string;
}

const piece = /y+|m+|d+|h+|s+|\\?[-/ .,]|:|T/gy;
const numeric = new Set<string>(['yyyy', 'yy', 'mm', 'm', 'dd', 'd', 'hh', 'h', 'ss', 's']);
/** 1 March 1900, after the leap day that never was, to the end of 9999. */
const firstDay = 61;
const lastDay = 2_958_465;
const secondsOfDay = 86_400;
/** A power of two. */
const keptDays = 4_096;

export function fastDate(pattern: string): ((value: number) => string | undefined) | undefined {
  const tokens = tokensOf(pattern);
  if (tokens === undefined) return undefined;
  const timed = tokens.some((token) => typeof token === 'string' && /[hMs]/.test(token));
  const seconds = tokens.some((token) => token === 'ss' || token === 's');
  const days = new Int32Array(keptDays);
  const kept: string[] = new Array<string>(keptDays).fill('');
  return (value) => {
    if (!(value >= firstDay && value < lastDay)) return undefined;
    const day = value | 0;
    if (!timed && day === value) {
      const slot = day & (keptDays - 1);
      if (days[slot] !== day) {
        days[slot] = day;
        kept[slot] = write(tokens, day, 0);
      }
      return kept[slot];
    }
    const exact = (value - Math.floor(value)) * secondsOfDay;
    const second = Math.round(exact);
    // A serial of time is rarely exact; what is far from a whole second is rounded by rules of its own.
    if (Math.abs(exact - second) > 0.01 || (!seconds && second % 60 === 0 && second > exact)) return undefined;
    if (second === secondsOfDay) return undefined;
    return write(tokens, Math.floor(value), second);
  };
}

function tokensOf(pattern: string): readonly (Token | Mark)[] | undefined {
  const plain = pattern.replace(/;@$/, '').replace(/^\[\$-[0-9A-F]{3,4}\]/, '');
  // Other languages write other digits or another order of things.
  if (plain !== pattern.replace(/;@$/, '') && !/^\[\$-0?409\]/.test(pattern)) return undefined;
  const found = plain.match(piece) ?? [];
  if (found.join('') !== plain || !/[ymdhs]/.test(plain)) return undefined;
  const tokens: (Token | Mark)[] = [];
  for (const [index, one] of found.entries()) {
    if (!/^[a-z]/.test(one)) tokens.push({ text: one.replace('\\', '') });
    // Longer runs of letters are names of months and days.
    else if (!numeric.has(one)) return undefined;
    else tokens.push((one[0] === 'm' && isMinute(found, index) ? one.toUpperCase() : one) as Token);
  }
  return tokens;
}

/** 18.8.31: m right after hours or right before seconds is minutes. */
function isMinute(found: readonly string[], index: number): boolean {
  const letters = (one: string): boolean => /^[a-z]/.test(one);
  const before = found.slice(0, index).findLast(letters);
  const after = found.slice(index + 1).find(letters);
  return before?.[0] === 'h' || after?.[0] === 's';
}

function write(tokens: readonly (Token | Mark)[], day: number, second: number): string {
  const [year, month, date] = civil(day);
  let shown = '';
  for (const token of tokens) {
    if (typeof token !== 'string') shown += token.text;
    else if (token === 'yyyy') shown += year;
    else if (token === 'yy') shown += two(year % 100);
    else if (token === 'mm') shown += two(month);
    else if (token === 'm') shown += month;
    else if (token === 'dd') shown += two(date);
    else if (token === 'd') shown += date;
    else if (token === 'hh') shown += two(Math.floor(second / 3600));
    else if (token === 'h') shown += Math.floor(second / 3600);
    else if (token === 'MM') shown += two(Math.floor(second / 60) % 60);
    else if (token === 'M') shown += Math.floor(second / 60) % 60;
    else if (token === 'ss') shown += two(second % 60);
    else shown += second % 60;
  }
  return shown;
}

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Year, month and day of a serial after February 1900, by the cycle of 400 years from 1 March of year 0. */
function civil(serial: number): readonly [number, number, number] {
  const days = serial - 25_569 + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return [yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1];
}
