// Marks over and under letters that are characters of their own, put behind the letters they are drawn at. Fonts draw them with
// no width, moved to the left, and many programs place each by itself: the engine then tells them late, and sees gaps around
// them. What is drawn where is certain. Letters from right to left have an order of their own (`bidi-order.ts`).
import {
  type CharTable,
  generatedChar,
  isRightToLeft,
  pickedChars,
  withColumns,
} from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { addAll } from '../../layout/many.ts';
import { overlap, type TextStyle } from '../../layout/page.ts';

/** In parts of the type size: how far the middle of a mark may lie beside its letter, and beside one that it follows. */
const beside = 0.02;
const besideLast = 0.2;
/** In parts of the type size: no gap within a word is wider, and no space narrower. */
const withinWord = 0.2;
/** How much of the lower one of two signs of one line stands beside the other. */
const onLine = 0.5;
/** In points: what has no width is no space that was drawn; parts of one sign touch each other. */
const unseen = 0.01;
const touching = 0.05;
/** Characters looked at to either side: more than a line has. */
const farthest = 300;
const mostSearches = 20_000;
/** Characters between a letter and a mark that follows it. */
const mostBetween = 12;

/** Scripts from left to right whose signs combine, and the marks of any script but strokes, which formulas draw through signs. */
const combines = (code: number): boolean =>
  (code >= 0x300 && code <= 0x36f && (code < 0x334 || code > 0x338)) ||
  (code >= 0x900 && code <= 0x109f) ||
  (code >= 0x1780 && code <= 0x17ff) ||
  (code >= 0x1a20 && code <= 0x1aad);

/** What joins the letters before and after it stays between them. */
const isJoiner = (code: number): boolean =>
  code === 0x1039 || code === 0x17d2 || code === 0xdca || (code >= 0x900 && code <= 0xd7f && (code & 0x7f) === 0x4d);

/** Such signs, and what joins them or keeps them apart without being seen. */
const goesTogether = (code: number): boolean => combines(code) || code === 0x200c || code === 0x200d;

/** The scripts of India have half as many places as the others. */
const scriptOf = (code: number): number => (code < 0xf00 ? code >> 7 : code & 0xff00);

const nonspacing = /^\p{Mn}/u;
/** Vowels of Thai and Lao that stand beside the letter, and bear no mark. */
const bearsNone = (code: number): boolean => {
  const place = code & 0x7f;
  return (
    code >= 0xe00 &&
    code <= 0xeff &&
    (place === 0x30 || place === 0x32 || place === 0x33 || (place >= 0x40 && place <= 0x46))
  );
};

export function withMarksOnLetters(page: PdfPage): PdfPage {
  if (!page.chars.code.some(combines)) return page;
  const { order, chars } = new MarkOrder(page).run();
  return { ...page, chars: pickedChars(chars, order, new Map()) };
}

class MarkOrder {
  readonly #styles: readonly TextStyle[];
  readonly #chars: CharTable;
  /** The letter of each mark, and whether the mark stands elsewhere. */
  readonly #letters: Int32Array;
  readonly #away: Uint8Array;
  /** Such marks by their letter. */
  readonly #moved = new Map<number, number[]>();
  #searches = 0;

  constructor({ chars, styles }: PdfPage) {
    this.#styles = styles;
    this.#letters = new Int32Array(chars.count).fill(-1);
    this.#away = new Uint8Array(chars.count);
    const { left, top, right, bottom, style } = chars;
    this.#chars = withColumns(chars, {
      left: left.slice(),
      top: top.slice(),
      right: right.slice(),
      bottom: bottom.slice(),
      style: style.slice(),
    });
  }

  run(): { readonly order: number[]; readonly chars: CharTable } {
    const { count } = this.#chars;
    for (let at = 0; at < count; at += 1) {
      if (!this.#isMark(at)) continue;
      const letter = this.#letterOf(at);
      if (letter === undefined) continue;
      this.#letters[at] = letter.at;
      if (letter.isAway) {
        this.#away[at] = 1;
        const brought = this.#moved.get(letter.at);
        if (brought === undefined) this.#moved.set(letter.at, [at]);
        else brought.push(at);
      }
    }
    return { order: this.#ordered(), chars: this.#chars };
  }

  /** The letter that a mark belongs to, and whether the mark has to be brought to it. */
  #letterOf(at: number): { readonly at: number; readonly isAway: boolean } | undefined {
    if (this.#touchesLast(at) && (this.#letters[at - 1] as number) >= 0)
      return { at: this.#letters[at - 1] as number, isAway: this.#away[at - 1] === 1 };
    const before = this.#letterBefore(at);
    if (before !== undefined && this.#follows(at, before)) return { at: before, isAway: false };
    const under = this.#letterUnder(at);
    if (under !== undefined) return { at: under, isAway: true };
    return before !== undefined && this.#isOnLine(at, before) ? { at: before, isAway: false } : undefined;
  }

  #code(at: number): number {
    const { recovered, code } = this.#chars;
    return recovered.get(at)?.codePointAt(0) ?? (code[at] as number);
  }

  #isMark(at: number): boolean {
    const code = this.#code(at);
    return combines(code) && nonspacing.test(String.fromCodePoint(code)) && this.#isLevel(at);
  }

  #isLevel(at: number): boolean {
    return this.#styles[this.#chars.style[at] as number]?.angle === 0;
  }

  #size(at: number): number {
    return this.#styles[this.#chars.style[at] as number]?.size || 1;
  }

  /** A gap that the engine saw: a blank of its own, or one without a width. */
  #isGap(at: number): boolean {
    const { flags, code, left, right } = this.#chars;
    if (((flags[at] as number) & generatedChar) !== 0) return true;
    return code[at] === 32 && (right[at] as number) - (left[at] as number) < unseen;
  }

  /** What a mark comes after, gaps and other marks left out. */
  #letterBefore(at: number): number | undefined {
    for (let before = at - 1; before >= 0 && at - before <= mostBetween; before -= 1) {
      if (this.#isGap(before) || this.#isMark(before)) continue;
      return this.#bears(before, at) ? before : undefined;
    }
    return undefined;
  }

  /** Letters of a script bear its marks; marks of no script go with any letter. */
  #bears(letter: number, mark: number): boolean {
    const [code, own] = [this.#code(letter), this.#code(mark)];
    if (own < 0x900) return /^[\p{L}\p{N}]/u.test(String.fromCodePoint(Math.min(code, 0x10ffff)));
    return scriptOf(code) === scriptOf(own) && !bearsNone(code);
  }

  /** Parts of what is spelled out as one stand side by side. */
  #touchesLast(at: number): boolean {
    const { left, right } = this.#chars;
    return at > 0 && Math.abs((left[at] as number) - (right[at - 1] as number)) < touching;
  }

  #follows(at: number, letter: number): boolean {
    if (isJoiner(this.#code(at))) return true;
    if (!this.#isOnLine(at, letter)) return false;
    return (letter === at - 1 && this.#touchesLast(at)) || this.#isOver(at, letter, besideLast);
  }

  #isOnLine(one: number, other: number): boolean {
    const { top, bottom } = this.#chars;
    const [up, down] = [top[one] as number, bottom[one] as number];
    const [otherUp, otherDown] = [top[other] as number, bottom[other] as number];
    return overlap(up, down, otherUp, otherDown) >= onLine * Math.min(down - up, otherDown - otherUp);
  }

  /** The middle of a mark lies over a letter, or no further to the right of it. */
  #isOver(mark: number, letter: number, reach: number): boolean {
    const { left, right } = this.#chars;
    const middle = ((left[mark] as number) + (right[mark] as number)) / 2;
    const size = this.#size(letter);
    return middle >= (left[letter] as number) - beside * size && middle <= (right[letter] as number) + reach * size;
  }

  /** The letter that a mark is drawn at, of those near to it in the order of the engine; none beyond the end of its word. */
  #letterUnder(at: number): number | undefined {
    this.#searches += 1;
    if (this.#searches > mostSearches) return undefined;
    const { left, right, count } = this.#chars;
    const middle = ((left[at] as number) + (right[at] as number)) / 2;
    let best: number | undefined;
    let least = Number.POSITIVE_INFINITY;
    const look = (other: number): void => {
      if (!this.#isOver(at, other, beside) || this.#isGap(other) || this.#isMark(other)) return;
      if (!this.#bears(other, at) || !this.#isOnLine(at, other)) return;
      const distance = Math.abs(((left[other] as number) + (right[other] as number)) / 2 - middle);
      if (distance >= least) return;
      best = other;
      least = distance;
    };
    for (let other = Math.max(0, at - farthest); other < at; other += 1) look(other);
    for (let other = at + 1; other < Math.min(count, at + farthest); other += 1) {
      if (this.#code(other) === 32 && !this.#isGap(other)) break;
      look(other);
    }
    return best;
  }

  #ordered(): number[] {
    const order: number[] = [];
    let gaps: number[] = [];
    let waiting: readonly number[] = [];
    for (let at = 0; at < this.#chars.count; at += 1) {
      if (this.#away[at] === 1) continue;
      if (this.#isGap(at)) {
        gaps.push(at);
        continue;
      }
      // Those that follow a letter stand before those that are brought to it.
      if ((this.#letters[at] as number) < 0) {
        for (const mark of waiting) this.#add(mark, order);
        waiting = [];
      }
      const last = order.at(-1);
      if (last === undefined || gaps.length === 0 || !this.#goesOn(last, at)) addAll(order, gaps);
      gaps = [];
      this.#add(at, order);
      waiting = this.#moved.get(at) ?? waiting;
    }
    for (const mark of waiting) this.#add(mark, order);
    addAll(order, gaps);
    return order;
  }

  /** A mark takes the look of its letter, and room beside it where it has some, so that nobody sees a gap or a step. */
  #add(at: number, order: number[]): void {
    const last = order.at(-1);
    order.push(at);
    const letter = this.#letters[at] as number;
    if (letter < 0 || last === undefined) return;
    const { left, top, right, bottom, style } = this.#chars;
    const [from, to] = [left[last] as number, right[last] as number];
    const isAway = this.#away[at] === 1;
    left[at] = isAway ? from : Math.min(Math.max(left[at] as number, from), to);
    right[at] = isAway ? to : Math.max(right[at] as number, to);
    top[at] = top[letter] as number;
    bottom[at] = bottom[letter] as number;
    style[at] = style[letter] as number;
  }

  /** Signs of such scripts on one line, with no more between them than within a word. */
  #goesOn(last: number, at: number): boolean {
    const [code, lastCode] = [this.#code(at), this.#code(last)];
    if ((this.#letters[at] as number) >= 0) return true;
    if (!(goesTogether(code) || goesTogether(lastCode)) || isRightToLeft(code) || isRightToLeft(lastCode)) return false;
    if (!this.#isLevel(at) || !this.#isLevel(last) || !this.#isOnLine(last, at)) return false;
    const gap = (this.#chars.left[at] as number) - (this.#chars.right[last] as number);
    const size = this.#size(at);
    return gap < withinWord * size && gap > -size;
  }
}
