// Which side of the picture is up. Letters of Latin, Greek, Cyrillic and many other scripts stand on a common baseline
// while their tops are uneven, so the side on which they line up best is the foot of the page.
import { type Tilt, tiltOf } from './deskew.ts';
import { letterLike, type Mark, markHeight, markWidth } from './prepare-marks.ts';

export type Quarter = 0 | 90 | 180 | 270;

export interface Orientation {
  /** Degrees clockwise to turn the picture so that it stands upright. */
  readonly turn: Quarter;
  /** What else it may be, the likeliest first; empty where the letters leave no doubt. */
  readonly others: readonly Quarter[];
  /** Degrees clockwise that lines fall to the right once it stands upright. */
  readonly tilt: number;
  /** Usual height of a letter in pixels, 0 where there are none. */
  readonly size: number;
  /** Its pieces of ink stand in lines. */
  readonly lined: boolean;
}

/** Fewer marks say nothing about the page. */
const leastMarks = 8;
/** How much better the best side must be to leave no doubt: over the side across, and over the opposite side. */
const clearAcross = 1.6;
const clearOpposite = 1.25;
/** A tilt is believed when lines gather so much better than without it. */
const clearTilt = 1.08;
const leastTilt = 0.12;
/** So many marks without any lines are grain. */
const manyMarks = 100;
const leastPeak = 1.3;

/** `given` is a turn that is known already: only the tilt is looked for. */
export function orientationOf(marks: readonly Mark[], given?: Quarter): Orientation {
  const letters = letterLike(marks);
  if (given !== undefined) {
    const size = usualHeight(letters, given);
    const tilt = letters.length < leastMarks ? 0 : believed(tiltOf(feet(letters, given), size));
    return { turn: given, others: [], tilt, size, lined: true };
  }
  if (letters.length < leastMarks) {
    return { turn: 0, others: [180, 90, 270], tilt: 0, size: usualHeight(letters, 0), lined: true };
  }
  // The turn that brings each side to the foot. Points are given as they lie after that turn, up to a shift.
  const sides = ([0, 90, 180, 270] as const).map((turn) => ({
    turn,
    tilt: tiltOf(feet(letters, turn), usualHeight(letters, turn)),
  }));
  sides.sort((a, b) => b.tilt.gathered - a.tilt.gathered || a.turn - b.turn);
  const [best] = sides as [{ turn: Quarter; tilt: Tilt }];
  const doubtful = sides.slice(1).filter(({ turn, tilt }) => {
    const opposite = (turn - best.turn + 360) % 360 === 180;
    return best.tilt.gathered < tilt.gathered * (opposite ? clearOpposite : clearAcross);
  });
  // In doubt the picture is taken as it came; the reading will tell.
  const asItCame = doubtful.find(({ turn }) => turn === 0);
  const chosen = asItCame ?? best;
  return {
    turn: chosen.turn,
    others: [best, ...doubtful].filter((side) => side !== chosen).map(({ turn }) => turn),
    tilt: believed(chosen.tilt),
    size: usualHeight(letters, chosen.turn),
    lined: letters.length < manyMarks || sides.some(({ tilt }) => tilt.peak >= leastPeak),
  };
}

function believed({ degrees, gathered, asIs }: Tilt): number {
  return Math.abs(degrees) >= leastTilt && gathered >= clearTilt * asIs ? degrees : 0;
}

function feet(letters: readonly Mark[], turn: Quarter): Float64Array {
  const points = new Float64Array(2 * letters.length);
  for (const [at, { left, top, right, bottom }] of letters.entries()) {
    const middleX = (left + right) / 2;
    const middleY = (top + bottom) / 2;
    // Turned clockwise by a quarter, x and y become -y and x.
    const [x, y] =
      turn === 0
        ? [middleX, bottom]
        : turn === 90
          ? [-middleY, right]
          : turn === 180
            ? [-middleX, -top]
            : [middleY, -left];
    points[2 * at] = x;
    points[2 * at + 1] = y;
  }
  return points;
}

/** Across the lines: along them, letters that touch make one long piece. */
function usualHeight(letters: readonly Mark[], turn: Quarter): number {
  const across = turn === 0 || turn === 180 ? markHeight : markWidth;
  const heights = letters.map(across).sort((a, b) => a - b);
  return heights[heights.length >> 1] ?? 0;
}
