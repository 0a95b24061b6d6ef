// Fixed decimals, thousands and percent without `numfmt`: `0`, `0.00`, `#,##0.00`, `0%` and their like. Whatever is not
// certain is left to it.

const shape = /^(#,##)?0(?:\.(0{1,6}))?(%)?$/;

/** Sums beyond this lose digits of their own. */
const largest = 1e11;
/** How far from a tie a number must be for its rounding to be beyond doubt. */
const doubt = 1e-4;

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
  return (value) => {
    const scaled = Math.abs(value) * scale;
    if (!(scaled < largest)) return undefined;
    const whole = Math.floor(scaled);
    const rest = scaled - whole;
    if (Math.abs(rest - 0.5) < doubt) return undefined;
    const rounded = rest > 0.5 ? whole + 1 : whole;
    if (rounded === 0 && value < 0) return undefined;
    const digits = rounded < unit ? String(rounded).padStart(places + 1, '0') : String(rounded);
    const integer = places === 0 ? digits : digits.slice(0, -places);
    let shown = grouped && integer.length > 3 ? group(integer) : integer;
    if (places > 0) shown += `.${digits.slice(-places)}`;
    return value < 0 ? `-${shown}${sign}` : shown + sign;
  };
}

function group(digits: string): string {
  const end = digits.length;
  if (end <= 6) return `${digits.slice(0, end - 3)},${digits.slice(end - 3)}`;
  return `${group(digits.slice(0, end - 3))},${digits.slice(end - 3)}`;
}

/** Numbers between 0.0001 and a billion in the format General: nine decimals less the digits before the point but one. */
export function fastGeneral(value: number): string | undefined {
  const size = Math.abs(value);
  if (!(size >= 1e-4 && size < 1e9)) return undefined;
  let places = 9;
  for (let bound = 10; size >= bound; bound *= 10) places -= 1;
  const unit = 10 ** places;
  const scaled = size * unit;
  const whole = Math.floor(scaled);
  const rest = scaled - whole;
  if (Math.abs(rest - 0.5) < doubt) return undefined;
  const rounded = rest > 0.5 ? whole + 1 : whole;
  const integer = Math.floor(rounded / unit);
  let decimals = rounded - integer * unit;
  let shown = String(integer);
  if (decimals > 0) {
    let length = places;
    while (decimals % 10 === 0) {
      decimals /= 10;
      length -= 1;
    }
    shown += `.${String(decimals).padStart(length, '0')}`;
  }
  return value < 0 ? `-${shown}` : shown;
}
