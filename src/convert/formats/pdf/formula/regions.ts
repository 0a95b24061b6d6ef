// Where a page has displayed formulas: signs of mathematics that stand apart from the lines of text, within its columns.
import { type Box, boundsOf, heightOf, overlap, type Rule, widthOf } from '../../../layout/page.ts';
import { median } from '../../../layout/sorted.ts';
import type { Chain } from './runs.ts';

export interface Region extends Box {
  /** Size of its largest letters. */
  readonly size: number;
  /** The lines drawn in it. */
  readonly bars: readonly Rule[];
  /** What its lines are called at their ends. */
  readonly numbers: readonly Chain[];
}

/** In parts of the type size: parts of one formula are no further apart. */
const down = 0.45;
const across = 1.9;
const alongLine = 2.6;
/** A line of text is at least so wide, in parts of its type size. */
const fullLine = 12;
/** How far above and below the column of a formula is looked for. */
const reach = 12;
const mostLines = 8;
const tooWide = 1.5;
/** How far the words of a fraction stand from its line, and how much longer it may be than they are. */
const toBar = 0.5;
const mostOfBar = 4;
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
    const region = regionOf(cluster, chains, lines, rules);
    if (region !== undefined) regions.push(region);
  }
  return regions;
}

/** Words over or under the line of a fraction, with something on the other side of it. */
function isOfFraction(chain: Chain, chains: readonly Chain[], bars: readonly Rule[]): boolean {
  const { size } = chain;
  const isAt = (one: Chain, bar: Rule): boolean =>
    one.left > bar.left - 0.3 * size &&
    one.right < bar.right + 0.3 * size &&
    Math.abs((one.left + one.right) / 2 - (bar.left + bar.right) / 2) < 0.5 * size;
  return bars.some((bar) => {
    const over = bar.top - chain.bottom;
    const under = chain.top - bar.bottom;
    if (Math.max(over, under) > toBar * size || Math.max(over, under) < -toBar * size || !isAt(chain, bar))
      return false;
    const isWide = widthOf(bar) < mostOfBar * widthOf(chain);
    return isWide && chains.some((one) => one !== chain && isAt(one, bar) && isAcross(one, chain, bar, size));
  });
}

const isAcross = (one: Box, other: Box, bar: Box, size: number): boolean =>
  (one.top + one.bottom) / 2 < bar.top !== (other.top + other.bottom) / 2 < bar.top &&
  Math.max(bar.top - one.bottom, one.top - bar.bottom) < toBar * size;

interface Cluster extends Box {
  readonly chains: Chain[];
  readonly size: number;
}

function clustersOf(parts: readonly Chain[]): Cluster[] {
  let clusters: Cluster[] = parts.map((chain) => ({ ...boundsOf([chain]), chains: [chain], size: chain.size }));
  const far = alongLine * parts.reduce((most, { size }) => Math.max(most, size), 0);
  for (let joinedAny = true; joinedAny; ) {
    joinedAny = false;
    clusters.sort((a, b) => a.top - b.top);
    const next: Cluster[] = [];
    for (const cluster of clusters) {
      const { left, top, right } = cluster;
      // There may be thousands: most are seen to be too far away without more ado.
      const at = next.findIndex(
        (other) =>
          other.bottom > top - far && other.right > left - far && other.left < right + far && areClose(other, cluster),
      );
      const other = next[at];
      if (other === undefined) next.push(cluster);
      else {
        joinedAny = true;
        for (const chain of cluster.chains) other.chains.push(chain);
        const size = Math.max(other.size, cluster.size);
        next[at] = { ...boundsOf([other, cluster]), chains: other.chains, size };
      }
    }
    clusters = next;
  }
  return clusters;
}

function areClose(one: Cluster, other: Cluster): boolean {
  const size = Math.max(one.size, other.size);
  const shared = overlap(one.top, one.bottom, other.top, other.bottom);
  const reached = shared > 0.4 * size ? alongLine : across;
  return shared > -down * size && overlap(one.left, one.right, other.left, other.right) > -reached * size;
}

function regionOf(
  cluster: Cluster,
  chains: readonly Chain[],
  lines: readonly Chain[],
  rules: readonly Rule[],
): Region | undefined {
  const signs = cluster.chains.reduce((sum, chain) => sum + chain.signs, 0);
  const letters = cluster.chains.reduce((sum, chain) => sum + chain.letters, 0);
  const text = cluster.chains.map((chain) => chain.text).join(' ');
  if (signs < fewestSigns || !cluster.chains.some(({ hasMath }) => hasMath)) return undefined;
  const { size } = cluster;
  let box: Box = cluster;
  const column = columnAround(box, lines, size);
  if (column === undefined) return undefined;
  const own = new Set<Chain>(cluster.chains);
  const hasBrace = cluster.chains.some(({ runs }) =>
    runs.some((run) => run.text === '{' && heightOf(run) > severalLines * size),
  );
  for (const chain of chains.filter(({ isText }) => isText).sort((a, b) => a.left - b.left)) {
    if (!isInside(chain, box, column, size)) continue;
    if (chain.words > mostWords) return undefined;
    own.add(chain);
    box = boundsOf([box, chain]);
  }
  const isRow = (one: Chain): boolean =>
    !own.has(one) &&
    !one.isNumber &&
    overlap(one.top, one.bottom, box.top, box.bottom) > 0.4 * Math.min(heightOf(one), size);
  const hasConditions = own.size > cluster.chains.length;
  const before = chains.filter((one) => one.isText && isRow(one) && one.right < box.left && one.right > column.left);
  // Rows with words before them, or at both ends, are a table, and so is what stands beside code.
  if (before.length > 1 || before.some(({ isCode }) => isCode || hasConditions)) return undefined;
  if (!hasBrace && own.size - cluster.chains.length > mostConditions) return undefined;
  const isLow = heightOf(box) < severalLines * size;
  const bars = rules.filter(
    (rule) =>
      rule.left > box.left - 0.5 * size &&
      rule.right < box.right + 0.5 * size &&
      rule.top > box.top - 0.3 * size &&
      rule.top < box.bottom + 0.3 * size,
  );
  if (box.left < column.left - 1.5 * size || box.right > column.right + 1.5 * size) return undefined;
  const beside = chains.filter((one) => isRow(one) && overlap(one.left, one.right, column.left, column.right) > 0);
  // A line of text that reaches into it, or cells of a table beside it.
  if (beside.some((one) => overlap(one.left, one.right, box.left - 0.3 * size, box.right + 0.3 * size) > 0))
    return undefined;
  // The head of a table: cells side by side, over others.
  if (isLow && isHead(cluster, own, chains)) return undefined;
  if (beside.some((one) => !one.isText || widthOf(one) > fullLine * size)) return undefined;
  const numbers = chains.filter(
    (one) =>
      one.isNumber &&
      overlap(one.top, one.bottom, box.top, box.bottom) > 0.5 * heightOf(one) &&
      (one.left > box.right ? one.right < column.right + size : one.right < box.left && one.left > column.left - size),
  );
  if (bars.length === 0 && letters > mostLetters * signs) return undefined;
  const isBuilt = bars.length > 0 || numbers.length > 0;
  if (!isBuilt && !relation.test(text) && (isLow || !operator.test(text))) return undefined;
  if (isLow && bars.length === 0) {
    if (numbers.length === 0 && box.left < column.left + indent * size) return undefined;
  }
  return { ...box, size, bars, numbers: numbers.sort((a, b) => a.top - b.top) };
}

/** Words within its box or at its right belong to it: the conditions of cases. */
const isInside = (chain: Chain, box: Box, column: Pick<Box, 'left' | 'right'>, size: number): boolean =>
  chain.left > box.left &&
  chain.left < box.right + toCondition * size &&
  chain.right < column.right + size &&
  chain.top > box.top - 0.3 * size &&
  chain.bottom < box.bottom + 0.3 * size;

/** White between cells, and the rows below or above them. */
const cellGap = 1.5;
const nextRow = 1.3;

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

/** From the left to the right of the full lines of text near it, above and below; one across several columns is none of them. */
function columnAround(box: Box, lines: readonly Chain[], size: number): Pick<Box, 'left' | 'right'> | undefined {
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
