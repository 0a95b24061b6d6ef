// How CommonMark sorts characters around emphasis: whitespace, punctuation or anything else (CommonMark 0.31, 2.1).

export type CharacterClass = 0 | 1 | 2 | 3;
export const wordClass = 0;
export const spaceClass = 1;
export const punctuationClass = 2;
/** Symbols outside the basic plane (emoji): punctuation by the specification, a word to parsers that read UTF-16 units. */
const disputedClass = 3;

const ascii = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const letter = (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  if (code === 32 || (code >= 9 && code <= 13)) ascii[code] = spaceClass;
  else if (code > 32 && code < 127 && !letter) ascii[code] = punctuationClass;
}

const space = /\s/;
const punctuation = /[\p{P}\p{S}]/u;

function classify(point: number): CharacterClass {
  if (point < 128) return ascii[point] as CharacterClass;
  const character = String.fromCodePoint(point);
  if (space.test(character)) return spaceClass;
  if (!punctuation.test(character)) return wordClass;
  return point > 0xffff ? disputedClass : punctuationClass;
}

/** Class of the character that begins at `index`; the ends of the text count as whitespace. */
export function classAt(text: string, index: number): CharacterClass {
  const point = text.codePointAt(index);
  return point === undefined ? spaceClass : classify(point);
}

/** Class of the character that ends just before `index`. */
export function classBefore(text: string, index: number): CharacterClass {
  if (index <= 0) return spaceClass;
  const unit = text.charCodeAt(index - 1);
  if (unit >= 0xdc00 && unit <= 0xdfff && index > 1) {
    const lead = text.charCodeAt(index - 2);
    if (lead >= 0xd800 && lead <= 0xdbff) return classAt(text, index - 2);
  }
  return classify(unit);
}

/** ASCII punctuation: what a backslash can escape (CommonMark 0.31, 2.4). */
export function isAsciiPunctuation(code: number): boolean {
  return code < 128 && ascii[code] === punctuationClass;
}

/** Whether a run of markers between these two classes opens or closes emphasis (CommonMark 0.31, 6.2). */
export interface Flanking {
  readonly opens: boolean;
  readonly closes: boolean;
}

const flankings: readonly Flanking[] = [
  { opens: false, closes: false },
  { opens: true, closes: false },
  { opens: false, closes: true },
  { opens: true, closes: true },
];
const flankingOf = (opens: boolean, closes: boolean): Flanking =>
  flankings[(opens ? 1 : 0) + (closes ? 2 : 0)] as Flanking;

/** What every parser agrees a run can do: for markers we write and rely on. */
export function surelyFlanks(marker: string, before: CharacterClass, after: CharacterClass): Flanking {
  const left = after !== spaceClass && (after === wordClass || before === spaceClass || before === punctuationClass);
  const right = before !== spaceClass && (before === wordClass || after === spaceClass || after === punctuationClass);
  if (marker !== '_') return flankingOf(left, right);
  return flankingOf(
    left && (!maybeRight(before, after) || before === punctuationClass),
    right && (!maybeLeft(before, after) || after === punctuationClass),
  );
}

/** What some parser may think a run can do: for markers in text that must stay text. */
export function maybeFlanks(marker: string, before: CharacterClass, after: CharacterClass): Flanking {
  const left = maybeLeft(before, after);
  const right = maybeRight(before, after);
  if (marker !== '_') return flankingOf(left, right);
  const surely = surelyFlanks('*', before, after);
  return flankingOf(
    left && (!surely.closes || before === punctuationClass || before === disputedClass),
    right && (!surely.opens || after === punctuationClass || after === disputedClass),
  );
}

const maybeLeft = (before: CharacterClass, after: CharacterClass): boolean =>
  after !== spaceClass && (after === wordClass || after === disputedClass || before !== wordClass);
const maybeRight = (before: CharacterClass, after: CharacterClass): boolean =>
  before !== spaceClass && (before === wordClass || before === disputedClass || after !== wordClass);
