// Display formulas: lines set mostly in fonts and signs of mathematics, apart from the text, often with a number at the right.
import type { Line } from './lines.ts';
import type { Word } from './page.ts';

/** Fonts that hold nothing but mathematics: TeX's, those of equation editors, and OpenType fonts for it. */
export const mathFont =
  /^(?:cm(?:mi|sy|ex|bsy|mib)\d|ms[ab]m\d|eu(?:f|r|s|ex)[bm]?\d|rsfs|lmmath|esint|stmary|wasy|r?mtmi|mtsy|mtex|bbm(?:ss)?\d|dsrom|standardsym|symbol|mt-?extra|mathematicalpi|euclid)|^(?:new|n|r)?[tp]x(?:b?mi|b?sy|b?ex|sys|exs|mia|exa)|math/i;
/** The font of a word that is a whole formula in LaTeX. */
export const formulaFont = '(formula)';

const mathSigns = /[=+−±×÷<>≤≥≈≡≠∼∝∈∉∑∏∫∮√∂∇∞⊂⊃⊆∪∩∧∨¬∀∃→←↔⇒⇔⟨⟩‖∥∗◦·′^\p{Script=Greek}]/u;
const relations = /[=<>≤≥≈≡≠∼∝∈→⇒⇔≔⊂⊆]/u;
/** The number of an equation. */
export const equationNumber = /^\((?:[A-Z]\.?)?\d{1,3}(?:[.-]\d{1,3}){0,2}[a-z]?\)$/;
/** Share of the characters that must be mathematics. */
const share = 0.5;
const mostWords = 60;

export function isFormula({ words }: Pick<Line, 'words'>): boolean {
  if (words.some(isWhole)) return true;
  if (words.length > mostWords) return false;
  let all = 0;
  let maths = 0;
  let plainWords = 0;
  let relates = false;
  let last: string | undefined;
  let isMaths = false;
  for (const word of words) {
    if (word.text.startsWith('(') && equationNumber.test(word.text)) continue;
    const { length } = word.text;
    all += length;
    if (relations.test(word.text)) relates = true;
    const { font } = word.style;
    if (font !== last) {
      last = font;
      isMaths = mathFont.test(font);
    }
    if (isMaths) maths += length;
    else {
      maths += signsIn(word.text);
      if (length >= 4 && /^\p{L}{4,}$/u.test(word.text) && !functions.test(word.text)) plainWords += 1;
    }
  }
  return relates && all >= 3 && maths >= share * all && plainWords <= 1;
}

/** A word that is a formula by itself. */
const isWhole = ({ style }: Word): boolean => style.font === formulaFont;

/** A line that holds one was set apart from the text. */
export const holdsFormula = ({ words }: Pick<Line, 'words'>): boolean => words.some(isWhole);

/** Words that may stand on the line of a formula. */
const mostBeside = 6;
const tag = / \\tag\{([^{}]*)\}$/;

/** A formula with at most a few words beside it, as LaTeX. */
export function displayOf(lines: readonly Line[]): string | undefined {
  if (lines.length !== 1) return undefined;
  const { words } = lines[0] as Line;
  const at = words.findIndex(isWhole);
  const formula = words[at];
  if (formula === undefined || words.findLastIndex(isWhole) !== at || words.length > mostBeside + 1) return undefined;
  if (words.some(({ style }) => style.monospace)) return undefined;
  const last = words.at(-1)?.text ?? '';
  if (words.length === 2 && equationNumber.test(last)) return `${formula.text} \\tag{${last.slice(1, -1)}}`;
  const [number = ''] = tag.exec(formula.text) ?? [];
  const parts = [said(words.slice(0, at)), formula.text.replace(tag, ''), said(words.slice(at + 1))];
  return parts.filter((part) => part !== '').join(' \\quad ') + number;
}

const said = (words: readonly Word[]): string =>
  words.length === 0 ? '' : `\\text{${words.map(({ text }) => text.replace(/[\\{}$&#^_%~]/g, ' ')).join(' ')}}`;

/** Within a line of text, where numbers cannot be set apart. */
export const inLine = (tex: string): string => tex.replace(tag, ' \\quad ($1)');

const isSign = (sign: string): boolean => mathSigns.test(sign) || /[\d()[\]|,]/.test(sign);

/** Nearly all characters are these, and every one is asked for. */
const asciiSigns = Uint8Array.from({ length: 128 }, (_, code) => (isSign(String.fromCharCode(code)) ? 1 : 0));

function signsIn(text: string): number {
  let signs = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) as number;
    if (code < 128) signs += asciiSigns[code] as number;
    else if (isSign(String.fromCodePoint(code))) signs += 1;
    if (code > 0xffff) at += 1;
  }
  return signs;
}

const functions =
  /^(?:sinh?|cosh?|tanh?|arg(?:min|max)|exp|log|lim(?:sup|inf)?|max|min|softmax|sigmoid|diag|rank|trace)$/i;

/** In parts of the type size: white at the left of a formula, and before its number. */
const indent = 0.8;
const beforeNumber = 1.5;

/** It stands apart from the text around it: further in than the column, or with a number at the right. */
export function isDisplayed(line: Line, columnLeft: number): boolean {
  const size = Math.max(1, line.size);
  if (line.left > columnLeft + indent * size) return true;
  const [before, last] = line.words.slice(-2) as [Word | undefined, Word | undefined];
  return before !== undefined && last !== undefined && equationNumber.test(last.text)
    ? last.left - before.right > beforeNumber * size
    : false;
}
