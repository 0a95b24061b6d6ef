// Tells text of no language from text: what comes out where a font does not say which letters its glyphs are, or says it
// wrongly. Only letters of the Latin alphabet are judged by how they follow each other; other scripts, numbers, formulas
// and codes are left alone, and whatever is suspected is read from the picture of the page before it is given up.
import { languageSamples } from '../../containers/charset-samples.ts';
import type { Word } from '../../layout/page.ts';

/** Of a text without its repetitions: a name that stands on every line of a manual says no more than once. */
export interface TextCensus {
  /** Characters of words of three and more: bullets and symbols stand alone. */
  readonly chars: number;
  /** Characters that no text has: private use, controls, replacements, places without a character. */
  readonly meaningless: number;
  /** Letters in words long enough to be judged. */
  readonly judged: number;
  /** Mean logarithm of the probability of a letter after the one before it; 0 where none were judged. */
  readonly likelihood: number;
  /** Characters in longer words that letters, digits and signs stand in as no language and no number has them. */
  readonly scrambled: number;
  /** Characters in longer words that have small letters before large ones, and signs between letters. */
  readonly jumbled: number;
  /** Characters in words of many signs and no letter, as where the glyphs of a font were counted from the first sign on. */
  readonly masked: number;
}

const shortestWord = 3;
/** Words with fewer letters say nothing of how letters follow each other. */
const fewestLetters = 4;
/** Fewer characters than this are never called garbled. */
const fewest = 40;
const meaninglessShare = 0.2;
const scrambledShare = 0.6;
const jumbledShare = 0.18;
const maskedShare = 0.4;
/** Real pages lie between -3.0 and -2.5, those whose letters were exchanged between -4.3 and -3.6. */
const unlikely = -3.4;
/** What the text of a font must be like to be trusted: as real pages are. */
const plain = -3.2;
/** Names and programs are unlike any language too: among plain text only what is less likely than those is a riddle. */
const unlikelyAmongPlain = -3.6;

/** `amongPlain`: a font on a page whose other text is plain. */
export function isGarbled(census: TextCensus, amongPlain = false): boolean {
  if (census.chars < fewest) return false;
  if (isMeaningless(census)) return true;
  if (census.scrambled > scrambledShare * census.chars || census.jumbled > jumbledShare * census.chars) return true;
  return (
    census.judged >= fewest &&
    census.judged > 0.3 * census.chars &&
    census.likelihood < (amongPlain ? unlikelyAmongPlain : unlikely)
  );
}

/** No font that set plain text elsewhere sets such as this. */
const isMeaningless = ({ chars, meaningless, masked }: TextCensus): boolean =>
  meaningless > meaninglessShare * chars || masked > maskedShare * chars;

export const isPlain = ({ judged, likelihood }: TextCensus): boolean => judged >= fewest && likelihood >= plain;

/** Letters that a font must have shown on pages before. */
const fewestShown = 400;
const mostFonts = 10_000;

/**
 * What the fonts of a document have shown so far. A font says of all pages alike which letters its glyphs are: one that
 * set plain text before sets no riddles now, but a program, a list of names or a formula.
 */
export class FontTrust {
  readonly #shown = new Map<string, { judged: number; sum: number }>();

  note(font: string, { judged, likelihood }: TextCensus): void {
    const shown = this.#shown.get(font);
    if (shown !== undefined) {
      shown.judged += judged;
      shown.sum += judged * likelihood;
    } else if (this.#shown.size < mostFonts) this.#shown.set(font, { judged, sum: judged * likelihood });
  }

  /** Characters that no text has are not excused. */
  covers(font: string, census: TextCensus): boolean {
    const shown = this.#shown.get(font);
    if (shown === undefined || shown.judged < fewestShown || isMeaningless(census)) return false;
    return shown.sum / shown.judged >= plain;
  }
}

export function censusOf(words: Iterable<Pick<Word, 'text'>>): TextCensus {
  let chars = 0;
  let meaningless = 0;
  let judged = 0;
  let sum = 0;
  let scrambled = 0;
  let jumbled = 0;
  let masked = 0;
  const known = new Set<string>();
  for (const { text } of words) {
    if (text.length < shortestWord || known.has(text)) continue;
    known.add(text);
    chars += text.length;
    const shape = shapeOf(text);
    meaningless += shape.meaningless;
    if (shape.scrambled) scrambled += text.length;
    if (shape.jumbled) jumbled += text.length;
    if (shape.masked) masked += text.length;
    if (shape.letters < fewestLetters) continue;
    judged += shape.letters;
    sum += shape.sum;
  }
  return { chars, meaningless, judged, likelihood: judged === 0 ? 0 : sum / judged, scrambled, jumbled, masked };
}

interface WordShape {
  readonly meaningless: number;
  /** Latin letters, when the word is made of them (signs before and after it do not count); else 0. */
  readonly letters: number;
  readonly sum: number;
  readonly scrambled: boolean;
  readonly jumbled: boolean;
  readonly masked: boolean;
}

const longWord = 6;
const fewestMasks = 3;
const other = 26;
const signKind = 1;
const digitKind = 2;
const letterKind = 3;

function shapeOf(text: string): WordShape {
  let meaningless = 0;
  let letters = 0;
  let sum = 0;
  let before = other;
  /** Changes between letters, digits and signs, which a date has four of. */
  let changes = 0;
  let signs = 0;
  let last = 0;
  let foreign = false;
  let technical = false;
  let first = other;
  let varied = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const letter = unit < 0x250 ? (latin[unit] as number) : other;
    let kind = letterKind;
    if (letter < other) {
      sum += pairLog(before, letter);
      letters += 1;
      if (first === other) first = letter;
      else if (letter !== first) varied = true;
    } else if (unit >= 0x30 && unit <= 0x39) kind = digitKind;
    else if (unit < 0xc0) {
      kind = signKind;
      signs += 1;
      if (isTechnical(unit) && at > 0 && at < text.length - 1) technical = true;
      if (unit === 0x5c) technical = true;
      if (unit < 0x20 || (unit >= 0x7f && unit < 0xa0)) meaningless += 1;
    } else if (isNoCharacter(unit)) meaningless += 1;
    else foreign = true;
    before = letter;
    if (last !== 0 && kind !== last) changes += 1;
    last = kind;
  }
  const odd =
    !foreign && text.length >= 5 && changes >= 3 && (signs >= 0.4 * text.length || changes >= text.length / 2);
  return {
    meaningless,
    // Paths, addresses and the words of programs are of no language; one letter repeated stands for what was taken out.
    letters: foreign || technical || !varied || letters < 0.7 * text.length ? 0 : letters,
    sum,
    scrambled: odd && !isWritten(text),
    jumbled: signs > 0 && letters >= fewestLetters && sum < unlikely * letters && isJumble(text),
    masked: letters === 0 && !foreign && signs >= 0.6 * text.length && isMasked(text),
  };
}

/** Letters small and large in any order with signs between them, as neither text nor programs have them. */
const isJumble = (text: string): boolean =>
  text.length >= longWord &&
  /\p{Ll}\p{Lu}/u.test(text) &&
  /\p{L}[@^\]`~|&?!#$%*+=<>]\p{L}/u.test(text) &&
  !/[\\{}()/]/.test(text);

/** Several signs that hardly ever stand beside each other. */
const isMasked = (text: string): boolean => new Set(text.match(/[!"#$%&'()*+,./:;<=>?-]/g)).size >= fewestMasks;

/** Numbers, dates, addresses, paths, formulas, lists: many signs, and all of them in their place. */
function isWritten(text: string): boolean {
  return (
    /^[\d.,:/%+\-–()$€£*"']+$/.test(text) ||
    /^[A-Za-z]+(?:[,;][A-Za-z]+)+$/.test(text) ||
    /^[\w.+-]+@|^\w{2,6}:|^www\.|[a-z]{3}/i.test(text) ||
    /[=<>(){}[\]|\\_^]/.test(text)
  );
}

/** Signs that stand within paths, addresses, lists and the words of programs, and within no others: `/ _ @ : . , ; =`. */
const isTechnical = (unit: number): boolean =>
  unit === 0x2f ||
  unit === 0x5f ||
  unit === 0x40 ||
  unit === 0x3a ||
  unit === 0x2e ||
  unit === 0x2c ||
  unit === 0x3b ||
  unit === 0x3d;

/** ISO 10646: private use, surrogates' leftovers, specials. Symbol fonts put bullets there, a few to a page. */
function isNoCharacter(unit: number): boolean {
  return (unit >= 0xe000 && unit <= 0xf8ff) || unit >= 0xfff0;
}

/** The letter a to z (0 to 25) that a letter of the Latin alphabet is with its marks taken away. */
const latin = Uint8Array.from({ length: 0x250 }, (_, unit) => {
  const base = String.fromCharCode(unit).normalize('NFD').toLowerCase().charCodeAt(0) - 97;
  return base >= 0 && base < other ? base : other;
});

let pairs: Float32Array | undefined;

function pairLog(before: number, letter: number): number {
  pairs ??= pairTable();
  return pairs[before * other + letter] as number;
}

/**
 * Of all languages of the samples that are written in the Latin alphabet, each with the same weight. Made once for every process that
 * reads a PDF, most of which read a single one: plain loops, as nothing is optimised yet.
 */
function pairTable(): Float32Array {
  const table = new Float32Array((other + 1) * other);
  let languages = 0;
  for (const { text, words } of languageSamples) {
    const counts = new Float32Array((other + 1) * other);
    const totals = new Float32Array(other + 1);
    const sample = `${text} ${words}`;
    let before = other;
    let known = 0;
    for (let at = 0; at < sample.length; at += 1) {
      const unit = sample.charCodeAt(at);
      const letter = unit < 0x250 ? (latin[unit] as number) : other;
      if (letter < other) {
        const pair = before * other + letter;
        counts[pair] = (counts[pair] as number) + 1;
        totals[before] = (totals[before] as number) + 1;
        known += 1;
      }
      before = letter;
    }
    if (known < 0.7 * text.length) continue;
    languages += 1;
    let pair = 0;
    for (let first = 0; first <= other; first += 1) {
      const total = (totals[first] as number) + 0.05 * other;
      for (let second = 0; second < other; second += 1) {
        table[pair] = (table[pair] as number) + ((counts[pair] as number) + 0.05) / total;
        pair += 1;
      }
    }
  }
  for (let pair = 0; pair < table.length; pair += 1) table[pair] = Math.log((table[pair] as number) / languages);
  return table;
}
