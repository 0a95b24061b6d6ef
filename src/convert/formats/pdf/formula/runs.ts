// A page with mathematics as runs of signs and lines of runs, placed by the lines they stand on: what formulas are looked for in.
import { generatedChar } from '../../../engines/pdfium/char-table.ts';
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
  /** A word of the language. */
  readonly isWord: boolean;
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
  /** Signs, and those of them that are upright letters of a font for text. */
  readonly signs: number;
  readonly letters: number;
}

/** In parts of the type size: how far letters reach above and below their line. */
const above = 0.75;
const below = 0.23;
/** White that ends a run, and a chain. */
const inRun = 0.15;
const inChain = 0.75;

const mathSign = /[=±×÷<>≤≥≈≡≠∼∝∈∉∑∏∫√∂∇∞⊂⊃⊆∪∩∧∨∀∃→⇒⇔⟨⟩‖∥∘−′]/u;

export function runsOf({ chars, styles, ink }: PdfPage, signAt: SignReader): Run[] {
  if (ink === undefined) return [];
  const runs: Run[] = [];
  let text = '';
  let box: Box | undefined;
  let start = -1;
  let last = -1;
  const flush = (): void => {
    if (box !== undefined && text !== '')
      runs.push(runOf(text, box, styles[chars.style[start] as number] as TextStyle));
    text = '';
    box = undefined;
  };
  for (let at = 0; at < chars.count; at += 1) {
    const base = ink.base[at] as number;
    const style = styles[chars.style[at] as number];
    if (chars.flags[at] === generatedChar || Number.isNaN(base) || style === undefined) continue;
    if (style.angle !== 0 || style.invisible || style.size <= 0) continue;
    const { sign } = signAt(at);
    if (sign.trim() === '') {
      flush();
      continue;
    }
    const { size } = style;
    // These hang below the line they are said to stand on.
    const isTall = isExtensionFont(style.font) || sign === '√';
    const place: Box = {
      left: Math.min(chars.left[at] as number, ink.left[at] as number),
      right: Math.max(chars.right[at] as number, ink.right[at] as number),
      top: isTall ? (ink.top[at] as number) : base - above * size,
      bottom: isTall ? (ink.bottom[at] as number) : base + below * size,
    };
    const goesOn =
      box !== undefined &&
      chars.style[last] === chars.style[at] &&
      Math.abs((ink.base[last] as number) - base) < 0.1 &&
      !isTall &&
      place.left - box.right < inRun * size &&
      place.left - box.right > -0.5 * size;
    if (!goesOn) {
      flush();
      start = at;
    }
    box = box === undefined ? place : boundsOf([box, place]);
    text += sign;
    last = at;
  }
  flush();
  return runs;
}

/** Two slanted letters are two variables, in fonts that set text as well. */
const factors = /^\p{L}{2}$/u;

function runOf(text: string, box: Box, { font, size, bold, italic, monospace }: TextStyle): Run {
  const isMathFont = mathFont.test(font);
  return {
    ...box,
    text,
    size,
    code: monospace,
    letters: isMathFont || italic || bold ? 0 : (text.match(/\p{L}/gu)?.length ?? 0),
    math: isMathFont || (!monospace && mathSign.test(text)),
    isWord:
      !isMathFont &&
      !(italic && factors.test(text)) &&
      /\p{L}{2}/u.test(text) &&
      !functionNames.has(text.replace(/[^a-z]/g, '')),
  };
}

/** In points: rows that are looked at together. */
const band = 6;

export function chainsOf(runs: readonly Run[]): Chain[] {
  const bands = new Map<number, Run[]>();
  for (const run of runs) {
    for (let at = Math.floor(run.top / band); at <= Math.floor(run.bottom / band); at += 1) {
      const list = bands.get(at);
      if (list === undefined) bands.set(at, [run]);
      else list.push(run);
    }
  }
  const groups = new Map<Run, Run>(runs.map((run) => [run, run]));
  const rootOf = (run: Run): Run => {
    let root = run;
    while (groups.get(root) !== root) root = groups.get(root) as Run;
    groups.set(run, root);
    return root;
  };
  for (const list of bands.values()) {
    list.sort((a, b) => a.left - b.left);
    for (let at = 1; at < list.length; at += 1) {
      const run = list[at] as Run;
      for (let before = at - 1; before >= 0 && before >= at - 6; before -= 1) {
        const other = list[before] as Run;
        if (isBeside(other, run)) groups.set(rootOf(run), rootOf(other));
      }
    }
  }
  const chains = new Map<Run, Run[]>();
  for (const run of runs) {
    const root = rootOf(run);
    const list = chains.get(root);
    if (list === undefined) chains.set(root, [run]);
    else list.push(run);
  }
  return [...chains.values()].map(chainOf);
}

function isBeside(one: Run, other: Run): boolean {
  const gap = other.left - one.right;
  const size = Math.max(one.size, other.size);
  const least = Math.min(heightOf(one), heightOf(other));
  return gap < inChain * size && overlap(one.top, one.bottom, other.top, other.bottom) > 0.45 * least;
}

const bullet = /^[•◦▪▸►∗*·–—⇒→]$/;
const mark = /^(?:[•◦▪▸►∗*·–—⇒→-]|\(?[\da-z]{1,3}[.)])$/;
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** What a sentence begins with, or goes on with after a formula: such a line is text however much of it is mathematics. */
function chainOf(given: readonly Run[]): Chain {
  const runs = [...given].sort((a, b) => a.left - b.left);
  const text = runs.map((run) => run.text).join(' ');
  const words = runs.filter((run, at) => run.isWord && !isName(run, runs[at + 1]));
  const letters = words.reduce((sum, run) => sum + run.text.length, 0);
  const all = runs.reduce((sum, run) => sum + run.text.length, 0);
  const opened = runs[0] !== undefined && bullet.test(runs[0].text);
  const hasMath = runs.some(({ math }) => math);
  // What a list counts with is not what the line begins with.
  const first = runs.find((run) => !mark.test(run.text));
  return {
    ...boundsOf(runs),
    runs,
    text,
    size: sizeOf(runs),
    hasMath,
    signs: all,
    letters: runs.reduce((sum, run) => sum + run.letters, 0),
    isText:
      (opened && words.length > 0) ||
      ideograph.test(text) ||
      runs.some(({ code }) => code) ||
      (words.length > 0 && (words.length >= 4 || !hasMath || words[0] === first || letters > 0.5 * all)),
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
