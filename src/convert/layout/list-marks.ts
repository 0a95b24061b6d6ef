// The marks that begin list items on a page: bullets, boxes to be ticked, numbers and letters.

import { romanNumber } from './roman-number.ts';

export interface ListMark {
  readonly ordered: boolean;
  /** The number it stands for; bullets have none. */
  readonly number?: number;
  /** The Roman number that it may be. */
  readonly roman?: number;
  /** The mark with the white space after it. */
  readonly length: number;
  readonly kind: string;
  /** Of a box: whether it is ticked. */
  readonly checked?: boolean;
}

/** Signs of symbol fonts stand close to what follows them; they mean nothing else. */
const closeBullets = /^[➢➤►▸❖\uf0b7\uf0a7\uf0d8\uf076\uf0fc](?=[\p{L}\p{N}\p{Ps}\p{Pi}"'])/u;
const bullets = /^[•◦▪▫■□●○‣⁃∙·➢➤►▶▸▷▹✓✔❖◆◇★☆→⇒∗\uf0b7\uf0a7\uf0d8\uf02d\uf06f\uf076\uf0fc–—*-](?:\s+|$)/u;
/** Words with a dash on either side, as titles and page numbers have them. */
const betweenDashes = /^[–—-] [^–—]{1,60} [–—-]$/u;
/** Only one on a line: several are the choices of a form. */
const boxed = /^([\u2610-\u2612\u{1f5f9}])\s+(?!.*[\u2610-\u2612\u{1f5f9}])/u;
const numbered = /^(?:\((\d{1,3})\)|(\d{1,3})[.)])\s+/;
const lettered = /^(?:\(([a-zA-Z])\)|([a-zA-Z])[.)])\s+/;
const roman = /^(?:\(([ivxlc]{1,7})\)|([ivxlc]{1,7})[.)])\s+/;

/** A sign that stands for nothing but an item, wherever it is. */
export const bulletSign = /^[•◦▪■●○‣➢➤►▸]$/;

const bulletOf = (text: string): RegExpExecArray | null => bullets.exec(text) ?? closeBullets.exec(text);

export function isBullet(text: string): boolean {
  return bulletOf(text) !== null;
}

/** A letter or a Roman number. */
export const isLettered = ({ ordered, kind }: ListMark): boolean => ordered && /[ai]/.test(kind);

/** It is nothing but a mark. */
export const isListMark = (text: string): boolean => listMark(`${text} `) !== undefined;

/** Most lines begin with a word, which is told by two letters: no mark has a second one, but for roman numbers. */
function beginsWord(text: string): boolean {
  const code = text.charCodeAt(0) | 32;
  if (code < 97 || code > 122 || 'ivxlc'.includes(text.charAt(0))) return false;
  const next = text.charCodeAt(1);
  return next !== 46 && next !== 41;
}

export function listMark(text: string): ListMark | undefined {
  if (beginsWord(text)) return undefined;
  const bullet = bulletOf(text);
  if (bullet !== null && !betweenDashes.test(text))
    return { ordered: false, length: bullet[0].length, kind: bullet[0].trim() };
  const box = boxed.exec(text);
  if (box !== null) return { ordered: false, length: box[0].length, kind: '\u2610', checked: box[1] !== '\u2610' };
  const number = numbered.exec(text);
  if (number !== null) {
    return {
      ordered: true,
      number: Number(number[1] ?? number[2]),
      length: number[0].length,
      kind: number[1] === undefined ? '1.' : '(1)',
    };
  }
  const letter = lettered.exec(text);
  if (letter !== null) {
    const given = (letter[1] ?? letter[2]) as string;
    const value = romanNumber(given);
    return {
      ordered: true,
      ...(value === undefined ? {} : { roman: value }),
      number: given.toLowerCase().charCodeAt(0) - 96,
      length: letter[0].length,
      kind: letter[1] === undefined ? 'a.' : '(a)',
    };
  }
  const small = roman.exec(text);
  if (small !== null) {
    const value = romanNumber((small[1] ?? small[2]) as string);
    return { ordered: true, ...(value === undefined ? {} : { roman: value }), length: small[0].length, kind: 'i.' };
  }
  return undefined;
}
