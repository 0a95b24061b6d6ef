// Grounds that are drawn under code, as web pages have them: a small one behind code in a sentence, a large one behind a piece
// of code. They say where the code ends, whatever white its box has around it and whatever font a sign of it came from.
import { largestOf, smallestOf } from './many.ts';
import {
  type Box,
  type Fill,
  heightOf,
  isBeside,
  liesIn,
  middleX,
  middleY,
  overlap,
  type PageContent,
  type Rule,
  type TextStyle,
  type Word,
  widthOf,
} from './page.ts';
import { firstAtOrAfter } from './sorted.ts';

/** In parts of the type size: how far a ground reaches beyond code in a sentence. */
const mostAround = 0.8;
/** In parts of the type size: the height of one line with its ground. */
const oneLine = 2.2;
/** In parts of the type size: on a few lines, words further apart may be cells of a table. */
const mostBetween = 2.5;
const fewLines = 2;
/** In parts of the type size: middles of words on one line are no further apart. */
const sameLine = 0.4;
/** In parts of the type size: lines that code in a sentence is broken over. */
const mostLines = 5;
/** Share of the signs on a large ground that are code: some come from other fonts. */
const mostlyCode = 0.6;
/** The same of a page that is typed as a whole. */
const allTyped = 0.95;
/** Share of the page above which a ground is that of the page. */
const mostOfPage = 0.8;
/** In parts of the type size: room for a sign of code. */
const oneSpace = 0.7;
/** In parts of the type size: more white than this between a ground and a word is a space. */
const space = 0.12;
/** In parts of the size of code in a sentence, that of the sentence. */
const scale = { from: 0.9, to: 1.3 };
const white = 0xffffff;
/** In points: grounds that touch each other. */
const touching = 1;
/** Grounds of one page looked at: charts have more, and no code. */
const mostGrounds = 2_000;

interface Ground {
  readonly fill: Fill;
  /** What it was drawn as: one for each line, where each is a paragraph. */
  readonly drawn: readonly Fill[];
  readonly words: readonly Word[];
  /** Of its code. */
  readonly size: number;
  /** Code goes on beyond its right edge: it was made for lines of any length. */
  readonly isFull: boolean;
}

/** The page with its words told where they are code, and without the grounds, which are no cells of a table. */
export function withCodeGrounds(content: PageContent): PageContent {
  const { words } = content;
  if (content.fills.length > mostGrounds) return content;
  const fills = content.fills.filter(isSeen);
  if (fills.length === 0 || !words.some(isCode)) return content;
  const grounds = stacked(groundsOf(fills, words)).filter(
    (ground) => ground.words.length > 0 && !isInRow(ground, fills),
  );
  // Where all is typed, a ground makes words stand out, and says nothing of code.
  const isTyped = shareOfCode(words) > allTyped;
  const [small, others]: [Ground[], Ground[]] = [[], []];
  for (const ground of grounds) {
    const isSmall = !isTyped && ground.words.every(isCode) && (isTight(ground) || isBroken(ground, fills));
    (isSmall ? small : others).push(ground);
  }
  const colours = new Set(small.map(({ fill }) => fill.colour));
  const large: Ground[] = [];
  for (const ground of others) {
    if (isBehindCode(ground, content)) large.push(ground);
    // A sign that the font of the code does not have.
    else if (colours.has(ground.fill.colour) && isTight(ground) && !ground.words.some(isText)) small.push(ground);
  }
  if (small.length + large.length === 0) return content;
  const dropped = new Set([...small, ...large].flatMap(({ drawn }) => drawn));
  return {
    ...content,
    words: retold(words, small, large),
    fills: content.fills.filter((fill) => !dropped.has(fill)),
    codeAreas: large.map(({ fill }) => fill),
  };
}

/** White on a page that is white shows nothing. */
const isSeen = (fill: Fill, _: number, fills: readonly Fill[]): boolean =>
  fill.colour !== white || fills.some((other) => other.colour !== white && liesIn(fill, other));

const isCode = ({ style }: Word): boolean => style.monospace;

/** What no font of code would lack. */
const isText = (word: Word): boolean => !isCode(word) && /\p{Script=Latin}{2}/u.test(word.text);

function shareOfCode(words: readonly Word[]): number {
  let all = 0;
  let code = 0;
  for (const word of words) {
    all += word.text.length;
    if (isCode(word)) code += word.text.length;
  }
  return code / Math.max(1, all);
}

/** The words on each ground. */
function groundsOf(fills: readonly Fill[], words: readonly Word[]): Ground[] {
  const sorted = [...words].sort((a, b) => middleY(a) - middleY(b));
  const heights = sorted.map(middleY);
  const grounds: Omit<Ground, 'isFull'>[] = [];
  const held = new Set<Word>();
  const next: Word[][] = [];
  for (const fill of fills) {
    const on: Word[] = [];
    const beyond: Word[] = [];
    for (let at = firstAtOrAfter(heights, fill.top); at < sorted.length; at += 1) {
      const word = sorted[at] as Word;
      if (middleY(word) > fill.bottom) break;
      if (liesIn(word, fill)) on.push(word);
      else if (isCode(word) && word.left < fill.right + oneSpace * word.style.size && middleX(word) > fill.right)
        beyond.push(word);
    }
    for (const word of on) held.add(word);
    const first = on.find(isCode) ?? on[0];
    grounds.push({ fill, drawn: [fill], words: on, size: first?.style.size || 1 });
    next.push(beyond);
  }
  return grounds.map((ground, at) => ({ ...ground, isFull: next[at]?.some((word) => !held.has(word)) === true }));
}

/** Grounds of one extent and colour, each of which begins where the one above it ends, are one; those of words alone are not. */
function stacked(grounds: readonly Ground[]): Ground[] {
  const open = new Map<string, Ground>();
  const all = new Set<Ground>();
  for (const ground of [...grounds].sort((one, other) => one.fill.top - other.fill.top)) {
    const { fill, drawn, words } = ground;
    const key = [fill.left, fill.right, fill.colour].map(Math.round).join();
    const above = open.get(key);
    let one = ground;
    if (
      above !== undefined &&
      Math.abs(fill.top - above.fill.bottom) < touching &&
      !isTight(above) &&
      !isTight(ground)
    ) {
      all.delete(above);
      const { size } = above.words.length > 0 ? above : ground;
      one = {
        fill: { ...above.fill, bottom: fill.bottom },
        drawn: [...above.drawn, ...drawn],
        words: [...above.words, ...words],
        size,
        isFull: above.isFull || ground.isFull,
      };
    }
    open.set(key, one);
    all.add(one);
  }
  return [...all];
}

/** Another ground begins where it ends: cells. */
const isInRow = ({ fill }: Ground, fills: readonly Fill[]): boolean =>
  fills.some(
    (other) =>
      Math.min(Math.abs(other.left - fill.right), Math.abs(fill.left - other.right)) < touching &&
      isBeside(other, fill),
  );

/** One line with little around it, and nothing that had no room in it. */
function isTight({ fill, words, size, isFull }: Ground): boolean {
  if (isFull || heightOf(fill) > oneLine * size) return false;
  const from = smallestOf(words, ({ left }) => left);
  const to = largestOf(words, ({ right }) => right);
  return from - fill.left <= mostAround * size && fill.right - to <= mostAround * size;
}

/** Code that goes on in the next line: browsers draw its ground once for each, as wide as it all would be on one line. */
function isBroken({ fill, size }: Ground, fills: readonly Fill[]): boolean {
  if (heightOf(fill) > oneLine * size) return false;
  return fills.some(
    (other) =>
      other.colour === fill.colour &&
      Math.abs(other.left - fill.left) > size &&
      Math.abs(widthOf(other) - widthOf(fill)) < touching &&
      Math.abs(other.top - fill.top) < mostLines * size,
  );
}

/** A piece of code, and not the row of a table or a page of its own colour. */
function isBehindCode({ fill, words, size }: Ground, { rules, width, height }: PageContent): boolean {
  if (
    shareOfCode(words) < mostlyCode ||
    holdsText(words, size) ||
    widthOf(fill) * heightOf(fill) > mostOfPage * width * height
  )
    return false;
  if (linesOn(words, size) <= fewLines && hasGaps(words, mostBetween * size)) return false;
  return !rules.some((rule) => isDrawnIn(rule, fill, size));
}

/** A line that parts cells: down, or across most of the ground. */
function isDrawnIn(rule: Rule, fill: Fill, size: number): boolean {
  if (rule.horizontal)
    return (
      rule.top > fill.top + size &&
      rule.bottom < fill.bottom - size &&
      overlap(rule.left, rule.right, fill.left, fill.right) > 0.8 * widthOf(fill)
    );
  return rule.left > fill.left + size && rule.right < fill.right - size && isBeside(rule, fill);
}

function linesOn(words: readonly Word[], size: number): number {
  let lines = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const word of [...words].sort((one, other) => middleY(one) - middleY(other))) {
    if (middleY(word) - last > sameLine * size) lines += 1;
    last = middleY(word);
  }
  return lines;
}

/** Words of a line that no font of code would lack. */
const fewestWords = 3;

/** Below the code stands what it makes: a line of words in Latin letters, which no other font has to give. */
function holdsText(words: readonly Word[], size: number): boolean {
  let text = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const word of [...words].sort((one, other) => middleY(one) - middleY(other))) {
    if (middleY(word) - last > sameLine * size) text = 0;
    last = middleY(word);
    if (isText(word)) text += 1;
    if (text >= fewestWords) return true;
  }
  return false;
}

const hasGaps = (words: readonly Word[], most: number): boolean =>
  words.some((word, at) => {
    const last = words[at - 1];
    return last !== undefined && isBeside(last, word) && word.left - last.right > most;
  });

/** The words with their looks and spaces as the grounds tell them. */
function retold(words: readonly Word[], small: readonly Ground[], large: readonly Ground[]): Word[] {
  const grounds = new Map<Word, Fill>();
  const pieces = new Set<Word>();
  for (const { fill, words: on } of small) for (const word of on) grounds.set(word, fill);
  for (const { words: on } of large) {
    for (const word of on) {
      grounds.delete(word);
      pieces.add(word);
    }
  }
  const looks = new Map<TextStyle, Map<number, TextStyle>>();
  const sizes = textSizes(words, grounds);
  return words.map((word, at) => {
    const before = words[at - 1];
    const spaced = word.spaced && (before === undefined || isSpaceBetween(before, word, grounds));
    const isChanged = grounds.has(word) || (pieces.has(word) && !isCode(word));
    const style = isChanged ? lookIn(looks, word.style, sizes[at]) : word.style;
    return style === word.style && spaced === word.spaced ? word : { ...word, spaced, style };
  });
}

/** One object per look: those of code in a sentence are as large as the sentence is set. */
function lookIn(looks: Map<TextStyle, Map<number, TextStyle>>, given: TextStyle, size: number | undefined): TextStyle {
  let ofSizes = looks.get(given);
  if (ofSizes === undefined) {
    ofSizes = new Map();
    looks.set(given, ofSizes);
  }
  let style = ofSizes.get(size ?? 0);
  if (style === undefined) {
    style = { ...given, monospace: true, ...(size === undefined ? {} : { inLine: true, size }) };
    ofSizes.set(size ?? 0, style);
  }
  return style;
}

/** For each word of code in a sentence the size of the text around it: code is often set a little smaller. */
function textSizes(words: readonly Word[], grounds: ReadonlyMap<Word, Fill>): (number | undefined)[] {
  const sizes: (number | undefined)[] = [];
  const give = (at: number, other: number | undefined): void => {
    const word = words[at] as Word;
    if (other === undefined || !grounds.has(word)) return;
    const { size } = word.style;
    if (other / size > scale.from && other / size < scale.to) sizes[at] ??= other;
  };
  const isOfText = (word: Word): boolean => !isCode(word) && /\p{L}{2}/u.test(word.text);
  let last: number | undefined;
  for (const [at, word] of words.entries()) {
    if (isOfText(word)) last = word.style.size;
    give(at, last);
  }
  last = undefined;
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at] as Word;
    if (isOfText(word)) last = word.style.size;
    give(at, last);
    if (grounds.has(word)) sizes[at] ??= word.style.size;
  }
  return sizes;
}

/** The white that a ground takes is none. */
function isSpaceBetween(before: Word, word: Word, grounds: ReadonlyMap<Word, Box>): boolean {
  const [last, next] = [grounds.get(before), grounds.get(word)];
  if (last === next || !isBeside(before, word)) return true;
  return (next ?? word).left - (last ?? before).right > space * word.style.size || word.left < before.left;
}
