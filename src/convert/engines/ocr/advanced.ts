// The most accurate reading: Tesseract's words where it is sure, a second network's where it is not or saw nothing.

import type { Raster } from '../raster.ts';
import { meanConfidence } from './confidence.ts';
import { networkLanguages } from './languages.ts';
import { numberLines } from './line-order.ts';
import { comparable } from './paddle/calibrate.ts';
import { chooseWords, type RivalWord } from './paddle/choose.ts';
import { type DetectedLine, detectLines } from './paddle/detect.ts';
import { standsOnHead } from './paddle/direction.ts';
import { doubtfulStretches, type PlacedWord, type Stretch, sureFrom } from './paddle/doubt.ts';
import { withWholeEnds } from './paddle/line-ends.ts';
import { wordsOfLine } from './paddle/line-words.ts';
import { keptModels, type LineModel, type PaddleModels, type PaddleSettings } from './paddle/models.ts';
import { recogniseLine } from './paddle/recognise.ts';
import { type Survey, surveyPicture } from './paddle/survey.ts';
import { placeIn, stretchOf, type TiltedBox } from './paddle/tilted-box.ts';
import type { OcrRequest, OcrWord } from './port.ts';

export interface AdvancedReading {
  /** In the pixels of the picture that was handed in; lines numbered anew. */
  readonly words: readonly OcrWord[];
}

/** The view Tesseract read. On grainy pages it served the networks better than the picture as it came; else alike. */
export interface PreparedPicture {
  readonly grey: Raster;
}

/** How the picture has to be turned to stand upright and level, by any angle. */
export function surveyAdvanced(picture: Raster, settings: PaddleSettings = {}): Promise<Survey> {
  return surveyPicture(keptModels(settings), picture);
}

/** `words` are what Tesseract read in `grey`, none where it was not asked. */
export function readAdvanced(
  prepared: PreparedPicture,
  words: readonly OcrWord[],
  request: OcrRequest,
  settings: PaddleSettings = {},
): Promise<AdvancedReading> {
  return readPicture(keptModels(settings), prepared.grey, words, request);
}

/** Side the picture is brought to for the search, and how tall its print should be there. */
const usualSide = 960;
const mostSide = 1_600;
const printHeight = 12;
/** So many words tell how tall the print is. */
const enoughWords = 12;
/** Columns of print, 48 pixels tall, that one picture may cost: a page of small print has 80 000. */
const mostColumns = 90_000;
/** Lines Tesseract passed over that are tried in any case; where so few of them hold print, the rest is texture. */
const enoughTried = 24;
const leastWorthy = 0.1;
/** Beyond this angle from level, in radians, what Tesseract read in a line is noise, unless it is sure. */
const steep = 0.3;
/** The least confidence of a line Tesseract passed over; a letter or two are sooner noise than a word. */
const leastFound = 0.5;
const leastFoundShort = 0.7;
/** Words of Tesseract's where the detector sees no print: below the first dropped, marks below the second as well. */
const leastAlone = 0.6;
const leastMarkAlone = 0.95;
/** The share of a word that must lie in a line to belong to it. */
const leastInside = 0.3;
/** A word read where the network saw none: words of three letters are hardly ever made of noise. */
const leastUnseen = 0.75;
const leastUnseenWord = 0.5;

async function readPicture(
  models: PaddleModels,
  picture: Raster,
  words: readonly OcrWord[],
  request: OcrRequest,
): Promise<AdvancedReading> {
  const detected = await detectLines(await models.detector(), picture, searchSide(picture, words));
  const boxes = detected.map(({ box }) => box);
  const lines = detected.map((line) => ({ ...line, box: withWholeEnds(picture, line.box, boxes) }));
  request.signal.throwIfAborted();
  const model = modelFor(request.languages);
  const { held, alone } = assign(words, lines);
  const stands: OcrWord[] = alone.filter(standsAlone);
  const found: OcrWord[][] = [];
  let passedOver = 0;
  const reader = model ? new StretchReader(models, model, picture, request.signal) : undefined;
  for (const [i, { box }] of lines.entries()) {
    const placed = held[i] ?? [];
    const isSteep = Math.abs(box.angle) > steep;
    const isSure = placed.length > 0 && placed.every(({ word }) => word.confidence >= sureFrom);
    if (!reader || (isSteep && isSure)) {
      stands.push(...placed.map(({ word }) => word));
      continue;
    }
    const trusted = isSteep ? [] : placed;
    const number = trusted[0]?.word.line ?? -1;
    if (number < 0 && passedOver >= enoughTried && found.length < passedOver * leastWorthy) continue;
    if (number < 0) passedOver++;
    const settled = new Set(trusted.map(({ word }) => word));
    const fresh: OcrWord[] = [];
    for (const stretch of doubtfulStretches(trusted, box.width / Math.max(1, box.height))) {
      const ours = await reader.read(box, stretch, isSteep);
      if (ours === undefined) continue;
      for (const word of stretch.words) settled.delete(word);
      fresh.push(
        ...chooseWords(
          stretch.words.filter((word) => seenOrSure(word, ours)),
          ours,
          number,
        ),
      );
    }
    if (number >= 0) stands.push(...settled, ...fresh.map((word) => onBaseline(word, trusted)));
    else if (isWorthy(fresh)) found.push(fresh);
  }
  return { words: numberLines(stands, found) };
}

/** Words of one line stand on one baseline: that of the nearest word Tesseract read there. */
function onBaseline(word: OcrWord, line: readonly PlacedWord[]): OcrWord {
  if (word.baseline !== undefined) return word;
  let nearest: OcrWord | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const { word: other } of line) {
    const apart = Math.abs(other.left + other.right - word.left - word.right);
    if (other.baseline === undefined || apart >= least) continue;
    least = apart;
    nearest = other;
  }
  return nearest?.baseline === undefined ? word : { ...word, baseline: nearest.baseline };
}

/** Small enough to be quick, large enough for the print Tesseract saw. */
function searchSide(picture: Raster, words: readonly OcrWord[]): number {
  const long = Math.max(picture.width, picture.height);
  const heights = words
    .filter(({ confidence, text }) => confidence >= sureFrom && text.length > 1)
    .map(({ top, bottom }) => bottom - top)
    .sort((a, b) => a - b);
  const middle = heights[Math.floor(heights.length / 3)];
  if (heights.length < enoughWords || middle === undefined) return usualSide;
  return Math.round(Math.min(mostSide, Math.max(usualSide, (long * printHeight) / middle)));
}

/** Undefined where no network knows the letters of a language: accents would be lost. */
function modelFor(languages: readonly string[]): LineModel | undefined {
  if (!languages.every((language) => networkLanguages.has(language))) return undefined;
  return languages.includes('zh') ? 'chinese' : 'english';
}

interface Assigned {
  /** By line, from left to right. */
  readonly held: readonly (readonly PlacedWord[])[];
  /** Words in no line. */
  readonly alone: readonly OcrWord[];
}

/** Each word to the line that holds most of it, the one whose middle is nearest where several do. */
function assign(words: readonly OcrWord[], lines: readonly DetectedLine[]): Assigned {
  const held: PlacedWord[][] = lines.map(() => []);
  const alone: OcrWord[] = [];
  for (const word of words) {
    const x = (word.left + word.right) / 2;
    const y = (word.top + word.bottom) / 2;
    const half = (word.right - word.left) / 2;
    let best = -1;
    let most = Number.NEGATIVE_INFINITY;
    for (const [i, { box }] of lines.entries()) {
      const reach = box.width + box.height + half;
      if (Math.abs(x - box.x) > reach || Math.abs(y - box.y) > reach) continue;
      const { along, across } = placeIn(box, x, y);
      const inside = (box.width / 2 + half - Math.abs(along) * box.width) / Math.max(1, 2 * half);
      if (inside < leastInside || Math.abs(across) > 0.5) continue;
      const worth = Math.min(1, inside) - Math.abs(across);
      if (worth <= most) continue;
      most = worth;
      best = i;
    }
    const box = lines[best]?.box;
    if (box) held[best]?.push(placed(word, box));
    else alone.push(word);
  }
  for (const one of held) one.sort((a, b) => a.from - b.from);
  return { held, alone };
}

function placed(word: OcrWord, box: TiltedBox): PlacedWord {
  const y = (word.top + word.bottom) / 2;
  const height = Math.max(1, box.height);
  const from = ((placeIn(box, word.left, y).along + 0.5) * box.width) / height;
  const to = ((placeIn(box, word.right, y).along + 0.5) * box.width) / height;
  return { word, from: Math.min(from, to), to: Math.max(from, to) };
}

const wordLike = /\p{L}{3}/u;
const letterOrDigit = /[\p{L}\p{N}]/u;

function standsAlone({ text, confidence }: OcrWord): boolean {
  return confidence >= (letterOrDigit.test(text) ? leastAlone : leastMarkAlone);
}

/** Marks the network does not know, such as bullets, are no noise because it did not see them. */
function seenOrSure(word: OcrWord, ours: readonly RivalWord[]): boolean {
  const least = wordLike.test(word.text) ? leastUnseenWord : leastUnseen;
  if (word.confidence >= least || /^[^\p{L}\p{N}\x20-\x7e]+$/u.test(word.text)) return true;
  return ours.some(({ left, right }) => Math.min(right, word.right) > Math.max(left, word.left));
}

function isWorthy(words: readonly OcrWord[]): boolean {
  if (!words.some(({ text }) => letterOrDigit.test(text))) return false;
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  return meanConfidence(words) >= (characters > 2 ? leastFound : leastFoundShort);
}

/** Reads stretches of lines until a picture has cost what it may. */
class StretchReader {
  readonly #models: PaddleModels;
  readonly #model: LineModel;
  readonly #picture: Raster;
  readonly #signal: AbortSignal;
  #columns = mostColumns;

  constructor(models: PaddleModels, model: LineModel, picture: Raster, signal: AbortSignal) {
    this.#models = models;
    this.#model = model;
    this.#picture = picture;
    this.#signal = signal;
  }

  /** Undefined when nothing more may be spent. */
  async read(box: TiltedBox, { from, to }: Stretch, isSteep: boolean): Promise<RivalWord[] | undefined> {
    this.#columns -= (to - from) * 48;
    if (this.#columns < 0) return undefined;
    this.#signal.throwIfAborted();
    const length = box.width / Math.max(1, box.height);
    const part = stretchOf(box, from / length, to / length);
    const flipped = isSteep && (await standsOnHead(await this.#models.direction(), this.#picture, part));
    const turned = flipped ? { ...part, angle: part.angle + Math.PI } : part;
    const characters = await recogniseLine(await this.#models.lines(this.#model), this.#picture, turned);
    return wordsOfLine(characters, turned, this.#picture, this.#model === 'chinese').map(
      ({ left, top, right, bottom, text, probability }) => ({
        left,
        top,
        right,
        bottom,
        text,
        confidence: comparable(probability),
      }),
    );
  }
}
