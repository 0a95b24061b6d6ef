// Fixed decimals, thousands and percent without `numfmt`: `0`, `0.00`, `#,##0.00`, `0%` and their like. Whatever is not
// certain is left to it.
import { decimalsOf, digitsOf, groupedDigits } from './digits.ts';

const shape = /^(#,##)?0(?:\.(0{1,6}))?(%)?$/;

/** Sums beyond this lose digits of their own. */
const largest = 1e11;
/** How far from a tie a number must be for its rounding to be beyond doubt. */
const doubt = 1e-4;
/** Smaller numbers are written with an exponent. */
const leastExact = 1e-6;
const digitFive = 53;
const powers = Float64Array.from({ length: 10 }, (_, at) => 10 ** at);

/** A function for that format, or nothing when it is none of these; the function may decline a number. */
export function fastFixed(pattern: string): ((value: number) => string | undefined) | undefined {
  const parts = shape.exec(pattern);
  if (parts === null) return undefined;
  const grouped = parts[1] !== undefined;
  const places = parts[2]?.length ?? 0;
  const percent = parts[3] !== undefined;
  const scale = 10 ** places * (percent ? 100 : 1);
  const unit = 10 ** places;
  const sign = percent ? '%' : '';
  const whole = grouped ? groupedDigits : digitsOf;
  const decimals = decimalsOf(places);
  return (value) => {
    const size = Math.abs(value);
    const scaled = size * scale;
    if (!(scaled < largest)) return undefined;
    let rounded = Math.floor(scaled);
    const rest = scaled - rounded;
    if (Math.abs(rest - 0.5) < doubt) {
      if (percent || size < leastExact) return undefined;
      rounded = roundedByDigits(size, places);
    } else if (rest > 0.5) rounded += 1;
    if (rounded === 0 && value < 0) return undefined;
    const integer = Math.floor(rounded / unit);
    const shown = whole(integer) + decimals(rounded - integer * unit) + sign;
    return value < 0 ? `-${shown}` : shown;
  };
}

/** As Excel does near a tie: rounded to 15 digits first, then a tie goes away from zero. In units of the last place. */
function roundedByDigits(size: number, places: number): number {
  const [whole = '', decimals = ''] = size.toPrecision(15).split('.');
  const kept = Number(whole + decimals.slice(0, places));
  return decimals.charCodeAt(places) >= digitFive ? kept + 1 : kept;
}

/** Numbers between 0.0001 and a billion in the format General: nine decimals less the digits before the point but one. */
export function fastGeneral(value: number): string | undefined {
  const size = Math.abs(value);
  if (!(size >= 1e-4 && size < 1e9)) return undefined;
  let places = 9;
  for (let bound = 10; size >= bound; bound *= 10) places -= 1;
  const unit = powers[places] as number;
  const scaled = size * unit;
  const whole = Math.floor(scaled);
  const rest = scaled - whole;
  if (Math.abs(rest - 0.5) < doubt) return undefined;
  const rounded = rest > 0.5 ? whole + 1 : whole;
  const integer = Math.floor(rounded / unit);
  // Fewer than ten digits: as small integers they are divided in a tenth of the time.
  let decimals = (rounded - integer * unit) | 0;
  let shown = digitsOf(integer);
  if (decimals > 0) {
    let length = places;
    while (decimals % 10 === 0) {
      decimals = (decimals / 10) | 0;
      length -= 1;
    }
    const digits = digitsOf(decimals);
    shown += length === digits.length ? `.${digits}` : `.${digits.padStart(length, '0')}`;
  }
  return value < 0 ? `-${shown}` : shown;
}
