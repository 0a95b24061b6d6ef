// Digits of whole numbers by the thousand, from tables: a sheet shows millions of numbers, and the platform's own conversion
// takes several times as long.

const upTo999 = Array.from({ length: 1000 }, (_, value) => String(value));
const threeDigits = upTo999.map((digits) => digits.padStart(3, '0'));
const groups = threeDigits.map((digits) => `,${digits}`);

/** Digits of a whole number that is not negative. */
export function digitsOf(value: number): string {
  if (value < 1e3) return upTo999[value] as string;
  if (value < 1e6) {
    const thousands = Math.floor(value / 1e3);
    return (upTo999[thousands] as string) + (threeDigits[value - thousands * 1e3] as string);
  }
  if (value < 1e9) {
    const millions = Math.floor(value / 1e6);
    const rest = value - millions * 1e6;
    const thousands = Math.floor(rest / 1e3);
    return (
      (upTo999[millions] as string) +
      (threeDigits[thousands] as string) +
      (threeDigits[rest - thousands * 1e3] as string)
    );
  }
  return String(value);
}

/** The same with a comma before each thousand. */
export function groupedDigits(value: number): string {
  if (value < 1e3) return upTo999[value] as string;
  const thousands = Math.floor(value / 1e3);
  return groupedDigits(thousands) + (groups[value - thousands * 1e3] as string);
}

/** Point and decimals: a function for numbers below `10 ** places`. */
export function decimalsOf(places: number): (value: number) => string {
  if (places === 0) return () => '';
  if (places > 3) return (value) => `.${digitsOf(value).padStart(places, '0')}`;
  const table = Array.from({ length: 10 ** places }, (_, value) => `.${String(value).padStart(places, '0')}`);
  return (value) => table[value] as string;
}
