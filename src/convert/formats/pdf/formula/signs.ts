// What the characters of formulas are: by their own codes in fonts that hold large signs, elsewhere as in any text.
import { generatedChar, unmappedChar } from '../../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../../engines/pdfium/page.ts';
import { mathFont } from '../../../layout/formulas.ts';
import type { TextStyle } from '../../../layout/page.ts';
import { textOf } from '../sign-text.ts';
import { largeSigns } from './atoms.ts';
import { type ExtensionSign, extensionSign, isExtensionFont, pieceOf } from './extension-font.ts';

export type SignReader = (at: number) => ExtensionSign;

/** What glyphs are called, where the large sign has a character of its own. */
const large: ReadonlyMap<string, string> = new Map([
  ['∪', '⋃'],
  ['∩', '⋂'],
  ['∨', '⋁'],
  ['∧', '⋀'],
  ['⊕', '⨁'],
  ['⊗', '⨂'],
  ['⊙', '⨀'],
  ['⊔', '⨆'],
]);
const stretched = /^[()[\]{}|‖√]$/;

export function signReader({ chars, styles, ink }: PdfPage): SignReader {
  const codings = codingsOf({ chars, styles });
  /** Signs by their own codes, where those that mean the same in Unicode cannot be meant. */
  const coded = (at: number, code: number, { font, size }: TextStyle): ExtensionSign | undefined => {
    const coding = codings.get(font);
    if (coding === 'named' || code >= 0x80) return undefined;
    if (coding !== 'coded' && ink !== undefined) {
      const height = (ink.bottom[at] as number) - (ink.top[at] as number);
      const width = (ink.right[at] as number) - (ink.left[at] as number);
      if (looksAsItReads(code, width / size, height / size)) return undefined;
    }
    return extensionSign(code);
  };
  return (at) => {
    const style = styles[chars.style[at] as number] as TextStyle;
    const { font } = style;
    const code = codeAt(chars.code, at);
    if (code === undefined) return unseen;
    const recovered = chars.recovered.get(at);
    const isLarge = isExtensionFont(font);
    const known = isLarge ? coded(at, code, style) : undefined;
    if (known !== undefined) return known;
    const isMath = mathFont.test(font);
    if (recovered === undefined && ((chars.flags[at] as number) & unmappedChar) !== 0 && isMath) return unknownSign;
    const sign = recovered ?? textOf(code, font);
    if ((isMath || isLarge) && accented.test(sign)) return unknownSign;
    const whole = pieceOf(sign);
    if (whole !== undefined) return { sign: whole, piece: true };
    if (isLarge) return { sign: large.get(sign) ?? sign, piece: stretched.test(sign) };
    const symbol = symbolFont.test(font) ? symbols.get(sign) : letterFont.test(font) ? letters.get(sign) : undefined;
    if (symbol !== undefined) return { sign: symbol, piece: false };
    // The sign for parallels is that of a norm nearly everywhere.
    return { sign: sign === '∥' ? '‖' : sign, piece: false };
  };
}

const unknownSign: ExtensionSign = { sign: '\uFFFD', piece: false };
/** Letters that no font of mathematics has: its codes were taken for those of a font for text. */
const accented = /[À-ÖØ-öø-ÿ™ŠšŸŽžŒœ‹›„‰]/;

/** Where the font tells nothing of its codes: brackets are narrow and tall, the signs with their codes in it are not. */
function looksAsItReads(code: number, width: number, height: number): boolean {
  const sign = String.fromCharCode(code);
  if (/[()]/.test(sign)) return height < 2.8;
  if (/[[\]]/.test(sign)) return width < 0.5;
  return sign === '/' || (/[{|}]/.test(sign) && height > 1);
}

/** TeX's symbol font (OMS) has no digits and no small letters: signs without a known name are taken for them. */
const symbolFont = /^(?:cmsy|cmbsy|lmmathsym)/i;
const symbols: ReadonlyMap<string, string> = new Map(
  [...'′∞∈∋△▽\u0338↦∀∃¬∅ℜℑ⊤⊥']
    .map((sign, at): [string, string] => [String.fromCharCode(0x30 + at), sign])
    .concat(
      [...'⊣⌊⌋⌈⌉{}⟨⟩|‖↕⇕∖≀√⨿∇∫⊔⊓⊑⊒§†‡'].map((sign, at): [string, string] => [String.fromCharCode(0x61 + at), sign]),
    ),
);

/** Nor has its font of letters (OML) an accent of its own. */
const letterFont = /^(?:cmmi|cmmib|lmmathit)/i;
const letters: ReadonlyMap<string, string> = new Map([['`', 'ℓ']]);

const unseen: ExtensionSign = { sign: '', piece: false };

/** The engine gives letters beyond U+FFFF in two halves, and tells how a sign should look by signs that are not seen. */
function codeAt(codes: Uint32Array, at: number): number | undefined {
  const code = codes[at] as number;
  if (code >= 0xdc00 && code < 0xe000) return undefined;
  if (code >= 0xfe00 && code <= 0xfe0f) return undefined;
  const next = codes[at + 1] ?? 0;
  if (code < 0xd800 || code >= 0xdc00) return code;
  return next >= 0xdc00 && next < 0xe000 ? (code - 0xd800) * 0x400 + (next - 0xdc00) + 0x10000 : undefined;
}

/** Codes below which a program numbers the few signs that are used. */
const mostAnew = 0x20;

/**
 * Whether a font's characters are told by its own codes or by what its glyphs are called, as where a program has numbered them
 * anew or says what each means in Unicode.
 */
function codingsOf({ chars, styles }: Pick<PdfPage, 'chars' | 'styles'>): ReadonlyMap<string, 'coded' | 'named'> {
  const votes = new Map<string, number>();
  const vote = (font: string, by: number): void => {
    votes.set(font, (votes.get(font) ?? 0) + by);
  };
  const isLarge = styles.map(({ font }) => isExtensionFont(font));
  if (!isLarge.includes(true)) return new Map();
  for (let at = 0; at < chars.count; at += 1) {
    const style = chars.style[at] as number;
    if (isLarge[style] !== true || chars.flags[at] === generatedChar) continue;
    const { font } = styles[style] as TextStyle;
    const code = chars.code[at] as number;
    // Its own names of these are not known, so the file says what they mean.
    if (code >= 0x80 && largeSigns.test(String.fromCodePoint(code))) vote(font, -1);
    const text = code < 0x80 ? chars.recovered.get(at) : undefined;
    if (text === undefined) continue;
    const known = extensionSign(code)?.sign;
    const named = pieceOf(text) ?? large.get(text) ?? text;
    // Numbers given anew are small ones. A name that no sign of such a font has tells nothing.
    if (named === known) vote(font, 1);
    else if (code < mostAnew && /^[()[\]{}|‖√∑∏∫∮⋃⋂⨁⨂⌈⌉⌊⌋⟨⟩]$/u.test(named)) vote(font, -1);
  }
  return new Map(
    [...votes].flatMap(([font, sum]) => (sum === 0 ? [] : [[font, sum > 0 ? 'coded' : 'named'] as const])),
  );
}
