// Text at an odd angle, as labels under a chart have and the text of a page that lay askew: each of its lines is put level
// before words are made of it, so that letters are next to each other that are so on paper. Quarter turns are left as they are.
import { type CharTable, generatedChar, pickedChars, withColumns } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { addAll, largestOf, smallestOf } from '../../layout/many.ts';
import type { TextStyle } from '../../layout/page.ts';
import { median } from '../../layout/sorted.ts';
import { isOutside } from './char-kinds.ts';
import { textOf } from './sign-text.ts';

/** In parts of the type size: how far a letter of a line stands beside it, back from its end and on from it. */
const mostAside = 0.45;
const mostBack = 0.4;
const mostOn = 1.2;
/** A gap in which the engine saw a space is one. */
const leastSpace = 0.12;
/** In parts of the type size: how high a line is where its letters do not tell. */
const usualHeight = 1.15;
/** Lines that a letter may go on with: labels are drawn letter by letter, but one after the other. */
const openLines = 8;
/** Share of a page's characters that stand at one angle where the page lay askew. */
const majority = 0.6;
/** Cosine of the angle at which it lies at most. */
const mostAskew = 0.7;
/** In parts of the type size: how far the ends of two labels in a row may be from one height; and the labels of a row. */
const mostUneven = 0.3;
const fewestInRow = 3;
/** In parts of the type size: from one line of a text to the next. */
const mostLeading = 2;
/** Letters that lie under a tilted line that is printed over a text; and lines times characters looked at for them. */
const fewestUnder = 5;
const mostLooks = 50_000_000;
/** A page of more is a drawing. */
const mostLines = 20_000;
/** A gap as wide parts two words where the engine saw no space. */
const wordGap = 0.3;

/** The middle of a character along its line and across it, and its width and height together. */
interface Middle {
  readonly along: number;
  readonly across: number;
  readonly sum: number;
}

interface TiltedLine {
  readonly angle: number;
  readonly size: number;
  readonly signs: number[];
  /** What the engine took for the end of a line between them. */
  readonly dropped: number[];
  across: number;
  end: number;
}

/** Degrees: what is less aslant reads well as it is. */
const leastSlant = 4;
const isLabel = ({ angle }: TiltedLine): boolean => angle % 90 >= leastSlant && angle % 90 <= 90 - leastSlant;

const isTilted = ({ angle }: TextStyle): boolean => angle % 90 !== 0;
const radians = (angle: number): number => (angle * Math.PI) / 180;
const isGenerated = ({ flags }: CharTable, at: number): boolean => ((flags[at] as number) & generatedChar) !== 0;

export function withTiltedText(page: PdfPage): PdfPage {
  const { chars, styles } = page;
  if (!styles.some((style) => isTilted(style) && !style.invisible)) return page;
  const middles = middlesOf(page);
  if (middles.size === 0) return page;
  const heights = heightsOf(chars, styles, middles);
  const lines = linesOf(page, middles, heights);
  if (lines.length > mostLines) return page;
  const groups = new Map<number, TiltedLine[]>();
  for (const line of lines) {
    const known = groups.get(line.angle);
    if (known === undefined) groups.set(line.angle, [line]);
    else known.push(line);
  }
  let onPage = 0;
  for (let at = 0; at < chars.count; at += 1) if (!isGenerated(chars, at) && !isOutside(page, at)) onPage += 1;
  for (const own of groups.values()) {
    const isAskew = Math.cos(radians(own[0]?.angle ?? 0)) > mostAskew;
    if (isAskew && sum(own.map(({ signs }) => signs.length)) > majority * onPage)
      return turnedBack(page, lines, own, middles, heights);
  }
  const labels = [...groups.values()].filter(([one]) => isLabel(one as TiltedLine));
  return labels.length === 0 ? page : withLabels(page, labels, middles, heights);
}

/** All characters, with each line where its first one was drawn, and without what the engine put into them. */
function inOrder(
  { count }: CharTable,
  lines: readonly TiltedLine[],
  signsOf: (line: TiltedLine) => readonly number[],
): number[] {
  const starts = new Map(lines.map((line) => [line.signs[0] as number, line]));
  const taken = new Set(lines.flatMap(({ signs, dropped }) => [...signs, ...dropped]));
  const order: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const line = starts.get(at);
    if (line !== undefined) addAll(order, signsOf(line));
    else if (!taken.has(at)) order.push(at);
  }
  return order;
}

const sum = (all: readonly number[]): number => all.reduce((so, one) => so + one, 0);

/** Of the tilted characters that stand on the page. */
function middlesOf(page: PdfPage): Map<number, Middle> {
  const { chars, styles } = page;
  const middles = new Map<number, Middle>();
  for (let at = 0; at < chars.count; at += 1) {
    const style = styles[chars.style[at] as number];
    if (style === undefined || !isTilted(style) || isGenerated(chars, at)) continue;
    const [left, right] = [chars.left[at] as number, chars.right[at] as number];
    const [top, bottom] = [chars.top[at] as number, chars.bottom[at] as number];
    const [cos, sin] = [Math.cos(radians(style.angle)), Math.sin(radians(style.angle))];
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (isOutside(page, at)) continue;
    const sum = (right - left + bottom - top) / (Math.abs(cos) + Math.abs(sin));
    middles.set(at, { along: x * cos + y * sin, across: y * cos - x * sin, sum });
  }
  return middles;
}

/** How high the letters of each style are: so that they are as wide as the way from one to the next. */
function heightsOf(chars: CharTable, styles: readonly TextStyle[], middles: ReadonlyMap<number, Middle>): number[] {
  const found: number[][] = styles.map(() => []);
  for (const [at, one] of middles) {
    const before = middles.get(at - 1);
    const style = chars.style[at] as number;
    if (before === undefined || chars.style[at - 1] !== style) continue;
    const { size } = styles[style] as TextStyle;
    const step = one.along - before.along;
    if (step > 0 && step < 1.5 * size && Math.abs(one.across - before.across) < mostAside * size)
      found[style]?.push((one.sum + before.sum) / 2 - step);
  }
  return styles.map(({ size }, style) => {
    const height = median(found[style] ?? []) || usualHeight * size;
    return Math.min(2 * size, Math.max(0.5 * size, height));
  });
}

function linesOf(
  { chars, styles }: PdfPage,
  middles: ReadonlyMap<number, Middle>,
  heights: readonly number[],
): readonly TiltedLine[] {
  const lines: TiltedLine[] = [];
  let guess = -2;
  for (let at = 0; at < chars.count; at += 1) {
    const middle = middles.get(at);
    if (middle === undefined) {
      if (isGenerated(chars, at) && (middles.has(at - 1) || guess === at - 1)) guess = at;
      else guess = -2;
      continue;
    }
    const style = styles[chars.style[at] as number] as TextStyle;
    const wide = Math.max(0, middle.sum - (heights[chars.style[at] as number] as number));
    const from = middle.along - wide / 2;
    let line = lines.slice(-openLines).findLast((one) => goesOn(one, style, middle, from));
    if (line === undefined) {
      line = { angle: style.angle, size: style.size, signs: [], dropped: [], across: middle.across, end: from };
      lines.push(line);
    } else if (guess >= 0) {
      // The engine ends a line with two characters.
      const isSpace = from - line.end > leastSpace * style.size;
      if (isSpace) line.signs.push(guess);
      for (let one = guess; !middles.has(one); one -= 1) if (!isSpace || one < guess) line.dropped.push(one);
    }
    guess = -2;
    line.signs.push(at);
    if (style.size >= line.size) line.across = middle.across;
    line.end = from + wide;
  }
  return lines;
}

function goesOn(line: TiltedLine, { angle, size }: TextStyle, { across }: Middle, from: number): boolean {
  const most = Math.max(size, line.size);
  if (line.angle !== angle || Math.abs(across - line.across) > mostAside * most) return false;
  return from - line.end > -mostBack * most && from - line.end < mostOn * most;
}

/** The page turned back as a whole, as nearly all that it says is askew. */
function turnedBack(
  page: PdfPage,
  lines: readonly TiltedLine[],
  own: readonly TiltedLine[],
  middles: ReadonlyMap<number, Middle>,
  heights: readonly number[],
): PdfPage {
  const { chars, styles } = page;
  const [left, top, right, bottom] = [chars.left.slice(), chars.top.slice(), chars.right.slice(), chars.bottom.slice()];
  // What stands outside of the page stays there, as wide as it may get.
  for (let at = 0; at < chars.count; at += 1) if (isOutside(page, at)) [left[at], right[at]] = [-2, -1];
  const angle = radians(own[0]?.angle ?? 0);
  let [width, height] = [page.width, page.height];
  const [middleX, middleY] = [width / 2, height / 2];
  let x = middleX - middleX * Math.cos(angle) - middleY * Math.sin(angle);
  let y = middleY - middleY * Math.cos(angle) + middleX * Math.sin(angle);
  const signs = own.flatMap((line) => line.signs.filter((at) => middles.has(at)));
  for (const at of signs) {
    const { along, across, sum: extent } = middles.get(at) as Middle;
    [x, y] = [Math.max(x, extent - along), Math.max(y, extent - across)];
  }
  for (const at of signs) {
    const { along, across, sum: extent } = middles.get(at) as Middle;
    const tall = heights[chars.style[at] as number] as number;
    const half = Math.max(0, extent - tall) / 2;
    [left[at], right[at]] = [along + x - half, along + x + half];
    [top[at], bottom[at]] = [across + y - tall / 2, across + y + tall / 2];
    [width, height] = [Math.max(width, along + x + half), Math.max(height, across + y + tall)];
  }
  const level = styles.map((style) => (style.angle === own[0]?.angle ? { ...style, angle: 0 } : style));
  const order = inOrder(chars, lines, (line) => line.signs);
  const moved = pickedChars(withColumns(chars, { left, top, right, bottom }), order, new Map());
  return { ...page, width, height, ink: undefined, styles: level, chars: moved };
}

/** Each line as one sign, as wide as it reaches on the page, at the height at which those of its angle begin, or end. */
function withLabels(
  page: PdfPage,
  groups: readonly (readonly TiltedLine[])[],
  middles: ReadonlyMap<number, Middle>,
  heights: readonly number[],
): PdfPage {
  const { chars, styles } = page;
  const [left, top, right, bottom] = [chars.left.slice(), chars.top.slice(), chars.right.slice(), chars.bottom.slice()];
  const style = chars.style.slice();
  const level = [...styles];
  const codes = new Map<number, string>();
  const labels: TiltedLine[] = [];
  let { height } = page;
  const isLarge = chars.count * groups.reduce((sum, { length }) => sum + length, 0) > mostLooks;
  for (const group of groups) {
    const { heightOf, side } = levelOf(chars, group, group[0]?.size ?? 0);
    let last: { readonly line: TiltedLine; readonly middle: number } | undefined;
    for (const line of group) {
      const [first, second] = line.signs as [number, number?];
      const text = textOfLine(page, line, middles, heights);
      if (second === undefined || text.length < 2) continue;
      labels.push(line);
      codes.set(first, text);
      codes.set(second, ' ');
      const look = styles[chars.style[first] as number] as TextStyle;
      const full = heights[chars.style[first] as number] as number;
      const isAcross = !isLarge && isOver(page, line, middles, full);
      // However large it is printed, it is no title.
      const size = isAcross ? Math.min(look.size, usualSize(page)) : look.size;
      const tall = (full * size) / (look.size || 1);
      const isBelow = side === 0 && last !== undefined && isNextLine(last.line, line, middles);
      const across = line.across - (last?.line.across ?? 0);
      const own = isBelow ? (last?.middle ?? 0) + across : heightOf(line);
      const middle = isAcross ? foot(page) + tall / 2 : own;
      last = { line, middle };
      const known = line.signs.filter((at) => middles.has(at));
      left[first] = smallestOf(known, (at) => chars.left[at] as number);
      right[first] = largestOf(known, (at) => chars.right[at] as number);
      // Beside each other at their level ends, labels are no wider than their type is high.
      const wide = Math.min((right[first] as number) - (left[first] as number), tall);
      if (side < 0) right[first] = (left[first] as number) + wide;
      if (side > 0) left[first] = (right[first] as number) - wide;
      top[first] = middle - tall / 2;
      bottom[first] = middle + tall / 2;
      height = Math.max(height, middle + tall);
      style[first] = level.push({ ...look, size, bold: look.bold && !isAcross, angle: 0 }) - 1;
    }
  }
  const order = inOrder(chars, labels, ({ signs: [first, second] }) => [second as number, first as number]);
  return {
    ...page,
    height,
    ink: undefined,
    styles: level,
    chars: pickedChars(withColumns(chars, { left, top, right, bottom, style }), order, codes),
  };
}

/** The next line of one text, right below the last. */
function isNextLine(last: TiltedLine, line: TiltedLine, middles: ReadonlyMap<number, Middle>): boolean {
  const across = line.across - last.across;
  const [from, to] = [middles.get(line.signs[0] ?? -1)?.along ?? 0, middles.get(last.signs[0] ?? -1)?.along ?? 0];
  return across > 0 && across < mostLeading * line.size && from < last.end && to < line.end;
}

/** It is printed across a text, as a watermark is, and belongs behind that. */
function isOver(
  page: PdfPage,
  { angle, signs }: TiltedLine,
  middles: ReadonlyMap<number, Middle>,
  tall: number,
): boolean {
  const { left, top, right, bottom, count } = page.chars;
  const [cos, sin] = [Math.cos(radians(angle)), Math.sin(radians(angle))];
  const known = signs.flatMap((at) => middles.get(at) ?? []);
  const [from, to] = [known[0]?.along ?? 0, known.at(-1)?.along ?? 0];
  let under = 0;
  for (let at = 0; at < count && under < fewestUnder; at += 1) {
    if (middles.has(at) || isGenerated(page.chars, at) || isOutside(page, at)) continue;
    const x = ((left[at] as number) + (right[at] as number)) / 2;
    const y = ((top[at] as number) + (bottom[at] as number)) / 2;
    const along = x * cos + y * sin;
    if (along < from || along > to) continue;
    if (Math.abs(y * cos - x * sin - (known[0]?.across ?? 0)) < tall / 2) under += 1;
  }
  return under === fewestUnder;
}

/** Of the letters that stand level. */
const usualSize = ({ chars: { style }, styles }: PdfPage): number =>
  median(Array.from(style, (one) => styles[one] as TextStyle).flatMap((one) => (one.angle === 0 ? [one.size] : [])));

/** Below all that the page says. */
const foot = ({ chars, height }: PdfPage): number =>
  chars.bottom.reduce((most, one) => (one < height ? Math.max(most, one) : most), 0);

/** Where the lines of one angle are most at one height: where they begin, where they end or in the middle; and on which side. */
function levelOf(
  { left, top, right, bottom }: CharTable,
  lines: readonly TiltedLine[],
  size: number,
): { readonly heightOf: (line: TiltedLine) => number; readonly side: number } {
  const down = (at: number | undefined): number => ((top[at ?? 0] as number) + (bottom[at ?? 0] as number)) / 2;
  const places: readonly ((line: TiltedLine) => number)[] = [
    ({ signs }) => down(signs.at(-1)),
    ({ signs }) => down(signs[0]),
    ({ signs }) => (down(signs[0]) + down(signs.at(-1))) / 2,
  ];
  const rows = places.map((place) => {
    const all = lines.map(place).sort((a, b) => a - b);
    return all.filter((one, at) => at === 0 || one - (all[at - 1] as number) > mostUneven * size).length;
  });
  const fewest = Math.min(...rows);
  // Those of a map stand anywhere.
  const best = fewest * fewestInRow > lines.length ? 2 : rows.indexOf(fewest);
  const runsRight = lines.some(({ signs }) => (right[signs.at(-1) ?? 0] as number) > (left[signs[0] ?? 0] as number));
  const side = best === 2 ? 0 : (best === 1) === runsRight ? -1 : 1;
  return { heightOf: places[best] as (line: TiltedLine) => number, side };
}

function textOfLine(
  { chars, styles }: PdfPage,
  { signs }: TiltedLine,
  middles: ReadonlyMap<number, Middle>,
  heights: readonly number[],
): string {
  let text = '';
  let end = Number.POSITIVE_INFINITY;
  for (const at of signs) {
    const middle = middles.get(at);
    const own = chars.style[at] as number;
    const { size, font } = styles[own] as TextStyle;
    const half = middle === undefined ? 0 : Math.max(0, middle.sum - (heights[own] as number)) / 2;
    const isApart = middle === undefined || middle.along - half - end > wordGap * size;
    text += isApart ? ' ' : '';
    if (middle === undefined) continue;
    text += chars.recovered.get(at) ?? textOf(chars.code[at] as number, font);
    end = middle.along + half;
  }
  return text.replace(/\s+/g, ' ').trim();
}
