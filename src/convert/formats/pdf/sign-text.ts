// What the characters of a PDF say: ligatures, forms and signs of symbol fonts as the text they stand for.
import type { CharTable } from '../../engines/pdfium/char-table.ts';
import { mathTimeSign } from '../../engines/pdfium/font-mathtime.ts';
import { adobeSign } from './adobe-signs.ts';
import { symbolText } from './letter-marks.ts';

const ligatures = new Map([
  [0xfb00, 'ff'],
  [0xfb01, 'fi'],
  [0xfb02, 'fl'],
  [0xfb03, 'ffi'],
  [0xfb04, 'ffl'],
  [0xfb05, 'st'],
  [0xfb06, 'st'],
  [0xad, '-'],
]);

/** Of its font for what Symbol has not, only the accents are unknown, and they stand in pieces over other letters. */
const isMathType = (font: string): boolean => /^MT-?Extra/i.test(font);

/** What a character of a font says; nothing where it has no meaning. */
export function textOf(code: number, font: string): string {
  if (code >= 32 && code < 0x80) return String.fromCharCode(code);
  if (code < 32 || code === 0xffff || code > 0x10ffff) return '';
  // Symbol fonts have codes of their own, which stand in the private use area.
  if (code >= 0xf000 && code <= 0xf0ff)
    return symbolText(code, font) ?? (isMathType(font) ? '' : String.fromCodePoint(code));
  if (code >= 0xf600 && code <= 0xf8ff) return adobeSign(code, font) ?? String.fromCodePoint(code);
  const known = ligatures.get(code) ?? mathTimeSign(code, font);
  if (known !== undefined) return known;
  // Arabic letters in the forms they take in a word: the letters themselves are meant.
  if (code >= 0xfb1d && code <= 0xfefc && (code <= 0xfdff || code >= 0xfe70))
    return String.fromCodePoint(code).normalize('NFKC');
  // Radicals of the dictionary, which fonts draw as the characters they look like: those are meant.
  if (code >= 0x2e80 && code <= 0x2fd5) return String.fromCodePoint(code).normalize('NFKC');
  // Punctuation in the forms it takes in lines that run down.
  if ((code >= 0xfe10 && code <= 0xfe19) || (code >= 0xfe35 && code <= 0xfe48))
    return String.fromCodePoint(code).normalize('NFKC');
  return String.fromCodePoint(code);
}

/** A soft hyphen without a width is where a word may be broken; with one, many programs write it for a hyphen or a minus. */
export const isUnseen = ({ left, right }: CharTable, at: number): boolean =>
  (right[at] as number) - (left[at] as number) < 0.1;

/** The same sign by another number, for the glyph before: programs of Apple list all that a glyph may stand for. */
export function isSaidAgain({ code, left, right, top, bottom }: CharTable, at: number): boolean {
  if (at === 0 || left[at] !== left[at - 1] || right[at] !== right[at - 1]) return false;
  if (top[at] !== top[at - 1] || bottom[at] !== bottom[at - 1]) return false;
  // A ligature of two letters that are the same shares its box among them.
  if (code[at] === code[at - 1] && /\p{L}/u.test(plainSign(code[at] as number))) return false;
  return plainSign(code[at] as number) === plainSign(code[at - 1] as number);
}

const alike = new Map([
  [0xad, '-'],
  [0x2010, '-'],
  [0x2011, '-'],
  [0x2206, 'Δ'],
  [0x2219, '·'],
  [0x22c5, '·'],
  [0x2c9, '¯'],
]);

const plainSign = (code: number): string =>
  alike.get(code) ?? String.fromCodePoint(Math.min(code, 0x10ffff)).normalize('NFKC');
