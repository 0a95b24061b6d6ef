// How a document numbers its headings, where that is I, A, 1, a, as many journals do: a single number is then no chapter; and
// where its appendices have letters.
import { topWords } from './chapter-words.ts';
import { romanNumber } from './roman-number.ts';

const roman = /^([IVX]{1,6})\.\s+\p{L}/u;
const letter = /^[A-Z]\.\s+\p{L}/u;
const figure = /^\d{1,2}[.)]\s+\p{L}/u;
const small = /^[a-z][.)]\s+\p{L}/u;

/** `A Reference`, `Appendix A`, and `A.1 Commands` below them. */
const appendix = /^(?:(?:Appendix|APPENDIX|Annexe?|ANNEXE?|Anhang)\s+)?([A-Z])[.:]?(?:\s+\p{Lu}|$)/u;
const ofAppendix = /^([A-Z])((?:\.\d{1,2}){1,4})\.?\s+\p{L}/u;

const appendixHead = /^(?:Appendix|APPENDIX|Annexe?|ANNEXE?|Anhang)\s+[A-Z](?![\p{L}\d])/u;

export class NumberingScheme {
  readonly #romans = new Set<number>();
  #hasLetters = false;
  /** By letter: the heading that last began with it. */
  readonly #appendices = new Map<string, string>();
  /** Letters of those that headings with a number follow, and what they are called. */
  readonly #parted = new Set<string>();

  /** Told of each heading. */
  note(text: string): void {
    const value = romanOf(text);
    if (value !== undefined) this.#romans.add(value);
    else if (letter.test(text)) this.#hasLetters = true;
    const [, whole] = appendix.exec(text) ?? [];
    const [, part] = ofAppendix.exec(text) ?? [];
    if (whole !== undefined) this.#appendices.set(whole, text);
    const title = part === undefined ? undefined : this.#appendices.get(part);
    if (part !== undefined && title !== undefined) this.#parted.add(part).add(title);
  }

  /** Undefined where the document counts otherwise, and for headings without a number. */
  levelOf(text: string): number | undefined {
    if (!this.#romans.has(2) || !(this.#romans.has(1) || this.#romans.has(3))) return this.#levelInAppendix(text);
    if (romanOf(text) !== undefined) return 1;
    if (letter.test(text)) return 2;
    const below = this.#hasLetters ? 3 : 2;
    if (figure.test(text)) return below;
    return small.test(text) ? below + 1 : undefined;
  }

  #levelInAppendix(text: string): number | undefined {
    if (this.#parted.size === 0) return undefined;
    if (appendix.test(text)) return this.#parted.has(text) ? 1 : undefined;
    const [, part = '', numbers = ''] = ofAppendix.exec(text) ?? [];
    return this.#parted.has(part) ? numbers.split('.').length : undefined;
  }
}

function romanOf(text: string): number | undefined {
  const found = roman.exec(text)?.[1];
  return found === undefined ? undefined : romanNumber(found.toLowerCase());
}

const inWords =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty';
const chapterNumber = new RegExp(`^(?:${topWords}) (?:\\d{1,2}|[A-Z]|[IVXLC]{1,6}|${inWords})\\b(?!\\.\\d)`, 'i');

/** Depth of a numbered heading: `2.3.1` is 3, a chapter is 1; undefined where there is no number. */
export function numberDepth(text: string): number | undefined {
  if (chapterNumber.test(text)) return 1;
  const found = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\p{L}/u.exec(text);
  return found === null ? undefined : (found[1] as string).split('.').length;
}

/** The depth of a number with several parts, and of which kind it is: chapters and appendices may be listed apart. */
export function partedNumber(text: string): { readonly kind: string; readonly depth: number } | undefined {
  const [, , numbers] = ofAppendix.exec(text) ?? [];
  if (numbers !== undefined) return { kind: 'A', depth: numbers.split('.').length };
  if (appendixHead.test(text)) return { kind: 'A', depth: 1 };
  const depth = numberDepth(text);
  return depth === undefined ? undefined : { kind: '1', depth };
}
