// Lines with letters that are written from right to left, in the order they are read. The engine has an order of its own for
// them, in which brackets, signs and numbers often stand on the wrong side; where each character is drawn is certain. This is
// the way back from there, by the rules that a program went by to place them (Unicode Standard Annex 9, in short).
import {
  type CharTable,
  generatedChar,
  hasRightToLeft,
  isRightToLeft,
  pickedChars,
} from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { addAll } from '../../layout/many.ts';
import { overlap, type TextStyle } from '../../layout/page.ts';

/** Points and vowels over and under such letters. */
export function isVowelPoint(code: number): boolean {
  return (
    (code >= 0x591 && code <= 0x5c7 && code !== 0x5be && code !== 0x5c0 && code !== 0x5c3 && code !== 0x5c6) ||
    (code >= 0x610 && code <= 0x61a) ||
    (code >= 0x64b && code <= 0x65f) ||
    code === 0x670 ||
    (code >= 0x6d6 && code <= 0x6ed && code !== 0x6dd && code !== 0x6de && code !== 0x6e5 && code !== 0x6e6)
  );
}

type Kind = 'right' | 'left' | 'digit' | 'neutral' | 'space';

function kindOf(code: number): Kind {
  if (code <= 32 || code === 0xa0) return 'space';
  if ((code >= 0x30 && code <= 0x39) || (code >= 0x660 && code <= 0x669) || (code >= 0x6f0 && code <= 0x6f9))
    return 'digit';
  if (code === 0x60c || code === 0x66a || code === 0x66b || code === 0x66c) return 'neutral';
  if (isRightToLeft(code)) return 'right';
  if (code < 0xc0) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) ? 'left' : 'neutral';
  return (code >= 0x2000 && code <= 0x2bff) || (code >= 0xfd3e && code <= 0xfd3f) ? 'neutral' : 'left';
}

/** Nothing for a number that is no character. */
const signOf = (code: number): string => (code > 0x10ffff ? '' : String.fromCodePoint(code));
const isPercent = (code: number): boolean => code === 0x25 || code === 0x66a;
const isArabic = (code: number): boolean => code >= 0x600 && !(code >= 0xfb1d && code <= 0xfb4f);

/** In parts of their height: characters of one line overlap by this much. */
const sharedHeight = 0.3;
/** How many times as tall as the others a character of one line may be; what lies across a page is larger. */
const tallest = 5;
const sameLine = 0.4;
/** In parts of the type size: no gap in a line is wider, and a bracket stands closer to what is in it. */
const widestGap = 3;
const apart = 0.25;
/** In points: where a space stands that has no place, beside the one before or after it. */
const beside = 0.01;
/** Share of the narrower letter that lies under the other. */
const overlapping = 0.25;
/** In points: the parts of one glyph. */
const touching = 0.02;

/** The page with the characters of such lines in order; undefined where it has none. */
export function inReadingOrder(page: PdfPage): PdfPage | undefined {
  const { chars, styles } = page;
  if (!hasRightToLeft(chars)) return undefined;
  let right = 0;
  let left = 0;
  for (let at = 0; at < chars.count; at += 1) {
    const code = chars.code[at] as number;
    if (code < 0x41) continue;
    if (isRightToLeft(code)) right += 1;
    else if (kindOf(code) === 'left') left += 1;
  }
  const order: number[] = [];
  const mirrored = new Map<number, number>();
  const reorder = new LineOrder(page, right > left, mirrored);
  let line: number[] = [];
  let bounds: { top: number; bottom: number } | undefined;
  const flush = (): void => {
    addAll(order, reorder.of(line));
    line = [];
    bounds = undefined;
  };
  for (let at = 0; at < chars.count; at += 1) {
    const code = chars.code[at] as number;
    const isMade = ((chars.flags[at] as number) & generatedChar) !== 0;
    if ((isMade && code !== 32) || styles[chars.style[at] as number]?.angle !== 0) {
      // A letter with its points that the engine takes for a line: the one around it follows.
      if (isMade && line.length <= mostOfGlyph && line.some((one) => isVowelPoint(chars.code[one] as number))) continue;
      // Marks that are raised end a line to the engine, but not to a reader.
      if (isMade && bounds !== undefined && goesOn(chars, at, bounds)) continue;
      flush();
      order.push(at);
      continue;
    }
    const [top, bottom] = [chars.top[at] as number, chars.bottom[at] as number];
    if (!isMade && bounds !== undefined && !isVowelPoint(code)) {
      const shared = overlap(top, bottom, bounds.top, bounds.bottom);
      const [one, other] = [bottom - top, bounds.bottom - bounds.top];
      const isOther =
        shared < sharedHeight * Math.min(one, other) || Math.max(one, other) > tallest * Math.min(one, other);
      if (isOther || line.length >= longestLine) flush();
    }
    line.push(at);
    // What stands on the line, as tall as the letters before: the next one may be a comma.
    if (!isMade && !isVowelPoint(code)) {
      bounds =
        bounds === undefined
          ? { top, bottom }
          : { top: Math.min(top, bounds.top), bottom: Math.max(bottom, bounds.bottom) };
    }
  }
  flush();
  return { ...page, chars: pickedChars(chars, order, mirrored) };
}

/** A space that the engine made of a gap, as a character of its own or as one without a width. */
const isGap = ({ code, flags, left, right }: CharTable, at: number): boolean =>
  ((flags[at] as number) & generatedChar) !== 0 || (code[at] === 32 && left[at] === right[at]);

/** After the end of a line that the engine saw: what comes next stands on that line still, and has letters from right to left. */
function goesOn(
  { count, code, flags, top, bottom }: CharTable,
  at: number,
  line: { top: number; bottom: number },
): boolean {
  let next = at + 1;
  while (next < count && ((flags[next] as number) & generatedChar) !== 0) next += 1;
  if (next >= count || !isRightToLeft(code[next] as number)) return false;
  const [up, down] = [top[next] as number, bottom[next] as number];
  return overlap(up, down, line.top, line.bottom) >= sameLine * Math.min(down - up, line.bottom - line.top);
}

/** Characters that one glyph stands for. */
const mostOfGlyph = 4;
/** Characters of one line; more are put in order in parts. */
const longestLine = 400;

class LineOrder {
  readonly #chars: CharTable;
  readonly #styles: readonly TextStyle[];
  readonly #isBackwards: boolean;
  readonly #mirrored: Map<number, number>;
  /** Where spaces stand that the engine made: they have no place of their own. */
  #made = new Map<number, number>();

  constructor({ chars, styles }: PdfPage, isBackwards: boolean, mirrored: Map<number, number>) {
    this.#chars = chars;
    this.#styles = styles;
    this.#isBackwards = isBackwards;
    this.#mirrored = mirrored;
  }

  of(given: readonly number[]): number[] {
    const { code } = this.#chars;
    if (!given.some((at) => isRightToLeft(code[at] as number)) && !this.#isBackwards) return [...given];
    // The engine sees a gap between a point and the letter it stands over.
    const isPoint = (at: number | undefined): boolean => at !== undefined && isVowelPoint(code[at] as number);
    const line = given.filter(
      (at, index) => !isGap(this.#chars, at) || !(isPoint(given[index - 1]) || isPoint(given[index + 1])),
    );
    this.#made = this.#placesOfMade(line);
    const points = line.filter((at) => isPoint(at));
    const drawn = line
      .filter((at) => !isPoint(at))
      .sort((a, b) => this.#middle(a) - this.#middle(b) || this.#tie(a, b));
    this.#keepOverlapping(drawn);
    const parts = this.#parts(drawn);
    const ordered = (this.#isBackwards ? parts.reverse() : parts).flatMap((part) => this.#part(part));
    return points.length === 0 ? ordered : this.#withPoints(ordered, points);
  }

  #size(at: number): number {
    return this.#styles[this.#chars.style[at] as number]?.size || 1;
  }

  #kind(at: number): Kind {
    return kindOf(this.#chars.code[at] as number);
  }

  #middle(at: number): number {
    return this.#made.get(at) ?? ((this.#chars.left[at] as number) + (this.#chars.right[at] as number)) / 2;
  }

  /** The engine turns round the letters of one glyph too, but not where the file has one code for all of them. */
  #tie(a: number, b: number): number {
    const { code } = this.#chars;
    const [first, second] = [code[Math.min(a, b)] as number, code[Math.max(a, b)] as number];
    return isLigature(first, second) && !isLigature(second, first) ? b - a : a - b;
  }

  /** Letters that are written one over the other stay in the order of the engine: their middles say nothing. */
  #keepOverlapping(drawn: number[]): void {
    const { left, right } = this.#chars;
    for (let place = 1; place < drawn.length; place += 1) {
      const [one, other] = [drawn[place - 1] as number, drawn[place] as number];
      if (other !== one + 1 || this.#kind(one) !== 'right' || this.#kind(other) !== 'right') continue;
      const [from, to] = [left[one] as number, right[one] as number];
      const [otherFrom, otherTo] = [left[other] as number, right[other] as number];
      if (from === otherFrom && to === otherTo) continue;
      if (overlap(from, to, otherFrom, otherTo) < overlapping * Math.min(to - from, otherTo - otherFrom)) continue;
      drawn[place - 1] = other;
      drawn[place] = one;
    }
  }

  #placesOfMade(line: readonly number[]): Map<number, number> {
    const { left, right, flags } = this.#chars;
    const places = new Map<number, number>();
    for (const [index, at] of line.entries()) {
      if (((flags[at] as number) & generatedChar) === 0) continue;
      const before = line[index - 1];
      const after = line[index + 1];
      if (before === undefined || after === undefined) {
        places.set(at, before === undefined && after === undefined ? 0 : (left[before ?? after ?? at] as number));
        continue;
      }
      const isBack = (right[after] as number) <= (left[before] as number) + 0.5;
      // A number begins at its left end: beside a letter from right to left the place is certain.
      const isSure = this.#kind(before) === 'right';
      if (!isBack) places.set(at, (left[after] as number) - beside);
      else places.set(at, isSure ? (left[before] as number) - beside : (right[after] as number) + beside);
    }
    return places;
  }

  /** Cut where cells and columns part, from left to right. */
  #parts(drawn: readonly number[]): number[][] {
    const { left, right } = this.#chars;
    const parts: number[][] = [];
    let end = Number.NEGATIVE_INFINITY;
    for (const at of drawn) {
      const isMade = this.#made.has(at);
      const gap = (left[at] as number) - end;
      const last = parts.at(-1);
      if (last === undefined || (!isMade && gap > widestGap * this.#size(at))) parts.push([at]);
      else last.push(at);
      if (!isMade) end = Math.max(end, right[at] as number);
    }
    return parts;
  }

  #part(part: readonly number[]): number[] {
    let right = 0;
    let left = 0;
    for (const at of part) {
      const kind = this.#kind(at);
      if (kind === 'right') right += 1;
      else if (kind === 'left') left += 1;
    }
    // On a page from right to left one word of it is enough: a line may well be full of foreign names.
    const isBackwards = right > left || (this.#isBackwards && (right > 0 || left === 0));
    return isBackwards ? this.#backwards(part) : this.#forwards(part);
  }

  /** A line of words from left to right, with some from right to left in it. */
  #forwards(given: readonly number[]): number[] {
    const part = this.#isBackwards ? this.#withStopAtEnd(given) : given;
    const ordered: number[] = [];
    for (let at = 0; at < part.length; at += 1) {
      if (this.#kind(part[at] as number) !== 'right') {
        ordered.push(part[at] as number);
        continue;
      }
      let end = at;
      for (let next = at + 1; next < part.length; next += 1) {
        const kind = this.#kind(part[next] as number);
        if (kind === 'left') break;
        if (kind === 'right') end = next;
      }
      addAll(ordered, this.#backwards(part.slice(at, end + 1)));
      at = end;
    }
    return ordered;
  }

  /** A foreign line on a page from right to left has its stop at the left. */
  #withStopAtEnd(part: readonly number[]): readonly number[] {
    const isStop = (at: number | undefined): boolean =>
      at !== undefined && /[.,:;!?]/.test(signOf(this.#chars.code[at] as number));
    return isStop(part[0]) && !isStop(part.at(-1)) ? [...part.slice(1), part[0] as number] : part;
  }

  #backwards(part: readonly number[]): number[] {
    const { code } = this.#chars;
    // After Arabic letters a sign parts two numbers.
    const joining = part.some((at) => isArabic(code[at] as number) && this.#kind(at) === 'right')
      ? /[.,:/]/
      : /[.,:/+-]/;
    const ordered: number[] = [];
    for (let at = part.length - 1; at >= 0; at -= 1) {
      // On either side of its number.
      if (isPercent(code[part[at] as number] as number) && at > 0 && this.#kind(part[at - 1] as number) === 'digit') {
        const from = this.#startOfNumber(part, at - 1, joining);
        addAll(ordered, part.slice(from, at + 1));
        at = from;
        continue;
      }
      const start = Math.min(this.#startOfWords(part, at), this.#startOfNumber(part, at, joining));
      if (start === at) this.#mirror(part, at);
      for (let next = start; next <= at; next += 1) ordered.push(part[next] as number);
      at = start;
    }
    return ordered;
  }

  /** Where words from left to right begin that end here, with the number after them. */
  #startOfWords(part: readonly number[], end: number): number {
    const kind = this.#kind(part[end] as number);
    if (kind !== 'left' && kind !== 'digit') return end;
    let start = end;
    let hasLetter = kind === 'left';
    for (let at = end - 1; at >= 0; at -= 1) {
      const one = this.#kind(part[at] as number);
      if (one === 'right') break;
      if (one === 'left') {
        hasLetter = true;
        start = at;
      } else if (!hasLetter && one === 'neutral' && (this.#chars.code[part[at] as number] as number) !== 0x2d) break;
    }
    return hasLetter ? start : end;
  }

  #startOfNumber(part: readonly number[], end: number, joining: RegExp): number {
    const { code } = this.#chars;
    const isDigit = (at: number): boolean => at >= 0 && this.#kind(part[at] as number) === 'digit';
    if (!isDigit(end)) return end;
    let start = end;
    while (start > 0) {
      if (isDigit(start - 1)) start -= 1;
      else if (isDigit(start - 2) && joining.test(signOf(code[part[start - 1] as number] as number))) start -= 2;
      else break;
    }
    return start;
  }

  /** Brackets are drawn turned round, and the engine turns back some: which way one points is told by what it stands at. */
  #mirror(part: readonly number[], place: number): void {
    const { code } = this.#chars;
    const at = part[place] as number;
    const own = signOf(code[at] as number);
    const pair = own === '' ? undefined : brackets.find((one) => one.includes(own));
    if (pair === undefined) return;
    const isOpenBefore = this.#isEdge(at, part[place + 1], /[([{«‹“]/);
    const isOpenAfter = this.#isEdge(at, part[place - 1], /[)\]}»›”.,:;!?،؛؟]/);
    if (isOpenBefore === isOpenAfter) return;
    const meant = pair[isOpenBefore ? 0 : 1] as string;
    if (meant !== own) this.#mirrored.set(at, meant.codePointAt(0) as number);
  }

  #isEdge(at: number, next: number | undefined, signs: RegExp): boolean {
    const { code, left, right } = this.#chars;
    if (next === undefined || this.#kind(next) === 'space') return true;
    const shared = overlap(left[at] as number, right[at] as number, left[next] as number, right[next] as number);
    if (shared < -apart * this.#size(at)) return true;
    return signs.test(signOf(code[next] as number));
  }

  /** Each after the letter that it is drawn over. */
  #withPoints(ordered: readonly number[], points: readonly number[]): number[] {
    const { left, right } = this.#chars;
    const letters = ordered.filter((at) => this.#kind(at) === 'right');
    const over = new Map<number, number[]>();
    for (const point of points) {
      let best = letters[0] ?? ordered[0] ?? point;
      let least = Number.POSITIVE_INFINITY;
      for (const letter of letters) {
        // One glyph for both is shared out between them, and a cluster is all of them; else the letter before it is more likely than one beside it.
        const isSame =
          Math.abs((left[letter] as number) - (right[point] as number)) < touching ||
          Math.abs((left[point] as number) - (right[letter] as number)) < touching;
        const isWhole = left[letter] === left[point] && right[letter] === right[point];
        const bonus = isWhole ? 2 : isSame ? 1 : letter === point - 1 ? 0.5 : 0;
        const distance = Math.abs(this.#middle(letter) - this.#middle(point)) - bonus * this.#size(point);
        if (distance >= least) continue;
        best = letter;
        least = distance;
      }
      over.set(best, [...(over.get(best) ?? []), point]);
    }
    if (ordered.length === 0) return [...points];
    return ordered.flatMap((at) => [at, ...(over.get(at) ?? [])]);
  }
}

/** Two letters that Unicode has as one form (Arabic Presentation Forms), such as lam-alef. */
function isLigature(first: number, second: number): boolean {
  ligatures ??= new Set(
    Array.from({ length: lastForm - firstForm + 1 }, (_, at) => String.fromCharCode(firstForm + at).normalize('NFKC')),
  );
  return ligatures.has(String.fromCharCode(first, second));
}

let ligatures: ReadonlySet<string> | undefined;
const [firstForm, lastForm] = [0xfbea, 0xfefc];
const brackets = ['()', '[]', '{}', '«»', '‹›', '<>'];
