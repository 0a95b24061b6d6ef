// Tables: alignment, spans, ragged and streamed rows, and what becomes of blocks in cells.
import { describe, expect, it } from 'vitest';
import {
  bulletList,
  cell,
  code,
  heading,
  inlineCode,
  item,
  lineBreak,
  orderedList,
  paragraph,
  row,
  table,
  text,
} from '../document/build.ts';
import type { Block, Cell, Row } from '../document/tree.ts';
import { markdownOf, writeMarkdown } from './write.ts';

const written = (rows: Iterable<Row>, parts: Parameters<typeof table>[1] = {}): string =>
  markdownOf([table(rows, parts)]);
const inCell = (...children: (Block | Cell)[]): string =>
  written([[cell(children.map((one) => (typeof one === 'string' ? text(one) : one)) as Block[])]], {
    header: false,
  }).split('\n')[2] as string;

describe('table', () => {
  it('does not fill up a row where very many cells are missing, except the header', () => {
    const wide = Array.from({ length: 1000 }, (_, at) => `c${at}`);
    const [head, , short, blank, long] = written([row('h'), row('a', '', ''), row(''), wide]).split('\n');
    expect([head?.split('|').length, short, blank, long?.split('|').length]).toEqual([1002, '| a |', '|  |', 1002]);
  });

  it('has a header, alignment and short rows filled up', () => {
    expect(written([row('a', 'b', 'c'), row('1')], { align: ['left', 'right', 'center'] })).toBe(
      '| a | b | c |\n| :-- | --: | :-: |\n| 1 |  |  |\n',
    );
    expect(written([row('a', 'b')], { header: false })).toBe('|  |  |\n| --- | --- |\n| a | b |\n');
    expect(written([])).toBe('');
  });

  it('escapes pipes and turns line breaks into tags', () => {
    expect(written([row('a|b', 'c\nd', ' e  f '), [cell([inlineCode('x|y'), lineBreak, text('z')])]])).toBe(
      '| a\\|b | c<br>d | e f |\n| --- | --- | --- |\n| `x\\|y`<br>z |  |  |\n',
    );
  });

  it('keeps columns aligned under merged cells', () => {
    const rows = [
      row('a', 'b', 'c'),
      row(cell([text('wide')], 2), 'd'),
      row(cell([text('tall')], 1, 2), 'e', 'f'),
      row('g', 'h'),
    ];
    expect(written(rows)).toBe('| a | b | c |\n| --- | --- | --- |\n| wide |  | d |\n| tall | e | f |\n|  | g | h |\n');
  });

  it('makes no columns for a span alone', () => {
    expect(written([row(cell([text('title')], 1000)), row('a', 'b')])).toBe('| title |  |\n| --- | --- |\n| a | b |\n');
  });

  it('puts the cells of a streamed row that is too wide into the last column', () => {
    function* rows(): Generator<Row> {
      for (let at = 0; at < 100; at += 1) yield ['a', 'b'];
      yield ['1', '2', '', '3'];
    }
    const lines = written(rows()).trimEnd().split('\n');
    expect(lines[0]).toBe('| a | b |');
    expect(lines.at(-1)).toBe('| 1 | 2<br>3 |');
  });

  it('learns the width of a stream from its first rows, or from `columns`', () => {
    function* rows(): Generator<Row> {
      yield ['title'];
      yield ['a', 'b', 'c'];
    }
    expect(written(rows()).split('\n')[0]).toBe('| title |  |  |');
    expect(written(rows(), { columns: 4 }).split('\n')[0]).toBe('| title |  |  |  |');
  });

  it('writes rows that arrive later, and refuses them where it cannot wait', async () => {
    async function* rows(): AsyncGenerator<Row> {
      yield ['a'];
      yield ['b'];
    }
    let markdown = '';
    await writeMarkdown([table(rows())], (piece) => {
      markdown += Buffer.from(piece).toString();
    });
    expect(markdown).toBe('| a |\n| --- |\n| b |\n');
    expect(() => markdownOf([table(rows())])).toThrow('inside the service');
  });

  it('hands out pieces while it goes', async () => {
    const sizes: number[] = [];
    const many = Array.from({ length: 20_000 }, (_, at) => [`row ${at}`, 'value']);
    const { bytes } = await writeMarkdown([table(many)], (piece) => void sizes.push(piece.length));
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.max(...sizes)).toBeLessThan(70_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(bytes);
  });
});

describe('blocks in a cell', () => {
  it.each<[string, Block[], string]>([
    ['paragraphs', [paragraph('a'), paragraph('b')], '| a<br>b |'],
    ['a heading', [heading(2, 'a'), paragraph('b')], '| **a**<br>b |'],
    [
      'lists',
      [bulletList([item([paragraph('a')]), item([orderedList([item([paragraph('b')])], 3)])])],
      '| - a<br>- 3. b |',
    ],
    [
      'a check list',
      [bulletList([item([paragraph('a')], true), item([paragraph('b')], false)])],
      '| - [x] a<br>- [ ] b |',
    ],
    ['code', [code('a | b\n\nc')], '| `a \\| b`<br>`c` |'],
    ['a table', [table([row('a', 'b'), row('c')])], '| a / b<br>c |'],
    ['a formula', [{ type: 'math', value: '|x|' }], '| $\\vert x\\vert$ |'],
  ])('%s', (_, children, line) => {
    expect(inCell(...children)).toBe(line);
  });
});
