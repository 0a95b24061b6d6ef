// A page with mathematics as runs of signs and lines of runs, placed by the lines they stand on: what formulas are looked for in.
import type { PdfPage } from '../../../engines/pdfium/page.ts';
import { equationNumber, mathFont } from '../../../layout/formulas.ts';
import { type Box, boundsOf, heightOf, overlap, type TextStyle } from '../../../layout/page.ts';
import { functionNames } from '../../html/mathml-symbols.ts';
import { largeSigns } from './atoms.ts';
import { isExtensionFont } from './extension-font.ts';
import type { SignReader } from './signs.ts';

/** Signs of one font that stand beside each other. Its height is that of its type, or of its ink where that is taller. */
export interface Run extends Box {
  readonly text: string;
  readonly size: number;
  readonly math: boolean;
  /** Set in a typewriter's letters. */
  readonly code: boolean;
  /** Upright letters of a font for text. */
  readonly letters: number;
  /** Words of the language. */
  readonly words: number;
}

/** Runs beside each other on one line. */
export interface Chain extends Box {
  readonly runs: readonly Run[];
  readonly text: string;
  readonly size: number;
  /** A line of text, with formulas in it or not. */
  readonly isText: boolean;
  readonly hasMath: boolean;
  readonly isNumber: boolean;
  /** Some of it is set in a typewriter's letters. */
  readonly isCode: boolean;
  /** Signs, and those of them that are upright letters of a font for text. */
  readonly signs: number;
  readonly letters: number;
  readonly words: number;
}

/** In parts of the type size: how far letters reach above and below their line. */
const above = 0.75;
const below = 0.23;
/** White that ends a run, and a chain. */
const inRun = 0.15;
const inText = 0.7;
const inChain = 0.75;

const mathSign = /[=±×÷<>≤≥≈≡≠∼∝∈∉∑∏∫√∂∇∞⊂⊃⊆∪∩∧∨∀∃→⇒⇔⟨⟩‖∥∘−′]/u;

/** One run while it is gone through. */
interface OpenRun {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
  readonly style: number;
  readonly base: number;
  readonly isMath: boolean;
}

/** Words of text are one run with the spaces between them; signs of mathematics are one run each time a space parts them. */
export function runsOf({ chars, styles, ink }: PdfPage, signAt: SignReader): Run[] {
  if (ink === undefined) return [];
  const runs: Run[] = [];
  const isMath = Uint8Array.from(styles, ({ font }) => (mathFont.test(font) ? 1 : 0));
  const hangs = Uint8Array.from(styles, ({ font }) => (isExtensionFont(font) ? 1 : 0));
  let open: OpenRun | undefined;
  let space = false;
  const flush = (): void => {
    if (open !== undefined) runs.push(runOf(open, styles[open.style] as TextStyle));
    open = undefined;
  };
  for (let at = 0; at < chars.count; at += 1) {
    const base = ink.base[at] as number;
    if (Number.isNaN(base)) {
      space = true;
      continue;
    }
    const index = chars.style[at] as number;
    const style = styles[index];
    if (style === undefined || style.angle !== 0 || style.invisible || style.size <= 0) continue;
    const { sign } = signAt(at);
    if (sign.trim() === '') continue;
    const { size } = style;
    // These hang below the line they are said to stand on.
    const isTall = hangs[index] === 1 || sign === '√';
    const left = Math.min(chars.left[at] as number, ink.left[at] as number);
    const right = Math.max(chars.right[at] as number, ink.right[at] as number);
    const top = isTall ? (ink.top[at] as number) : base - above * size;
    const bottom = isTall ? (ink.bottom[at] as number) : base + below * size;
    const gap: number = open === undefined ? Number.NaN : left - open.right;
    const goesOn: boolean =
      open !== undefined &&
      open.style === index &&
      !isTall &&
      Math.abs(open.base - base) < 0.1 &&
      gap > -0.5 * size &&
      gap < (open.isMath || sign === '=' ? inRun : inText) * size &&
      !(space && open.isMath);
    if (goesOn && open !== undefined) {
      open.text += space || gap > inRun * size ? ` ${sign}` : sign;
      if (left < open.left) open.left = left;
      if (right > open.right) open.right = right;
    } else {
      flush();
      open = { text: sign, left, right, top, bottom, style: index, base, isMath: isMath[index] === 1 };
    }
    space = false;
  }
  flush();
  return runs;
}

/** Two slanted letters are two variables, in fonts that set text as well. */
const factors = /^\p{L}{2}$/u;
const word = /\p{L}{2,}/gu;

function runOf(open: OpenRun, { size, bold, italic, monospace }: TextStyle): Run {
  const { text, left, top, right, bottom, isMath } = open;
  const found = isMath || (italic && factors.test(text)) ? [] : (text.match(word) ?? []);
  const words = found.filter((one) => !functionNames.has(one));
  const names = found.reduce((sum, one) => sum + one.length, 0) - words.reduce((sum, one) => sum + one.length, 0);
  return {
    left,
    top,
    right,
    bottom,
    text,
    size,
    code: monospace,
    letters: isMath || italic || bold ? 0 : (text.match(/\p{L}/gu)?.length ?? 0) - names,
    math: isMath || (!monospace && mathSign.test(text)),
    words: words.length,
  };
}

/** In points: rows that are looked at together. */
const band = 6;
const mostBands = 200;

/** Runs of a row that are looked back at: those of one line and its scripts. */
const lookedBack = 6;

export function chainsOf(given: readonly Run[]): Chain[] {
  const runs = [...given].sort((a, b) => a.left - b.left);
  const rows = new Map<number, number[]>();
  const roots = Int32Array.from(runs, (_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (roots[root] !== root) root = roots[root] as number;
    roots[at] = root;
    return root;
  };
  for (let at = 0; at < runs.length; at += 1) {
    const run = runs[at] as Run;
    const last = Math.floor(run.bottom / band);
    for (let row = Math.max(Math.floor(run.top / band), last - mostBands); row <= last; row += 1) {
      const before = rows.get(row);
      if (before === undefined) {
        rows.set(row, [at]);
        continue;
      }
      for (let back = before.length - 1; back >= 0 && back >= before.length - lookedBack; back -= 1) {
        const other = before[back] as number;
        if (isBeside(runs[other] as Run, run)) roots[rootOf(at)] = rootOf(other);
      }
      before.push(at);
    }
  }
  const chains = new Map<number, Run[]>();
  for (let at = 0; at < runs.length; at += 1) {
    const root = rootOf(at);
    const list = chains.get(root);
    if (list === undefined) chains.set(root, [runs[at] as Run]);
    else list.push(runs[at] as Run);
  }
  return [...chains.values()].map(chainOf);
}

function isBeside(one: Run, other: Run): boolean {
  const gap = other.left - one.right;
  const size = Math.max(one.size, other.size);
  const least = Math.min(heightOf(one), heightOf(other));
  return gap < inChain * size && overlap(one.top, one.bottom, other.top, other.bottom) > 0.45 * least;
}

const listed = /^(?:\d{1,2}|[ivx]{1,4}|[a-z])[.)]$|^\d{1,2}(?:\.\d{1,3}){2,3}$|^\((?:\d{1,2}|[ivx]{1,4}|[A-Za-z])\)$/;

/** An item of a list that is a formula, or the head of a section. */
function isListed([first, second]: readonly Run[]): boolean {
  if (first === undefined || second === undefined || !listed.test(first.text)) return false;
  return second.left - first.right > beforeBracket * first.size;
}

/** Signs that begin an item, and those that may. */
const surely = /^[•◦▪■▶▸►‣]$/u;
const bullet = /^[•◦▪■▶▸►‣∗*·–—⇒→]$/u;
const mark = /^(?:[•◦▪■▶▸►‣∗*·–—⇒→-]|\(?[\da-z]{1,3}[.)])$/;
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Runs from left to right. What begins with a word is a line of text, however much of it is mathematics. */
function chainOf(runs: readonly Run[]): Chain {
  const text = runs.map((run) => run.text).join(' ');
  const counts = runs.map((run, at) => run.words - (run.words > 0 && isName(run, runs[at + 1]) ? 1 : 0));
  const words = counts.reduce((sum, count) => sum + count, 0);
  let signs = 0;
  let letters = 0;
  let inWords = 0;
  let hasMath = false;
  let isCode = false;
  for (const [at, run] of runs.entries()) {
    signs += run.text.length;
    letters += run.letters;
    if ((counts[at] as number) > 0) inWords += run.text.length;
    hasMath ||= run.math;
    isCode ||= run.code;
  }
  // What a list counts with is not what the line begins with.
  const first = runs.findIndex((run) => !mark.test(run.text));
  const begins = first >= 0 && (counts[first] as number) > 0;
  const opening = runs[0]?.text ?? '';
  return {
    ...boundsOf(runs),
    runs,
    text,
    size: sizeOf(runs),
    hasMath,
    isCode,
    signs,
    letters,
    words,
    isText:
      isCode ||
      surely.test(opening) ||
      (bullet.test(opening) && words > 0) ||
      isListed(runs) ||
      ideograph.test(text) ||
      (words > 0 && (words >= 4 || !hasMath || begins || inWords > 0.5 * signs)),
    isNumber: equationNumber.test(text.replaceAll(' ', '')),
  };
}

/** Large operators are set larger than their formula in some fonts. */
function sizeOf(runs: readonly Run[]): number {
  const letters = runs.filter(({ text }) => !largeSigns.test(text));
  return Math.max(...(letters.length === 0 ? runs : letters).map(({ size }) => size));
}

/** In parts of the type size: white before a bracket that belongs to a name, and before a relation. */
const beforeBracket = 0.22;
const beforeRelation = 0.45;

/** A word with a bracket or a relation right after it is the name of a function or a quantity. */
function isName(run: Run, next: Run | undefined): boolean {
  if (/[([]$/.test(run.text)) return true;
  if (next === undefined) return false;
  const gap = (next.left - run.right) / run.size;
  return next.text.startsWith('=')
    ? gap < beforeRelation
    : gap < beforeBracket && (/^[([]/.test(next.text) || next.size < 0.85 * run.size);
}
