// Signs of a page that stand near each other, before it is asked whether they are a formula.
import { type Box, boundsOf, overlap, type Rule, widthOf } from '../../../layout/page.ts';
import type { Chain } from './runs.ts';

export interface Cluster extends Box {
  readonly chains: Chain[];
  /** Size of its largest letters. */
  readonly size: number;
}

/** In parts of the type size: parts of one formula are no further apart. */
const down = 0.45;
const across = 1.9;
const alongLine = 2.6;
/** How far the words of a fraction stand from its line, and how much longer it may be than they are. */
const toBar = 0.5;
const mostOfBar = 4;

export function clustersOf(parts: readonly Chain[]): Cluster[] {
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

/** Words over or under the line of a fraction, with something on the other side of it. */
export function isOfFraction(chain: Chain, chains: readonly Chain[], bars: readonly Rule[]): boolean {
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
