// Tables with one drawn line, the one below their head, and how they go on over pages.
import { expect, test } from 'vitest';
import { across, found, page, prose, words } from '../../../test/support/page-tables.ts';
import { pageOf } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { Word } from './page.ts';

/** Words at the three columns of a table, 12 points below each other. */
const row = (top: number, name: string, kind: string, lines: readonly string[]): Word[] => [
  ...words(name, 50, top),
  ...words(kind, 150, top),
  ...lines.flatMap((line, at) => words(line, 250, top + 12 * at)),
];

const explained = [
  'Repeat it in the',
  'pattern as often',
  'as is needed to',
  'fill the column',
  'with it up to',
  'its width.',
];

const head = (top: number): Word[] => row(top, 'Sign', 'Result', ['Description']);

test('rows with one cell of many lines, in the columns of the head', () => {
  const entry = (top: number, name: string, lines: readonly string[]): Word[] => [
    ...words(name, 50, top),
    ...lines.flatMap((line, at) => words(line, 150, top + 12 * at)),
  ];
  const all = [
    entry(100, 'Sign', ['Description']),
    entry(116, 'A', explained),
    entry(190, 'B', ['Leave it out.']),
    entry(204, 'C', explained.slice(0, 2)),
    ...prose(260, 3),
  ];
  const table = [
    '| Sign | Description |',
    '| --- | --- |',
    `| A | ${explained.join(' ')} |`,
    '| B | Leave it out. |',
    '| C | Repeat it in the pattern as often |',
  ].join('\n');
  expect(found(page(all, { rules: [across(45, 340, 113)] }))).toEqual([table]);
  expect(found(page(all))).toEqual([]);
});

test('a running title over a line is no head, nor is a list', () => {
  const rules = [across(45, 560, 113)];
  const title = [...words('The Book of All', 50, 100), ...words('Chapter Three', 480, 100)];
  expect(found(page([title, ...prose(118, 12)], { rules }))).toEqual([]);
  const list = ['one', 'two', 'three'].map((text, at) => [
    ...words('•', 50, 100 + 14 * at),
    ...words(text, 70, 100 + 14 * at),
  ]);
  expect(found(page(list, { rules: [across(45, 560, 112)] }))).toEqual([]);
});

test('a row that the end of the page parts is one row, under a head that is printed again', () => {
  const rows = ['Month', 'Day', 'Hour', 'Minute'].map((name, at) =>
    row(656 + 14 * at, name, 'Time', ['As it is said.']),
  );
  const first = pageOf([...head(640), ...rows.flat(), ...row(712, 'Long', 'Name', ['The name (as'])].flat(), {
    rules: [across(45, 340, 653)],
  });
  const rest = [
    ...head(60),
    ...words('it is written).', 250, 76),
    ...row(90, 'Short', 'Name', ['The same but shorter.']),
    ...row(104, 'None', 'Name', ['Nothing at all.']),
    ...row(118, 'Week', 'Time', ['Its number in the year,', 'from one on.']),
    ...row(144, 'Year', 'Time', ['Four figures.']),
  ];
  const second = pageOf(rest, { number: 2, rules: [across(45, 340, 73)] });
  expect(pagesMarkdown(first, second)).toContain(
    '| Long | Name | The name (as it is written). |\n| Short | Name | The same but shorter. |\n| None ',
  );
});
