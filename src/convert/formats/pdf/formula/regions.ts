// Where a page has displayed formulas: signs of mathematics that stand apart from the lines of text, within its columns.
import { type Box, boundsOf, heightOf, overlap, type Rule, widthOf } from '../../../layout/page.ts';
import type { Chain } from './runs.ts';

export interface Region extends Box {
  /** Size of its largest letters. */
  readonly size: number;
  /** The lines drawn in it. */
  readonly bars: readonly Rule[];
}

/** In parts of the type size: parts of one formula are no further apart. */
const down = 0.45;
const across = 1.9;
/** A line of text is at least so wide, in parts of its type size. */
const fullLine = 12;
/** How far above and below the column of a formula is looked for. */
const reach = 12;
/** White at the left of a formula of one line, and how tall one of several is. */
const indent = 0.75;
const severalLines = 1.75;
const fewestSigns = 3;
const mostChains = 5_000;

const relation = /[=<>≤≥≈≡≠∼≃≅∝∈⊂⊆→⇒⇔≪≫:]/u;
const operator = /[∑∏∫√⋃⋂∂]/u;

export function regionsOf(chains: readonly Chain[], rules: readonly Rule[]): Region[] {
  if (chains.length > mostChains) return [];
  const parts = chains.filter((chain) => !chain.isText && !chain.isNumber);
  if (!parts.some(({ hasMath }) => hasMath)) return [];
  const lines = chains.filter((chain) => chain.isText && widthOf(chain) > fullLine * chain.size);
  const bars = rules.filter(({ horizontal }) => horizontal);
  const regions: Region[] = [];
  for (const cluster of clustersOf(parts)) {
    const region = regionOf(cluster, chains, lines, bars);
    if (region !== undefined) regions.push(region);
  }
  return regions;
}

interface Cluster extends Box {
  readonly chains: Chain[];
  readonly size: number;
}

function clustersOf(parts: readonly Chain[]): Cluster[] {
  let clusters: Cluster[] = parts.map((chain) => ({ ...boundsOf([chain]), chains: [chain], size: chain.size }));
  for (let joinedAny = true; joinedAny; ) {
    joinedAny = false;
    clusters.sort((a, b) => a.top - b.top);
    const next: Cluster[] = [];
    for (const cluster of clusters) {
      const at = next.findIndex((other) => areClose(other, cluster));
      const other = next[at];
      if (other === undefined) next.push(cluster);
      else {
        joinedAny = true;
        next[at] = {
          ...boundsOf([other, cluster]),
          chains: [...other.chains, ...cluster.chains],
          size: Math.max(other.size, cluster.size),
        };
      }
    }
    clusters = next;
  }
  return clusters;
}

function areClose(one: Cluster, other: Cluster): boolean {
  const size = Math.max(one.size, other.size);
  const isBelow = overlap(one.top, one.bottom, other.top, other.bottom) > -down * size;
  return isBelow && overlap(one.left, one.right, other.left, other.right) > -across * size;
}

function regionOf(cluster: Cluster, chains: readonly Chain[], lines: readonly Chain[], rules: readonly Rule[]): Region | undefined {
  const signs = cluster.chains.reduce((sum, { text }) => sum + text.replaceAll(' ', '').length, 0);
  const text = cluster.chains.map((chain) => chain.text).join(' ');
  if (signs < fewestSigns || !cluster.chains.some(({ hasMath }) => hasMath)) return undefined;
  const { size } = cluster;
  let box: Box = cluster;
  // Words within its box belong to it: the conditions of cases.
  const inner = chains.filter((chain) => chain.isText && isInside(chain, box, size));
  if (inner.some(({ runs }) => runs.length > 8)) return undefined;
  box = boundsOf([box, ...inner]);
  const own = new Set<Chain>([...cluster.chains, ...inner]);
  const isLow = heightOf(box) < severalLines * size;
  const bars = rules.filter(
    (rule) =>
      rule.left > box.left - 0.5 * size &&
      rule.right < box.right + 0.5 * size &&
      rule.top > box.top - 0.3 * size &&
      rule.top < box.bottom + 0.3 * size,
  );
  if (!relation.test(text) && !operator.test(text) && bars.length === 0) return undefined;
  if (isLow && bars.length === 0 && !relation.test(text)) return undefined;
  const column = columnAround(box, lines, size);
  if (column === undefined) return undefined;
  if (box.left < column.left - 1.5 * size || box.right > column.right + 1.5 * size) return undefined;
  const beside = chains.filter(
    (one) =>
      !own.has(one) &&
      !one.isNumber &&
      overlap(one.top, one.bottom, box.top, box.bottom) > 0.4 * Math.min(heightOf(one), size) &&
      overlap(one.left, one.right, column.left - size, column.right + size) > 0,
  );
  // A line of text that reaches into it, or cells of a table beside it.
  if (beside.some((one) => overlap(one.left, one.right, box.left - 0.3 * size, box.right + 0.3 * size) > 0)) return undefined;
  if (beside.some((one) => !one.isText || widthOf(one) > fullLine * size)) return undefined;
  if (isLow && bars.length === 0) {
    const numbered = chains.some(
      (one) => one.isNumber && overlap(one.top, one.bottom, box.top, box.bottom) > 0.5 * heightOf(one) && one.left > box.right,
    );
    if (!numbered && box.left < column.left + indent * size) return undefined;
  }
  return { ...box, size, bars };
}

const isInside = (chain: Chain, box: Box, size: number): boolean =>
  (chain.left + chain.right) / 2 > box.left &&
  (chain.left + chain.right) / 2 < box.right + 2 * size &&
  chain.left > box.left &&
  chain.top > box.top - 0.3 * size &&
  chain.bottom < box.bottom + 0.3 * size;

/** From the left to the right of the nearest full lines of text above and below. */
function columnAround(box: Box, lines: readonly Chain[], size: number): Pick<Box, 'left' | 'right'> | undefined {
  let above: Chain | undefined;
  let under: Chain | undefined;
  for (const line of lines) {
    if (overlap(line.left, line.right, box.left, box.right) < 0.3 * Math.min(widthOf(line), widthOf(box))) continue;
    if (line.bottom < box.top + 0.5 * size) {
      if (box.top - line.bottom < reach * size && (above === undefined || line.bottom > above.bottom)) above = line;
    } else if (line.top > box.bottom - 0.5 * size) {
      if (line.top - box.bottom < reach * size && (under === undefined || line.top < under.top)) under = line;
    }
  }
  const near = [above, under].filter((line) => line !== undefined);
  return near.length === 0 ? undefined : boundsOf(near);
}
