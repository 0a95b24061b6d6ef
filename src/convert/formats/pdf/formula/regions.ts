// Where a page has displayed formulas: signs of mathematics that stand apart from the lines of text, within its columns.
import { type Box, boundsOf, heightOf, overlap, type Rule, widthOf } from '../../../layout/page.ts';
import { median } from '../../../layout/sorted.ts';
import { type Cluster, clustersOf, isOfFraction } from './clusters.ts';
import type { Chain } from './runs.ts';

export interface Region extends Box {
  /** Size of its largest letters. */
  readonly size: number;
  /** The lines drawn in it. */
  readonly bars: readonly Rule[];
  /** What its lines are called at their ends. */
  readonly numbers: readonly Chain[];
}

/** From the left to the right of the text around a formula. */
type Column = Pick<Box, 'left' | 'right'>;

/** A formula as far as it is known, with the words that belong to it. */
interface Candidate extends Region {
  readonly cluster: Cluster;
  readonly own: ReadonlySet<Chain>;
  readonly column: Column;
  /** It is one line of signs. */
  readonly isLow: boolean;
  /** Chains on its lines that are no part of it. */
  readonly beside: readonly Chain[];
}

/** In parts of the type size: a line of text is at least so wide. */
const fullLine = 12;
/** How far above and below the column of a formula is looked for. */
const reach = 12;
const mostLines = 8;
const tooWide = 1.5;
/** How far a formula may reach out of its column. */
const outside = 1.5;
/** How far conditions may stand from what they are of, and how long they may be. */
const toCondition = 2.4;
const mostWords = 9;
const mostConditions = 2;
/** Share of upright letters from which on what has no fraction in it is text. */
const mostLetters = 0.48;
/** White at the left of a formula of one line, and how tall one of several is. */
const indent = 0.75;
const severalLines = 1.75;
const fewestSigns = 3;
/** Drawings have more of them. */
const mostChains = 2_500;
const mostBars = 1_500;

const relation = /[=<>≤≥≈≡≠∼≃≅∝∈⊂⊆→⇒⇔≪≫]/u;
const operator = /[∑∏∫√⋃⋂∂]/u;

export function regionsOf(chains: readonly Chain[], rules: readonly Rule[]): Region[] {
  if (chains.length > mostChains || rules.length > mostBars) return [];
  const parts = chains.filter((chain) => !chain.isNumber && (!chain.isText || isOfFraction(chain, chains, rules)));
  if (!parts.some(({ hasMath }) => hasMath)) return [];
  const lines = chains.filter((chain) => chain.isText && widthOf(chain) > fullLine * chain.size);
  const regions: Region[] = [];
  for (const cluster of clustersOf(parts)) {
    const found = candidateOf(cluster, chains, lines, rules);
    if (found !== undefined && !isOfTable(found, chains) && !isWithinText(found) && saysSomething(found)) {
      const { left, top, right, bottom, size, bars, numbers } = found;
      regions.push({ left, top, right, bottom, size, bars, numbers });
    }
  }
  return regions;
}

function candidateOf(
  cluster: Cluster,
  chains: readonly Chain[],
  lines: readonly Chain[],
  rules: readonly Rule[],
): Candidate | undefined {
  const { size } = cluster;
  if (countOf(cluster, 'signs') < fewestSigns || !cluster.chains.some(({ hasMath }) => hasMath)) return undefined;
  const column = columnAround(cluster, lines, size);
  if (column === undefined) return undefined;
  const own = new Set<Chain>(cluster.chains);
  let box: Box = cluster;
  for (const chain of chains.filter(({ isText }) => isText).sort((a, b) => a.left - b.left)) {
    if (!isInside(chain, box, column, size)) continue;
    if (chain.words > mostWords) return undefined;
    own.add(chain);
    box = boundsOf([box, chain]);
  }
  if (box.left < column.left - outside * size || box.right > column.right + outside * size) return undefined;
  const isRow = (one: Chain): boolean =>
    overlap(one.top, one.bottom, box.top, box.bottom) > 0.4 * Math.min(heightOf(one), size);
  const numbers = chains.filter((one) => one.isNumber && isRow(one) && isAtEnd(one, box, column, size));
  return {
    ...box,
    size,
    cluster,
    own,
    column,
    isLow: heightOf(box) < severalLines * size,
    bars: rules.filter((rule) => isAround(rule, box, size)),
    numbers: numbers.sort((a, b) => a.top - b.top),
    beside: chains.filter((one) => !own.has(one) && !one.isNumber && isRow(one)),
  };
}

const countOf = ({ chains }: Cluster, what: 'signs' | 'letters'): number =>
  chains.reduce((sum, chain) => sum + chain[what], 0);

/** Words within its box or at its right belong to it: the conditions of cases. */
const isInside = (chain: Chain, box: Box, column: Column, size: number): boolean =>
  chain.left > box.left &&
  chain.left < box.right + toCondition * size &&
  chain.right < column.right + size &&
  chain.top > box.top - 0.3 * size &&
  chain.bottom < box.bottom + 0.3 * size;

const isAtEnd = (number: Box, box: Box, column: Column, size: number): boolean =>
  number.left > box.right
    ? number.right < column.right + size
    : number.right < box.left && number.left > column.left - size;

const isAround = (rule: Box, box: Box, size: number): boolean =>
  rule.left > box.left - 0.5 * size &&
  rule.right < box.right + 0.5 * size &&
  rule.top > box.top - 0.3 * size &&
  rule.top < box.bottom + 0.3 * size;

/** Rows with words before them or at both ends, what stands beside code, and the head of a table. */
function isOfTable({ cluster, own, left, column, isLow, beside }: Candidate, chains: readonly Chain[]): boolean {
  const conditions = own.size - cluster.chains.length;
  const before = beside.filter((one) => one.isText && one.right < left && one.right > column.left);
  if (before.length > 1 || before.some(({ isCode }) => isCode || conditions > 0)) return true;
  if (conditions > mostConditions && !hasTallBrace(cluster)) return true;
  return isLow && isHead(cluster, own, chains);
}

const hasTallBrace = ({ chains, size }: Cluster): boolean =>
  chains.some(({ runs }) => runs.some((run) => run.text === '{' && heightOf(run) > severalLines * size));

/** White between cells, and the rows below or above them. */
const cellGap = 1.5;
const nextRow = 1.3;

/** Cells side by side, over others. */
function isHead(cluster: Cluster, own: ReadonlySet<Chain>, chains: readonly Chain[]): boolean {
  const { size } = cluster;
  const cells = [...cluster.chains].sort((a, b) => a.left - b.left);
  const gaps = cells.filter((cell, at) => at > 0 && cell.left - (cells[at - 1] as Chain).right > cellGap * size);
  if (gaps.length < 2) return false;
  return chains.some((one) => {
    const away = Math.max(one.top - cluster.bottom, cluster.top - one.bottom);
    const isOver = overlap(one.left, one.right, cluster.left, cluster.right) > 0;
    return !own.has(one) && !one.isText && !one.isNumber && isOver && Math.abs(away) < nextRow * size;
  });
}

/** A line of text reaches into it, other signs stand on its line, or it begins where lines of text do. */
function isWithinText({ left, right, size, column, beside, isLow, bars, numbers }: Candidate): boolean {
  const inColumn = beside.filter((one) => overlap(one.left, one.right, column.left, column.right) > 0);
  const touches = (one: Chain): boolean => overlap(one.left, one.right, left - 0.3 * size, right + 0.3 * size) > 0;
  if (inColumn.some((one) => touches(one) || !one.isText || widthOf(one) > fullLine * size)) return true;
  return isLow && bars.length === 0 && numbers.length === 0 && left < column.left + indent * size;
}

/** It relates two sides, is built up of parts or has a number, and is not mostly letters of text. */
function saysSomething({ cluster, bars, numbers, isLow }: Candidate): boolean {
  if (bars.length > 0) return true;
  if (countOf(cluster, 'letters') > mostLetters * countOf(cluster, 'signs')) return false;
  const text = cluster.chains.map((chain) => chain.text).join(' ');
  return numbers.length > 0 || relation.test(text) || (!isLow && operator.test(text));
}

/** From the left to the right of the full lines of text near it, above and below; one across several columns is none of them. */
function columnAround(box: Box, lines: readonly Chain[], size: number): Column | undefined {
  const away = (line: Box): number => Math.max(box.top - line.bottom, line.top - box.bottom);
  const near = lines
    .filter((line) => {
      const shared = overlap(line.left, line.right, box.left, box.right);
      return (
        away(line) > -0.5 * size && away(line) < reach * size && shared > 0.3 * Math.min(widthOf(line), widthOf(box))
      );
    })
    .sort((a, b) => away(a) - away(b))
    .slice(0, mostLines);
  const usual = median(near.map(widthOf));
  const own = near.filter((line) => widthOf(line) < tooWide * usual);
  return own.length === 0 ? undefined : boundsOf(own);
}
