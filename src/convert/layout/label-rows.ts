// Labels beside what they stand for, as in a life or at the head of a form: where the white between them is too narrow for a
// table, each label begins an entry, and its other lines are read with its first.
import { isListMark } from './list-marks.ts';
import { largestOf } from './many.ts';
import { heightOf, type Word, widthOf } from './page.ts';
import { isMonospace, type Segment } from './segments.ts';

/** What stands on one line, from left to right. */
export interface Row {
  readonly segments: readonly Segment[];
  /** It begins with the label of an entry, or stands below the last one. */
  readonly labelled: boolean;
}

/** Labels below each other. */
const fewestLabels = 2;
/** Rows that are looked at for those below a first one. */
const mostLooked = 200;
/** Words of a label. */
const mostWords = 6;
/** In parts of the type size: how far the edges of a column may differ. */
const sameEdge = 0.3;
/** In heights of a line: white above a line that goes on with a label. */
const closeBelow = 0.5;
/** In parts of the type size: white at the end of a full line. */
const mostRagged = 0.5;
/** In parts of the type size: white between two words. */
const wordGap = 0.5;
/** Words of a line whose sentence goes on in the next. */
const fewestOfSentence = 5;

export function withLabels(rows: readonly (readonly Segment[])[]): Row[] {
  const out: Row[] = [];
  for (let at = 0; at < rows.length; ) {
    const run = runFrom(rows, at);
    if (run === undefined) {
      out.push({ segments: rows[at] as readonly Segment[], labelled: false });
      at += 1;
    } else {
      for (const row of entriesOf(run, rows[at - 1], rows[at + run.length])) out.push(row);
      at += run.length;
      const next = rows[at];
      if (next !== undefined && beginsBelow(run, next)) {
        out.push({ segments: next, labelled: true });
        at += 1;
      }
    }
  }
  return out;
}

/** A line that is no text of the last entry, nor its end. */
function beginsBelow(run: readonly Part[], next: readonly Segment[]): boolean {
  const { label, texts } = run.at(-1) as Part;
  const [last, [first]] = [texts.at(-1), next];
  if (label === undefined || last === undefined || first === undefined || first.left > label.right) return false;
  const [word] = first.words as readonly [Word];
  if (!/^[\p{Lu}\d]/u.test(word.text)) return false;
  return /[.!?:;]$/.test((last.words.at(-1) as Word).text) || first.right - last.right > widthOf(word) + first.size;
}

/** A row: what of it stands among the labels, and what among the texts. */
interface Part {
  readonly label: Segment | undefined;
  readonly texts: readonly Segment[];
}

/** From a first label to the last one below it, as far as nothing reaches over the white between the columns. */
function runFrom(rows: readonly (readonly Segment[])[], from: number): Part[] | undefined {
  const [first, value] = rows[from] as readonly [Segment, Segment?];
  if (value === undefined || !isLabel(first) || !hasWord(first)) return undefined;
  const parts: Part[] = [];
  let labels = 0;
  let other: Part | undefined;
  let alone = 0;
  let end = 0;
  for (let at = from; at < rows.length; at += 1) {
    const part = partOf(rows[at] as readonly Segment[], first, value);
    if (part === undefined || (labels <= fewestLabels && at - from > mostLooked)) break;
    parts.push(part);
    const { label, texts } = part;
    if (label === undefined) alone += 1;
    else if (texts.length > 0) {
      labels += 1;
      other = part;
    }
    if (label !== undefined && (texts.length > 0 || beginsSmall(label))) end = parts.length;
  }
  if (labels < fewestLabels || other === undefined) return undefined;
  // Two lines of a text may happen to have white at one place.
  const isRun = alone > 0 || labels > fewestLabels || ![other.label, other.texts[0]].some(beginsSmall);
  return isRun ? parts.slice(0, end) : undefined;
}

/** Neither the mark of an item nor the title before a page number. */
function isLabel({ words }: Segment): boolean {
  const [{ text }] = words as readonly [Word];
  if (words.length > mostWords || (words.length === 1 && isListMark(text))) return false;
  return !isLeader(words.at(-1) as Word);
}

/** What leads the eye to a page number. */
const isLeader = ({ text }: Word): boolean => /^[._…]+$/.test(text);

/** What a first label is told by. */
const hasWord = ({ words }: Segment): boolean => words.some(({ text }) => /\p{L}[\p{L}\d]|\d{4}/u.test(text));

function partOf(segments: readonly Segment[], label: Segment, value: Segment): Part | undefined {
  const [one, other] = segments as readonly [Segment, Segment?];
  const within = sameEdge * value.size;
  if (one.left > value.left - within) return { label: undefined, texts: segments };
  if (one.right > value.left - within) return undefined;
  if (other !== undefined) {
    if (Math.abs(other.left - value.left) >= within || !isLabel(one) || isLeader(other.words[0] as Word))
      return undefined;
    // The lines of code have their numbers beside them.
    if (isMonospace(segments.at(-1) as Segment)) return undefined;
    return { label: one, texts: segments.slice(1) };
  }
  const isAmong = Math.abs(one.left - label.left) < within || Math.abs(one.right - label.right) < within;
  return isAmong ? { label: one, texts: [] } : undefined;
}

const beginsSmall = (segment: Segment | undefined): boolean => /^\p{Ll}/u.test(segment?.words[0]?.text ?? '');

function entriesOf(parts: readonly Part[], over: readonly Segment[] = [], under: readonly Segment[] = []): Row[] {
  const paragraphs = [over, under].filter(({ length }) => length === 1);
  const lines = [...paragraphs, ...parts.flatMap(({ label, texts }) => (label === undefined ? [texts] : []))];
  const right = largestOf(lines.filter(isSentence), (line) => (line.at(-1) as Segment).right);
  const rows: Row[] = [];
  const [{ texts: firstTexts }] = parts as readonly [Part, ...Part[]];
  const isLabelOver = over.length === 1 && (over[0] as Segment).right < (firstTexts[0] as Segment).left;
  const lineOver = isLabelOver ? { label: over[0], texts: [] } : { label: undefined, texts: over };
  let entry = -1;
  let above: Segment | undefined;
  for (const [at, { label, texts }] of parts.entries()) {
    const before = at === 0 ? lineOver : (parts[at - 1] as Part);
    if (label === undefined) {
      rows.push({ segments: texts, labelled: false });
      continue;
    }
    // Where nothing tells how wide the text is, names of code may stand in its margin.
    const isMargin = right > 0 || isMonospace(label);
    const isWithin = texts.length > 0 && ((isMargin && goesOn(before, texts, right)) || isBegun(before, label));
    const row = rows[entry];
    const isMore =
      above !== undefined &&
      isRightBelow(above, label) &&
      ((isWithin && right > 0) || (beginsSmall(label) && texts.length === 0 && !beginsSmall(row?.segments[0])));
    above = label;
    if (isMore && row !== undefined) {
      const [first, ...others] = row.segments as readonly [Segment, ...Segment[]];
      rows[entry] = { segments: [withWords(first, label), ...others], labelled: true };
      if (texts.length > 0) rows.push({ segments: texts, labelled: false });
    } else {
      const labelled = texts.length > 0 && !isWithin;
      rows.push({ segments: [label, ...texts], labelled });
      entry = labelled ? rows.length - 1 : -1;
    }
  }
  return rows;
}

/** Its text is a line of a sentence that had no room for the word which the next one begins with. */
function goesOn({ texts }: Part, next: readonly Segment[], right: number): boolean {
  const [last] = texts;
  const [text] = next;
  const first = text?.words[0];
  if (last === undefined || first === undefined || text === undefined || texts.length > 1 || next.length > 1)
    return false;
  if (!isSentence(texts) || !(beginsSmall(text) || first.style.monospace)) return false;
  if (/[.!?:;]$/.test(last.words.at(-1)?.text ?? '') || text.top - last.bottom > closeBelow * heightOf(text))
    return false;
  return right - last.right < mostRagged * text.size;
}

const isSentence = (segments: readonly Segment[]): boolean =>
  segments.flatMap(({ words }) => words.filter(isProse)).length >= fewestOfSentence;

const isProse = ({ text, style }: Word): boolean => !style.monospace && /\p{L}{2}/u.test(text);

/** A label whose first words stand above by themselves, as those of a title whose page number is beside its last. */
const isBegun = (before: Part, label: Segment): boolean =>
  before.label !== undefined &&
  before.texts.length === 0 &&
  /^[\p{Ll}(]/u.test(label.words[0]?.text ?? '') &&
  isRightBelow(before.label, label);

const isRightBelow = (above: Segment, label: Segment): boolean =>
  label.top - above.bottom < closeBelow * heightOf(label) &&
  Math.abs(label.size - above.size) < 0.1 * above.size &&
  !/:$/.test(above.words.at(-1)?.text ?? '');

/** All words of a label stand on its first line and end where that ended, as if there had been room on their left. */
function withWords(label: Segment, more: Segment): Segment {
  const room = widthOf(more) + wordGap * more.size;
  const first = label.words.map((word) => ({ ...word, left: word.left - room, right: word.right - room }));
  const [along, up] = [label.right - more.right, label.bottom - more.bottom];
  const moved = more.words.map((word, at) => ({
    ...word,
    left: word.left + along,
    top: word.top + up,
    right: word.right + along,
    bottom: word.bottom + up,
    spaced: at === 0 || word.spaced,
  }));
  return { ...label, words: [...first, ...moved] };
}
