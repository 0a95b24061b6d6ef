// Pictures that stand in cells and entries of linked data, which the sheet itself keeps as errors.
import { expect, test } from 'vitest';
import { markdownFrom, testContext } from '../../../../test/support/read-blocks.ts';
import { zipOf } from '../../../../test/support/zip.ts';
import { read } from './read.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const rich = 'http://schemas.microsoft.com/office/spreadsheetml/2017/richdata';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const rels = (...all: readonly [type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([type, target], at) => {
      const uri = type.startsWith('http') ? type : `${office}/${type}`;
      return `<Relationship Id="r${at}" Type="${uri}" Target="${target}"/>`;
    })
    .join('')}</Relationships>`;

const values = [
  '<rv s="0"><v>0</v><v>5</v><v>A red house</v></rv>',
  '<rv s="0"><v>0</v><v>5</v><v>house.png</v></rv>',
  '<rv s="1"><v>key</v><v>Contoso &amp; Co</v></rv>',
  '<rv s="2"><v>8</v></rv>',
];
const structures = [
  '<s t="_localImage"><k n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/><k n="Text" t="s"/></s>',
  '<s t="_linkedentity2"><k n="%EntityServiceId" t="i"/><k n="_DisplayString" t="s"/></s>',
  '<s t="_error"><k n="errorType" t="i"/></s>',
];
const blocks = (inner: (at: number) => string) => values.map((_, at) => `<bk>${inner(at)}</bk>`).join('');

const workbook = (cells: string, root = '') =>
  zipOf({
    '_rels/.rels': rels(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" r:id="r0"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': rels(
      ['worksheet', 'sheet.xml'],
      ['sheetMetadata', 'metadata.xml'],
      ['http://schemas.microsoft.com/office/2017/06/relationships/rdRichValue', 'richData/values.xml'],
      ['http://schemas.microsoft.com/office/2017/06/relationships/rdRichValueStructure', 'richData/structures.xml'],
      ['http://schemas.microsoft.com/office/2022/10/relationships/richValueRel', 'richData/rel.xml'],
    ),
    'xl/metadata.xml': `<metadata xmlns="${main}" xmlns:d="${rich}"><metadataTypes><metadataType name="XLDAPR"/><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLRICHVALUE">${blocks((at) => `<extLst><ext><d:rvb i="${at}"/></ext></extLst>`)}</futureMetadata><valueMetadata>${blocks((at) => `<rc t="2" v="${at}"/>`)}<bk><rc t="1" v="0"/></bk></valueMetadata></metadata>`,
    'xl/richData/values.xml': `<rvData xmlns="${rich}">${values.join('')}</rvData>`,
    'xl/richData/structures.xml': `<rvStructures xmlns="${rich}">${structures.join('')}</rvStructures>`,
    'xl/richData/rel.xml': `<richValueRels xmlns="http://schemas.microsoft.com/office/spreadsheetml/2022/richvaluerel" xmlns:r="${office}"><rel r:id="r0"/></richValueRels>`,
    'xl/richData/_rels/rel.xml.rels': rels(['image', '../media/image1.png']),
    'xl/media/image1.png': 'no picture anyone looks at',
    'xl/sheet.xml': `<worksheet xmlns="${main}" ${root}><sheetData><row r="1">${cells}</row></sheetData></worksheet>`,
  });

const cells = [1, 2, 3, 4, 5, 9]
  .map((at, column) => `<c r="${'ABCDEF'[column]}1" t="e" vm="${at}"><v>#VALUE!</v></c>`)
  .join('');

test.each([
  ['as usual', ''],
  ['for the careful reader', `xmlns:x="${main}"`],
])('they are shown by their text, errors as errors: %s', async (_, second) => {
  const context = testContext();
  expect(await markdownFrom(read, workbook(`${cells}<c r="G1" t="e"><v>#N/A</v></c>`, second), context)).toBe(
    '## S\n\n|  |  |  |  |  |  |  |\n| --- | --- | --- | --- | --- | --- | --- |\n| ![A red house]() |  | Contoso & Co | #VALUE! | #VALUE! | #VALUE! | #N/A |\n',
  );
  expect(context.warnings.map(({ code }) => code)).toEqual(['image-not-extracted']);
});

test('pictures in cells are kept where pictures are', async () => {
  const context = testContext({}, { extractImages: true });
  expect(await markdownFrom(read, workbook(cells), context)).toMatch(/!\[A red house\]\([^)]+\)/);
});
