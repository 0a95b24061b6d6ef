// Underscores that are drawn as lines: the fonts of TeX's first encoding have none, so it draws a line of three tenths of an em
// on the base line. They become characters of the page.
import {
  type CharTable,
  generatedChar,
  isRightToLeft,
  pickedChars,
  withColumns,
} from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { addAll } from '../../layout/many.ts';
import { type Box, middleY, overlap, widthOf } from '../../layout/page.ts';
import { isExtensionFont } from './formula/extension-font.ts';

/** In parts of the type size: how long such a line is. Ems of small type and of bold type are wider than it is high. */
const shortest = 0.27;
const longest = 0.37;
/** The white that TeX puts before it. */
const whiteBefore = 0.06;
/** How far off the base line it may stand, and how far from the letter or the line beside it. */
const offBase = 0.09;
const near = 0.15;
/** How far it may reach under that letter. */
const under = 0.12;
/** More in a row are a broken line. */
const mostInRow = 4;
/** In points: no line of larger type is looked for. */
const longestOfAll = 15;
/** A page with more short lines is a drawing; no line of text has more characters. */
const mostLines = 5_000;
const mostOnLine = 2_000;
/** In points: characters are looked for by the base line they stand on. */
const step = 4;

/** Lines in a row, and the places of the characters right beside it. */
interface Row {
  readonly lines: readonly Box[];
  readonly before: number | undefined;
  readonly after: number | undefined;
}

type PlacesByBase = ReadonlyMap<number, readonly number[]>;

export function withDrawnUnderscores(page: PdfPage): PdfPage {
  const { rules, dashes } = page.graphics;
  const lines = [...dashes, ...rules.filter((rule) => rule.horizontal && widthOf(rule) < longestOfAll)];
  if (lines.length === 0 || lines.length > mostLines) return page;
  const byBase = placesByBase(page);
  const long = rules.filter((rule) => rule.horizontal && widthOf(rule) >= longestOfAll);
  const rows = rowsOf(lines).flatMap((row) =>
    row.length <= mostInRow && !goesOnWith(row, long) ? (placed(page, row, byBase) ?? []) : [],
  );
  if (rows.length === 0) return page;
  const used = new Set<Box>(rows.flatMap((row) => row.lines));
  const graphics = { ...page.graphics, rules: rules.filter((rule) => !used.has(rule)) };
  return { ...page, chars: withScores(page, rows), graphics };
}

/** In points: the line under a text, and its piece under the space behind it. */
const touching = 0.5;

function goesOnWith(row: readonly Box[], long: readonly Box[]): boolean {
  const [from, to, y] = [(row[0] as Box).left, (row.at(-1) as Box).right, middleY(row[0] as Box)];
  return long.some(
    (one) =>
      Math.abs(middleY(one) - y) < touching &&
      (Math.abs(one.right - from) < touching || Math.abs(one.left - to) < touching),
  );
}

const isBlank = ({ code, flags }: CharTable, at: number): boolean =>
  ((flags[at] as number) & generatedChar) !== 0 || (code[at] as number) <= 32;

function baseOf({ chars, styles }: PdfPage, at: number): number {
  const { descent = 0, size = 0 } = styles[chars.style[at] as number] ?? {};
  return (chars.bottom[at] as number) - descent * size;
}

function placesByBase(page: PdfPage): PlacesByBase {
  const { chars, styles } = page;
  const isLeftOut = styles.map(({ angle, font }) => angle !== 0 || isExtensionFont(font));
  const found = new Map<number, number[]>();
  for (let at = 0; at < chars.count; at += 1) {
    if (isBlank(chars, at) || isLeftOut[chars.style[at] as number] !== false) continue;
    const line = Math.floor(baseOf(page, at) / step);
    const known = found.get(line);
    if (known === undefined) found.set(line, [at]);
    else known.push(at);
  }
  return found;
}

/** Lines that stand close behind each other at one height. */
function rowsOf(lines: readonly Box[]): Box[][] {
  const rows: Box[][] = [];
  for (const line of [...lines].sort((a, b) => middleY(a) - middleY(b) || a.left - b.left)) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    const isNext =
      last !== undefined &&
      middleY(line) - middleY(last) < 0.1 &&
      Math.abs(line.left - last.right) < (near / shortest) * widthOf(line);
    if (isNext) row?.push(line);
    else rows.push([line]);
  }
  return rows;
}

/** What names are made of, and what stands around them. */
const isOfName = (code: number): boolean =>
  (code > 32 && code < 127) || /[\p{L}\p{N}]/u.test(String.fromCodePoint(Math.min(code, 0x10ffff)));

/** The row on the base line of a letter that it touches, with nothing over it. */
function placed(page: PdfPage, lines: readonly Box[], byBase: PlacesByBase): Row | undefined {
  const { chars, styles } = page;
  const [from, to] = [(lines[0] as Box).left, (lines.at(-1) as Box).right];
  const y = middleY(lines[0] as Box);
  const line = Math.floor(y / step);
  let [before, after]: (number | undefined)[] = [];
  const places = [line - 1, line, line + 1].flatMap((one) => byBase.get(one) ?? []);
  if (places.length > mostOnLine) return undefined;
  for (const at of places) {
    const size = styles[chars.style[at] as number]?.size ?? 0;
    if (Math.abs(baseOf(page, at) - y) > offBase * size) continue;
    const [left, right, code] = [chars.left[at] as number, chars.right[at] as number, chars.code[at] as number];
    if (overlap(left, right, from, to) > under * size) return undefined;
    if (!lines.every((one) => widthOf(one) >= shortest * size && widthOf(one) <= longest * size)) continue;
    if (isRightToLeft(code) || !isOfName(code)) continue;
    if (Math.abs(from - right) <= near * size) before = at;
    if (Math.abs(left - to) <= near * size) after = at;
  }
  return before === undefined && after === undefined ? undefined : { lines, before, after };
}

/** The letters of a ligature have boxes of their own, and are not found by their base line. */
const isRightAfter = ({ left, count }: CharTable, at: number, { lines }: Row, reach: number): boolean =>
  at < count && Math.abs((left[at] as number) - (lines.at(-1) as Box).right) <= reach;

/** The characters with the underscores in their places, and without the spaces that the engine saw there. */
function withScores({ chars, styles }: PdfPage, rows: readonly Row[]): CharTable {
  const behind = new Map(rows.flatMap((row) => (row.before === undefined ? [] : [[row.before, row] as const])));
  const ahead = new Map(rows.flatMap((row) => (row.before === undefined ? [[row.after, row] as const] : [])));
  const sizeOf = (at: number): number => styles[chars.style[at] as number]?.size ?? 0;
  const order: number[] = [];
  const scores = new Map<number, Box>();
  const add = ({ lines }: Row, at: number): void => {
    for (const line of lines) {
      scores.set(order.length, line);
      order.push(at);
    }
  };
  for (let at = 0; at < chars.count; at += 1) {
    const [first, last] = [ahead.get(at), behind.get(at)];
    if (first !== undefined) add(first, at);
    order.push(at);
    if (last === undefined) continue;
    add(last, at);
    const blanks: number[] = [];
    while (at + 1 < chars.count && isBlank(chars, at + 1)) {
      at += 1;
      blanks.push(at);
    }
    if (!isRightAfter(chars, at + 1, last, near * sizeOf(at))) addAll(order, blanks);
  }
  const made = pickedChars(chars, order, new Map());
  for (const [place, { left, right }] of scores) {
    const size = styles[made.style[place] as number]?.size ?? 0;
    made.code[place] = 0x5f;
    made.flags[place] = 0;
    made.left[place] = left - whiteBefore * size;
    made.right[place] = right;
  }
  return withColumns(made, { recovered: new Map([...made.recovered].filter(([place]) => !scores.has(place))) });
}
