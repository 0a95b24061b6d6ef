// Chooses between two readings of the same stretch of print, word by word.
import { meanConfidence } from '../confidence.ts';
import type { OcrWord, PixelBox } from '../port.ts';
import { agreed } from './calibrate.ts';

/** A word as the network read it; its confidence is on Tesseract's scale. */
export type RivalWord = Omit<OcrWord, 'line'>;

/** Marks the network's alphabet lacks, and what it reads in their place. */
const likeness: ReadonlyMap<string, string> = new Map([
  ['‘', "'"],
  ['’', "'"],
  ['“', '"'],
  ['”', '"'],
  ['„', '"'],
  ['‐', '-'],
  ['–', '-'],
  ['—', '-'],
  ['−', '-'],
  ['…', '...'],
  ['•', '.'],
  ['·', '.'],
  ['×', 'x'],
  ['©', 'c'],
  ['®', 'R'],
  ['€', 'e'],
  ['£', 'E'],
  ['ß', 'B'],
  ['æ', 'ae'],
  ['ø', 'o'],
]);

/** What two readings have in common where one alphabet is poorer: accents, ligatures and the shape of quotes aside. */
export function folded(text: string): string {
  let result = '';
  for (const character of text.normalize('NFKD')) {
    if (!/\p{M}/u.test(character)) result += likeness.get(character) ?? character;
  }
  return result;
}

/** The words that stand, from left to right. `theirs` are Tesseract's and keep their line. */
export function chooseWords(theirs: readonly OcrWord[], ours: readonly RivalWord[], line: number): OcrWord[] {
  // Alone, a reading keeps its own order: lines that run up or down the page have another than their boxes.
  if (theirs.length === 0) return ours.map((word) => ({ ...word, line }));
  const chosen: OcrWord[] = [];
  for (const { first, second } of overlapping(theirs, ours)) {
    if (second.length === 0) chosen.push(...first);
    else if (first.length === 0) chosen.push(...second.map((word) => ({ ...word, line })));
    else chosen.push(...better(first, second, line));
  }
  return chosen;
}

function better(first: readonly OcrWord[], second: readonly RivalWord[], line: number): readonly OcrWord[] {
  const join = (words: readonly { text: string }[]): string => words.map(({ text }) => text).join('');
  if (folded(join(first)) === folded(join(second))) {
    const confidence = Math.max(meanConfidence(first), agreed);
    return (divided(first, second, line) ?? first).map((word) => ({ ...word, confidence }));
  }
  // Characters the network leaves out lower nobody's probability: a reading with fewer is believed less.
  const complete = Math.min(1, join(second).length / join(first).length);
  if (meanConfidence(first) >= meanConfidence(second) * complete) return first;
  return signed(first, second).map((word) => ({ ...word, line }));
}

/** The network overlooks the long minus of an amount. */
function signed(first: readonly OcrWord[], second: readonly RivalWord[]): readonly RivalWord[] {
  const [theirs, ours] = [first[0], second[0]];
  const sign = /^([-–—−])[.,]?\d/.exec(theirs?.text ?? '')?.[1];
  if (theirs === undefined || ours === undefined || sign === undefined || !/^[.,]?\d/.test(ours.text)) return second;
  return [{ ...ours, text: sign + ours.text, left: Math.min(theirs.left, ours.left) }, ...second.slice(1)];
}

/** Letters of one reading, spaces of the other: where Tesseract is unsure, it runs words together or tears them. */
function divided(first: readonly OcrWord[], second: readonly RivalWord[], line: number): OcrWord[] | undefined {
  if (
    second.length === first.length ||
    (second.length < first.length && meanConfidence(second) < meanConfidence(first))
  )
    return undefined;
  const letters = first.flatMap(({ text }) => [...text]);
  const words: OcrWord[] = [];
  let at = 0;
  for (const word of second) {
    const from = at;
    for (let length = folded(word.text).length; length > 0 && at < letters.length; at++) {
      length -= folded(letters[at] ?? '').length;
    }
    words.push({ ...word, text: letters.slice(from, at).join(''), line });
  }
  return at === letters.length && words.every(({ text }) => text !== '') ? words : undefined;
}

interface Group {
  readonly first: OcrWord[];
  readonly second: RivalWord[];
}

/** A word reaches into another by this share of the narrower one before they count as the same place. */
const sameplace = 0.35;

/** Runs of words of both readings that lie over each other, from left to right. */
function overlapping(theirs: readonly OcrWord[], ours: readonly RivalWord[]): Group[] {
  const all = [
    ...theirs.map((word) => ({ word, theirs: true as const })),
    ...ours.map((word) => ({ word, theirs: false as const })),
  ].sort((a, b) => a.word.left - b.word.left || Number(b.theirs) - Number(a.theirs));
  const groups: (Group & { words: PixelBox[] })[] = [];
  for (const one of all) {
    const last = groups.at(-1);
    const joins = last?.words.some((other) => liesOver(other, one.word)) ?? false;
    const group = joins && last ? last : { first: [], second: [], words: [] };
    if (group !== last) groups.push(group);
    group.words.push(one.word);
    if (one.theirs) group.first.push(one.word);
    else group.second.push(one.word);
  }
  return groups;
}

function liesOver(a: PixelBox, b: PixelBox): boolean {
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return shared > sameplace * Math.min(a.right - a.left, b.right - b.left);
}
