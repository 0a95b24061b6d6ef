// Numbers as lists show them: the formats of ST_NumberFormat (ECMA-376 part 1, 17.18.59) that are not plain digits, and
// the alphabetic ones of style sheets.

const romanParts: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function roman(value: number): string {
  if (value < 1 || value > 3999) return String(value);
  let rest = value;
  let text = '';
  for (const [size, letters] of romanParts) {
    for (; rest >= size; rest -= size) text += letters;
  }
  return text;
}

/** a to z, then aa to zz: the letter is repeated (17.18.59, lowerLetter). */
function letters(value: number, first: number, count: number): string {
  if (value < 1 || value > count * 20) return String(value);
  const letter = String.fromCodePoint(first + ((value - 1) % count));
  return letter.repeat(Math.ceil(value / count));
}

/** a to z, then aa, ab: the columns of a sheet count so, and the lists of a style sheet (css-counter-styles-3, 3.1.5). */
function alphabetic(value: number): string {
  if (value < 1 || value > 26 ** 3) return String(value);
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  }
  return text;
}

function ordinal(value: number): string {
  const tens = value % 100;
  const end = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${end}`;
}

export function numberText(value: number, format: string): string {
  switch (format) {
    case 'lowerRoman':
      return roman(value);
    case 'upperRoman':
      return roman(value).toUpperCase();
    case 'lowerLetter':
      return letters(value, 0x61, 26);
    case 'upperLetter':
      return letters(value, 0x41, 26);
    case 'lowerAlpha':
      return alphabetic(value);
    case 'upperAlpha':
      return alphabetic(value).toUpperCase();
    case 'russianLower':
      return letters(value, 0x430, 32);
    case 'russianUpper':
      return letters(value, 0x410, 32);
    case 'decimalZero':
      return value < 10 ? `0${value}` : String(value);
    case 'decimalEnclosedCircle':
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x245f + value) : String(value);
    case 'ordinal':
      return ordinal(value);
    case 'none':
      return '';
    default:
      return String(value);
  }
}
