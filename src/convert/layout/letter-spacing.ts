// Words that were set with space between their letters: `H O W  C A N` is two words, spaced ideographs are one text, and the
// dots that lead to a page number are one row of dots.
import { addAll, largestOf } from './many.ts';
import { type Word, widthOf } from './page.ts';
import { median } from './sorted.ts';

/** Single letters in a row that are taken for one spaced-out text. */
const fewestLetters = 4;
/** In widths of a sign: letters of a typewriter that are further apart have a blank between them. */
const blank = 0.8;
/** In parts of the type size: no less white than between two words, and what is as wide as other white. */
const leastSpace = 0.2;
const asWide = 0.05;
const letter = /^\p{L}$/u;
/** Their punctuation and full-width forms are as wide as they are, and need no space either. */
const ideograph = /[\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af\uff01-\uff60]$/;
const startsIdeograph = /^[\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60]/;

/** The words of one line with such spacing undone. */
export function closeLetters(words: readonly Word[]): readonly Word[] {
  if (words.length < 2) return words;
  let out: Word[] | undefined;
  for (let at = 0; at < words.length; ) {
    const dots = dotsEnd(words, at);
    if (dots - at >= fewestLetters) {
      out ??= words.slice(0, at);
      out.push(joinedDots(words.slice(at, dots)));
      at = dots;
      continue;
    }
    const end = runEnd(words, at);
    if (end - at >= fewestLetters) {
      const letters = words.slice(at, end);
      const isOne = isSpread(words, at, end);
      if (isOne) out ??= words.slice(0, at);
      if (out !== undefined) addAll(out, isOne ? joined(letters) : letters);
      at = end;
      continue;
    }
    const word = words[at] as Word;
    const before = out === undefined ? words[at - 1] : out.at(-1);
    if (before !== undefined && word.spaced && isSpacedIdeograph(before, word)) {
      out ??= words.slice(0, at);
      out.push({ ...word, spaced: false });
    } else out?.push(word);
    at += 1;
  }
  return out ?? words;
}

function isSpacedIdeograph(before: Word, word: Word): boolean {
  return (
    before.text.charCodeAt(before.text.length - 1) > 0x3000 &&
    ideograph.test(before.text) &&
    startsIdeograph.test(word.text) &&
    word.left - before.right < 0.7 * word.style.size
  );
}

function dotsEnd(words: readonly Word[], from: number): number {
  let end = from;
  while (end < words.length && isDots((words[end] as Word).text)) end += 1;
  return end;
}

const isDots = (text: string): boolean => text.length <= 3 && /^[.…]{1,3}$/.test(text);

function joinedDots(dots: readonly Word[]): Word {
  const [first] = dots as readonly [Word, ...Word[]];
  return { ...first, text: dots.map(({ text }) => text).join(''), right: largestOf(dots, ({ right }) => right) };
}

function runEnd(words: readonly Word[], from: number): number {
  let end = from;
  while (end < words.length) {
    const word = words[end] as Word;
    const first = words[from] as Word;
    if (
      word.text.length > 2 ||
      !letter.test(word.text) ||
      ideograph.test(word.text) ||
      word.style.size !== first.style.size ||
      word.rightToLeft
    )
      break;
    end += 1;
  }
  return end;
}

/** The letters of spaced words: not those of code with a blank after each, nor single letters among words no further apart. */
function isSpread(words: readonly Word[], from: number, end: number): boolean {
  const letters = words.slice(from, end);
  const usual = usualGap(letters);
  const { style } = letters[0] as Word;
  if (style.monospace) {
    const isTitle = letters.length === words.length && letters.every(({ text }) => /^\p{Lu}$/u.test(text));
    return isTitle || usual < blank * median(letters.map(widthOf));
  }
  if (usual < leastSpace * style.size) return true;
  return ![from, end].some((at) => {
    const [before, after] = [words[at - 1], words[at]];
    if (before === undefined || after === undefined) return false;
    const isWord = /^\p{L}{3,}/u.test(at === from ? before.text : after.text);
    return isWord && after.left - before.right < usual + asWide * style.size;
  });
}

/** Letters as far apart as most of them make a word; where the gap is wider, the next word begins. */
function joined(letters: readonly Word[]): Word[] {
  const gaps = gapsOf(letters);
  const usual = usualGap(letters);
  const size = letters[0]?.style.size ?? 1;
  const words: Word[] = [];
  for (const [at, one] of letters.entries()) {
    const last = words.at(-1);
    if (last === undefined || (gaps[at - 1] ?? 0) > usual + 0.25 * size) words.push(one);
    else {
      words[words.length - 1] = {
        ...last,
        text: last.text + one.text,
        right: Math.max(last.right, one.right),
        top: Math.min(last.top, one.top),
        bottom: Math.max(last.bottom, one.bottom),
      };
    }
  }
  return words;
}

const gapsOf = (letters: readonly Word[]): number[] =>
  letters.slice(1).map(({ left }, at) => left - (letters[at] as Word).right);

const usualGap = (letters: readonly Word[]): number =>
  gapsOf(letters).sort((a, b) => a - b)[Math.floor((letters.length - 1) * 0.4)] ?? 0;
