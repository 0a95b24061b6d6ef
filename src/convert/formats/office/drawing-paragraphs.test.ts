// Paragraphs and lists of DrawingML: which list a paragraph falls into, and that no text is lost on the way.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testContext } from '../../../../test/support/read-blocks.ts';
import { zipOf } from '../../../../test/support/zip.ts';
import { type OfficeElement, parseOfficeXml } from '../../containers/office-xml.ts';
import { OpcPackage, type OpcPart } from '../../containers/opc.ts';
import { bytesSource } from '../../input.ts';
import { markdownOf } from '../../markdown/write.ts';
import { type Bullet, textBlocks } from './drawing-paragraphs.ts';

const main = 'http://schemas.openxmlformats.org/drawingml/2006/main';

function bodyOf(paragraphs: string): OfficeElement {
  return parseOfficeXml(Buffer.from(`<a:body xmlns:a="${main}">${paragraphs}</a:body>`), testContext());
}

/** A part without relations, which text without links never asks for. */
function loosePart(): OpcPart {
  const opc = new OpcPackage(bytesSource(zipOf({ 'a.xml': '<a/>' })), testContext());
  return opc.part('a.xml') as OpcPart;
}

const part = loosePart();
const markdown = (paragraphs: string, inherited?: (level: number) => Bullet | undefined): string =>
  markdownOf(textBlocks(bodyOf(paragraphs), { part }, inherited));

const line = (text: string, properties = '', level = 0): string =>
  `<a:p><a:pPr lvl="${level}">${properties}</a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`;
const bullet = '<a:buChar char="x"/>';
const number = (start = ''): string => `<a:buAutoNum type="arabicPeriod"${start}/>`;

test('a body without bullets is paragraphs, whatever their level', () => {
  expect(markdown(line('a') + line('b', '', 1))).toBe('a\n\nb\n');
});

test('the first level may be missing, and levels may be jumped over', () => {
  expect(markdown(line('a', bullet, 2) + line('b', bullet, 5) + line('c', bullet, 3) + line('d', bullet, 1))).toBe(
    '- a\n  - b\n  - c\n- d\n',
  );
});

test('another kind of bullet or another start is another list', () => {
  expect(markdown(line('a', bullet) + line('b', number()) + line('c', number(' startAt="4"')))).toBe(
    '- a\n\n1. b\n\n4) c\n',
  );
});

test('letters and Roman numbers are kept as they are shown', () => {
  const lettered = '<a:buAutoNum type="alphaLcParenBoth" startAt="2"/>';
  const roman = '<a:buAutoNum type="romanUcPeriod"/>';
  expect(markdown(line('b', lettered) + line('c', lettered) + line('one', roman, 1) + line('d', lettered))).toBe(
    '- (b) b\n- (c) c\n  - I. one\n- (d) d\n',
  );
});

const run = (text: string, properties: string): string => `<a:r><a:rPr>${properties}</a:rPr><a:t>${text}</a:t></a:r>`;

test('empty lines within code keep it together, those at its end do not count', () => {
  const courier = (text: string): string => `<a:p>${run(text, '<a:latin typeface="Courier New"/>')}</a:p>`;
  expect(markdown(`${courier('a {')}<a:p/>${courier(' ')}${courier('}')}<a:p/>${line('b')}${courier('c')}`)).toBe(
    '```\na {\n\n\n}\n```\n\nb\n\n```\nc\n```\n',
  );
});

test('signs of symbol fonts are the characters they show', () => {
  const arrow = run('\uf0e0 x', '<a:sym typeface="Wingdings"/>');
  const greek = run('ab \uf0b3', '<a:latin typeface="Symbol"/>');
  expect(markdown(`<a:p>${arrow}</a:p><a:p>${greek}</a:p>`)).toBe('→ x\n\nαβ ≥\n');
});

test('text set deeper without a bullet belongs to the item above', () => {
  expect(markdown(line('a', bullet) + line('more', '<a:buNone/>', 1) + line('b', bullet))).toBe('- a\n\n  more\n- b\n');
});

test('the style of the body comes before what is inherited, the paragraph before both', () => {
  const style = `<a:lstStyle><a:lvl2pPr>${bullet}</a:lvl2pPr></a:lstStyle>`;
  const inherited = (): Bullet => ({ kind: 'number', start: 3 });
  expect(markdown(style + line('a') + line('b', '', 1) + line('c', '<a:buNone/>'), inherited)).toBe(
    '3. a\n   - b\n\nc\n',
  );
});

test('a level or start beyond what is allowed does no harm', () => {
  expect(markdown(line('a', number(' startAt="99999999999"'), -7) + line('b', number(' startAt="x"'), 99))).toBe(
    '1. a\n2. b\n',
  );
});

test('no paragraph is lost, and all stay in order', () => {
  const kinds = fc.constantFrom('', bullet, number(), number(' startAt="7"'), '<a:buNone/>');
  const paragraphs = fc.array(fc.tuple(kinds, fc.integer({ min: 0, max: 8 })), { maxLength: 30 });
  fc.assert(
    fc.property(paragraphs, (list) => {
      const written = markdown(list.map(([kind, level], at) => line(`t${at}t`, kind, level)).join(''));
      expect(written.match(/t\d+t/g) ?? []).toEqual(list.map((_, at) => `t${at}t`));
    }),
  );
});
