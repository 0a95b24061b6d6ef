// A page that an engine has read, as the layout of all pages wants it: words in points with sizes of type, drawn lines,
// and the way back from a place on the upright page to the picture that was handed in.
import type { OcrReading, OcrWord } from '../engines/ocr/port.ts';
import { byLine } from '../engines/ocr/word-lines.ts';
import { boldWords } from './ocr-weight.ts';
import type { Box, PageContent, TextStyle, Word } from './page.ts';
import { plainStyle, scaledBox } from './page.ts';
import { withoutRuleMarks } from './rule-marks.ts';
import { type DocumentSizes, estimateSize, type SizeEstimate, settleSizes, usualSize } from './type-size.ts';

export interface OcrPageSettings {
  readonly number: number;
  /** Size of the picture that was handed to the engine, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Its dots per inch; guessed from the height of the type where it is left out or cannot be. */
  readonly dpi?: number;
  /** From a place on the picture handed in, in pixels, to what blocks give as their place; points by `dpi` if left out. */
  readonly place?: (box: Box) => Box;
  /** What the pages before this one have shown, where it is one of several. */
  readonly sizes?: DocumentSizes;
}

/** Type that text is set in, in points: a claim of dots per inch that makes it other than this is not believed. */
const smallestBody = 5;
const largestBody = 30;
const usualBody = 10.5;

/** What characters take of a line, as fonts have it: above and below the line of print. */
const ascent = 0.88;
const descent = 0.22;

interface Measured {
  readonly word: OcrWord;
  readonly line: number;
  readonly estimate: SizeEstimate;
  /** Degrees clockwise: 0, or 90 and 270 for text that runs down or up the page. */
  readonly angle: 0 | 90 | 270;
}

/**
 * Engines take the minus of an amount for a dash. Before a number without a fraction it may be one, unless a number with a
 * fraction stands before it.
 */
function withMinus({ text, line }: OcrWord, before: OcrWord | undefined): string {
  if (!/^[—–][.,]?\d/.test(text)) return text;
  const isAmount = /^.(?:\d*[.,]\d+%?|\d+%)$/.test(text);
  return isAmount || (before?.line === line && /\d[.,]\d+$/.test(before.text)) ? `-${text.slice(1)}` : text;
}

export function ocrPage(reading: OcrReading, settings: OcrPageSettings): PageContent {
  const measured = measure(withoutRuleMarks(reading.words, reading.rules));
  const sizes = sizesOf(measured);
  const found = dotsPerInch(measured, sizes, settings.dpi);
  const dpi = settings.sizes?.scaleOf(reading.width, reading.height, found) ?? found;
  const scale = 72 / dpi;
  const bold = boldWords(measured.map(({ word }, at) => ({ word, size: sizes[at] as number })));
  const styles = new Map<string, TextStyle>();
  const words = measured.map(({ word, estimate, angle }, at): Word => {
    const points = Math.max(1, Math.round(2 * scale * (sizes[at] as number)) / 2);
    const size = settings.sizes?.settled(points) ?? points;
    const before = measured[at - 1]?.word;
    return {
      text: withMinus(word, before),
      style: styleOf(size, angle, bold[at] as boolean, word.italic ?? false, styles),
      spaced: before === undefined || before.line !== word.line || !joins(before.text, word.text),
      order: at,
      rightToLeft: word.rightToLeft ?? false,
      left: word.left * scale,
      right: word.right * scale,
      top: angle === 0 ? estimate.baseline * scale - ascent * size : word.top * scale,
      bottom: angle === 0 ? estimate.baseline * scale + descent * size : word.bottom * scale,
      confidence: word.confidence,
    };
  });
  const rules = reading.rules.map((rule) => ({ ...scaledBox(rule, scale), horizontal: rule.horizontal }));
  const back = wayBack(reading, settings);
  const place = settings.place ?? ((box: Box): Box => scaledBox(box, scale));
  return {
    number: settings.number,
    width: reading.width * scale,
    height: reading.height * scale,
    words,
    rules,
    fills: reading.areas.map((area) => ({ ...scaledBox(area, scale), colour: area.level * 0x010101 })),
    images: [],
    links: [],
    shown: (box) => place(back(scaledBox(box, 1 / scale))),
  };
}

function styleOf(
  size: number,
  angle: number,
  bold: boolean,
  italic: boolean,
  styles: Map<string, TextStyle>,
): TextStyle {
  const key = `${size} ${angle} ${bold} ${italic}`;
  const known = styles.get(key);
  if (known !== undefined) return known;
  const style = { ...plainStyle, size, angle, bold, italic };
  styles.set(key, style);
  return style;
}

const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]$/u;

/** Scripts that are written without spaces: engines cut them all the same. */
function joins(before: string, after: string): boolean {
  return unspaced.test([...before].at(-1) ?? '') && unspaced.test([...after][0] ?? '');
}

/** The words with what each says of its size; those cut from one box are measured together, by all their letters. */
function measure(words: readonly OcrWord[]): Measured[] {
  const measured: Measured[] = [];
  const upright = anglesOf(words);
  for (let at = 0; at < words.length; ) {
    const first = words[at] as OcrWord;
    let end = at + 1;
    if (first.baseline === undefined) {
      while (end < words.length && sameBox(first, words[end] as OcrWord)) end += 1;
    }
    const run = words.slice(at, end);
    const angle = upright.get(first.line) ?? 0;
    const text = run.map((word) => word.text).join('');
    // On its side, what is the width of a box is the height of its letters.
    const estimate = estimateSize(angle === 0 ? { ...first, text } : { text, top: first.left, bottom: first.right });
    const share = estimate.weight / run.length;
    for (const word of run) measured.push({ word, line: word.line, angle, estimate: { ...estimate, weight: share } });
    at = end;
  }
  return measured;
}

/** A box of several letters that is this much taller than wide holds them one above the other. */
const standing = 1.5;
const standingLetters = 3;

/** The lines that run up or down the page, by the shape of their words. */
function anglesOf(words: readonly OcrWord[]): ReadonlyMap<number, 90 | 270> {
  const found = new Map<number, { tall: number; flat: number; down: number; last: OcrWord }>();
  for (const word of words) {
    const line = found.get(word.line) ?? { tall: 0, flat: 0, down: 0, last: word };
    const { length } = word.text;
    if (length >= standingLetters && word.bottom - word.top > standing * (word.right - word.left)) line.tall += length;
    else line.flat += length;
    line.down += Math.sign(word.top - line.last.top);
    line.last = word;
    found.set(word.line, line);
  }
  const angles = new Map<number, 90 | 270>();
  for (const [number, { tall, flat, down }] of found) if (tall > 2 * flat) angles.set(number, down > 0 ? 90 : 270);
  return angles;
}

const sameBox = (one: OcrWord, other: OcrWord): boolean =>
  other.baseline === undefined && one.line === other.line && one.top === other.top && one.bottom === other.bottom;

/** A word is as large as its line, unless enough of its letters say otherwise. */
const ownSize = 0.3;
const ownWeight = 2;

/** The size of each word in pixels, the same for all type of one size. */
function sizesOf(measured: readonly Measured[]): number[] {
  const lines = byLine(measured, ({ line }) => line);
  const usual = new Map<number, number>();
  for (const [line, words] of lines) usual.set(line, usualSize(words.map((one) => one.estimate)));
  // One entry for each line, and one for each word that differs from its line.
  const entries: { size: number; weight: number }[] = [];
  const lineEntry = new Map<number, number>();
  const entryOf = measured.map(({ line, estimate }) => {
    const size = usual.get(line) ?? 0;
    if (size > 0 && estimate.weight >= ownWeight && Math.abs(estimate.size - size) > ownSize * size) {
      entries.push({ size: estimate.size, weight: estimate.weight });
      return entries.length - 1;
    }
    const known = lineEntry.get(line);
    const at = known ?? entries.push({ size, weight: 0 }) - 1;
    lineEntry.set(line, at);
    (entries[at] as { weight: number }).weight += estimate.weight;
    return at;
  });
  const settled = settleSizes(entries);
  return entryOf.map((at, word) => {
    const size = settled[at] ?? 0;
    // Nothing on the page has a letter: the height of the ink is all there is.
    if (size > 0) return size;
    const { top, bottom } = (measured[word] as Measured).word;
    return Math.max(1, bottom - top);
  });
}

function dotsPerInch(measured: readonly Measured[], sizes: readonly number[], claimed: number | undefined): number {
  const letters = new Map<number, number>();
  for (const [at, { word }] of measured.entries()) {
    const size = sizes[at] as number;
    letters.set(size, (letters.get(size) ?? 0) + word.text.length);
  }
  let body = 0;
  let most = 0;
  for (const [size, count] of letters) {
    if (count <= most) continue;
    most = count;
    body = size;
  }
  if (body === 0) return claimed ?? 72;
  if (claimed !== undefined) {
    const points = (72 * body) / claimed;
    if (points >= smallestBody && points <= largestBody) return claimed;
  }
  return (72 * body) / usualBody;
}

/** From the upright, level page back to the picture handed in; both turns keep the middle where it is. */
function wayBack(
  { turned, levelled, width, height }: OcrReading,
  picture: { readonly width: number; readonly height: number },
): (box: Box) => Box {
  const angle = ((turned + levelled) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return (box) => {
    const xs: number[] = [];
    const ys: number[] = [];
    for (const x of [box.left - width / 2, box.right - width / 2]) {
      for (const y of [box.top - height / 2, box.bottom - height / 2]) {
        // Turned clockwise on a page whose y runs down: undone with the angle's sign changed.
        xs.push(picture.width / 2 + x * cos + y * sin);
        ys.push(picture.height / 2 - x * sin + y * cos);
      }
    }
    const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));
    return {
      left: within(Math.min(...xs), picture.width),
      top: within(Math.min(...ys), picture.height),
      right: within(Math.max(...xs), picture.width),
      bottom: within(Math.max(...ys), picture.height),
    };
  };
}
