// Forms with boxes of their own are read row by row, a label before its box; drawings, charts and filled pages are no forms.
import { describe, expect, test } from 'vitest';
import { across, down, found } from '../../../test/support/page-tables.ts';
import { pageOf, setLines } from '../../../test/support/page-words.ts';
import type { Box, Rule } from './page.ts';

const drawn = ({ left, top, right, bottom }: Box): Rule[] => [
  across(left, right, top),
  across(left, right, bottom),
  down(left, top, bottom),
  down(right, top, bottom),
];
const box = (left: number, top: number, right = left + 100, bottom = top + 20): Box => ({ left, top, right, bottom });
const label = (text: readonly string[] | string, left: number, top: number) =>
  setLines(typeof text === 'string' ? [text] : text, { left, top });

/** Two labels with boxes to a row, 30 points apart. */
const rows = (names: readonly (readonly [string, string])[], top = 100) =>
  names.flatMap(([one, other], at) => [...label(one, 50, top + 30 * at + 5), ...label(other, 300, top + 30 * at + 5)]);
const boxes = (count: number, top = 100): Box[] =>
  Array.from({ length: count }, (_, at) => [box(120, top + 30 * at), box(370, top + 30 * at)]).flat();

const names = [
  ['Name', 'Born'],
  ['Street', 'Town'],
  ['Phone', 'Mail'],
] as const;
const table = (...lines: readonly string[]): string =>
  ['|  |  |  |  |', '| --- | --- | --- | --- |', ...lines].join('\n');

describe('boxes that are drawn', () => {
  test('stand behind their labels, with what is written in them', () => {
    const words = [...rows(names), ...label('Ada Miller', 125, 105), ...label('London', 375, 135)];
    expect(found(pageOf(words, { rules: boxes(3).flatMap(drawn) }))).toEqual([
      table('| Name | Ada Miller | Born |  |', '| Street |  | Town | London |', '| Phone |  | Mail |  |'),
    ]);
  });

  test('keep labels of two lines whole, and lines with a box of their own apart', () => {
    const words = [
      ...rows(names.slice(0, 2)),
      ...label(['Home', 'Phone'], 50, 160),
      ...label(['Work', 'Mail'], 300, 160),
    ];
    const high = [box(120, 158, 220, 184), box(370, 156, 470, 169), box(370, 171, 470, 184)];
    const rules = [...boxes(2), ...high].flatMap(drawn);
    expect(found(pageOf(words, { rules }))).toEqual([
      table('| Name |  | Born |  |', '| Street |  | Town |  |', '| Home Phone |  | Work |  |', '| Mail |  |  |  |'),
    ]);
  });

  test('for one letter each are one', () => {
    const comb = Array.from({ length: 6 }, (_, at) => box(120 + 24 * at, 190, 140 + 24 * at, 210));
    const words = [...rows(names), ...label('Number', 50, 195), ...label('Signed', 300, 195)];
    const lines = found(pageOf(words, { rules: [...boxes(3), ...comb].flatMap(drawn) }))[0]?.split('\n') ?? [];
    expect(lines.at(-1)).toBe('| Number |  | Signed |  |');
  });
});

describe('fields of the file', () => {
  test('are boxes, drawn or not; leaders before them say nothing', () => {
    const words = [
      ...rows([
        ['Wages .', '7'],
        ['Tips', '8'],
      ]),
      ...rows([['Sum', '9']], 160),
      ...label('. . . .', 85, 105),
    ];
    expect(found({ ...pageOf(words), fields: boxes(3) })).toEqual([
      table('| Wages |  | 7 |  |', '| Tips |  | 8 |  |', '| Sum |  | 9 |  |'),
    ]);
  });

  test('may all be filled in', () => {
    const values = boxes(3).flatMap(({ left, top }, at) => label(`value ${at}`, left + 2, top + 5));
    expect(found({ ...pageOf([...rows(names), ...values]), fields: boxes(3) })).toEqual([
      table(
        '| Name | value 0 | Born | value 1 |',
        '| Street | value 2 | Town | value 3 |',
        '| Phone | value 4 | Mail | value 5 |',
      ),
    ]);
  });

  test('in the two halves of a form are read half by half', () => {
    const halves = [
      ['Wages paid', 'Bank name'],
      ['Taxes paid', 'Account'],
      ['Other sums', 'Owner'],
    ] as const;
    const content = pageOf(rows(halves), { rules: [down(290, 60, 240)] });
    expect(found({ ...content, fields: boxes(3) }).map((one) => one.split('\n').slice(2))).toEqual([
      ['| Wages paid |  |', '| Taxes paid |  |', '| Other sums |  |'],
      ['| Bank name |  |', '| Account |  |', '| Owner |  |'],
    ]);
  });

  test('below a heading are parted from those above it', () => {
    const words = [...rows(names), ...setLines(['Details'], { left: 50, top: 195, bold: true }), ...rows(names, 220)];
    const tables = found({ ...pageOf(words), fields: [...boxes(3), ...boxes(3, 220)] });
    expect(tables).toHaveLength(2);
    expect(tables.join()).not.toContain('Details');
  });
});

describe('no forms are', () => {
  test('pages with a few fields', () => {
    expect(found({ ...pageOf(rows(names.slice(0, 2))), fields: boxes(2) })).toEqual([]);
  });

  test('boxes that all hold words, as those of a drawing', () => {
    const words = boxes(3).flatMap(({ left, top }, at) => label(`Step ${'abcdef'[at]}`, left + 5, top + 5));
    expect(found(pageOf(words, { rules: boxes(3).flatMap(drawn) })).join()).not.toContain('|  |');
  });
});
