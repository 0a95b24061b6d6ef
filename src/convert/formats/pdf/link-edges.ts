// Links that end inside a word: the stop after the last word of a link, or the bracket before its first, is no part of it.
import { addAll } from '../../layout/many.ts';
import { type LinkArea, linkAt, type Word } from '../../layout/page.ts';

/** In parts of the type size: how far a sign must stand out of the link's area; the areas have a margin of their own. */
const least = 0.06;
const signsAfter = /(?<=[\p{L}\p{N}\p{S}/_-])(?:['’]s)?[.,;:!?)\]}»”’"']+$|(?<=\p{L})['’]s$/u;
const signsBefore = /^[([{«“‘"'¿¡]+(?=[\p{L}\p{N}])/u;

export function withLinkEdges(words: readonly Word[], links: readonly LinkArea[]): readonly Word[] {
  if (links.length === 0) return words;
  const out: Word[] = [];
  let parted = false;
  for (const word of words) {
    const parts = partsOf(word, links);
    if (parts === undefined) out.push(word);
    else {
      parted = true;
      addAll(out, parts);
    }
  }
  return parted ? out : words;
}

function partsOf(word: Word, links: readonly LinkArea[]): Word[] | undefined {
  const { text, style, left, right, rightToLeft } = word;
  if (text.length < 2 || style.angle !== 0 || rightToLeft) return undefined;
  const [before] = signsBefore.exec(text) ?? [''];
  const [after] = signsAfter.exec(text) ?? [''];
  if (before === '' && after === '') return undefined;
  const link = linkAt(word, links);
  if (link === undefined) return undefined;
  const opens = before !== '' && left < link.left - least * style.size;
  const closes = after !== '' && right > link.right + least * style.size;
  if (!opens && !closes) return undefined;
  const begin = opens ? before.length : 0;
  const end = text.length - (closes ? after.length : 0);
  const middle = {
    ...word,
    text: text.slice(begin, end),
    ...(opens ? { left: link.left, spaced: false, order: word.order + 0.3 } : {}),
    ...(closes ? { right: link.right } : {}),
  };
  return [
    ...(opens ? [{ ...word, text: before, right: link.left }] : []),
    middle,
    ...(closes ? [{ ...word, text: after, left: link.right, spaced: false, order: word.order + 0.6 }] : []),
  ];
}
