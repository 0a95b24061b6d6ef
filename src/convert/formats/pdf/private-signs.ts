// Signs that fonts have in places of private use (Unicode, 23.5) and that nothing says the meaning of, such as icons and pieces
// of brackets: to a reader of the text they are noise. What stands in the places of common bullets is one.
import type { Word } from '../../layout/page.ts';

const isPrivate = /\p{Co}/u;
const privates = /\p{Co}/gu;

/** Bullets of Symbol and Wingdings, in fonts that do not call themselves so. */
const bullets: ReadonlyMap<string, string> = new Map([
  ['\uf0b7', '•'],
  ['\uf0a7', '▪'],
  ['\uf0d8', '➢'],
  ['\uf06f', '□'],
  ['\uf076', '❖'],
  ['\uf0fc', '✓'],
  ['\uf02d', '–'],
]);

/** The words of a page without such signs; a page that says nothing else keeps them. */
export function withoutPrivateSigns(words: readonly Word[]): readonly Word[] {
  if (!words.some(({ text }) => isPrivate.test(text))) return words;
  const kept: Word[] = [];
  let isParted = false;
  for (const word of words) {
    const said = isPrivate.test(word.text) ? (bullets.get(word.text) ?? word.text.replace(privates, '')) : word.text;
    const spaced: boolean = word.spaced || isParted;
    isParted = said === '' && spaced;
    if (said !== '') kept.push(said === word.text && spaced === word.spaced ? word : { ...word, text: said, spaced });
  }
  return kept.length === 0 ? words : kept;
}
