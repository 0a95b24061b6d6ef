// Cells that are boxes of their own, with white between them.
import { expect, test } from 'vitest';
import { across, down, page, words } from '../../../test/support/page-tables.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { Rule, Word } from './page.ts';

interface Boxed {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly lines: readonly string[];
  readonly height?: number;
}

function drawn(boxes: readonly Boxed[]): string {
  const rules: Rule[] = [];
  const text: Word[][] = [];
  for (const { left, right, top, lines, height = 20 } of boxes) {
    const bottom = top + height;
    rules.push(
      across(left, right, top),
      across(left, right, bottom),
      down(left, top, bottom),
      down(right, top, bottom),
    );
    text.push(...lines.map((line, at) => words(line, left + 5, top + 5 + 12 * at)));
  }
  return pagesMarkdown(page(text, { rules }));
}

/** Two columns; the white between the boxes, in points, across and down. */
const form = (rows: readonly (readonly [string[], string])[], beside: number, below: number): string => {
  let top = 100;
  const boxes: Boxed[] = [];
  for (const [label, value] of rows) {
    const height = 8 + 12 * label.length;
    boxes.push({ left: 50, right: 250, top, height, lines: label });
    boxes.push({ left: 250 + beside, right: 450, top, height, lines: [value] });
    top += height + below;
  }
  return drawn(boxes);
};

const rows: readonly (readonly [string[], string])[] = [
  [['Kind of mill'], 'water'],
  [['Is the wheel of the mill older', 'than its stones?'], 'no'],
  [['Year of the last repair'], '1902'],
  [['Are there any limits to the use', 'of the weir?'], 'none known'],
];

test.each([
  [2, 2],
  [6, 4],
  [6, 9],
  [9, 7],
])('boxes %i points apart in a row and %i below each other are a table', (beside, below) => {
  expect(form(rows, beside, below)).toBe(`| Kind of mill | water |
| --- | --- |
| Is the wheel of the mill older than its stones? | no |
| Year of the last repair | 1902 |
| Are there any limits to the use of the weir? | none known |
`);
});

test('a box over several columns spans them', () => {
  const boxes = [
    { left: 50, right: 356, top: 100, lines: ['Mills of the county'] },
    ...['Name', 'Kind', 'Built', 'Aldham', 'water', '1830', 'Birch', 'wind', '1790'].map((word, at) => ({
      left: 50 + 104 * (at % 3),
      right: 148 + 104 * (at % 3),
      top: 125 + 25 * Math.floor(at / 3),
      lines: [word],
    })),
  ];
  expect(drawn(boxes)).toBe(`| Mills of the county |  |  |
| --- | --- | --- |
| Name | Kind | Built |
| Aldham | water | 1830 |
| Birch | wind | 1790 |
`);
});

test('boxes far from each other, or in no columns, are no table', () => {
  expect(form(rows, 40, 30)).not.toContain('| Kind of mill | water |');
  const panels = rows.map(([lines], at) => ({
    left: 50 + 210 * (at % 2),
    right: 250 + 210 * (at % 2),
    top: 100 + 105 * (at >> 1),
    height: 100,
    lines,
  }));
  expect(drawn([...panels, ...panels.map((one) => ({ ...one, top: one.top + 210 }))])).not.toContain('|');
  const ragged = rows.map(([lines], at) => ({ left: 50 + 30 * at, right: 250 + 30 * at, top: 100 + 25 * at, lines }));
  expect(drawn(ragged)).not.toContain('|');
});
