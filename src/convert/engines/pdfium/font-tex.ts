// The codes of TeX's text fonts, for fonts that are pictures of letters (Type 3) and say nothing of their meaning: letters
// have the codes of ASCII, but ligatures, quotation marks and dashes have codes of their own, which differ between the old
// encoding (OT1) and the new one (T1, "Cork"). The ligatures tell which it is.

export interface CodedChar {
  readonly code: number;
  /** The character after it. */
  readonly next: number;
}

export type TexEncoding = 'OT1' | 'T1';

const ligatures = ['ff', 'fi', 'fl', 'ffi', 'ffl'];

/** Codes 0 to 31 of the new encoding, and what it has from 128 to 191 and differently from Latin 1 above. */
const cork: ReadonlyMap<number, string> = new Map([
  ...coded(0x00, ['`', '´', 'ˆ', '˜', '¨', '˝', '˚', 'ˇ', '˘', '¯', '˙', '¸', '˛', '‚', '‹', '›']),
  ...coded(0x10, ['“', '”', '„', '«', '»', '–', '—', '', '', 'ı', 'ȷ', ...ligatures]),
  ...coded(0x80, [...'ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£']),
  [0x27, '’'],
  [0x60, '‘'],
  [0x7f, '-'],
  [0xff, 'ß'],
]);
const old: ReadonlyMap<number, string> = new Map([
  ...coded(0x00, [...'ΓΔΘΛΞΠΣΥΦΨΩ', ...ligatures]),
  ...coded(0x10, ['ı', 'ȷ', '`', '´', 'ˇ', '˘', '¯', '˚', '¸', 'ß', 'æ', 'œ', 'ø', 'Æ', 'Œ', 'Ø']),
  [0x22, '”'],
  [0x27, '’'],
  [0x5c, '“'],
  [0x60, '‘'],
  [0x7b, '–'],
  [0x7c, '—'],
]);
/** Those of a typewriter's letters are as in ASCII, so without ligatures only these are believed. */
const firstPrintable = 32;

function coded(from: number, texts: readonly string[]): [number, string][] {
  return texts.map((text, at) => [from + at, text]);
}

/** Which encoding the ligatures of a font belong to; undefined where it has none that stand in words. */
export function texEncoding(chars: readonly CodedChar[]): TexEncoding | undefined {
  const counts = { OT1: 0, T1: 0 };
  for (const { code, next } of chars) {
    if (next < 97 || next > 122) continue;
    if (code >= 0x0b && code <= 0x0f) counts.OT1 += 1;
    if (code >= 0x1b && code <= 0x1f) counts.T1 += 1;
  }
  if (counts.OT1 === counts.T1) return undefined;
  return counts.OT1 > counts.T1 ? 'OT1' : 'T1';
}

/** Most of what is set in it are small letters, but for dots that lead to a number: signs of mathematics have the same codes. */
export function isTexText(chars: readonly CodedChar[]): boolean {
  let small = 0;
  let others = 0;
  for (const { code } of chars) {
    if (code >= 97 && code <= 122) small += 1;
    else if (code !== 0x2e) others += 1;
  }
  return small > others;
}

/** What these codes mean; `sure` where the font itself has ligatures. */
export function texTexts(chars: readonly CodedChar[], encoding: TexEncoding, sure: boolean): Map<number, string> {
  const table = encoding === 'T1' ? cork : old;
  const texts = new Map<number, string>();
  for (const { code } of chars) {
    const text = table.get(code);
    if (text !== undefined && (sure || code < firstPrintable)) texts.set(code, text);
  }
  return texts;
}
