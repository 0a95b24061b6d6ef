// Words that a line is drawn through: they are struck out, and the line is not one of a table.
import { middleY, overlap, type Rule, type TextStyle, type Word, widthOf } from '../../layout/page.ts';

/** In parts of a word's height from its top: where a line goes through it, and neither over nor under it. */
const zone = { from: 0.35, to: 0.7 };
/** How much of a word is covered. */
const covered = 0.8;
/** How much of the line lies on words; in parts of the type size, how far it may stand out beside them. */
const onWords = 0.7;
const beside = 0.5;
/** Lines of a page that are looked at: one with more of them is a drawing. */
const mostRules = 2_000;
/** In points: words are looked for by the height they stand at. */
const step = 8;

export interface Struck {
  readonly words: readonly Word[];
  readonly rules: readonly Rule[];
}

export function withStruckOut(words: readonly Word[], rules: readonly Rule[]): Struck {
  const level = rules.filter((rule) => rule.horizontal && widthOf(rule) >= 3);
  if (level.length === 0 || level.length > mostRules) return { words, rules };
  const byHeight = wordsByHeight(words);
  const struck = new Set<Word>();
  const used = new Set<Rule>();
  for (const rule of level) {
    const through = wordsThrough(rule, byHeight);
    if (!isStrike(rule, through)) continue;
    used.add(rule);
    for (const word of through) struck.add(word);
  }
  if (used.size === 0) return { words, rules };
  const looks = new Map<TextStyle, TextStyle>();
  const lookOf = (style: TextStyle): TextStyle => {
    const known = looks.get(style) ?? { ...style, struck: true };
    looks.set(style, known);
    return known;
  };
  return {
    words: words.map((word) => (struck.has(word) ? { ...word, style: lookOf(word.style) } : word)),
    rules: rules.filter((rule) => !used.has(rule)),
  };
}

function zoneOf({ top, bottom }: Word): readonly [from: number, to: number] {
  const height = bottom - top;
  return [top + zone.from * height, top + zone.to * height];
}

function wordsByHeight(words: readonly Word[]): ReadonlyMap<number, readonly Word[]> {
  const found = new Map<number, Word[]>();
  for (const word of words) {
    if (word.style.angle !== 0) continue;
    const [from, to] = zoneOf(word);
    // Large letters stand at several heights; none is so large that a line through it strikes it out at more than these.
    const last = Math.min(Math.floor(to / step), Math.floor(from / step) + 8);
    for (let at = Math.floor(from / step); at <= last; at += 1) {
      const list = found.get(at);
      if (list === undefined) found.set(at, [word]);
      else list.push(word);
    }
  }
  return found;
}

function wordsThrough(rule: Rule, byHeight: ReadonlyMap<number, readonly Word[]>): Word[] {
  const y = middleY(rule);
  return (byHeight.get(Math.floor(y / step)) ?? []).filter((word) => {
    const [from, to] = zoneOf(word);
    if (y < from || y > to) return false;
    return overlap(rule.left, rule.right, word.left, word.right) >= covered * widthOf(word);
  });
}

/** It begins and ends with the words it goes through, and they are more than a letter with a bar. */
function isStrike(rule: Rule, words: readonly Word[]): boolean {
  const [first] = words;
  if (first === undefined || !words.some(({ text }) => /[\p{L}\p{N}]{2}/u.test(text))) return false;
  const far = beside * first.style.size;
  let [left, right, inked] = [first.left, first.right, 0];
  for (const word of words) {
    left = Math.min(left, word.left);
    right = Math.max(right, word.right);
    inked += widthOf(word);
  }
  return rule.left >= left - far && rule.right <= right + far && inked >= onWords * widthOf(rule);
}
