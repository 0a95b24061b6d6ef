// The marks of a word in the order that Unicode gives them, joined with their letters where there is one sign for both.

/** Letters with marks of their own, and the scripts that `combining-marks.ts` brings marks to. */
const hasMark = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u109f\u1780-\u17ff]/;

const rules: readonly (readonly [RegExp, string])[] = [
  // Fonts of Thai and Lao draw the vowel am as a circle and the vowel a; a tone is typed before it.
  [/\u0e4d([\u0e48-\u0e4b]?)\u0e32/g, '$1\u0e33'],
  [/([\u0e48-\u0e4b])\u0e4d\u0e32/g, '$1\u0e33'],
  [/\u0ecd([\u0ec8-\u0ecb]?)\u0eb2/g, '$1\u0eb3'],
  [/([\u0ec8-\u0ecb])\u0ecd\u0eb2/g, '$1\u0eb3'],
  // Tones and the like are typed behind the vowel they stand over.
  [/([\u0e48-\u0e4c])([\u0e31\u0e34-\u0e39\u0e47])/g, '$2$1'],
  [/([\u0ec8-\u0ecc])([\u0eb1\u0eb4-\u0eb9\u0ebb])/g, '$2$1'],
];

export function spelled(text: string): string {
  if (!hasMark.test(text)) return text;
  return rules.reduce((made, [wrong, right]) => made.replace(wrong, right), text).normalize('NFC');
}
