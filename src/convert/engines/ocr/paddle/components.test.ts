// Checks connected areas on maps drawn by hand, and against a plain flood fill on many.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { componentsOf } from './components.ts';

function mapOf(...rows: string[]): { map: Float32Array; width: number; height: number } {
  const width = rows[0]?.length ?? 0;
  const map = Float32Array.from(rows.join(''), (cell) => (cell === '#' ? 0.75 : 0.25));
  return { map, width, height: rows.length };
}

const areas = (...rows: string[]) => {
  const { map, width, height } = mapOf(...rows);
  return componentsOf(map, width, height, 0.3);
};

describe('componentsOf', () => {
  it('finds nothing on an empty map', () => {
    expect(areas('....', '....')).toEqual([]);
  });

  it('counts an area and keeps the ends of its rows', () => {
    expect(areas('.....', '.###.', '.#.#.')).toEqual([
      {
        outline: [
          { x: 1, y: 1 },
          { x: 3, y: 1 },
          { x: 1, y: 2 },
          { x: 3, y: 2 },
        ],
        pixels: 5,
        sum: 3.75,
      },
    ]);
  });

  it('joins over corners, and arms that meet further down', () => {
    expect(areas('#...', '.#..', '..#.')).toHaveLength(1);
    expect(areas('#...#', '#...#', '#####')).toHaveLength(1);
    expect(areas('#.#.#', '.....', '#.#.#')).toHaveLength(6);
  });

  it('keeps the order of first pixels', () => {
    expect(areas('..#.', '....', '#..#').map(({ outline }) => outline[0])).toEqual([
      { x: 2, y: 0 },
      { x: 0, y: 2 },
      { x: 3, y: 2 },
    ]);
  });

  it('agrees with a flood fill', () => {
    const size = 12;
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: size * size, maxLength: size * size }), (cells) => {
        const map = Float32Array.from(cells, (cell) => (cell ? 0.5 : 0));
        const found = componentsOf(map, size, size, 0.3).map(({ pixels }) => pixels);
        expect(found.toSorted((a, b) => a - b)).toEqual(flooded(cells, size).toSorted((a, b) => a - b));
      }),
    );
  });
});

function flooded(cells: readonly boolean[], size: number): number[] {
  const left = new Set(cells.flatMap((cell, i) => (cell ? [i] : [])));
  const counts: number[] = [];
  for (const start of left) {
    left.delete(start);
    const queue = [start];
    for (const at of queue) {
      const x = at % size;
      for (const dx of [-1, 0, 1]) {
        for (const dy of [-1, 0, 1]) {
          const next = at + dy * size + dx;
          if (x + dx >= 0 && x + dx < size && left.delete(next)) queue.push(next);
        }
      }
    }
    counts.push(queue.length);
  }
  return counts;
}
