// Code in a type that has no letters of one width, set in columns all the same, as the package `listings` of TeX does: each
// word fills as many columns as it has signs, with the same white before, between and after these. Words there stand close to
// each other and their letters far apart, so columns tell the words.
import { type CharTable, generatedChar, withColumns } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { overlap, type TextStyle } from '../../layout/page.ts';
import { median } from '../../layout/sorted.ts';
import { withoutChars } from './char-kinds.ts';

/** In parts of the type size: white between the letters of one word differs by less, and is more than letters have else. */
const sameWhite = 0.015;
const leastWhite = 0.02;
const mostWhite = 0.35;
/** How far the columns of words may differ on a page and in a line, how far they do elsewhere, and between what their width is. */
const sameWidth = 0.006;
const likeWidth = 0.015;
const otherWidth = 0.03;
const narrowest = 0.4;
const widest = 0.8;
/** Words that tell of columns, their letters, what part of all those set wide they are, and how much they differ in width. */
const fewestWords = 3;
const fewestSigns = 14;
const leastShare = 0.4;
const leastSpread = 0.035;
/** In columns: with so much more white between two signs than beside them there is an empty one. */
const emptyColumn = 0.8;
const almost = 0.3;
/** In parts of the type size: signs further apart are not of one line. */
const farthest = 30;

/** The signs of a line in the order they were drawn, without spaces. */
interface Row {
  readonly signs: readonly number[];
  readonly size: number;
  /** Other text stands right before or behind it on its line. */
  readonly isPart: boolean;
}

/** Signs with the same white between them, from the first to the last, and how wide columns were if they filled theirs. */
interface Run {
  readonly count: number;
  readonly white: number;
  readonly width: number;
  /** How wide its signs are in the middle. */
  readonly ink: number;
  /** It is a word, and no row of dots. */
  readonly isWord: boolean;
}

/** With the width of its columns in points. */
interface Columned extends Row {
  readonly width: number;
}

export function withFixedColumns(page: PdfPage): PdfPage {
  if (!mayHaveColumns(page)) return page;
  const rows = rowsOf(page);
  const columns = columnsOf(page.chars, rows);
  if (columns.size === 0) return page;
  const found = inColumns(page.chars, rows, columns);
  return found.length === 0 ? page : settled(page, found);
}

/** Of words that tell of columns: three letters each with the same white between them, of all such words together. */
const fewestTriples = 5;

/** Most pages are told by this much: their letters stand close, and hardly three in a row as far apart as those of columns. */
function mayHaveColumns({ chars, styles }: PdfPage): boolean {
  const { count, code, style, left, right } = chars;
  let last = -1;
  let before = Number.NaN;
  let isName = false;
  let triples = 0;
  for (let at = 0; at < count; at += 1) {
    if (isBlank(chars, at)) continue;
    const look = styles[style[at] as number];
    if (isOther(look)) {
      last = -1;
      isName = false;
      continue;
    }
    const { size } = look;
    const own = isLetterOrDigit(code[at] as number);
    const gap = last < 0 ? Number.NaN : (left[at] as number) - (right[last] as number);
    if (own && isName && before > 0.2 * leastWhite * size && before < (mostWhite + 2 * sameWhite) * size) {
      if (Math.abs(gap - before) < 2.1 * sameWhite * size) triples += 1;
      if (triples >= fewestTriples) return true;
    }
    isName = own && last >= 0 && isLetterOrDigit(code[last] as number);
    before = gap;
    last = at;
  }
  return false;
}

const sizeKey = (size: number): number => Math.round(size * 10);

const isBlank = ({ code, flags }: CharTable, at: number): boolean =>
  ((flags[at] as number) & generatedChar) !== 0 || (code[at] as number) <= 32 || code[at] === 0xa0;

/** A space that the file draws has a width. */
const isDrawn = ({ left, right }: CharTable, at: number): boolean =>
  (right[at] as number) - (left[at] as number) > 0.01;

/** Not set in columns, or in columns by its font. */
const isOther = (style: TextStyle | undefined): style is undefined =>
  style === undefined || style.monospace || style.angle !== 0 || style.invisible;

/** Lines of letters that differ in width, between which no space is drawn. */
function rowsOf({ chars, styles }: PdfPage): Row[] {
  const rows: Row[] = [];
  let signs: number[] = [];
  let size = 0;
  let isSpaced = false;
  let isPart = false;
  /** Before a character that does not go on with it. */
  const end = (next?: number): void => {
    const last = signs.at(-1);
    const goesOn = last !== undefined && next !== undefined && areLevel(chars, last, next, size);
    if (last !== undefined && !isSpaced) rows.push({ signs, size, isPart: isPart || goesOn });
    [signs, isSpaced, isPart] = [[], false, goesOn];
  };
  for (let at = 0; at < chars.count; at += 1) {
    if (isBlank(chars, at)) {
      if (chars.flags[at] === 0 && isDrawn(chars, at)) isSpaced = true;
      continue;
    }
    const style = styles[chars.style[at] as number];
    const last = signs.at(-1);
    if (isOther(style) || (last !== undefined && !isNext(chars, last, at, size, style))) end(at);
    if (isOther(style)) continue;
    size = style.size;
    signs.push(at);
  }
  end();
  return rows;
}

function isNext(chars: CharTable, last: number, at: number, size: number, style: TextStyle): boolean {
  const { left, right } = chars;
  if (Math.abs(style.size - size) > 0.02 * size) return false;
  const gap = ((left[at] as number) - (right[last] as number)) / size;
  if (gap < -0.5 || gap > farthest) return false;
  return areLevel(chars, last, at, size);
}

const areLevel = ({ top, bottom }: CharTable, one: number, other: number, size: number): boolean =>
  overlap(top[other] as number, bottom[other] as number, top[one] as number, bottom[one] as number) > 0.5 * size;

const gapBefore = ({ left, right }: CharTable, { signs }: Row, at: number): number =>
  (left[signs[at] as number] as number) - (right[signs[at - 1] as number] as number);

const signWidth = ({ left, right }: CharTable, { signs }: Row, at: number): number =>
  (right[signs[at] as number] as number) - (left[signs[at] as number] as number);

/** Letters and digits, and not always the same. */
const isNameOf = ({ code }: CharTable, signs: readonly number[]): boolean =>
  signs.every((at) => isLetterOrDigit(code[at] as number)) && signs.some((at) => code[at] !== code[signs[0] as number]);

const isLetterOrDigit = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 0x5f;

/** The stretches of at least so many signs with the same white between them. */
function runsOf(chars: CharTable, row: Row, fewest: number): Run[] {
  const runs: Run[] = [];
  const { signs, size } = row;
  for (let from = 0; from + 1 < signs.length; ) {
    const white = gapBefore(chars, row, from + 1);
    let to = from + 1;
    while (to + 1 < signs.length && Math.abs(gapBefore(chars, row, to + 1) - white) < sameWhite * size) to += 1;
    const count = to - from + 1;
    if (count >= fewest && white < widest * size) {
      let inked = 0;
      for (let at = from; at <= to; at += 1) inked += signWidth(chars, row, at);
      const ink = inked / count / size;
      const isWord = isNameOf(chars, signs.slice(from, to + 1));
      runs.push({ count, white: white / size, width: ink + ((count + 1) * white) / count / size, ink, isWord });
    }
    from = to;
  }
  return runs;
}

/** For each size of type, in parts of it: how wide its columns are, if it has any. */
function columnsOf(chars: CharTable, rows: readonly Row[]): ReadonlyMap<number, number> {
  const runs = new Map<number, Run[]>();
  for (const row of rows) {
    const known = runs.get(sizeKey(row.size)) ?? [];
    runs.set(sizeKey(row.size), known);
    for (const run of runsOf(chars, row, 3)) {
      const isWide = run.white >= leastWhite && run.white <= mostWhite;
      if (run.isWord && isWide && run.width > narrowest && run.width < widest) known.push(run);
    }
  }
  const columns = new Map<number, number>();
  for (const [size, all] of runs) {
    const width = columnOf(all);
    if (width !== undefined) columns.set(size, width);
  }
  return columns;
}

/** The width that words have with their white, whatever the width of their letters. */
function columnOf(runs: readonly Run[]): number | undefined {
  if (runs.length < fewestWords) return undefined;
  const byWidth = [...runs].sort((a, b) => a.width - b.width);
  let [from, sum, most] = [0, 0, 0];
  let like: readonly Run[] = [];
  for (const [at, run] of byWidth.entries()) {
    sum += run.count;
    for (; (byWidth[from] as Run).width < run.width - 2 * sameWidth; from += 1) sum -= (byWidth[from] as Run).count;
    if (sum > most) [most, like] = [sum, byWidth.slice(from, at + 1)];
  }
  const inks = like.map(({ ink }) => ink).sort((a, b) => a - b);
  const spread = (inks[Math.floor(0.9 * inks.length)] as number) - (inks[Math.floor(0.1 * inks.length)] as number);
  if (like.length < fewestWords || most < fewestSigns || spread < leastSpread) return undefined;
  const all = runs.reduce((total, { count }) => total + count, 0);
  return most < leastShare * all ? undefined : median(like.map(({ width }) => width));
}

/** The lines whose words fill columns, and those beside them in which nothing speaks against that. */
function inColumns(chars: CharTable, rows: readonly Row[], columns: ReadonlyMap<number, number>): Columned[] {
  const known = rows.map((row) => {
    const width = columns.get(sizeKey(row.size)) ?? 0;
    return { row: { ...row, width: width * row.size }, fits: width === 0 ? -1 : balance(chars, row, width) };
  });
  for (const step of [1, -1]) {
    for (let at = step > 0 ? 1 : known.length - 2; at >= 0 && at < known.length; at += step) {
      const [one, other] = [known[at], known[at - step]];
      if (one === undefined || other === undefined || one.fits > 1 || other.fits <= 1) continue;
      // The number of a line is set close, also beside a bracket alone.
      const isOpen = one.fits >= 0 || (one.fits === -1 && one.row.signs.length <= fewSigns);
      if (one.row.width > 0 && isOpen && !one.row.isPart && isNear(chars, one.row, other.row)) one.fits = 2;
    }
  }
  return known.filter(({ fits }) => fits > 1).map(({ row }) => row);
}

/** How many of its words fill columns, less those that cannot; two letters may do so by chance. */
function balance(chars: CharTable, row: Row, columns: number): number {
  let sum = 0;
  for (const { count, white, width, isWord } of runsOf(chars, row, 2)) {
    const off = Math.abs(width - columns);
    const isFar = Math.abs(white) >= (count > 2 ? leastWhite : 2 * leastWhite);
    if (off < likeWidth && isFar && isWord) sum += count > 2 ? 2 : 1;
    else if (off > otherWidth && Math.abs(white) < leastWhite) sum -= count > 2 ? 2 : 1;
  }
  return sum;
}

/** Signs of a line that says nothing of columns. */
const fewSigns = 6;
/** In parts of the type size: lines of one listing are no further apart. */
const farthestLine = 2.5;

function isNear({ top, bottom }: CharTable, one: Row, other: Row): boolean {
  const [first, second] = [one.signs[0] as number, other.signs[0] as number];
  if (Math.abs(one.size - other.size) > 0.02 * one.size) return false;
  const middle = (at: number): number => ((top[at] as number) + (bottom[at] as number)) / 2;
  return Math.abs(middle(first) - middle(second)) < farthestLine * one.size;
}

/** The page with the signs of these lines as wide as their columns, in a type of one width, and no spaces but empty columns. */
function settled(page: PdfPage, rows: readonly Columned[]): PdfPage {
  const { chars, styles } = page;
  const looks = [...styles];
  const codeLooks = new Map<number, number>();
  const [left, right, style] = [chars.left.slice(), chars.right.slice(), chars.style.slice()];
  const dropped = new Set<number>();
  for (const row of rows) {
    const empty = emptyBefore(chars, row);
    for (const [at, sign] of row.signs.entries()) {
      const look = style[sign] as number;
      const known = codeLooks.get(look) ?? looks.push({ ...(styles[look] as TextStyle), monospace: true }) - 1;
      codeLooks.set(look, known);
      style[sign] = known;
      const before = row.signs[at - 1];
      if (before === undefined) {
        left[sign] = (left[sign] as number) - Math.max(0, slackOf(chars, row, at));
        continue;
      }
      const middle = (chars.right[before] as number) + gapBefore(chars, row, at) / 2;
      const half = ((empty[at] as number) * row.width) / 2;
      right[before] = middle - half;
      left[sign] = middle + half;
      if (half === 0) for (let blank = before + 1; blank < sign; blank += 1) dropped.add(blank);
    }
  }
  return { ...page, styles: looks, chars: withoutChars(withColumns(chars, { left, right, style }), dropped) };
}

/** The white on each side of a sign that is a word by itself. */
const slackOf = (chars: CharTable, row: Columned, at: number): number => (row.width - signWidth(chars, row, at)) / 2;

/** How many columns before each sign are empty. */
function emptyBefore(chars: CharTable, row: Columned): number[] {
  const gaps = row.signs.map((_, at) => (at === 0 ? Number.POSITIVE_INFINITY : gapBefore(chars, row, at)));
  // The white beside a sign is that on its other side, where that is within a word, and never more than if it were one.
  const beside = (at: number, gap: number | undefined): number =>
    Math.min(slackOf(chars, row, at), gap ?? Number.POSITIVE_INFINITY);
  return gaps.map((gap, at) => {
    if (at === 0) return 0;
    const more = (gap - beside(at - 1, gaps[at - 1]) - beside(at, gaps[at + 1])) / row.width;
    return more < emptyColumn ? 0 : Math.max(1, Math.floor(more + almost));
  });
}
