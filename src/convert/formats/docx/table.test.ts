// Tables of Word: columns that only the grid has, and forms, whose rows share no columns.
import { describe, expect, test } from 'vitest';
import { markdownFrom } from '../../../../test/support/read-blocks.ts';
import { docx, paragraph } from '../../../../test/support/word.ts';
import { read } from './read.ts';

type CellText = readonly [text: string, columns: number];

const table = (...rows: readonly (readonly CellText[])[]): string => {
  const cell = ([text, columns]: CellText): string =>
    `<w:tc><w:tcPr><w:gridSpan w:val="${columns}"/></w:tcPr>${text === '' ? '<w:p/>' : paragraph(text)}</w:tc>`;
  return `<w:tbl>${rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
};
const linesOf = async (body: string): Promise<string[]> =>
  (await markdownFrom(read, docx(body))).split('\n').filter((line) => line !== '');

describe('columns', () => {
  test('in which only empty cells begin, below ones that reach over them, are closed', async () => {
    const body = table(
      [
        ['a', 1],
        ['b', 2],
      ],
      [
        ['c', 1],
        ['d', 1],
        ['', 1],
      ],
      [
        ['e', 2],
        ['', 1],
      ],
    );
    expect(await linesOf(body)).toEqual(['|  |  |', '| --- | --- |', '| a | b |', '| c | d |', '| e |  |']);
  });

  test('that are empty and stand by themselves are kept', async () => {
    const body = table(
      [
        ['a', 1],
        ['', 1],
      ],
      [
        ['c', 1],
        ['', 1],
      ],
    );
    expect(await linesOf(body)).toEqual(['|  |  |', '| --- | --- |', '| a |  |', '| c |  |']);
  });

  test('of heads over several columns stay', async () => {
    const body = table(
      [
        ['', 1],
        ['both', 2],
      ],
      [
        ['', 1],
        ['x', 1],
        ['y', 1],
      ],
      [
        ['r', 1],
        ['1', 1],
        ['2', 1],
      ],
    );
    expect(await linesOf(body)).toEqual([
      '|  |  |  |',
      '| --- | --- | --- |',
      '|  | both |  |',
      '|  | x | y |',
      '| r | 1 | 2 |',
    ]);
  });
});

test('rows of a form, which share no borders, are written each by itself; rows of white are not', async () => {
  const body = table(
    [
      ['Name', 3],
      ['Ada', 9],
    ],
    [['', 12]],
    [
      ['Home', 2],
      ['1', 3],
      ['Work', 3],
      ['2', 4],
    ],
    [
      ['Sex', 1],
      ['f', 3],
      ['Born', 2],
      ['1815', 6],
    ],
    [
      ['Ship', 5],
      ['', 2],
      ['Cabin', 4],
      ['7', 1],
    ],
    [['Remarks', 12]],
  );
  expect(await linesOf(body)).toEqual([
    '|  |  |  |  |',
    '| --- | --- | --- | --- |',
    '| Name | Ada |  |  |',
    '| Home | 1 | Work | 2 |',
    '| Sex | f | Born | 1815 |',
    '| Ship |  | Cabin | 7 |',
    '| Remarks |  |  |  |',
  ]);
});

describe('pages of text in a few cells', () => {
  const column = (name: string): string =>
    `<w:tc>${[1, 2, 3, 4, 5].map((at) => paragraph(`${name}${at}`)).join('')}</w:tc>`;
  const heads = `<w:tr><w:tc>${paragraph('Before')}</w:tc><w:tc>${paragraph('After')}</w:tc></w:tr>`;
  const columns = `<w:tr>${column('a')}${column('b')}</w:tr>`;

  test('are text', async () => {
    const body = `<w:tbl>${columns}</w:tbl>`;
    expect(await linesOf(body)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'b3', 'b4', 'b5']);
  });

  test('are a table below heads', async () => {
    const [, , head, text] = await linesOf(`<w:tbl>${heads}${columns}</w:tbl>`);
    expect([head, text]).toEqual(['| Before | After |', '| a1<br>a2<br>a3<br>a4<br>a5 | b1<br>b2<br>b3<br>b4<br>b5 |']);
  });

  test('none of which holds anything are a table', async () => {
    expect(
      await linesOf(
        table([
          ['', 1],
          ['', 1],
        ]),
      ),
    ).toEqual(['|  |  |', '| --- | --- |', '|  |  |']);
  });
});
