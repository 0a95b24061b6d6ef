// Office packages: relations inside and outside, main parts under any name, trees with short names, alternatives decided.
import { expect, test } from 'vitest';
import { containerContext } from '../../../test/support/read-context.ts';
import { zipOf } from '../../../test/support/zip.ts';
import { bytesSource } from '../input.ts';
import { OpcPackage, resolvePartName } from './opc.ts';

const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">';
const relations = (inner: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;
const relation = (id: string, type: string, target: string, more = '') =>
  `<Relationship Id="${id}" Type="http://x/relationships/${type}" Target="${target}" ${more}/>`;

const opc = (parts: Record<string, string>, context = containerContext()) =>
  new OpcPackage(bytesSource(zipOf(parts)), context);

test('the main part is found by its relation, whatever its name', () => {
  const one = opc({
    '_rels/.rels': relations(relation('r1', 'officeDocument', '/word/Other%201.xml')),
    'word/Other 1.xml': '<a/>',
  });
  expect(one.mainPart('document.main+xml', 'word/document.xml').name).toBe('word/Other 1.xml');
});

test('without relations it is found by content type, then by its usual name', () => {
  const typed = `${types}<Override PartName="/w/x.xml" ContentType="application/document.main+xml"/></Types>`;
  expect(opc({ '[Content_Types].xml': typed, 'w/x.xml': '<a/>' }).mainPart('document.main+xml', 'no').name).toBe(
    'w/x.xml',
  );
  expect(opc({ 'word/document.xml': '<a/>' }).mainPart('main+xml', 'word/document.xml').name).toBe('word/document.xml');
  expect(() => opc({ other: '' }).mainPart('main+xml', 'word/document.xml')).toThrow(/damaged/);
});

test('relations lead to parts of the package; external ones are text', () => {
  const one = opc({
    'word/document.xml': '<a/>',
    'word/styles.xml': '<s/>',
    'media/i.png': 'x',
    'word/_rels/document.xml.rels': relations(
      relation('r1', 'styles', 'styles.xml') +
        relation('r2', 'image', '../media/i.png') +
        relation('r3', 'hyperlink', 'https://example.com/a?b#c', 'TargetMode="External"') +
        relation('r4', 'image', '../../../../etc/passwd'),
    ),
  });
  const main = one.mainPart('main+xml', 'word/document.xml');
  expect(main.related('styles')?.name).toBe('word/styles.xml');
  expect(main.target('r2')?.name).toBe('media/i.png');
  expect(main.target('r3')).toBeUndefined();
  expect(main.relations.get('r3')?.target).toBe('https://example.com/a?b#c');
  expect(main.target('r4')).toBeUndefined();
});

test.each([
  ['word/', 'a.xml', 'word/a.xml'],
  ['word/', '/a.xml', 'a.xml'],
  ['word/x/', '../../../a.xml', 'a.xml'],
  ['', './b/./c.xml#frag', 'b/c.xml'],
  ['ppt/', 'slides\\s.xml', 'ppt/slides/s.xml'],
  ['ppt/', '100%.xml', 'ppt/100%.xml'],
])('%s + %s', (folder, target, name) => expect(resolvePartName(folder, target)).toBe(name));

test('strict and transitional names, and any prefix, are one', () => {
  const strict =
    '<ns0:document xmlns:ns0="http://purl.oclc.org/ooxml/wordprocessingml/main" ns0:x="1" y="2"><ns0:p/></ns0:document>';
  const root = opc({ 'word/document.xml': strict }).mainPart('', 'word/document.xml').tree();
  expect([root.key, root.get('w:x'), root.get('y'), root.child('w:p')?.key]).toEqual(['w:document', '1', '2', 'w:p']);
});

test('white space between elements is no content, all an element holds is', () => {
  const root = opc({ a: '<a>\n <b> </b>\n <c>x <d/> y</c>\n</a>' }).mainPart('', 'a').tree();
  expect(root.children.map((one) => (typeof one === 'string' ? one : one.key))).toEqual(['b', 'c']);
  expect(root.child('b')?.text()).toBe(' ');
  expect(root.child('c')?.text()).toBe('x  y');
});

const alternatives = (choices: string) => `<a xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"
  xmlns:q="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:z="urn:unknown">
  <mc:AlternateContent>${choices}</mc:AlternateContent></a>`;

test.each([
  ['<mc:Choice Requires="q"><t>new</t></mc:Choice><mc:Fallback><t>old</t></mc:Fallback>', 'new'],
  ['<mc:Choice Requires="z"><t>new</t></mc:Choice><mc:Fallback><t>old</t></mc:Fallback>', 'old'],
  ['<mc:Choice Requires="q z"><t>new</t></mc:Choice><mc:Choice Requires="q"><t>second</t></mc:Choice>', 'second'],
  ['<mc:Choice Requires="z"><t>only</t></mc:Choice>', 'only'],
])('of alternatives one is taken: %s', (choices, text) => {
  const root = opc({ a: alternatives(choices) })
    .mainPart('', 'a')
    .tree();
  expect(root.child('t')?.text()).toBe(text);
  expect(root.children).toHaveLength(1);
});

test('children of a large element come one by one, alternatives among them too', async () => {
  const body = `<doc><head><p>no</p></head><body>${'<p>yes</p>'.repeat(3)}${alternatives('<mc:Choice Requires="z"/><mc:Fallback><p>alt</p></mc:Fallback>').replace(/^<a/, '<s').replace(/a>$/, 's>')}</body><p>no</p></doc>`;
  const texts: string[] = [];
  for await (const one of opc({ a: body }).mainPart('', 'a').children('body')) texts.push(one.text());
  expect(texts).toEqual(['yes', 'yes', 'yes', 'alt']);
});

test('a damaged part is read as far as it goes, and told', () => {
  const context = containerContext();
  const root = opc({ a: '<a><b>x</b><c' }, context).mainPart('', 'a').tree();
  expect(root.text()).toBe('x');
  expect(context.warnings.map((one) => one.code)).toEqual(['damaged-part']);
});

test('XML nested 10 000 deep is refused by code', () => {
  const deep = opc({ a: '<a>'.repeat(10_000) + '</a>'.repeat(10_000) }).mainPart('', 'a');
  expect(() => deep.tree()).toThrow(expect.objectContaining({ code: 'DOCUMENT_LIMIT' }));
});

test('a part with a DTD is refused', () => {
  const laughs = opc({ a: '<!DOCTYPE a [<!ENTITY b "ha">]><a>&b;</a>' }).mainPart('', 'a');
  expect(() => laughs.tree()).toThrow(expect.objectContaining({ code: 'CORRUPTED_FILE' }));
});

test('UTF-16 parts are read', () => {
  const text = Buffer.from('\ufeff<a><b>ä€</b></a>', 'utf16le');
  const one = new OpcPackage(bytesSource(zipOf([{ name: 'a', content: text }])), containerContext());
  expect(one.mainPart('', 'a').tree().text()).toBe('ä€');
});

test('a part that is read several times is unpacked once, unless it is large', async () => {
  const lengthOf = async (pieces: AsyncIterable<Uint8Array>): Promise<number> => {
    let length = 0;
    for await (const piece of pieces) length += piece.length;
    return length;
  };
  for (const [size, times] of [
    [100_000, 1],
    [17 * 2 ** 20, 2],
  ] as const) {
    const context = containerContext();
    const part = opc({ 'a.xml': 'x'.repeat(size) }, context).part('a.xml');
    const left = context.budget.left('inflatedBytes');
    part?.expectRepetition();
    for (const _ of [1, 2]) expect(part === undefined ? 0 : await lengthOf(part.stream())).toBe(size);
    expect(left - context.budget.left('inflatedBytes')).toBe(size * times);
  }
});
