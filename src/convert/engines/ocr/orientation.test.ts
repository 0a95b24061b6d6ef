// Tilt and direction are told from where letters stand, for any tilt and each of the four sides.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomNumbers } from '../../../../test/support/random-numbers.ts';
import { tiltOf } from './deskew.ts';
import { orientationOf, type Quarter } from './orientation.ts';
import { type Mark, marksOf } from './prepare-marks.ts';

/** Letters of a page: all on a baseline, one in four taller, one in twelve hanging below it. */
function letters(lines: number, tilt: number, seed: number): Mark[] {
  const random = randomNumbers(seed);
  const slope = Math.tan((tilt * Math.PI) / 180);
  const marks: Mark[] = [];
  for (let line = 0; line < lines; line += 1) {
    for (let x = 100; x < 800; x += 9 + Math.floor(random() * 4)) {
      const kind = random();
      const foot = 120 + line * 26 + x * slope;
      const top = Math.round(foot - (kind < 0.25 ? 15 : 10));
      const bottom = Math.round(foot + (kind > 0.92 ? 4 : 0));
      marks.push({ left: x, top, right: x + 6, bottom, pixels: 40 });
    }
  }
  return marks;
}

/** As they lie when the picture is turned clockwise. */
const turnedBy = (marks: readonly Mark[], turn: Quarter): Mark[] =>
  marks.map(({ left, top, right, bottom, pixels }) => {
    if (turn === 90) return { left: 2000 - bottom, top: left, right: 2000 - top, bottom: right, pixels };
    if (turn === 180) return { left: 2000 - right, top: 2000 - bottom, right: 2000 - left, bottom: 2000 - top, pixels };
    if (turn === 270) return { left: top, top: 2000 - right, right: bottom, bottom: 2000 - left, pixels };
    return { left, top, right, bottom, pixels };
  });

// Letters stand on whole points, which leaves 0.12 degrees of doubt (6 000 pages of chance); 0.09 in 99 of 100.
test('the tilt of lines is found to an eighth of a degree or so', () => {
  fc.assert(
    fc.property(fc.double({ min: -15, max: 15, noNaN: true }), fc.integer(), (tilt, seed) => {
      const points = Float64Array.from(letters(12, tilt, seed).flatMap((mark) => [mark.left + 3, mark.bottom]));
      expect(Math.abs(tiltOf(points, 10).degrees - tilt)).toBeLessThan(0.15);
    }),
    { numRuns: 25 },
  );
});

test('the side on which letters line up is the foot, whichever way the picture lies', () => {
  let doubts = 0;
  fc.assert(
    fc.property(
      fc.constantFrom<Quarter>(0, 90, 180, 270),
      fc.double({ min: -5, max: 5, noNaN: true }),
      fc.integer(),
      (turn, tilt, seed) => {
        const found = orientationOf(turnedBy(letters(14, tilt, seed), turn));
        const upright = (360 - turn) % 360;
        // Few tall letters by chance leave a doubt between a side and its opposite; the right one is always named.
        if (found.others.length > 0) doubts += 1;
        expect([found.turn, ...found.others]).toContain(upright);
        expect(found.others.filter((other) => (other - found.turn + 360) % 360 !== 180)).toEqual([]);
        // On whole points a quarter of a degree may pass for none.
        if (found.turn === upright) expect(Math.abs(found.tilt - tilt)).toBeLessThan(0.3);
      },
    ),
    { numRuns: 40 },
  );
  expect(doubts).toBeLessThan(10);
});

test('letters without anything above or below leave a doubt', () => {
  const capitals = letters(6, 0, 1).map((mark) => ({ ...mark, top: mark.bottom - 12 }));
  const level = capitals.map((mark, index) => ({
    ...mark,
    bottom: 120 + 26 * Math.floor(index / 64),
    top: 108 + 26 * Math.floor(index / 64),
  }));
  expect(orientationOf(level)).toMatchObject({ turn: 0, others: [180] });
});

test('too few marks say nothing, and none nothing at all', () => {
  expect(orientationOf(letters(1, 3, 1).slice(0, 5))).toMatchObject({ turn: 0, tilt: 0, others: [180, 90, 270] });
  expect(orientationOf([])).toEqual({ turn: 0, others: [180, 90, 270], tilt: 0, size: 0, lined: true });
});

test('marks strewn at random stand in no lines, letters of a page do', () => {
  const random = randomNumbers(7);
  const strewn = Array.from({ length: 1_500 }, () => {
    const [left, top] = [Math.floor(random() * 800), Math.floor(random() * 800)];
    return { left, top, right: left + 5, bottom: top + 5 + Math.floor(random() * 6), pixels: 30 };
  });
  expect(orientationOf(strewn).lined).toBe(false);
  expect(orientationOf(letters(14, 2, 1)).lined).toBe(true);
});

test('pieces of ink are joined over corners and counted once', () => {
  const rows = ['.##.....', '#..#..#.', '#..#.#..', '.##...#.', '........', '#.#.#.#.'];
  const mask = Uint8Array.from(rows.join('').replaceAll('.', '0').replaceAll('#', '1'), Number);
  const marks = marksOf(mask, 8, 6);
  expect(marks).toEqual([
    { left: 0, top: 0, right: 3, bottom: 3, pixels: 8 },
    { left: 5, top: 1, right: 6, bottom: 3, pixels: 3 },
    ...[0, 2, 4, 6].map((x) => ({ left: x, top: 5, right: x, bottom: 5, pixels: 1 })),
  ]);
});

test('the pixels of all pieces are the ink', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.infiniteStream(fc.boolean()), (width, bits) => {
      const mask = Uint8Array.from({ length: width * 20 }, () => (bits.next().value ? 1 : 0));
      const marks = marksOf(mask, width, 20);
      expect(marks.reduce((sum, { pixels }) => sum + pixels, 0)).toBe(mask.reduce((sum, one) => sum + one, 0));
      for (const { left, top, right, bottom } of marks) {
        expect(left <= right && top <= bottom && right < width && bottom < 20).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});
