// What is written on buttons and boxes of forms, and whether they are ticked.
import { expect, test } from 'vitest';
import { markdownFrom, testContext } from '../../../../test/support/read-blocks.ts';
import { zipOf } from '../../../../test/support/zip.ts';
import { read } from './read.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const rels = (...all: readonly [type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([type, target], at) => `<Relationship Id="r${at}" Type="${relations}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const shape = (type: string, anchor: string, html: string, rest = '', style = 'position:absolute') =>
  `<v:shape style='${style}'><v:textbox><div style='text-align:left'>${html}</div></v:textbox>
   <x:ClientData ObjectType="${type}"><x:Anchor>\n ${anchor}</x:Anchor>${rest}</x:ClientData></v:shape>`;

const vml = (...shapes: readonly string[]) =>
  `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">${shapes.join('')}</xml>`;

const workbook = (controls: string, drawn = '') =>
  zipOf({
    '_rels/.rels': rels(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="S" r:id="r0"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': rels(['worksheet', 'sheet.xml']),
    'xl/sheet.xml': `<worksheet xmlns="${main}"><sheetData/></worksheet>`,
    'xl/_rels/sheet.xml.rels': rels(['vmlDrawing', 'old.vml'], ['drawing', 'drawing.xml']),
    'xl/old.vml': controls,
    'xl/drawing.xml': `<d:wsDr xmlns:d="${drawing}/spreadsheetDrawing" xmlns:a="${drawing}/main">${drawn}</d:wsDr>`,
  });

test('captions stand in the order of the sheet, with the state of boxes', async () => {
  const controls = vml(
    shape('Button', '3, 2, 9, 0, 4, 0, 10, 0', 'Multi<br>\n Line'),
    shape('Checkbox', '0, 0, 1, 0, 2, 0, 2, 0', '<font>I agree</font>', '<x:Checked>1</x:Checked>'),
    shape('Radio', '0, 0, 2, 0, 2, 0, 3, 0', 'R&amp;D', '<x:Checked>0</x:Checked>'),
    shape('GBox', '0, 0, 0, 0, 2, 0, 3, 0', 'Group'),
    shape('Note', '0, 0, 0, 0, 2, 0, 3, 0', 'a comment'),
    shape('Checkbox', '0, 0, 4, 0, 2, 0, 3, 0', ''),
    shape('Label', '0, 0, 4, 0, 2, 0, 3, 0', 'gone', '', 'position:absolute;visibility:hidden'),
  );
  const context = testContext();
  expect(await markdownFrom(read, workbook(controls), context)).toBe(
    '## S\n\nGroup\n\n☒ I agree\n\n☐ R&D\n\nMulti Line\n',
  );
  expect(context.warnings.map(({ code }) => code)).toEqual(['hidden-shape-dropped']);
});

test('the shape that stands for a control in the newer drawing is not told of as hidden', async () => {
  const facts = `<d:cNvPr id="1" name="Box" hidden="1"><a:extLst><a:ext><a14:compatExt xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"/></a:ext></a:extLst></d:cNvPr>`;
  const drawn = `<d:twoCellAnchor><d:sp><d:nvSpPr>${facts}</d:nvSpPr><d:txBody><a:p><a:r><a:t>Box</a:t></a:r></a:p></d:txBody></d:sp></d:twoCellAnchor>`;
  const context = testContext();
  const controls = vml(shape('Checkbox', '0, 0, 0, 0, 1, 0, 1, 0', 'Box'));
  expect(await markdownFrom(read, workbook(controls, drawn), context)).toBe('## S\n\n☐ Box\n');
  expect(context.warnings).toEqual([]);
});

test('a part that is no XML costs its captions alone', async () => {
  const context = testContext();
  await markdownFrom(read, workbook('<xml><x ObjectType="Button"></y>'), context);
  expect(context.warnings.map(({ code }) => code)).toContain('damaged-part');
});
