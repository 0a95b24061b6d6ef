// Tables on pages that are typed as a whole, and code, which is typed on a page that is not.
import { describe, expect, test } from 'vitest';
import { found, page } from '../../../test/support/page-tables.ts';
import { setLines } from '../../../test/support/page-words.ts';
import type { Word } from './page.ts';

const typed = { font: 'Mono', monospace: true };
const set = (text: string, left: number, top: number, look: object = typed): Word[] =>
  setLines([text], { ...look, left, top });
/** Days, in groups of three or not, and what ran off on them, each number as wide as its column. */
const days = [
  ...['1 2460 2630 6510', '2 2230 2950 5490', '3 3950 2100 7330', '4 1870 2900 7580', '5 9020 3060 8210'],
  ...['6 1340 3070 6100', '7 2870 2590 4690', '8 2270 2210 5840', '9 3200 2420 4880'],
].map((row) => row.split(' '));
const heads = ['DAY', 'OCT', 'NOV', 'DEC'];
const rows = (look: object, white = 0): Word[][] =>
  [heads, ...days].flatMap((row, at) => {
    const top = 100 + 12 * at + white * Math.ceil(at / 3);
    return row.map((cell, column) => set(cell, 90 + 60 * column - 5 * cell.length, top, look));
  });
const table = [heads, heads.map(() => '---'), ...days].map((row) => `| ${row.join(' | ')} |`).join('\n');
const text = (top: number, lines: number, look: object = typed): Word[][] =>
  Array.from({ length: lines }, (_, at) =>
    set('the river ran past the mill and on to the sea', 50, top + 12 * at, look),
  );

describe('tables of typewriters', () => {
  test('stand between the lines of a report that is typed', () => {
    expect(found(page([...text(20, 4), ...rows(typed), ...text(280, 3)]))).toEqual([table]);
  });

  test('are what a program prints where only they are typed, or where nothing is said around them', () => {
    expect(found(page([...text(20, 4, {}), ...rows(typed), ...text(280, 3, {})]))).toEqual([]);
    expect(found(page(rows(typed)))).toEqual([]);
  });
});

test('amounts are no broken lines: rows of them set in groups stay rows', () => {
  expect(found(page([...text(20, 4, {}), ...rows({}, 8), ...text(280, 3, {})]))).toEqual([table]);
});
