// Heads of sections whose numbers stand out to the left of all text: with the text below them they look like a table of two columns.
import type { Word } from './page.ts';
import { isEmptyCell, type PageTable, textOfCell } from './table-grid.ts';

const sectionNumber = /^\d{1,2}(?:\.\d{1,2}){0,4}\.?$/;
/** Against the type of the text below: a head that is not bold. */
const larger = 1.1;
/** Share of the text that is set otherwise than the heads. */
const mostPlain = 0.9;

/** Its first column has nothing but numbers of sections, in a type that nothing but the titles beside them has. */
export function areSections({ rows }: Pick<PageTable, 'rows'>): boolean {
  if (rows.some((row) => row.length !== 2)) return false;
  const heads = rows.filter(([number]) => !isEmptyCell(number));
  const texts = rows.filter(([number]) => isEmptyCell(number)).flatMap(([, text]) => text?.words ?? []);
  if (heads.length === 0 || !heads.every(([number]) => sectionNumber.test(textOfCell(number)))) return false;
  const all = heads.flatMap((row) => row.flatMap(({ words }) => words));
  const size = Math.min(...all.map((word) => word.style.size));
  const areBold =
    all.every(({ style }) => style.bold || style.monospace || style.italic) && all.some(({ style }) => style.bold);
  // Numbers in bold beside words in bold may be anything, unless they are those of sections within others.
  if (texts.length === 0) return areBold && heads.some(([number]) => /\d\.\d/.test(textOfCell(number)));
  const looks = new Set(all.map(lookOf));
  const plain = texts.filter(
    (word) =>
      (areBold && !word.style.bold) ||
      word.style.size * larger <= size ||
      (word.style.size < size && !looks.has(lookOf(word))),
  );
  return plain.length >= mostPlain * texts.length;
}

const lookOf = ({ style }: Word): string => `${style.font} ${style.colour}`;
