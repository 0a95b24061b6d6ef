// Authors in blocks beside each other, as papers of conferences have them under their titles.
import { expect, test } from 'vitest';
import { pageOf, proseLines, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { Word } from './page.ts';

const width = (line: string, size: number): number =>
  line.split(' ').join('').length * size * 0.5 + 0.25 * size * (line.split(' ').length - 1);

/** A name with its address around the middle of its column. */
function block([name, ...address]: readonly string[], middle: number, top: number): Word[] {
  const centred = (line: string, size: number, y: number) =>
    set([line], { left: middle - width(line, size) / 2, top: y, size });
  return [...centred(name as string, 12, top), ...address.flatMap((line, at) => centred(line, 10, top + 15 + 12 * at))];
}

const title = set(['Of Mills That Turn by Night'], { left: 180, top: 60, size: 18, bold: true });
const columns = [50, 310].flatMap((left) => [
  ...set([left === 50 ? 'Abstract' : '1 Introduction'], { left, top: 330, bold: true }),
  ...set(proseLines(left === 50 ? 'Left' : 'Right', 12), { left, top: 346, size: 9 }),
]);
const smith = ['John Smith', 'University of Hay', 'Hay, Wales', 'smith@hay.example'];
const rivers = ['Ann Rivers', 'School of Carts', 'rivers@carts.example'];
const stone = ['Ida Stone', 'Stone', 'Norway'];
const field = ['Eve Field', 'Institute of Meadows', 'Green, Ohio'];
const brook = ['Tom Brook', 'Brook Research Laboratories', 'tom@brook.example'];
const written = (lines: readonly string[]): string => lines.join('\\\n');

test('each author is read with the own address, row by row', () => {
  const words = [
    ...title,
    ...block(smith, 120, 100),
    ...block(rivers, 300, 100),
    ...block(stone, 480, 100),
    ...block(field, 210, 172),
    ...block(brook, 390, 172),
    ...columns,
  ];
  const text = pagesMarkdown(pageOf(words));
  expect(text).toContain(
    ['# Of Mills That Turn by Night', ...[smith, rivers, stone, field, brook].map(written), '## Abstract'].join('\n\n'),
  );
});

test('also where their lines were drawn across all of them', () => {
  const drawn = [...block(rivers, 200, 100), ...block(brook, 400, 100)].sort(
    (a, b) => a.top - b.top || a.left - b.left,
  );
  const words = [...title, ...drawn.map((word, order) => ({ ...word, order })), ...columns];
  expect(pagesMarkdown(pageOf(words))).toContain(`${written(rivers)}\n\n${written(brook)}`);
});

test('the last one may stand alone', () => {
  const words = [
    ...title,
    ...block(smith, 200, 100),
    ...block(rivers, 400, 100),
    ...block(brook, 300, 172),
    ...columns,
  ];
  expect(pagesMarkdown(pageOf(words))).toContain([smith, rivers, brook].map(written).join('\n\n'));
});

test('a table of names and addresses is none of them', () => {
  const rows = [
    ['Name', 'Where', 'Address'],
    ['John Smith', 'University of Hay', 'smith@hay.example'],
    ['Ann Rivers', 'School of Carts', 'rivers@carts.example'],
    ['Tom Brook', 'Institute of Brooks', 'tom@brook.example'],
  ];
  const words = rows.flatMap((row, y) =>
    row.flatMap((cell, x) => set([cell], { left: 60 + 170 * x, top: 100 + 12 * y })),
  );
  expect(pagesMarkdown(pageOf([...title, ...words, ...columns]))).toContain(
    '| John Smith | University of Hay | smith@hay.example |',
  );
});

test('nor are labels with what they mean', () => {
  const labels = set(['Sold to:', 'Sent to:', 'Asked at:'], { left: 60, top: 100 });
  const values = set(['John Smith', 'School of Carts', 'smith@hay.example'], { left: 300, top: 100 });
  const text = pagesMarkdown(pageOf([...title, ...labels, ...values, ...columns]));
  expect(text.replace(/[|\s-]+/g, ' ')).toContain('Sold to: John Smith Sent to: School of Carts');
});
