// Tables of DrawingML: spans that lie, and that every cell no span covers keeps its text.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testContext } from '../../../../test/support/read-blocks.ts';
import { zipOf } from '../../../../test/support/zip.ts';
import { parseOfficeXml } from '../../containers/office-xml.ts';
import { OpcPackage, type OpcPart } from '../../containers/opc.ts';
import { bytesSource } from '../../input.ts';
import { markdownOf } from '../../markdown/write.ts';
import { drawingTable } from './drawing-table.ts';

const part = new OpcPackage(bytesSource(zipOf({ 'a.xml': '<a/>' })), testContext()).part('a.xml') as OpcPart;

function markdown(rows: readonly (readonly string[])[], properties = ' firstRow="1"'): string {
  const content = rows.map((row) => `<a:tr>${row.join('')}</a:tr>`).join('');
  const source = `<a:tbl xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:tblPr${properties}/>${content}</a:tbl>`;
  return markdownOf([drawingTable(parseOfficeXml(Buffer.from(source), testContext()), { part })]);
}

const cell = (text: string, attributes = ''): string =>
  `<a:tc ${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;

test('a span over rows and columns covers its cells and no others', () => {
  expect(
    markdown([
      [cell('a', 'gridSpan="2" rowSpan="2"'), cell('', 'hMerge="1"'), cell('b')],
      [cell('', 'vMerge="1"'), cell('', 'hMerge="1" vMerge="1"'), cell('c')],
      [cell('d'), cell('e'), cell('f')],
    ]),
  ).toBe('| a |  | b |\n| --- | --- | --- |\n|  |  | c |\n| d | e | f |\n');
});

test('merged cells that no span covers keep what they hold', () => {
  expect(
    markdown([
      [cell('a'), cell('b', 'hMerge="1"')],
      [cell('c', 'vMerge="1"'), cell('d')],
    ]),
  ).toBe('| a | b |\n| --- | --- |\n| c | d |\n');
});

test('spans beyond the table end with it', () => {
  expect(
    markdown(
      [
        [cell('a', 'gridSpan="999999999" rowSpan="999999999"'), cell('')],
        [cell(''), cell('')],
      ],
      '',
    ),
  ).toBe('|  |\n| --- |\n| a |\n|  |\n');
});

test('without spans every cell comes out in its place', () => {
  const grid = fc
    .integer({ min: 1, max: 5 })
    .chain((width) =>
      fc.array(fc.array(fc.constantFrom('x', 'y', 'zz'), { minLength: width, maxLength: width }), { minLength: 1 }),
    );
  fc.assert(
    fc.property(grid, (rows) => {
      const lines = markdown(rows.map((row) => row.map((text) => cell(text))))
        .trimEnd()
        .split('\n');
      lines.splice(1, 1);
      expect(lines).toEqual(rows.map((row) => `| ${row.join(' | ')} |`));
    }),
  );
});
