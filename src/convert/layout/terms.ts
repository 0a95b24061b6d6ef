// Terms with their explanations: a line over text that stands further in. They are set like low headings, but where the text
// of the page begins where they do, or one stands right below the other, they head nothing.
import type { PageItem } from './analyse-page.ts';
import { type Line, lineText } from './lines.ts';
import { listMark } from './list-marks.ts';
import type { TextBlock } from './paragraphs.ts';

/** In parts of the type size: how far an explanation stands further in. */
const inset = { from: 1, to: 12.5 };
/** As much white above it; in a list of terms that are plain, each may be a paragraph of its own. */
const mostWhite = { close: 1, apart: 2 };
/** In parts of the type size: what begins at the same place. */
const aligned = 0.3;
/** Terms with one explanation each that are a list of them, and their share of the lines that begin where they do. */
const fewestTerms = 4;
const leastShare = 0.7;
/** How many pieces of the page before and behind it are looked at. */
const farthest = 40;

/** The text at this place of a page is explained by what stands below it. */
export function isExplained(items: readonly PageItem[], at: number): boolean {
  const self = items[at];
  if (self?.kind !== 'text') return false;
  if (isName(self) && isListed(items, at)) return true;
  const isClose = standsOverExplanation(items, lastOfNames(items, at), mostWhite.close);
  const { left, size, monospace, bold } = self.block;
  const white = bold ? mostWhite.close : mostWhite.apart;
  // The explanation of the last term of a page may stand on the next.
  if (!isClose && at < items.length - 1 && !standsOverExplanation(items, at, white)) return false;
  // What is set like a name of a program is explained by what stands further in, wherever other text begins.
  if (monospace && isClose) return true;
  let pairs = 0;
  let lines = 0;
  for (let place = Math.max(0, at - farthest); place < Math.min(items.length, at + farthest); place += 1) {
    const one = items[place];
    if (one?.kind !== 'text' || Math.abs(one.block.size - size) > 0.15 * size) continue;
    if (isClose && isTextBeside(one.block, left, size)) return true;
    if (Math.abs(one.block.left - left) > aligned * size) continue;
    lines += 1;
    if (standsOverExplanation(items, place, white) && isBack(items[place + 2], left, size)) pairs += 1;
  }
  return pairs >= fewestTerms && pairs >= leastShare * lines;
}

/** The last of several names of one thing, each on a line: what explains it explains them all. */
function lastOfNames(items: readonly PageItem[], at: number): number {
  let last = at;
  for (let place = at; place < at + mostNames; place += 1) {
    const one = items[place];
    const next = items[place + 1];
    if (one?.kind !== 'text' || next?.kind !== 'text' || !next.block.bold || !one.block.bold) break;
    if (next.block.lines.length > 1 || Math.abs(next.block.left - one.block.left) > aligned * one.block.size) break;
    if (Math.abs(next.block.size - one.block.size) > 0.02 * one.block.size) break;
    last = place + 1;
  }
  return last;
}

const mostNames = 4;

/** Text of the page that begins where a term does, or a little before it. */
function isTextBeside(block: TextBlock, left: number, size: number): boolean {
  if (block.left > left + aligned * size || block.left < left - farBefore * size) return false;
  if (block.lines.length > 1) return true;
  const text = startOf(block);
  return !block.bold && /[.:]$/.test(text) && text.split(' ').length >= fewestOfSentence;
}

/** In parts of the type size: further to the left stands another column. */
const farBefore = 2;
const fewestOfSentence = 6;

/** A word or two in plain capitals. */
const isName = (item: PageItem | undefined): boolean =>
  item?.kind === 'text' &&
  item.block.lines.length === 1 &&
  !item.block.bold &&
  /^[^\p{Ll}]{2,40}$/u.test(startOf(item.block));

/** Names and what they stand for, in turns and a line each: a heading has more below it. */
function isListed(items: readonly PageItem[], at: number): boolean {
  let pairs = 0;
  let names = 0;
  for (let place = Math.max(0, at - farthest); place < Math.min(items.length, at + farthest); place += 1) {
    if (!isName(items[place])) continue;
    names += 1;
    const [text, next] = [items[place + 1], items[place + 2]];
    if (text?.kind !== 'text' || text.block.lines.length > 1 || isName(text)) continue;
    if (next === undefined || isName(next)) pairs += 1;
  }
  return pairs >= fewestTerms && pairs >= leastShare * names;
}

function standsOverExplanation(items: readonly PageItem[], at: number, most: number): boolean {
  const self = items[at];
  const next = items[at + 1];
  if (self?.kind !== 'text' || next?.kind !== 'text' || self.block.lines.length > 1) return false;
  const { left, bottom, size } = self.block;
  const { block } = next;
  const further = (block.left - left) / (size || 1);
  const white = (block.top - bottom) / (size || 1);
  if (further < inset.from || further > inset.to || white > most || white < -0.5) return false;
  return block.size <= 1.05 * size && !block.bold && !block.monospace && listMark(startOf(block)) === undefined;
}

const startOf = ({ lines }: TextBlock): string => lineText(lines[0] as Line);

/** The page ends here, or what comes begins where the term does. */
const isBack = (one: PageItem | undefined, left: number, size: number): boolean =>
  one === undefined || (one.kind === 'text' && one.block.left < left + aligned * size);
