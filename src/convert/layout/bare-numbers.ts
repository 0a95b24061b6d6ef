// Numbers without a stop that count steps: bold, coloured or in a font of their own, with white between them and the text.
import type { Line } from './lines.ts';
import type { ListMark } from './list-marks.ts';
import type { Word } from './page.ts';

/** In parts of the type size: nearer to the next word it is a number in the text. */
const leastGap = 0.35;

/** The mark that the number is, if there is one; whether others go on with it is for the caller to see. */
export function bareNumber({ words }: Pick<Line, 'words'>): ListMark | undefined {
  const [number, next] = words;
  if (number === undefined || next === undefined || !/^\d{1,2}$/.test(number.text)) return undefined;
  // Chapters with their pages.
  if (words.length > 2 && /^\d{1,4}$/.test((words.at(-1) as Word).text)) return undefined;
  const [look, text] = [number.style, next.style];
  if (look.size < 0.9 * text.size || next.left - number.right < leastGap * text.size) return undefined;
  const isOther = (look.bold && !text.bold) || look.colour !== text.colour || look.font !== text.font;
  if (!isOther || look.monospace || text.monospace || !/\p{L}/u.test(next.text)) return undefined;
  return { ordered: true, number: Number(number.text), length: number.text.length + 1, kind: '1' };
}
