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
  const three = [...words('Grinding', 50, 100), ...words('Mills', 279, 100), ...words('11', 526, 100)];
  const heading = words('Grinding', 50, 119);
  const justified = [...words('which all the millers of the land have', 50, 133), ...words('known', 279, 133)];
  expect(found(page([three, heading, justified, ...prose(147, 12)], { rules }))).toEqual([]);
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

test('rows that white parts, however their cells begin', () => {
  const entry = (top: number, name: readonly string[], lines: readonly string[]): Word[] => [
    ...name.flatMap((line, at) => words(line, 50, top + 12 * at)),
    ...lines.flatMap((line, at) => words(line, 150, top + 12 * at)),
  ];
  const all = [
    entry(100, ['Threat'], ['What is done']),
    entry(116, ['Tampering of', 'any kind'], ['Every grain is', 'Counted twice', 'Before it was']),
    entry(156, ['Denial by a', 'Miller'], ['Another mill is', 'Asked for help.']),
    entry(184, ['Oats which', 'Are not rye'], ['Looked at both', 'With a lamp.']),
    entry(212, ['Disclosure of', 'Prices'], ['None are written', 'Down at all.']),
    ...prose(270, 3),
  ];
  expect(found(page(all, { rules: [across(45, 340, 113)] })).map((table) => table.split('\n').slice(2))).toEqual([
    [
      '| Tampering of any kind | Every grain is Counted twice Before it was |',
      '| Denial by a Miller | Another mill is Asked for help. |',
      '| Oats which Are not rye | Looked at both With a lamp. |',
      '| Disclosure of Prices | None are written Down at all. |',
    ],
  ]);
});

test('answers by marks, under the longest head of all and with a cell that goes on below the last row', () => {
  const line = (top: number, ...cells: readonly string[]): Word[] =>
    cells.flatMap((text, at) => words(text, at === 0 ? 50 : 70 + 50 * at, top));
  const all = [
    ...prose(60, 2),
    line(104, 'Component'),
    line(116, 'or part', 'S', 'T', 'R', 'I'),
    line(132, 'Stones', '–', '✓', '–', '✓'),
    line(148, 'Sails', '✓', '–', '–', '✓'),
    line(164, 'Interaction', '–', '–', '✓', '–'),
    line(176, 'of parts'),
    ...prose(210, 3),
  ];
  expect(found(page(all, { rules: [across(45, 340, 129)] }))).toEqual([
    [
      '| Component or part | S | T | R | I |',
      '| --- | --- | --- | --- | --- |',
      '| Stones | – | ✓ | – | ✓ |',
      '| Sails | ✓ | – | – | ✓ |',
      '| Interaction of parts | – | – | ✓ | – |',
    ].join('\n'),
  ]);
});

test('what stands below a line under the last row is no row, however near it is', () => {
  const rows = ['kind', 'version', 'length'].map((name, at) => row(116 + 16 * at, name, 'Number', ['As it is said.']));
  const all = [head(100), ...rows, words('Records', 50, 160), ...prose(190, 3)];
  const [open] = found(page(all, { rules: [across(45, 340, 113)] }));
  const [ruled] = found(page(all, { rules: [across(45, 340, 113), across(45, 340, 159)] }));
  expect(open).toContain('length Records');
  expect(ruled).toContain('length');
  expect(ruled).not.toContain('Records');
});

test('in a column of the page, and where a cell all but reaches the next', () => {
  const lines = [
    [...words('Name', 330, 100), ...words('Purpose', 420, 100)],
    [...words('DEBUG', 330, 116), ...words('Says what it does.', 420, 116)],
    [...words('DEBUG_SHOW_FULLY', 330, 130), ...words('Says more of it.', 420, 130)],
    [...words('DEPTH', 330, 144), ...words('How much is said.', 420, 144)],
  ];
  const beside = Array.from({ length: 12 }, (_, at) =>
    words('text of the column that stands beside it', 50, 60 + at * 14),
  );
  const [table] = found(page([...beside, ...lines], { rules: [across(325, 560, 113)] }));
  expect(table?.split('\n').slice(2)).toEqual([
    '| DEBUG | Says what it does. |',
    '| DEBUG_SHOW_FULLY | Says more of it. |',
    '| DEPTH | How much is said. |',
  ]);
});

test('a head in a type of its own ends the table above it', () => {
  const table = (top: number, name: string): Word[][] => [
    row(top, 'Sign', 'Result', [name]),
    row(top + 16, 'A', 'one', ['Repeat it']),
    row(top + 30, 'B', 'two', ['Leave it out']),
    row(top + 44, 'C', 'three', ['Do it now']),
  ];
  const title = words('Escaping', 50, 166).map((word) => ({
    ...word,
    style: { ...word.style, font: 'Sans', bold: true },
  }));
  const all = [...table(100, 'First'), title, ...table(184, 'Second'), ...prose(260, 2)];
  const tables = found(page(all, { rules: [across(45, 340, 113), across(45, 340, 197)] }));
  expect(tables.map((one) => one.split('\n')[0])).toEqual(['| Sign | Result | First |', '| Sign | Result | Second |']);
});
