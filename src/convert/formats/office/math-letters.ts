// The alphabets of mathematics: styles of a run (ECMA-376 part 1, 22.1.2.94 scr and 22.1.2.111 sty) and the letters that
// carry their style in themselves (Unicode, Mathematical Alphanumeric Symbols).
import type { OfficeElement } from '../../containers/office-xml.ts';

export interface LetterStyle {
  readonly family: 'italic' | 'upright' | 'script' | 'fraktur' | 'double' | 'sans' | 'mono';
  readonly bold: boolean;
}

const style = (family: LetterStyle['family'], bold = false): LetterStyle => ({ family, bold });

/** What a run has when it says nothing. */
export const italic = style('italic');

const families: ReadonlyMap<string, LetterStyle['family']> = new Map([
  ['script', 'script'],
  ['fraktur', 'fraktur'],
  ['double-struck', 'double'],
  ['sans-serif', 'sans'],
  ['monospace', 'mono'],
]);

export function runStyle(properties: OfficeElement | undefined): LetterStyle {
  if (properties === undefined) return italic;
  const kind = properties.child('m:sty')?.get('m:val') ?? 'i';
  const family = families.get(properties.child('m:scr')?.get('m:val') ?? '');
  return style(family ?? (kind === 'p' || kind === 'b' ? 'upright' : 'italic'), kind === 'b' || kind === 'bi');
}

export const sameStyle = (a: LetterStyle, b: LetterStyle): boolean => a.family === b.family && a.bold === b.bold;

const commands: Readonly<Record<Exclude<LetterStyle['family'], 'italic'>, string>> = {
  upright: '\\mathrm',
  script: '\\mathcal',
  fraktur: '\\mathfrak',
  double: '\\mathbb',
  sans: '\\mathsf',
  mono: '\\mathtt',
};

/** Letters of ASCII and digits in their style. */
export function styledLetters(letters: string, { family, bold }: LetterStyle): string {
  if (family === 'italic') return bold ? `\\boldsymbol{${letters}}` : letters;
  if (family === 'upright') {
    if (bold) return `\\mathbf{${letters}}`;
    // Digits are upright anyway.
    return /^\d+$/.test(letters) ? letters : `\\mathrm{${letters}}`;
  }
  const inner = `${commands[family]}{${letters}}`;
  return bold ? `\\boldsymbol{${inner}}` : inner;
}

/** The alphabets of 52 letters from U+1D400 on. */
const latin: readonly LetterStyle[] = [
  style('upright', true),
  italic,
  style('italic', true),
  style('script'),
  style('script', true),
  style('fraktur'),
  style('double'),
  style('fraktur', true),
  style('sans'),
  style('sans', true),
  style('sans'),
  style('sans', true),
  style('mono'),
];
/** Greek alphabets of 58 signs from U+1D6A8 on, digits by ten from U+1D7CE on. */
const greek: readonly LetterStyle[] = [style('italic', true), italic, style('italic', true), style('italic', true)];
const digits: readonly LetterStyle[] = [
  style('upright', true),
  style('double'),
  style('sans'),
  style('sans', true),
  style('mono'),
];

/** Letters that stood in Unicode before the alphabets were added: the holes in them. */
const letterlike: ReadonlyMap<string, LetterStyle> = new Map([
  ...[...'ℬℰℱℋℐℒℳℛℯℊℴ'].map((sign): [string, LetterStyle] => [sign, style('script')]),
  ...[...'ℭℌℨ'].map((sign): [string, LetterStyle] => [sign, style('fraktur')]),
  ...[...'ⅅⅆⅇⅈⅉℽℾℿ⅀'].map((sign): [string, LetterStyle] => [sign, style('double')]),
  ['ℎ', italic],
  ['ℹ', style('upright')],
]);

/** The plain letter behind a styled one, and its style; undefined for every other character. */
export function styledCharacter(sign: string): { readonly letter: string; readonly style: LetterStyle } | undefined {
  const point = sign.codePointAt(0) ?? 0;
  const letter = (): string => sign.normalize('NFKC');
  if (point >= 0x1d400 && point < 0x1d6a4) {
    return { letter: letter(), style: latin[Math.floor((point - 0x1d400) / 52)] ?? italic };
  }
  if (point >= 0x1d6a8 && point < 0x1d7ce) {
    return { letter: letter(), style: greek[Math.floor((point - 0x1d6a8) / 58)] ?? style('italic', true) };
  }
  if (point >= 0x1d7ce && point <= 0x1d7ff) {
    return { letter: letter(), style: digits[Math.floor((point - 0x1d7ce) / 10)] ?? italic };
  }
  const known = letterlike.get(sign);
  return known === undefined ? undefined : { letter: letter(), style: known };
}
