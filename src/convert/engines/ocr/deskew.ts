// The tilt of lines of print: turned by the right angle, the feet of all letters of a line fall into one row, and the
// profile of a page is all peaks and gaps.

export interface Tilt {
  /** Degrees clockwise that the lines fall to the right; turning back by as much levels them. */
  readonly degrees: number;
  /** How far the points gather in rows at that angle, and as they are: sums of squares per point. */
  readonly gathered: number;
  readonly asIs: number;
}

const widest = 20;
const coarseStep = 0.5;
const fineSteps = [0.1, 0.02] as const;
/** Rows of the profile by the height of print: coarse enough to find the peak, then fine enough to place it. */
const coarseRows = 0.35;
const fineRows = 0.15;
/** Points that are looked at; more say nothing new. */
const mostPoints = 8_000;

/** `points` are x and y in turns; `size` is the usual height of print among them. */
export function tiltOf(points: Float64Array, size: number): Tilt {
  const chosen = thinned(points);
  let best = 0;
  let most = gathering(chosen, 0, size * coarseRows);
  for (let degrees = coarseStep; degrees <= widest; degrees += coarseStep) {
    for (const signed of [degrees, -degrees]) {
      const found = gathering(chosen, signed, size * coarseRows);
      if (found > most) [most, best] = [found, signed];
    }
  }
  const rows = Math.max(0.8, size * fineRows);
  most = gathering(chosen, best, rows);
  let reach = coarseStep;
  for (const step of fineSteps) {
    const middle = best;
    for (let offset = step; offset <= reach + 1e-9; offset += step) {
      for (const signed of [middle + offset, middle - offset]) {
        const found = gathering(chosen, signed, rows);
        if (found > most) [most, best] = [found, signed];
      }
    }
    reach = step;
  }
  return { degrees: Math.round(best * 100) / 100, gathered: most, asIs: gathering(chosen, 0, rows) };
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

/** Sum of squares of the profile over the number of points; a point is shared between the two rows it lies between. */
function gathering(points: Float64Array, degrees: number, row: number): number {
  const count = points.length >> 1;
  if (count === 0) return 0;
  const radians = (degrees * Math.PI) / 180;
  const sine = Math.sin(radians) / row;
  const cosine = Math.cos(radians) / row;
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < points.length; at += 2) {
    const y = (points[at + 1] as number) * cosine - (points[at] as number) * sine;
    if (y < lowest) lowest = y;
    if (y > highest) highest = y;
  }
  const profile = new Float64Array(Math.ceil(highest - lowest) + 2);
  for (let at = 0; at < points.length; at += 2) {
    const y = (points[at + 1] as number) * cosine - (points[at] as number) * sine - lowest;
    const first = Math.floor(y);
    const share = y - first;
    profile[first] = (profile[first] as number) + 1 - share;
    profile[first + 1] = (profile[first + 1] as number) + share;
  }
  let sum = 0;
  for (const value of profile) sum += value * value;
  return sum / count;
}
