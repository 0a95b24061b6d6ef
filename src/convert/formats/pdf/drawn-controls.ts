// Buttons and boxes of web pages, as Windows has browsers print them: the ground, the edges and the mark are letters of its
// font of controls (Marlett), each in a colour of its own, one over the other. A reader sees one sign.
import type { Word } from '../../layout/page.ts';

/** The letters of round ones and of square ones in the order of drawing, of which the last one is the mark. */
const controls = ['nmlkji', 'gfedcb'];
/** The same as of the fields of forms. */
const [plain, marked] = ['☐', '☒'];
/** In points: where the letters of one sign stand apart. */
const near = 0.2;

export function withDrawnControls(words: readonly Word[]): readonly Word[] {
  let out: Word[] | undefined;
  let kept = 0;
  for (let at = 0; at < words.length; at += 1) {
    const found = controlAt(words, at);
    if (found === undefined) continue;
    out ??= [];
    for (; kept < at; kept += 1) out.push(words[kept] as Word);
    out.push({ ...(words[at] as Word), text: found.sign, spaced: true });
    kept = at + found.length;
    const next = words[kept];
    if (next !== undefined && !next.spaced && controlAt(words, kept) === undefined) {
      out.push({ ...next, spaced: true });
      kept += 1;
    }
    at = kept - 1;
  }
  if (out === undefined) return words;
  for (; kept < words.length; kept += 1) out.push(words[kept] as Word);
  return out;
}

function controlAt(words: readonly Word[], at: number): { readonly sign: string; readonly length: number } | undefined {
  const first = words[at] as Word;
  const letters = controls.find((one) => first.text === one[0]);
  if (letters === undefined) return undefined;
  let length = 1;
  while (length < letters.length && isOver(first, words[at + length]) && words[at + length]?.text === letters[length])
    length += 1;
  if (length < letters.length - 1) return undefined;
  return { sign: length === letters.length ? marked : plain, length };
}

const isOver = (one: Word, other: Word | undefined): boolean =>
  other !== undefined &&
  other.style.font === one.style.font &&
  Math.abs(one.left - other.left) <= near &&
  Math.abs(one.bottom - other.bottom) <= near;
