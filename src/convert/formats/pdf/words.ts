// Words from the characters of a PDF page: cut at spaces, jumps and changes of look; hidden and off-page text set aside.
import { type CharTable, generatedChar, isRightToLeft, unmappedChar } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { bulletSign } from '../../layout/list-marks.ts';
import type { TextStyle, Word } from '../../layout/page.ts';
import { inReadingOrder, isVowelPoint } from './bidi-order.ts';
import { isLatinLetter, isOutside } from './char-kinds.ts';
import { closeGap, closelySet, tightGap } from './close-setting.ts';
import { withMarksOnLetters } from './combining-marks.ts';
import { withCircled, withWholeArrows } from './drawn-accents.ts';
import { withDrawnControls } from './drawn-controls.ts';
import { withoutFalseSpaces } from './false-spaces.ts';
import { withFixedColumns } from './fixed-columns.ts';
import { withJoinedAccents } from './joined-accents.ts';
import { pictureOf, pictureStyles, withLetterBullets } from './letter-marks.ts';
import { withoutOverprinted } from './overprinted.ts';
import { isNote, isPictorial } from './pictorial-fonts.ts';
import { isSaidAgain, isUnseen, textOf } from './sign-text.ts';
import { spelled } from './spelled-marks.ts';
import { withoutStrokes } from './stretched-letters.ts';
import { withTrackedLines } from './tracked-lines.ts';
import { type Quarter, quarterOf } from './upright.ts';

export interface PageWords {
  readonly words: readonly Word[];
  /** Characters left out because they are not painted or stand outside the page. */
  readonly hidden: number;
  /** Characters whose code has no known meaning. */
  readonly unmapped: number;
}

/** In parts of the type size: a gap wider than this parts two words even where no space was drawn. */
const wordGap = 0.3;
/** In parts of the type size: gaps between the letters of a word set wide differ by no more. */
const evenly = 0.01;
/** A step back or up by more than this begins a new word. */
const jump = 0.4;
/** The same between letters from right to left, which some hands set on a slope. */
const farJump = 1;
/** Characters of a number or word in a line from right to left. */
const longestRun = 40;

export function pageWords(given: PdfPage): PageWords {
  const marked = withMarksOnLetters(withJoinedAccents(withoutStrokes(given)));
  const whole = withoutFalseSpaces(withTrackedLines(withFixedColumns(marked)));
  const ordered = inReadingOrder(whole);
  const page = ordered ?? whole;
  const { chars, styles } = page;
  const builder = new WordBuilder(chars, styles, ordered !== undefined);
  const pictures = pictureStyles(styles);
  const drawn = new Set(styles.filter(({ font }) => isPictorial(font)));
  let hidden = 0;
  let unmapped = 0;
  const isAllKnown = chars.recovered.size === 0;
  for (let at = 0; at < chars.count; at += 1) {
    const code = chars.code[at] as number;
    const flags = chars.flags[at] as number;
    const recovered = isAllKnown ? undefined : chars.recovered.get(at);
    // Where a line may end, in scripts without spaces.
    if (code === 0x200b && isUnseen(chars, at)) continue;
    if (recovered === undefined ? isSpace(code) || (flags & generatedChar) !== 0 : recovered === ' ') {
      if ((flags & unmappedChar) !== 0) unmapped += 1;
      // U+0002 is a hyphen at the end of a line, and the engine's own.
      if (code === 2 && flags === 0 && builder.busy) builder.add(at, '-');
      else if ((flags & generatedChar) !== 0) builder.gap();
      else builder.space();
      continue;
    }
    const style = styles[chars.style[at] as number];
    if (style === undefined) continue;
    if (style.invisible || isOutside(page, at)) {
      hidden += 1;
      builder.space();
      continue;
    }
    if (drawn.has(style) && !isNote(code)) {
      builder.space();
      continue;
    }
    if ((flags & unmappedChar) !== 0) unmapped += 1;
    if (code === 0xad && (isUnseen(chars, at) || chars.code[at + 1] === 0x2d)) continue;
    if ((code === 0x2d || code >= 0xad) && isSaidAgain(chars, at)) continue;
    const picture = pictures?.has(style) === true ? pictureOf(code, style.font) : undefined;
    const text = picture ?? recovered ?? textOf(code, style.font);
    if (text !== '') builder.add(at, text);
  }
  const words = withWholeArrows(withCircled(withDrawnControls(withoutOverprinted(builder.end()))));
  return { words: withLetterBullets(words), hidden, unmapped };
}

function isSpace(code: number): boolean {
  if (code <= 32) return true;
  if (code < 0xa0) return false;
  return code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200b) || code === 0xfffe;
}

/** A character's box along the direction its text runs in: from, to, and the place of its line. */
function alongText(
  quarter: Quarter,
  left: number,
  top: number,
  right: number,
  bottom: number,
): readonly [from: number, to: number, base: number] {
  if (quarter === 90) return [top, bottom, left];
  if (quarter === 180) return [-right, -left, top];
  if (quarter === 270) return [-bottom, -top, right];
  return [left, right, bottom];
}

/** A letter from right to left beside one from left to right: a space belongs there, drawn or not. */
function isOtherScript(before: number, code: number): boolean {
  return (isLatinLetter(before) && isRightToLeft(code)) || (isRightToLeft(before) && isLatinLetter(code));
}

class WordBuilder {
  readonly #chars: CharTable;
  readonly #styles: readonly TextStyle[];
  /** Characters are in the order of reading, which goes on to the left and to the right. */
  readonly #isBidi: boolean;
  readonly #words: Word[] = [];
  #text = '';
  #first = -1;
  #left = Number.NaN;
  #top = Number.NaN;
  #right = Number.NaN;
  #bottom = Number.NaN;
  #spaced = true;
  /** Where the last character began and ended along its line, and where the line stood. */
  #lastFrom = Number.NaN;
  #lastTo = Number.NaN;
  #lastBase = Number.NaN;
  #last = -1;
  /** Where the words from left to right began that the last one is of, in a line from right to left. */
  #runLeft = Number.POSITIVE_INFINITY;
  /** Since then no space was drawn; the engine saw one in a gap. */
  #guessed = false;
  #half = '';
  #rightToLeft = false;
  /** Styles whose letters stand close throughout. */
  #closeSet: ReadonlySet<number> | undefined;

  constructor(chars: CharTable, styles: readonly TextStyle[], isBidi: boolean) {
    this.#isBidi = isBidi;
    this.#chars = chars;
    this.#styles = styles;
  }

  /** A word has been begun. */
  get busy(): boolean {
    return this.#first >= 0;
  }

  add(at: number, text: string): void {
    const chars = this.#chars;
    const left = chars.left[at] as number;
    const right = chars.right[at] as number;
    const top = chars.top[at] as number;
    const bottom = chars.bottom[at] as number;
    const style = chars.style[at] as number;
    const { size, angle } = this.#styles[style] as TextStyle;
    let [from, to, base] = [left, right, bottom];
    if (angle !== 0) [from, to, base] = alongText(quarterOf(angle), left, top, right, bottom);
    if (this.#isBidi && this.#first >= 0 && isVowelPoint(text.charCodeAt(0))) {
      this.#text += text;
      this.#left = Math.min(this.#left, left);
      this.#right = Math.max(this.#right, right);
      return;
    }
    const isBackwards = this.#isBidi && isRightToLeft(text.charCodeAt(0));
    if (this.#first < 0 && this.#guessed) {
      this.#spaced = !this.#goesOn(at, text, size);
    } else if (this.#first >= 0) {
      const unit = size || 1;
      const far = isBackwards && this.#rightToLeft ? farJump : jump;
      const moved = Math.abs(base - this.#lastBase) > far * unit && !this.#isWithin(top, bottom, style);
      const isBidi = this.#isBidi && angle === 0;
      const gap = isBidi ? Math.max(this.#left - this.#endOfRun(at), left - this.#right) : from - this.#lastTo;
      const back = !isBidi && from < this.#lastFrom - jump * unit;
      const isOther = isBidi && isOtherScript(chars.code[this.#last] as number, chars.code[at] as number);
      // Where a letter and its points are one glyph, its place may be that of the points.
      const isPointed = isBidi && (this.#isLoosePoint(at - 1) || this.#isLoosePoint(at + 1));
      const apart =
        isOther ||
        gap > (isPointed ? 2 * wordGap : wordGap) * unit ||
        (gap > tightGap * unit && this.#isTight(at, style));
      if (moved || back || apart || this.#isBulletBefore(text)) {
        this.#flush();
        // A stop after words that run to the right stands at their left end.
        const isStop = isBidi && !isOther && !moved && Math.abs(this.#runLeft - right) < wordGap * unit;
        this.#spaced = !isStop && !(moved && !back && this.#isStopBelow(at, text, gap / unit));
      } else if (style !== chars.style[this.#first]) {
        this.#flush();
        this.#spaced = false;
      }
    }
    if (this.#first < 0) {
      this.#first = at;
      this.#rightToLeft = isBackwards;
      this.#left = left;
      this.#top = top;
      this.#right = right;
      this.#bottom = bottom;
    } else {
      if (isBackwards) this.#rightToLeft = true;
      if (left < this.#left) this.#left = left;
      if (top < this.#top) this.#top = top;
      if (right > this.#right) this.#right = right;
      if (bottom > this.#bottom) this.#bottom = bottom;
    }
    if (this.#isBidi) this.#runLeft = isBackwards || left < this.#lastFrom ? left : Math.min(this.#runLeft, left);
    this.#lastFrom = from;
    this.#lastTo = to;
    this.#lastBase = base;
    this.#last = at;
    this.#guessed = false;
    // Half of a pair: the two make one character together.
    const unit = text.charCodeAt(0);
    if (unit >= 0xd800 && unit < 0xdc00 && text.length === 1) this.#half = text;
    else if (this.#half === '') this.#text += text;
    else {
      this.#text += this.#half + text;
      this.#half = '';
    }
  }

  /** A point that stands elsewhere than its letter. */
  #isLoosePoint(at: number): boolean {
    const { code, left, right } = this.#chars;
    return isVowelPoint(code[at] ?? 0) && (left[at] !== left[at - 1] || right[at] !== right[at - 1]);
  }

  /** The right end of the number or word from left to right that begins here. */
  #endOfRun(at: number): number {
    const { count, code, left, right, style } = this.#chars;
    const { size } = this.#styles[style[at] as number] as TextStyle;
    let last = at;
    while (last + 1 < count && last - at < longestRun) {
      const next = last + 1;
      const gap = (left[next] as number) - (right[last] as number);
      if (style[next] !== style[at] || isRightToLeft(code[next] as number) || Math.abs(gap) > tightGap * size) break;
      last = next;
    }
    return right[last] as number;
  }

  /** Right after a mark that is raised, the stop that ends its word or sentence. */
  #isStopBelow(at: number, text: string, gap: number): boolean {
    const { style, top, bottom } = this.#chars;
    if (style[at] === style[this.#last] || Math.abs(gap) > closeGap || !/^[,.;:)\]]/.test(text)) return false;
    return (top[at] as number) < (bottom[this.#last] as number) && (bottom[at] as number) > this.#lastBase;
  }

  /** A bullet right before a letter, a bracket or a quote is no part of the word. */
  #isBulletBefore(text: string): boolean {
    return this.#text.length === 1 && bulletSign.test(this.#text) && /^[\p{L}\p{N}\p{Ps}\p{Pi}"']/u.test(text);
  }

  /** Two letters of one word would stand closer in this font. */
  #isTight(at: number, style: number): boolean {
    const { code, style: styles } = this.#chars;
    if (styles[at - 1] !== style || !isLatinLetter(code[at] as number) || this.#isAfterLigature(at)) return false;
    const before = code[at - 1] as number;
    if (!isLatinLetter(before) && before !== 0x2c && before !== 0x2e && before !== 0x3b) return false;
    this.#closeSet ??= closelySet(this.#chars, this.#styles);
    return this.#closeSet.has(style);
  }

  /** The engine gives the parts of a ligature the same width, and often not all that it takes. */
  #isAfterLigature(at: number): boolean {
    const { code, left, right } = this.#chars;
    if (at < 2 || code[at - 2] !== 0x66 || !/[fil]/.test(String.fromCharCode(code[at - 1] as number))) return false;
    const widthOf = (one: number): number => (right[one] as number) - (left[one] as number);
    return Math.abs(widthOf(at - 1) - widthOf(at - 2)) < 0.01;
  }

  /**
   * The parts of a ligature have boxes of their own, as tall as what is drawn of them: they stand on the line of the letters
   * around them all the same.
   */
  #isWithin(top: number, bottom: number, style: number): boolean {
    const { style: styles } = this.#chars;
    if (style !== styles[this.#last]) return false;
    const [lastTop, lastBottom] = [this.#chars.top[this.#last] as number, this.#chars.bottom[this.#last] as number];
    return (top >= lastTop && bottom <= lastBottom) || (lastTop >= top && lastBottom <= bottom);
  }

  /** After a gap in which the engine saw a space or the end of a line: the word goes on, raised or lowered, or a sign ends it. */
  #goesOn(at: number, text: string, size: number): boolean {
    const { left, right, top, bottom, style, code } = this.#chars;
    const last = this.#last;
    if (last < 0 || this.#styles[style[at] as number]?.angle !== 0) return false;
    if (style[at] === style[last] && this.#isSpacedOut(at, size)) return true;
    if (isRightToLeft(code[at] as number) && isRightToLeft(code[last] as number)) {
      const white = (left[last] as number) - (right[at] as number);
      return this.#isBidi && white < closeGap * size && white > -size;
    }
    const shared =
      Math.min(bottom[at] as number, bottom[last] as number) - Math.max(top[at] as number, top[last] as number);
    if (
      shared <
      0.5 * Math.min((bottom[at] as number) - (top[at] as number), (bottom[last] as number) - (top[last] as number))
    )
      return false;
    const gap = ((left[at] as number) - (right[last] as number)) / (size || 1);
    // A ligature drawn by itself; the engine sees the end of a line before it.
    if (style[at] === style[last])
      return Math.abs(gap) <= closeGap && isLatinLetter(code[at] as number) && isLatinLetter(code[last] as number);
    return gap >= -closeGap && (gap <= closeGap || (gap < wordGap && /^[,.)\]]/.test(text) && !this.#beginsName(at)));
  }

  /** A stop with more right after it, as in `.bashrc` and `.*`, or a sign of code after text. */
  #beginsName(at: number): boolean {
    const { code, flags, left, right, style } = this.#chars;
    const [last, own] = [style[this.#last] as number, style[at] as number];
    if (this.#styles[own]?.monospace === true && this.#styles[last]?.monospace === false) return true;
    const next = at + 1;
    if (code[at] !== 0x2e || style[next] !== style[at] || ((flags[next] as number) & generatedChar) !== 0) return false;
    if (isSpace(code[next] as number) || /^[.,;:!?)\]'"”’]/.test(String.fromCodePoint(code[next] as number)))
      return false;
    return (left[next] as number) - (right[at] as number) < wordGap * (this.#styles[style[at] as number]?.size || 1);
  }

  /** As far from the last letter as that one is from the letter before it, with no space between them. */
  #isSpacedOut(at: number, size: number): boolean {
    const { left, right, top, code, style } = this.#chars;
    const last = this.#last;
    const before = last - 1;
    if (before < 0 || style[before] !== style[last] || isSpace(code[before] as number)) return false;
    const gap = (left[at] as number) - (right[last] as number);
    const usual = (left[last] as number) - (right[before] as number);
    return top[at] === top[last] && gap > 0 && gap < wordGap * size && gap <= usual + evenly * size;
  }

  /** What the file draws. */
  space(): void {
    this.#flush();
    this.#spaced = true;
    this.#guessed = false;
  }

  /** What the engine makes of a gap. */
  gap(): void {
    const drawn = this.#first < 0 && !this.#guessed;
    this.#flush();
    this.#spaced = true;
    this.#guessed = !drawn;
  }

  end(): Word[] {
    this.#flush();
    return this.#words;
  }

  #flush(): void {
    if (this.#first < 0) return;
    const style = this.#styles[this.#chars.style[this.#first] as number] as TextStyle;
    if (this.#text !== '') {
      this.#words.push({
        text: spelled(this.#text),
        style,
        spaced: this.#spaced,
        order: this.#words.length,
        rightToLeft: this.#rightToLeft,
        left: this.#left,
        top: this.#top,
        right: this.#right,
        bottom: this.#bottom,
      });
    }
    this.#text = '';
    this.#first = -1;
    this.#half = '';
  }
}
