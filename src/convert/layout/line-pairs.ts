// What two lines, one above the other, say of each other: whether the second goes on with the first.
import { type Line, lineText } from './lines.ts';
import { listMark } from './list-marks.ts';
import { type Box, middleX, type Word, widthOf } from './page.ts';

/** Words on a line that may be part of a sentence, and no label. */
export const fewestOfSentence = 5;

/** In parts of the type size: what stands further in begins a paragraph. */
export const indent = 0.8;

/** In parts of the usual distance of lines: more white than this parts paragraphs. */
export const paragraphGap = 1.3;

/** Neither code nor figures one above the other, which are the scale of a chart. */
export const areTexts = (one: Line, other: Line): boolean =>
  !(one.monospace && other.monospace) && /\p{L}/u.test(one.text) && /\p{L}/u.test(other.text);

/** Set neither to the middle nor to the right, and the first word of the second would have had room in the first. */
export function endsEarly(one: Line, other: Line, area: Box): boolean {
  const size = Math.max(1, other.size);
  const first = other.words[0] as Word;
  // Ideographs are kept from the end of a line, where they have room, by the rules of their punctuation.
  if (/[\p{Lo}、，]$/u.test(one.text)) return false;
  if (Math.abs(one.left - other.left) >= 0.3 * size) {
    if (Math.abs(middleX(one) - middleX(other)) < size || Math.abs(one.right - other.right) < 0.5 * size) return false;
  }
  return area.right - one.right > Math.max(widthOf(first) + size, 0.12 * widthOf(area));
}

/** The first word of the second would have had room in the first. */
export const hadRoom = (last: Line, { words, size }: Line, { right }: Box): boolean =>
  right - last.right > widthOf(words[0] as Word) + 0.5 * size;

/** A word in bold, or in the type of code before a dash or a colon, with what it means behind it, that had room in the line before. */
export function isNextExplained(first: Line, last: Line, line: Line, { right }: Box): boolean {
  if (!beginsWithTerm(first) || !beginsWithTerm(line) || /[-,(&]$/.test(last.text)) return false;
  if (Math.abs(line.left - first.left) > 0.3 * line.size) return false;
  const next = line.words.findIndex(({ spaced }, at) => at > 0 && spaced);
  const term = line.words[next - 1] ?? (line.words[0] as Word);
  return right - last.right > term.right - line.left + 1.5 * line.size;
}

function beginsWithTerm({ words, style }: Line): boolean {
  const isSet = ({ style: { bold, monospace } }: Word): boolean => bold || monospace;
  const [first] = words as readonly [Word];
  if (style !== undefined || !isSet(first)) return false;
  const end = words.findIndex((word) => !isSet(word));
  if (!first.style.bold && !/:$/.test(words[end - 1]?.text ?? '') && !/^[-–—:=]+$/.test(words[end]?.text ?? ''))
    return false;
  return words.filter((word) => !isSet(word) && /\p{L}{2}/u.test(word.text)).length >= words.length / 2;
}

/** The first is full, and its sentence goes on in the second. */
export function isWithinSentence(one: Line, other: Line, area: Box): boolean {
  if (!/^\p{Ll}[\p{L} ]/u.test(other.text) || /[.:;!?。]["”’)]?$/.test(one.text)) return false;
  const [first, last] = [other.words[0] as Word, one.words.at(-1) as Word];
  if (area.right - one.right >= widthOf(first) || /@|:\/\//.test(first.text)) return false;
  if (first.style.bold !== last.style.bold || first.style.monospace !== last.style.monospace) return false;
  return isOfSentence(one);
}

const isOfSentence = ({ words }: Line): boolean =>
  words.filter(({ text }) => /\p{L}{2}/u.test(text)).length >= fewestOfSentence;

/** Two lines of a text that is set to the middle. */
export const areMiddle = (one: Line, other: Line): boolean =>
  Math.abs(middleX(one) - middleX(other)) < 0.2 * other.size &&
  !/[.!?:;]$/.test(one.text) &&
  (/^\p{Ll}{2}[^@]*$/u.test(other.text) || (/^\p{Lu}/u.test(other.text) && isProse(one) && isProse(other)));

/** A page number at the right end, close over text. */
export const standsAtEnd = (one: Line, other: Line, area: Box): boolean =>
  one.left > middleX(area) &&
  Math.min(one.right, other.right) > area.right - 2 * other.size &&
  other.left < area.left + other.size &&
  isProse(other);

/** A few words over a line that stands further in. */
export const isTermOver = (one: Line, other: Line, area: Box): boolean =>
  other.left > one.left + 2 * indent * other.size &&
  area.right - one.right > 0.5 * widthOf(area) &&
  /\p{L}{4}/u.test(one.text) &&
  /[\p{L}\p{N})]$/u.test(one.text) &&
  areTexts(one, other) &&
  endsEarly(one, other, area);

/** Both stand in as far as first lines do, and the second fills its column. */
export const areIndented = (one: Line, other: Line, { left, right }: Box): boolean =>
  other.left > left + indent * other.size &&
  other.left < left + 3 * other.size &&
  Math.abs(one.left - other.left) < 0.2 * other.size &&
  other.right > right - 2 * other.size &&
  listMark(lineText(one)) === undefined;

/** More than the letters above and below a fraction. */
export const isProse = ({ words }: Line): boolean => words.filter(({ text }) => /\p{L}{3}/u.test(text)).length >= 2;

/**
 * A full line between two that stand further in begins an explanation or an entry, though it goes on from a full line with a
 * small letter; so does one below more white, whose next line stands further in.
 */
export function hangs(
  current: readonly Line[],
  line: Line,
  next: Line | undefined,
  distance: number,
  leading = 1.2 * line.size,
): boolean {
  const step = indent * line.size;
  if (next === undefined || next.left < line.left + step || Math.round(next.size) !== Math.round(line.size))
    return false;
  if (next.top - line.top > paragraphGap * leading || Math.abs(middleX(line) - middleX(next)) < line.size) return false;
  const [first, last] = [current[0] as Line, current.at(-1) as Line];
  if (!isOfSentence(line) || !isOfSentence(last)) return false;
  if (!isOfSentence(next) && !/^[\p{Ll}\p{Lo}]/u.test(next.text)) return false;
  const room = Math.max(last.right, next.right) - line.right;
  if (/[.!?:]$/.test(line.text) || room > widthOf(next.words[0] as Word) + line.size) return false;
  const steps = last.left > line.left + step;
  if (distance > paragraphGap * leading) return steps || Math.abs(last.left - line.left) < 0.3 * line.size;
  return current.length > 1 && steps && first.left > line.left + step;
}
