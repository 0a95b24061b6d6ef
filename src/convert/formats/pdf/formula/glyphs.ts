// The signs of a formula with their ink: what each is, how it looks, and the line it stands on.
import { generatedChar } from '../../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../../engines/pdfium/page.ts';
import { mathFont } from '../../../layout/formulas.ts';
import { type Box, liesIn, overlap, type TextStyle } from '../../../layout/page.ts';
import type { LetterStyle } from '../../office/math-letters.ts';
import { isExtensionFont } from './extension-font.ts';
import type { SignReader } from './signs.ts';

export interface Glyph extends Box {
  readonly sign: string;
  /** The height of the line it stands on. */
  readonly base: number;
  readonly size: number;
  readonly look: LetterStyle;
  /** Of a font that sets text as well. */
  readonly plain: boolean;
  /** One of several that make a tall sign together. */
  readonly piece: boolean;
  /** It hangs from its line, as the signs of TeX's extension font do. */
  readonly hangs: boolean;
}

const double = /^(?:msbm|bbm|dsrom|dsss|bbold)/i;
/** Those that have signs besides capitals. */
const doubleCapitals = /_ams\b/i;
const script = /^(?:cmsy|cmbsy|lmmathsym|rsfs|eus[mb]|mtsy|[tp]xsy|stmary)|script|call?igra/i;
const fraktur = /^(?:eu[f][mb]|yfrak)|fraktur/i;
const boldFont = /^(?:cmmib|cmbsy|cmb|lmmathitalic.*bold)|bold|-bd|black/i;

/** How the letters of a font are written. */
function lookOf({ font, bold, italic }: TextStyle, sign: string): LetterStyle {
  const isBold = bold || boldFont.test(font);
  const isCapital = /^[A-Z]$/.test(sign);
  if (double.test(font) || (isCapital && doubleCapitals.test(font))) return { family: 'double', bold: false };
  if (fraktur.test(font)) return { family: 'fraktur', bold: isBold };
  if (isCapital && script.test(font)) return { family: 'script', bold: isBold };
  const isSlanted = italic || /^(?:cmmi|lmmathit|mtmi|rmtmi)|(?:[tp]x(?:b?mi|mia))/i.test(font);
  return { family: isSlanted ? 'italic' : 'upright', bold: isBold };
}

/** Signs that a font has no name for: nothing can be said of a formula that holds one. */
const unknown = /[\uFFFD\uE000-\uF8FF]/;
/** Letters that a font for text gives as ornaments say nothing. */
const ornament = /[\u2701-\u2712\u2714-\u27BF]/;

/** The signs in an area; undefined where one of them is not known. */
export function glyphsIn(page: PdfPage, area: Box, signAt: SignReader): Glyph[] | undefined {
  const { chars, styles, ink } = page;
  if (ink === undefined) return undefined;
  const glyphs: Glyph[] = [];
  for (let at = 0; at < chars.count; at += 1) {
    if (chars.flags[at] === generatedChar || Number.isNaN(ink.base[at])) continue;
    const box = {
      left: ink.left[at] as number,
      top: ink.top[at] as number,
      right: ink.right[at] as number,
      bottom: ink.bottom[at] as number,
    };
    if (!liesIn(box, area)) continue;
    const style = styles[chars.style[at] as number] as TextStyle;
    if (style.invisible || style.size <= 0) continue;
    const { sign, piece } = signAt(at);
    // White space has no ink.
    if (sign.trim() === '') continue;
    const plain = !mathFont.test(style.font);
    if (style.angle !== 0 || unknown.test(sign) || (plain && ornament.test(sign))) return undefined;
    glyphs.push({
      ...box,
      sign,
      piece,
      base: ink.base[at] as number,
      size: style.size,
      look: lookOf(style, sign),
      plain,
      hangs: isExtensionFont(style.font),
    });
    if (glyphs.length > mostGlyphs) return undefined;
  }
  return glyphs;
}

/** Longer ones are no formula. */
const mostGlyphs = 600;

/** Several pieces over each other are one sign, as tall as they are together. */
export function withWholeSigns(glyphs: readonly Glyph[]): Glyph[] {
  const whole: Glyph[] = [];
  const stacks: Glyph[] = [];
  for (const glyph of glyphs) (glyph.piece ? stacks : whole).push(glyph);
  if (stacks.length === 0) return whole;
  stacks.sort((a, b) => a.top - b.top);
  const grown: Glyph[] = [];
  for (const glyph of stacks) {
    const at = grown.findIndex(
      (other) =>
        isOfOne(other.sign, glyph.sign) &&
        overlap(other.left, other.right, glyph.left, glyph.right) > -0.05 * glyph.size &&
        glyph.top - other.bottom < 0.3 * glyph.size,
    );
    const other = grown[at];
    if (other === undefined) grown.push(glyph);
    else {
      grown[at] = {
        ...other,
        sign: other.sign === '|' ? glyph.sign : other.sign,
        left: Math.min(other.left, glyph.left),
        right: Math.max(other.right, glyph.right),
        bottom: Math.max(other.bottom, glyph.bottom),
      };
    }
  }
  return [...whole, ...grown];
}

/** The straight piece of braces is that of bars, too. */
const isOfOne = (one: string, other: string): boolean =>
  one === other || (one === '|' && /[{}]/.test(other)) || (other === '|' && /[{}]/.test(one));
