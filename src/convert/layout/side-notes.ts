// Notes and captions in the margin behind a text: smaller than it, in a narrow column of their own, however few their lines are.
// In the margin before a text stand labels as well, which are of the lines that they stand at.
import { boundsOf, middleY, widthOf } from './page.ts';
import { type Placed, typicalSize } from './placed.ts';

/** Against the size and the width of the text. */
const smaller = 0.93;
const narrower = 0.6;
/** Lines of the text, and words of its lines and of those beside it. */
const fewestLines = 3;
const fewestWords = 6;
const fewestOfNotes = 2.5;
/** Lines beside others, from which on they may be cells; in points: how far these are from level. */
const fewestCells = 3;
const level = 2;
/** Share of the lines that begin at one place. */
const aligned = 0.8;

/** `beside` stands behind a text, all of it. */
export function areSideNotes(beside: readonly Placed[], all: readonly Placed[]): boolean {
  if (beside.length === 0 || beside.length > all.length) return false;
  // Tables and figures have no size.
  const text = all.filter(({ size }) => size > 0);
  if (text.length < fewestLines) return false;
  // Beside code stands what it gives.
  if (text.some(({ typed }) => typed !== undefined)) return false;
  const most = smaller * typicalSize(text);
  if (beside.some(({ size }) => size <= 0 || size > most)) return false;
  if (wordsOfLine(beside) < fewestOfNotes || wordsOfLine(text) < fewestWords) return false;
  const area = boundsOf(beside);
  if (widthOf(area) > narrower * widthOf(boundsOf(text))) return false;
  if (beside.length < fewestCells) return true;
  if (beside.filter(({ left }) => left - area.left <= 1).length < aligned * beside.length) return false;
  // Dates and prices stand on the lines of what they belong to.
  const lines = text.map(middleY);
  const isLevel = (one: Placed): boolean => lines.some((y) => Math.abs(y - middleY(one)) <= level);
  return beside.filter(isLevel).length < aligned * beside.length;
}

const wordsOfLine = (items: readonly Placed[]): number =>
  items.reduce((sum, { wordCount }) => sum + wordCount, 0) / items.length;
