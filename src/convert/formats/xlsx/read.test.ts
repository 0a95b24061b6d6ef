// Workbooks as a whole, built in memory: long tables that stream, sheets that lie about their size, facts and limits.
import { describe, expect, test } from 'vitest';
import { blocksFrom, markdownFrom, testContext } from '../../../../test/support/read-blocks.ts';
import { zipOf } from '../../../../test/support/zip.ts';
import type { Row, Table } from '../../document/tree.ts';
import { bytesSource } from '../../input.ts';
import { read } from './read.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const rels = (...all: readonly [id: string, type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** A workbook of one sheet with that content. */
const workbook = (data: string, parts: Record<string, string> = {}) =>
  zipOf({
    '_rels/.rels': rels(['1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="S" r:id="1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': rels(['1', 'worksheet', 'sheet.xml']),
    'xl/sheet.xml': `<worksheet xmlns="${main}" xmlns:r="${relations}">${data}</worksheet>`,
    ...parts,
  });

const row = (index: number, values: readonly (number | string)[], from = 1) =>
  `<row r="${index}">${values
    .map((value, at) => {
      const address = `${String.fromCharCode(64 + from + at)}${index}`;
      return typeof value === 'number'
        ? `<c r="${address}"><v>${value}</v></c>`
        : `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`;
    })
    .join('')}</row>`;

const rows = (from: number, count: number, values: (at: number) => readonly (number | string)[]) =>
  Array.from({ length: count }, (_, at) => row(from + at, values(at))).join('');

async function tablesFrom(data: string, parts: Record<string, string> = {}, context = testContext()) {
  const found: { readonly table: Table; readonly rows: readonly Row[] }[] = [];
  for await (const block of read({ source: bytesSource(workbook(data, parts)) }, context)) {
    if (block.type !== 'table') continue;
    const taken: Row[] = [];
    for await (const one of block.rows) taken.push(one);
    found.push({ table: block, rows: taken });
  }
  return found.map(({ table: { origin, header }, rows: all }) => ({
    range: origin?.kind === 'sheet' ? origin.range : undefined,
    header,
    rows: all,
  }));
}

test.each([
  ['as usual', ''],
  ['for the careful reader', `xmlns:x="${main}"`],
])('a formula that gives no text shows nothing, one that was never computed shows itself: %s', async (_, second) => {
  const cell = (at: string, rest: string) => `<c r="${at}1"${rest}</c>`;
  const cells = [
    cell('A', ' t="str"><f>IF(B1=2,"","x")</f><v></v>'),
    cell('B', ' t="str"><f>IF(B1=2,"","x")</f><v/>'),
    cell('C', '><f>SUM(D1)</f><v></v>'),
    cell('D', ' t="str"><f>T(D1)</f>'),
    cell('E', ' t="str"><f>T("e")</f><v>e</v>'),
  ];
  const sheet = `<worksheet xmlns="${main}" ${second}><sheetData><row r="1">${cells.join('')}</row></sheetData></worksheet>`;
  const [table] = await tablesFrom('', { 'xl/sheet.xml': sheet });
  expect(table?.range).toBe('C1:E1');
  expect(table?.rows[0]).toEqual(['=SUM(D1)', '=T(D1)', 'e']);
});

describe('tables longer than what is looked at as a whole', () => {
  test('stream as one table, whose range is known in the end', async () => {
    const [only, ...more] = await tablesFrom(
      `<sheetData>${row(1, ['a', 'b'])}${rows(2, 20_000, (at) => [at, 'x'])}</sheetData>`,
    );
    expect(more).toEqual([]);
    expect(only).toMatchObject({ range: 'A1:B20001', header: true });
    expect(only?.rows.length).toBe(20_001);
    expect(only?.rows[20_000]).toEqual(['19999', 'x']);
  });

  test('go on after a blank row, and end before another table', async () => {
    const data = `${row(1, ['a', 'b'])}${rows(2, 10_000, (at) => [at, at])}${row(10_003, ['Section'])}${rows(10_005, 5, () => [1, 2])}`;
    const next = `${row(10_020, ['Note: the end'])}${row(10_022, ['c', 'd'])}${rows(10_023, 3, () => [3, 4])}`;
    const tables = await tablesFrom(`<sheetData>${data}${next}</sheetData>`);
    expect(tables.map(({ range, rows: all }) => [range, all.length])).toEqual([
      ['A1:B10009', 10_001 + 1 + 1 + 1 + 5],
      ['A10020', 1],
      ['A10022:B10025', 4],
    ]);
    expect(tables[0]?.rows[10_001]).toEqual([]);
    expect(tables[0]?.rows[10_002]).toEqual(['Section', '']);
  });

  test('are cut where a later row is wider, so that no cell is lost', async () => {
    const context = testContext();
    const data = `${row(1, ['a', 'b'])}${rows(2, 9_000, (at) => [at, at])}${rows(9_002, 3, (at) => [at, at, 'wide'])}`;
    const tables = await tablesFrom(`<sheetData>${data}</sheetData>`, {}, context);
    expect(tables.map(({ range, header }) => [range, header])).toEqual([
      ['A1:B9001', true],
      ['A9002:C9004', false],
    ]);
    expect(context.warnings.map(({ code }) => code)).toEqual(['table-split']);
  });

  test.each([
    ['table', `<table xmlns="${main}" ref="A1:B10001"/>`],
    ['pivotTable', `<pivotTableDefinition xmlns="${main}"><location ref="A1:B10001"/></pivotTableDefinition>`],
  ])('end where the workbook says so: %s', async (type, part) => {
    const tables = await tablesFrom(
      `<sheetData>${row(1, ['a', 'b'])}${rows(2, 10_000, (at) => [at, at])}${row(10_002, ['total', 5])}</sheetData>`,
      { 'xl/_rels/sheet.xml.rels': rels(['1', type, 'table.xml']), 'xl/table.xml': part },
    );
    expect(tables.map(({ range }) => range)).toEqual(['A1:B10001', 'A10002:B10002']);
  });

  test('can be left unread by whoever takes the blocks', async () => {
    const data = `<sheetData>${rows(1, 10_000, (at) => [at, at])}${row(10_100, ['after', 'it'])}</sheetData>`;
    const blocks = await blocksFrom(read, workbook(data));
    expect(blocks.map(({ type }) => type)).toEqual(['heading', 'table', 'table']);
  });
});

describe('sheets that claim more than they hold', () => {
  test('cost what they hold', async () => {
    const merges = Array.from({ length: 57_000 }, (_, at) => `<mergeCell ref="A${at + 1}:XFD${at + 1}"/>`).join('');
    const columns = Array.from({ length: 16_384 }, (_, at) => `<col min="${at + 1}" max="16384" hidden="1"/>`).join('');
    const data = `<dimension ref="A1:XFD1048576"/><cols>${columns}</cols><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row><row r="1048576"><c r="XFD1048576"><v>3</v></c></row></sheetData><mergeCells>${merges}</mergeCells>`;
    const context = testContext();
    const markdown = await markdownFrom(read, workbook(data), context);
    expect(markdown).toBe('## S\n\n|  |\n| --- |\n| 1 |\n\n|  |\n| --- |\n| 2 |\n\n|  |\n| --- |\n| 3 |\n');
    expect(context.warnings.map(({ code }) => code)).toEqual(['hidden-cells-kept']);
  });

  test('a long text that every cell repeats is refused', async () => {
    const file = workbook(`<sheetData>${'<row><c t="s"><v>0</v></c></row>'.repeat(20_000)}</sheetData>`, {
      'xl/_rels/workbook.xml.rels': rels(['1', 'worksheet', 'sheet.xml'], ['2', 'sharedStrings', 'strings.xml']),
      'xl/strings.xml': `<sst xmlns="${main}"><si><t>${'long '.repeat(2_000)}</t></si></sst>`,
    });
    await expect(markdownFrom(read, file)).rejects.toMatchObject({ code: 'DOCUMENT_LIMIT' });
  });

  test('a checkerboard of columns stays one table', async () => {
    const cells = Array.from({ length: 300 }, (_, at) => `<c r="${letters(at * 2 + 1)}1"><v>${at}</v></c>`).join('');
    const [only, ...more] = await tablesFrom(`<sheetData><row r="1">${cells}</row></sheetData>`);
    expect(more).toEqual([]);
    expect(only?.rows[0]?.length).toBe(599);
  });
});

const letters = (column: number): string =>
  (column > 26 ? letters(Math.floor((column - 1) / 26)) : '') + String.fromCharCode(65 + ((column - 1) % 26));

test('header rows are told from data', async () => {
  const header = async (...all: readonly (readonly (number | string)[])[]) =>
    (await tablesFrom(`<sheetData>${all.map((values, at) => row(at + 1, values)).join('')}</sheetData>`))[0]?.header;
  expect(await header(['Name', 'Age'], ['Ada', 36])).toBe(true);
  expect(await header(['Ada', 36], ['Bo', 7])).toBe(false);
  expect(await header(['Region', 2021, 2022, 2023], ['North', 1, 2, 3])).toBe(true);
  expect(await header(['a', 'b'], ['c', 'd'])).toBe(true);
  expect(await header([1, 2], [3, 4])).toBe(false);
  expect(await header(['only', 'words'])).toBe(true);
  expect(await header(['word', 1])).toBe(false);
});

test('a workbook without sheets, styles or strings is no failure of the reader', async () => {
  const bare = zipOf({ 'xl/workbook.xml': `<workbook xmlns="${main}"/>` });
  expect(await blocksFrom(read, bare)).toEqual([]);
  await expect(blocksFrom(read, zipOf({ 'a.xml': '<a/>' }))).rejects.toMatchObject({ code: 'CORRUPTED_FILE' });
});

test('cells of white space in any script or of control characters hold nothing', async () => {
  const [only, ...more] = await tablesFrom(
    `<sheetData>${row(1, ['\u3000', ' \u00a0', '_x0001__x0002_', '\u200b', ' x', '\u3000y'])}${row(9, ['_x000D_'])}</sheetData>`,
  );
  expect(only).toMatchObject({ range: 'E1:F1' });
  expect(more).toEqual([]);
});

test('merged ranges, however many, take nothing from what stands around them', async () => {
  const merges = Array.from({ length: 2_000 }, (_, at) => `<mergeCell ref="A${at + 2}:B${at + 2}"/>`).join('');
  const links = '<hyperlinks><hyperlink ref="A1" location="S!A1"/></hyperlinks>';
  for (const around of [`<mergeCells count="2">${merges}</mergeCells>${links}`, `<mergeCells/>${links}`]) {
    const context = testContext({ liveNodes: 1_000 });
    const [only] = await tablesFrom(`<cols/><sheetData>${row(1, ['x'])}</sheetData>${around}`, {}, context);
    expect(only?.rows[0]).toMatchObject([{ children: [{ type: 'link', url: '#s' }] }]);
  }
});

test('a workbook of a format before the standard is not supported, not empty', async () => {
  const before = main.replace('openxmlformats.org/spreadsheetml/2006/main', 'microsoft.com/office/excel/2006/2');
  const parts = {
    'xl/workbook.xml': `<workbook xmlns="${before}" xmlns:r="${relations}"><sheets><sheet name="S" r:id="1"/></sheets></workbook>`,
    'xl/sheet.xml': `<worksheet xmlns="${before}"><sheetData>${row(1, [1])}</sheetData></worksheet>`,
  };
  await expect(tablesFrom('', parts)).rejects.toMatchObject({ code: 'UNSUPPORTED_FORMAT' });
  expect(await tablesFrom('<sheetData/>')).toEqual([]);
});

test('a workbook of texts that cannot be read is damaged, not empty', async () => {
  const parts = (strings: string) => ({
    'xl/_rels/workbook.xml.rels': rels(['1', 'worksheet', 'sheet.xml'], ['2', 'sharedStrings', 'strings.xml']),
    'xl/strings.xml': strings,
  });
  const all = '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData>';
  const bomb = `<!DOCTYPE a [<!ENTITY b "b">]><sst xmlns="${main}"><si><t>&b;</t></si></sst>`;
  await expect(tablesFrom(all, parts(bomb))).rejects.toMatchObject({ code: 'CORRUPTED_FILE' });
  const context = testContext();
  const beside = all.replace('</row>', '<c r="B1"><v>7</v></c></row>');
  expect((await tablesFrom(beside, parts(bomb), context)).length).toBe(1);
  expect(context.warnings.map(({ code }) => code)).toEqual(['damaged-part', 'cell-text-missing']);
});

test('sheets are counted, and pages select them', async () => {
  const context = testContext({}, { pages: [{ first: 2, last: 9 }] });
  expect(await blocksFrom(read, workbook(`<sheetData>${row(1, ['x'])}</sheetData>`), context)).toEqual([]);
  expect(context.facts).toMatchObject({ pages: 1 });
});

test('parts in UTF-16 are read', async () => {
  const xml = `<worksheet xmlns="${main}"><sheetData>${row(1, ['größer', 'α'])}</sheetData><hyperlinks/></worksheet>`;
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml, 'utf16le')]);
  const file = zipOf({
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="S" r:id="1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': rels(['1', 'worksheet', 'sheet.xml']),
    'xl/sheet.xml': bytes,
  });
  expect(await markdownFrom(read, file)).toBe('## S\n\n| größer | α |\n| --- | --- |\n');
});
