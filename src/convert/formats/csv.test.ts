// Delimited text: dialects, quoting, ragged rows, headers, limits and warnings.

import { describe, expect, test } from 'vitest';
import { Failure } from '../../core/failure.ts';
import { defaultLimits } from '../../core/limits.ts';
import { Budget } from '../document/budget.ts';
import type { Cell, Origin, Table } from '../document/tree.ts';
import { localEngines } from '../engines/engines.ts';
import type { DocumentFacts, ReadContext, Warning } from '../format.ts';
import { bytesSource } from '../input.ts';
import { defaultOptions } from '../options.ts';
import { read } from './csv.ts';

interface Outcome {
  readonly rows: string[][];
  readonly table: Table | undefined;
  readonly warnings: Warning[];
  readonly facts: DocumentFacts;
}

const plain = (cell: Cell): string =>
  typeof cell === 'string'
    ? cell
    : cell.children.map((node) => (node.type === 'break' ? '\n' : node.type === 'text' ? node.value : '?')).join('');

async function readCsv(
  content: string | Uint8Array,
  name = 'x.csv',
  signal = new AbortController().signal,
): Promise<Outcome> {
  const warnings: Warning[] = [];
  const facts: DocumentFacts = {};
  const context: ReadContext = {
    options: defaultOptions,
    limits: defaultLimits,
    engines: localEngines,
    budget: new Budget(defaultLimits),
    signal,
    warn: (code: string, message: string, origin?: Origin) =>
      void warnings.push(origin === undefined ? { code, message } : { code, message, origin }),
    progress: () => {},
    describe: (more) => void Object.assign(facts, more),
    saveImage: () => undefined,
    readEmbedded: () => {
      throw new Error('csv embeds nothing');
    },
  };
  const source = bytesSource(typeof content === 'string' ? Buffer.from(content) : content);
  let table: Table | undefined;
  const rows: string[][] = [];
  for await (const block of read({ source, name }, context)) {
    if (block.type !== 'table') throw new Error(`a ${block.type} in a csv`);
    table = block;
    for await (const row of block.rows) rows.push(row.map(plain));
  }
  return { rows, table, warnings, facts };
}

const rowsOf = async (content: string, name?: string): Promise<string[][]> => (await readCsv(content, name)).rows;
const codes = (outcome: Outcome): string[] => outcome.warnings.map((warning) => warning.code);

describe('delimiters', () => {
  test.each([
    [
      'comma',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolon',
      'a;b\n1;2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'tab',
      'a\tb\n1\t2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'bar',
      'a|b\n1|2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'decimal commas',
      '1,5;2,5;3,5\n4,5;5,5;6,5\n',
      [
        ['1,5', '2,5', '3,5'],
        ['4,5', '5,5', '6,5'],
      ],
    ],
    [
      'other delimiters inside quotes',
      'a,b\n"x;y;z","1|2"\n"u;v;w","3|4"\n',
      [
        ['a', 'b'],
        ['x;y;z', '1|2'],
        ['u;v;w', '3|4'],
      ],
    ],
    [
      'a column of lists',
      'id,tags\n1,a|b|c\n2,a|b|c\n',
      [
        ['id', 'tags'],
        ['1', 'a|b|c'],
        ['2', 'a|b|c'],
      ],
    ],
    [
      'sentences with commas',
      'name;text\nA;one, two\nB;three, four, five\n',
      [
        ['name', 'text'],
        ['A', 'one, two'],
        ['B', 'three, four, five'],
      ],
    ],
    [
      'the line Excel understands',
      'sep=|\r\na,b|c\r\n1|2\r\n',
      [
        ['a,b', 'c'],
        ['1', '2'],
      ],
    ],
    ['one column', 'Industry\nSales\nOther\n', [['Industry'], ['Sales'], ['Other']]],
    [
      'one column with a comma in it',
      'Place\nRome\nParis, France\nOslo\nBonn\n',
      [['Place'], ['Rome'], ['Paris, France'], ['Oslo'], ['Bonn']],
    ],
  ])('%s', async (_name, content, expected) => {
    expect(await rowsOf(content)).toEqual(expected);
  });

  test('the name tells that tabs separate', async () => {
    expect(await rowsOf('a,b\tc\n1,2\t3\n', 'x.tsv')).toEqual([
      ['a,b', 'c'],
      ['1,2', '3'],
    ]);
  });
});

describe('quotes and line ends', () => {
  test.each([
    [
      'doubled quotes',
      'a,b\n"say ""hi""",2\n',
      [
        ['a', 'b'],
        ['say "hi"', '2'],
      ],
    ],
    [
      'sloppy quotes inside a value',
      'a,b\n5" pipe,2\n"3" x 4 inch",5\n',
      [
        ['a', 'b'],
        ['5" pipe', '2'],
        ['3" x 4 inch', '5'],
      ],
    ],
    [
      'line breaks inside quotes',
      'a,b\n"x\r\ny",2\n',
      [
        ['a', 'b'],
        ['x\ny', '2'],
      ],
    ],
    [
      'backslashes before quotes',
      'a,b\n"say \\"hi\\", she said",2\n',
      [
        ['a', 'b'],
        ['say "hi", she said', '2'],
      ],
    ],
    [
      'spaces before quotes',
      'a, b\n1, "x, y"\n',
      [
        ['a', ' b'],
        ['1', 'x, y'],
      ],
    ],
    [
      'spaces after quotes',
      'a,b\n"x" ,2\n',
      [
        ['a', 'b'],
        ['x', '2'],
      ],
    ],
    [
      'single quotes are characters',
      "a,b\n'x',2\n",
      [
        ['a', 'b'],
        ["'x'", '2'],
      ],
    ],
    [
      'empty quotes',
      'a,b\n"",2\n',
      [
        ['a', 'b'],
        ['', '2'],
      ],
    ],
    [
      'CRLF',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'CR alone',
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'no line end at the end',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a byte order mark',
      '\ufeffa,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'empty lines and rows',
      'a,b\n\n1,2\n,\n   \n3,4\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
  ])('%s', async (_name, content, expected) => {
    expect(await rowsOf(content)).toEqual(expected);
  });

  test('a quote that is never closed loses nothing', async () => {
    const outcome = await readCsv('a,b\n1,"open\n2,x\n3,y\n');
    expect(outcome.rows).toEqual([
      ['a', 'b'],
      ['1', '"open'],
      ['2', 'x'],
      ['3', 'y'],
    ]);
    expect(outcome.warnings).toMatchObject([{ code: 'unterminated-quote', origin: { kind: 'line', start: 2 } }]);
  });

  test('a quote that is closed only megabytes later does not swallow the rows between', async () => {
    const rows = '1,x\n'.repeat(600_000);
    const outcome = await readCsv(`a,b\n0,"open\n${rows}2,"end"\n`);
    expect(outcome.rows).toHaveLength(600_003);
    expect(outcome.rows.at(-1)).toEqual(['2', 'end']);
    expect(codes(outcome)).toEqual(['unterminated-quote']);
  });

  test('rows that each open a quote and never close it are read in one go', async () => {
    const outcome = await readCsv(`a,b\n${'"x"y,z\n'.repeat(100_000)}`);
    expect(outcome.rows).toHaveLength(100_001);
    expect(outcome.rows[1]).toEqual(['"x"y', 'z']);
  });
});

describe('widths', () => {
  test('shorter and longer rows are counted, with the first place', async () => {
    const outcome = await readCsv('a,b,c\n1,2,3\n1,2\n1,2,3,4\n');
    expect(outcome.table?.columns).toBe(4);
    expect(outcome.table?.origin).toEqual({ kind: 'line', start: 1, end: 4 });
    expect(outcome.warnings).toEqual([
      {
        code: 'ragged-rows',
        message: '1 rows are shorter and 1 longer than the first row, which has 3 cells.',
        origin: { kind: 'line', start: 3 },
      },
    ]);
  });

  test('a delimiter at the end of each row is no column', async () => {
    const outcome = await readCsv('a,b,\n1,2,\n3,4,\n');
    expect(outcome.table?.columns).toBe(2);
    expect(outcome.rows).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(outcome.warnings).toEqual([]);
  });

  test('a million columns are refused by name', async () => {
    const failure = await readCsv(`${'x,'.repeat(1_000_000)}x\n`).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ code: 'DOCUMENT_LIMIT', facts: { limit: 'tableColumns' } });
  });

  test('nothing but empty lines is no table', async () => {
    expect((await readCsv('\n \n,,\n')).table).toBeUndefined();
  });
});

describe('headers', () => {
  test.each([
    ['names above numbers', 'id,price\n1,2.50\n2,3.10\n', true],
    ['names above words', 'city,land\nRome,Italy\nOslo,Norway\n', true],
    ['numbers above words', '1,2,3\na,b,c\nd,e,f\n', true],
    ['years above numbers', 'Land,2019,2020,2021\nA,1,2,3\nB,4,5,6\n', true],
    ['an empty corner', ',x,y\na,1,2\nb,3,4\n', true],
    ['numbers above numbers', '17,2.5\n18,3.5\n19,4.5\n', false],
    ['dates and words as below', '2024-01-01,Ann,5\n2024-01-02,Bob,6\n2024-01-03,Cy,7\n', false],
    ['addresses as below', 'ann@example.com,Ann\nbob@example.com,Bob\n', false],
    ['only one row of words', 'name,city\n', true],
  ])('%s', async (_name, content, expected) => {
    expect((await readCsv(content)).table?.header).toBe(expected);
  });
});

test('character sets, damage and control characters are reported', async () => {
  const japanese = await readCsv(Buffer.from('96bc914f2c94 4e97ee0a'.replaceAll(' ', ''), 'hex'));
  expect(japanese.facts).toMatchObject({ charset: 'shift_jis', language: 'ja' });
  const dirty = await readCsv(
    Buffer.concat([Buffer.from('größe,ändern,öffnen\n1\u0000,2\u0007,'), Buffer.from([0xff, 0x0a])]),
  );
  expect(codes(dirty).sort()).toEqual(['control-characters', 'undecodable-characters']);
  expect(dirty.rows[1]).toEqual(['1', '2', '\ufffd']);
});

test('an aborted conversion stops while reading', async () => {
  await expect(readCsv('a,b\n1,2\n', 'x.csv', AbortSignal.abort())).rejects.toMatchObject({
    code: 'PROCESSING_TIMEOUT',
  });
});
