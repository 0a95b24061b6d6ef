// How likely a text is in a language, letter by letter: the measure by which readings of the same bytes in different
// character sets are compared. Each reading explains the same bytes, so that the plain sums can be compared.
import { languageSamples } from './charset-samples.ts';
import { japanese, korean, simplifiedChinese, traditionalChinese } from './charset-samples-cjk.ts';

/** Log-probability of a text; higher is likelier. */
export type TextModel = (text: string) => number;

// Natural logarithms of the probabilities of what the samples do not tell.
const control = -18;
const unmapped = -16;
const otherScript = -14;
const rareSymbol = -12;
const rareLetter = -11.5;
const borrowedLetter = -9.5;
/** Letters a reader of any European language meets in names and loan words. */
const borrowed = new Set('éèêëáàâäíìîïóòôöúùûüñçãõåøæßœšžčćęłőğş');
/** Signs of ordinary typography; the commonest first. */
const typography = '’“”–—…«»„‘‚•·°€§©£®™µ\u00a0¿¡½²³ºª¼¾±×´¹¢¥¨¶†‹›‰№';
const signs = new Map([...typography].map((sign, index) => [sign.charCodeAt(0), -6.5 - index * 0.06]));
/** Evidence of plain ASCII stretches counts less: markup, codes and names in them are of any language. */
const asciiWeight = 0.25;

/** A word of another alphabet begins in a text that also has Latin letters; three times that within one word. */
const scriptChange = -1.5;
/** A word of a single letter over 0x7f: often a sign that was read wrongly. */
const loneLetter = -2;

const boundary = 0x20;

/** Frequencies of letters and pairs of letters in a language. */
export class LetterModel {
  readonly #pairs = new Map<number, number>();
  readonly #letters = new Map<number, number>();
  readonly #after = new Map<number, number>();
  #total = 0;

  constructor(text: string) {
    let before = boundary;
    for (let at = 0; at < text.length; at += 1) {
      const letter = folded(text.charCodeAt(at));
      if (letter === boundary && before === boundary) continue;
      add(this.#pairs, before * 0x10000 + letter);
      add(this.#after, before);
      add(this.#letters, letter);
      this.#total += 1;
      before = letter;
    }
  }

  has(letter: number): boolean {
    return this.#letters.has(letter);
  }

  /** Interpolated, so that a pair the short sample does not hold is unlikely and not impossible. */
  log(before: number, letter: number): number {
    const known = this.#letters.get(letter);
    if (known === undefined) return borrowed.has(String.fromCharCode(letter)) ? borrowedLetter : rareLetter;
    const pair = this.#pairs.get(before * 0x10000 + letter) ?? 0;
    const after = this.#after.get(before) ?? 0;
    return Math.log((0.7 * pair) / (after + 4) + (0.3 * known) / this.#total);
  }
}

function add(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const letterCache = new Map<number, number>();

/** The small letter of a letter, the boundary (a space) for anything else. */
export function folded(unit: number): number {
  const cached = letterCache.get(unit);
  if (cached !== undefined) return cached;
  const char = String.fromCharCode(unit);
  // The dotted capital I of Turkish folds to two characters.
  const small = unit === 0x130 ? 'i' : char.toLowerCase();
  const fold = small.length === 1 && /[\p{L}\p{M}]/u.test(small) ? small.charCodeAt(0) : boundary;
  letterCache.set(unit, fold);
  return fold;
}

const isUpper = (unit: number): boolean => folded(unit) !== boundary && folded(unit) !== unit;

const models = new Map<string, TextModel>();

/** The model for a language of the samples, or for `ja`, `ko`, `zh-hans`, `zh-hant`. */
export function textModel(language: string): TextModel {
  let model = models.get(language);
  if (model === undefined) {
    model =
      language === 'ja' || language === 'ko' || language.startsWith('zh')
        ? ideographModel(language)
        : alphabetModel(language);
    models.set(language, model);
  }
  return model;
}

let english: LetterModel | undefined;

export function letterModel(language: string): LetterModel {
  const sample = languageSamples.find((one) => one.language === language);
  return new LetterModel(sample === undefined ? '' : `${sample.words} ${sample.words} ${sample.text}`.normalize('NFC'));
}

function asciiModel(): LetterModel {
  english ??= letterModel('en');
  return english;
}

function alphabetModel(language: string): TextModel {
  const own = language === 'en' ? asciiModel() : letterModel(language);
  const latin = own.has(0x65);
  const ascii = latin ? own : asciiModel();
  return (text) => {
    let sum = 0;
    let capitals = 0;
    let beforeUnit = boundary;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      const letter = folded(unit);
      const before = folded(beforeUnit);
      if (unit < 0x80 && beforeUnit < 0x80) {
        // Nothing new to learn between two signs or digits.
        if (letter !== boundary || before !== boundary) sum += ascii.log(before, letter) * asciiWeight;
      } else if (letter === boundary) {
        sum += unit < 0x80 ? own.log(before, boundary) : signLog(unit, before);
        if (beforeUnit >= 0x80 && before !== boundary && isAlone(text, at - 1)) sum += loneLetter;
      } else {
        sum += own.has(letter) || isLatin(letter) === latin ? own.log(before, letter) : otherScript;
        sum += caseLog(beforeUnit, unit, capitals);
        if (!latin && beforeUnit < 0x80) sum += before === boundary ? scriptChange : scriptChange * 3;
      }
      capitals = isUpper(unit) ? capitals + 1 : 0;
      beforeUnit = unit;
    }
    return sum;
  };
}

function isAlone(text: string, at: number): boolean {
  return at === 0 || folded(text.charCodeAt(at - 1)) === boundary;
}

function signLog(unit: number, before: number): number {
  if (unit >= 0x80 && unit < 0xa0) return control;
  if (unit === 0xfffd || (unit >= 0xe000 && unit <= 0xf8ff)) return unmapped;
  const log = signs.get(unit) ?? rareSymbol;
  // Apostrophes, quotes and dashes follow letters; currency and legal signs in the middle of a word do not.
  return before === boundary || log > -7.5 ? log : log - 1.5;
}

/**
 * Capitals begin words, or fill them; one in the middle of small letters, or two before them, is the mark of a wrong
 * reading. `capitals` is how many stood right before.
 */
function caseLog(before: number, unit: number, capitals: number): number {
  if (!isUpper(unit)) return capitals > 1 ? -5 : 0;
  if (folded(before) === boundary) return -1.5;
  if (capitals === 0) return -6;
  return capitals === 1 ? -3 : -0.3;
}

function isLatin(letter: number): boolean {
  return letter < 0x250 || (letter >= 0x1e00 && letter < 0x1f00);
}

/** Share of running text that the frequent characters make up, and that other known ones do. */
const frequentShare = 0.7;

function ideographModel(language: string): TextModel {
  const sample =
    language === 'ja'
      ? japanese
      : language === 'ko'
        ? korean
        : language === 'zh-hant'
          ? traditionalChinese
          : simplifiedChinese;
  const counts = new Map<string, number>();
  let total = 0;
  for (const [index, char] of [...sample.replaceAll(' ', '')].entries()) {
    // Lists stand in order of frequency: the first characters count for more.
    const weight = 1 + 400 / (index + 20);
    counts.set(char, (counts.get(char) ?? 0) + weight);
    total += weight;
  }
  const frequent = new Map([...counts].map(([char, count]) => [char, Math.log((frequentShare * count) / total)]));
  return (text) => {
    let sum = 0;
    let before = boundary;
    for (const char of text) {
      const unit = char.charCodeAt(0);
      if (unit < 0x80) {
        if (before < 0x80 && (folded(unit) !== boundary || folded(before) !== boundary)) {
          sum += asciiModel().log(folded(before), folded(unit)) * asciiWeight;
        } else if (before >= 0x80) {
          sum += folded(unit) === boundary ? -2 : -5;
        }
      } else {
        sum += frequent.get(char) ?? restLog(unit, language);
        if (before < 0x80) sum += scriptChange;
        // Half-width katakana come in whole words.
        else if (isHalfWidth(unit) && isHalfWidth(before)) sum += 4.5;
      }
      before = unit;
    }
    return sum;
  };
}

function isHalfWidth(unit: number): boolean {
  return unit >= 0xff61 && unit <= 0xff9f;
}

/** Characters that are not among the frequent ones, by the block they stand in. */
function restLog(unit: number, language: string): number {
  if (unit === 0xfffd || (unit >= 0xe000 && unit <= 0xf8ff)) return unmapped;
  if (unit < 0xa0) return control;
  if (unit >= 0x3001 && unit <= 0x3011) return -5.5;
  if (unit >= 0xff01 && unit <= 0xff5e) return unit === 0xff0c ? -4.5 : -7;
  if (unit === 0x3000) return -5.5;
  if (unit >= 0x3041 && unit <= 0x30ff) return language === 'ja' ? -5.5 : -13;
  if (unit >= 0xac00 && unit <= 0xd7a3) return language === 'ko' ? -8.3 : otherScript;
  if (unit >= 0x4e00 && unit <= 0x9fff) return language === 'ko' ? -12 : -9.3;
  if (isHalfWidth(unit)) return language === 'ja' ? -9.5 : otherScript;
  return signs.get(unit) ?? -12.5;
}
