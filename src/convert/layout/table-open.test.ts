// Tables between lines drawn across them: names of several lines, and heads that stand above the first line.
import { expect, test } from 'vitest';
import { across, found, page, prose, words } from '../../../test/support/page-tables.ts';
import type { Word } from './page.ts';

/** A name in lines that follow closely, and amounts beside the line in their middle. */
const row = (top: number, name: readonly string[], ...amounts: readonly string[]): Word[] => [
  ...name.flatMap((line, at) => words(line, 55, top + 11 * at)),
  ...amounts.flatMap((one, at) =>
    one === '' ? [] : words(one, 190 + 70 * at - 5 * one.length, top + 11 * Math.floor(name.length / 2)),
  ),
];
const rows = [
  row(120, ['At the beginning'], '10,400', '12,300', '15,700', '38,400'),
  row(142, ['Flour sold'], '1,460', '1,210', '980', '3,650'),
  row(164, ['Effects of', 'changes in', 'milling'], '', '', '27', '72'),
  row(208, ['Bran sold'], '460', '210', '80', '750'),
  row(230, ['Carts let'], '40', '31', '12', '83'),
  row(252, ['At the end'], '12,381', '13,775', '16,799', '42,955'),
];
const rules = [114, 136, 158, 202, 224, 246, 268].map((y) => across(50, 410, y));
/** Line by line from right to left, so that the order of drawing tells no cells. */
const backwards = (all: readonly Word[][]): Word[][] => [
  all
    .flat()
    .sort((a, b) => a.top - b.top || b.left - a.left)
    .map((word, order) => ({ ...word, order })),
];
const body = [
  '| At the beginning | 10,400 | 12,300 | 15,700 | 38,400 |',
  '| Flour sold | 1,460 | 1,210 | 980 | 3,650 |',
  '| Effects of changes in milling |  |  | 27 | 72 |',
  '| Bran sold | 460 | 210 | 80 | 750 |',
  '| Carts let | 40 | 31 | 12 | 83 |',
  '| At the end | 12,381 | 13,775 | 16,799 | 42,955 |',
];

test('a name of several lines between two drawn lines is one row with the cells beside it', () => {
  const [table] = found(page(backwards([...prose(20, 4), ...rows, ...prose(300, 6)]), { rules }));
  expect(table?.split('\n').slice(-6)).toEqual(body);
});

test('a head above the first drawn line has words over one column in lines of their own', () => {
  const head = [
    words('Ground', 300, 78),
    [...words('in other', 300, 89), ...words('All', 375, 89)],
    [
      ...words('Rye', 175, 100),
      ...words('Wheat', 235, 100),
      ...words('mills', 305, 100),
      ...words('together', 360, 100),
    ],
  ];
  const [table] = found(page(backwards([...prose(10, 3), ...head, ...rows, ...prose(300, 6)]), { rules }));
  const lines = table?.split('\n') ?? [];
  expect(lines.slice(-6)).toEqual(body);
  expect(lines.slice(0, -6).join(' ')).toMatch(/Ground in other mills.*together|Ground in other.*mills/);
});
