// Letters that stand for marks: the o of a typewriter font before an item of a list, those of a font that spells no word
// on its page, and the letters of fonts that hold pictures, where a document names them by their codes.
import type { TextStyle, Word } from '../../layout/page.ts';
import { fontKind, type SymbolFont } from '../office/fonts.ts';
import { symbolOf } from '../office/symbols.ts';

/** In parts of the type size: nearer to the next word it is a letter. */
const leastGap = 0.4;

/** Letters that are hardly ever a word: alone in a font of pictures they are what it draws. */
const foreign = /^[À-ÖØ-öø-ÿ\ufffd]$/;

const unknown = '\ufffd';

/** The words with bullets for the letters that are drawn as such and begin lines of another font. */
export function withLetterBullets(words: readonly Word[]): readonly Word[] {
  let out: Word[] | undefined;
  let spelling: ReadonlySet<string> | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Word;
    if (word.text.length !== 1) continue;
    const isTyped = word.text === 'o' && word.style.monospace;
    if (!isTyped && !foreign.test(word.text)) continue;
    const [before, next] = [words[at - 1], words[at + 1]];
    if (next === undefined || !standsBefore(word, next) || (isTyped && next.style.monospace)) continue;
    // A sign that nobody knows is no letter, however near, but may be one of mathematics.
    const isUnknown = word.text === unknown;
    if (isUnknown ? !/\p{L}{2}/u.test(next.text) : next.left - word.right < leastGap * word.style.size) continue;
    if (before !== undefined && (standsBefore(before, word) || (isUnknown && before.text === unknown))) continue;
    if (!isTyped) {
      spelling ??= new Set(words.flatMap(({ text, style }) => (text.length > 1 ? [style.font] : [])));
      if (spelling.has(word.style.font)) continue;
    }
    out ??= [...words];
    out[at] = { ...word, text: isTyped ? '◦' : '•' };
    if (!next.spaced) out[at + 1] = { ...next, spaced: true };
  }
  return out ?? words;
}

/** On its line, and to the left of it. */
function standsBefore(one: Word, other: Word): boolean {
  const near = 0.5 * Math.max(one.style.size, other.style.size);
  return Math.abs(one.bottom - other.bottom) < near && one.right <= other.left + near;
}

/** Codes below U+0100 that such fonts are used for: letters, and the signs that are arrows, boxes and ticks. */
const pictured = /^[A-Za-z§¨ØÜàûüýþ]$/;

/** The styles that set pictures for letters; undefined where there are none. Of Symbol the engine itself knows its letters. */
export function pictureStyles(styles: readonly TextStyle[]): ReadonlySet<TextStyle> | undefined {
  const found = styles.filter(({ font }) => (kindOf(font) ?? 'symbol') !== 'symbol');
  return found.length === 0 ? undefined : new Set(found);
}

/** The picture that a letter of such a font stands for; undefined for other codes. */
export function pictureOf(code: number, font: string): string | undefined {
  return code < 0x100 && pictured.test(String.fromCharCode(code)) ? symbolText(code, font) : undefined;
}

/** What a code of a symbol font shows; undefined where that is not known, and for other fonts. */
export function symbolText(code: number, font: string): string | undefined {
  const kind = kindOf(font);
  return kind === undefined ? undefined : symbolOf(kind, code);
}

function kindOf(font: string): SymbolFont | undefined {
  const kind = fontKind(font.replace(/-?(?:Regular|Bold|Italic|Oblique){0,4}$/, ''));
  return kind === 'text' || kind === 'fixed' ? undefined : kind;
}
