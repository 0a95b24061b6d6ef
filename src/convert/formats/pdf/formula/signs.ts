// What the characters of formulas are: by their own codes in fonts that hold large signs, elsewhere as in any text.
import { unmappedChar } from '../../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../../engines/pdfium/page.ts';
import { mathFont } from '../../../layout/formulas.ts';
import type { TextStyle } from '../../../layout/page.ts';
import { textOf } from '../sign-text.ts';
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

export function signReader({ chars, styles }: PdfPage): SignReader {
  const renumbered = renumberedFonts({ chars, styles });
  return (at) => {
    const { font } = styles[chars.style[at] as number] as TextStyle;
    const code = codeAt(chars.code, at);
    if (code === undefined) return unseen;
    const recovered = chars.recovered.get(at);
    const isLarge = isExtensionFont(font);
    if (isLarge && code < 0x80 && !renumbered.has(font)) {
      const known = extensionSign(code);
      if (known !== undefined) return known;
    }
    if (recovered === undefined && ((chars.flags[at] as number) & unmappedChar) !== 0 && mathFont.test(font))
      return { sign: '\uFFFD', piece: false };
    const sign = recovered ?? textOf(code, font);
    const whole = pieceOf(sign);
    if (whole !== undefined) return { sign: whole, piece: true };
    if (isLarge) return { sign: large.get(sign) ?? sign, piece: stretched.test(sign) };
    const symbol = symbolFont.test(font) ? symbols.get(sign) : undefined;
    if (symbol !== undefined) return { sign: symbol, piece: false };
    // The sign for parallels is that of a norm nearly everywhere.
    return { sign: sign === '∥' ? '‖' : sign, piece: false };
  };
}

/** TeX's symbol font (OMS) has no digits: these two are often taken for some. */
const symbolFont = /^(?:cmsy|cmbsy|lmmathsym)/i;
const symbols: ReadonlyMap<string, string> = new Map([
  ['6', '\u0338'],
  ['7', '↦'],
]);

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

/** Fonts whose glyphs are called otherwise than their codes say: a program has numbered them anew. */
function renumberedFonts({ chars, styles }: Pick<PdfPage, 'chars' | 'styles'>): ReadonlySet<string> {
  const votes = new Map<string, number>();
  for (const [at, text] of chars.recovered) {
    const { font } = styles[chars.style[at] as number] as TextStyle;
    const code = chars.code[at] as number;
    if (code >= 0x80 || !isExtensionFont(font)) continue;
    const known = extensionSign(code)?.sign;
    const named = pieceOf(text) ?? large.get(text) ?? text;
    // A name that no sign of such a font has tells nothing.
    if (known === undefined || (named !== known && !/^[()[\]{}|‖√∑∏∫∮⋃⋂⨁⨂⌈⌉⌊⌋⟨⟩]$/u.test(named))) continue;
    votes.set(font, (votes.get(font) ?? 0) + (named === known ? 1 : -1));
  }
  return new Set([...votes].flatMap(([font, vote]) => (vote < 0 ? [font] : [])));
}
