// The tilt of lines of print: turned by the right angle, the feet of all letters of a line fall into one row, and the
// profile of a page is all peaks and gaps.

export interface Tilt {
  /** Degrees clockwise that the lines fall to the right; turning back by as much levels them. */
  readonly degrees: number;
  /** How far the points gather in rows at that angle, and as they are: sums of squares per point. */
  readonly gathered: number;
  readonly asIs: number;
  /** How far the best angle stands out from all others; near 1 where there are no lines at all. */
  readonly peak: number;
}

const widest = 20;
const coarseStep = 0.5;
/** Rows of the profile by the height of print: coarse enough to find the peak, then fine enough to place it. */
const coarseRows = 0.35;
const fineRows = 0.15;
/** Parts of the width that are looked at each for itself. */
const strips = 3;
/** Points that are looked at; more say nothing new. */
const mostPoints = 8_000;

/** `points` are x and y in turns; `size` is the usual height of print among them. */
export function tiltOf(points: Float64Array, size: number): Tilt {
  const chosen = thinned(points);
  let best = 0;
  let most = gathering(chosen, 0, size * coarseRows);
  let sum = most;
  let angles = 1;
  for (let degrees = coarseStep; degrees <= widest; degrees += coarseStep) {
    for (const signed of [degrees, -degrees]) {
      const found = gathering(chosen, signed, size * coarseRows);
      sum += found;
      angles += 1;
      if (found > most) [most, best] = [found, signed];
    }
  }
  const rows = Math.max(0.8, size * fineRows);
  const about = nearby(best, coarseStep, 0.1, (degrees) => gathering(chosen, degrees, rows));
  // The whole width places the angle best, once the strips have said about where it is: to a quarter of a degree, where
  // lines so little tilted stand on the same row across a strip.
  const exact = nearby(about, 0.3, 0.02, (degrees) => gathering(chosen, degrees, rows, 1));
  return {
    degrees: Math.round(exact * 100) / 100,
    gathered: Math.max(gathering(chosen, about, rows), gathering(chosen, exact, rows)),
    asIs: gathering(chosen, 0, rows),
    peak: sum > 0 ? (most * angles) / sum : 1,
  };
}

/** The best angle within reach of another, in steps. */
function nearby(middle: number, reach: number, step: number, score: (degrees: number) => number): number {
  let best = middle;
  let most = score(middle);
  for (let offset = step; offset <= reach + 1e-9; offset += step) {
    for (const degrees of [middle + offset, middle - offset]) {
      const found = score(degrees);
      if (found > most) [most, best] = [found, degrees];
    }
  }
  return best;
}

function thinned(points: Float64Array): Float64Array {
  const count = points.length >> 1;
  if (count <= mostPoints) return points;
  const step = count / mostPoints;
  const chosen = new Float64Array(2 * mostPoints);
  for (let at = 0; at < mostPoints; at += 1) {
    const from = 2 * Math.floor(at * step);
    chosen[2 * at] = points[from] as number;
    chosen[2 * at + 1] = points[from + 1] as number;
  }
  return chosen;
}

/**
 * Sum of squares of the profile over the number of points; a point is shared between the two rows it lies between. Each
 * strip has a profile of its own: lines of columns side by side need not stand on the same rows.
 */
function gathering(points: Float64Array, degrees: number, row: number, parts = strips): number {
  const count = points.length >> 1;
  if (count === 0) return 0;
  const radians = (degrees * Math.PI) / 180;
  const sine = Math.sin(radians) / row;
  const cosine = Math.cos(radians) / row;
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [leftmost, rightmost] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < points.length; at += 2) {
    const x = points[at] as number;
    const y = (points[at + 1] as number) * cosine - x * sine;
    if (y < lowest) lowest = y;
    if (y > highest) highest = y;
    if (x < leftmost) leftmost = x;
    if (x > rightmost) rightmost = x;
  }
  const rows = Math.ceil(highest - lowest) + 2;
  const perStrip = parts / (rightmost - leftmost + 1);
  const profile = new Float64Array(rows * parts);
  for (let at = 0; at < points.length; at += 2) {
    const x = points[at] as number;
    const y = (points[at + 1] as number) * cosine - x * sine - lowest;
    const first = Math.floor(y);
    const share = y - first;
    const slot = Math.floor((x - leftmost) * perStrip) * rows + first;
    profile[slot] = (profile[slot] as number) + 1 - share;
    profile[slot + 1] = (profile[slot + 1] as number) + share;
  }
  let sum = 0;
  for (let at = 0; at < profile.length; at += 1) sum += (profile[at] as number) ** 2;
  return sum / count;
}
