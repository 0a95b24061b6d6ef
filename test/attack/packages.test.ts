// Packages made to cost more than they should, through the real sandbox with little memory: each is refused by the code
// that says why, or costs nothing and converts.
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandboxed, sandboxed } from '../support/sandboxed.ts';
import { type PackedPart, type ZipParts, zipOf } from '../support/zip.ts';

let sandbox: Sandboxed;
beforeAll(() => {
  sandbox = sandboxed();
});
afterAll(() => sandbox.close());

const office = 'http://schemas.openxmlformats.org/';
const relationType = `${office}officeDocument/2006/relationships/`;
const relations = (...list: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships xmlns="${office}package/2006/relationships">${list
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${relationType}${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const word = `xmlns:w="${office}wordprocessingml/2006/main" xmlns:r="${office}officeDocument/2006/relationships"`;
const wordText = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const docx = (body: string, more: ZipParts = {}, ...related: readonly (readonly [string, string])[]) =>
  zipOf({
    '_rels/.rels': relations(['officeDocument', 'word/document.xml']),
    'word/document.xml': `<w:document ${word}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(...related),
    ...more,
  });

const slideSpace = `xmlns:p="${office}presentationml/2006/main" xmlns:a="${office}drawingml/2006/main" xmlns:r="${office}officeDocument/2006/relationships"`;
const pptx = (shapes: string, more: ZipParts = {}, ...related: readonly (readonly [string, string])[]) =>
  zipOf({
    '_rels/.rels': relations(['officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `<p:presentation ${slideSpace}><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(['slide', 'slides/slide1.xml']),
    'ppt/slides/slide1.xml': `<p:sld ${slideSpace}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relations(...related),
    ...more,
  });
const shape = (text: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;

const sheetSpace = `xmlns="${office}spreadsheetml/2006/main" xmlns:r="${office}officeDocument/2006/relationships"`;
const xlsx = (rows: string, around: { before?: string; after?: string; parts?: ZipParts } = {}) =>
  zipOf({
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook ${sheetSpace}><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/worksheets/sheet1.xml': `<worksheet ${sheetSpace}>${around.before ?? ''}<sheetData>${rows}</sheetData>${around.after ?? ''}</worksheet>`,
    ...around.parts,
  });
const cell = (at: string, text = 'x') => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

const chapter = (body: string) => `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`;
const epub = (chapters: ZipParts, itemrefs = '<itemref idref="a"/>', more: ZipParts = {}) =>
  zipOf([
    { name: 'mimetype', content: 'application/epub+zip', stored: true },
    {
      name: 'META-INF/container.xml',
      content:
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
    },
    {
      name: 'b.opf',
      content: `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine>${itemrefs}</spine></package>`,
    },
    ...Object.entries({ ...chapters, ...more }).map(([name, content]) =>
      typeof content === 'object' && 'packed' in content ? { ...content, name } : { name, content },
    ),
  ]);

const nested = (open: string, close: string, depth: number, core: string) =>
  open.repeat(depth) + core + close.repeat(depth);
const entities = Array.from(
  { length: 20 },
  (_, level) => `<!ENTITY l${level} "${`&${level === 0 ? 'amp' : `l${level - 1}`};`.repeat(10)}">`,
).join('');
const laughs = `<!DOCTYPE l [${entities}]>`;
/** 600 MB of blanks, deflated once for all. */
let deflated: Omit<PackedPart, 'name'> | undefined;
function blanks(): Omit<PackedPart, 'name'> {
  if (deflated === undefined) {
    const bytes = Buffer.alloc(600 * 2 ** 20, 0x20);
    deflated = { packed: deflateRawSync(bytes, { level: 1 }), crc: crc32(bytes), size: bytes.length };
  }
  return deflated;
}

/** The document, and how it may end: refused with one of these codes, or `converts`, which is all when nothing is said. */
const packages: Record<string, [name: string, content: () => Uint8Array, ...codes: string[]]> = {
  'docx of 600 MB of blanks': ['a.docx', () => docx('', { 'word/document.xml': blanks() }), 'ARCHIVE_LIMIT'],
  'pptx slide of 600 MB': ['a.pptx', () => pptx('', { 'ppt/slides/slide1.xml': blanks() }), 'ARCHIVE_LIMIT'],
  'xlsx sheet of 600 MB': [
    'a.xlsx',
    () => xlsx('', { parts: { 'xl/worksheets/sheet1.xml': blanks() } }),
    'ARCHIVE_LIMIT',
  ],
  'xlsx strings of 600 MB': [
    'a.xlsx',
    () => xlsx(cell('A1'), { parts: { 'xl/sharedStrings.xml': blanks() } }),
    'ARCHIVE_LIMIT',
  ],
  'epub chapter of 600 MB': ['a.epub', () => epub({ 'a.xhtml': blanks() }), 'ARCHIVE_LIMIT', 'DOCUMENT_LIMIT'],
  'a list of parts of 600 MB': [
    'a.docx',
    () => docx(wordText('x'), { '[Content_Types].xml': blanks() }),
    'ARCHIVE_LIMIT',
  ],
  'a hundred thousand parts': [
    'a.docx',
    () => docx(wordText('x'), Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`p${at}`, '']))),
    'ARCHIVE_LIMIT',
  ],
  'billion laughs in a docx': [
    'a.docx',
    () =>
      docx('', {
        'word/document.xml': `${laughs}<w:document ${word}><w:body>${wordText('&l19;')}</w:body></w:document>`,
      }),
    'CORRUPTED_FILE',
  ],
  'billion laughs in shared strings': [
    'a.xlsx',
    () =>
      xlsx('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', {
        parts: { 'xl/sharedStrings.xml': `${laughs}<sst ${sheetSpace}><si><t>&l19;</t></si></sst>` },
      }),
    'CORRUPTED_FILE',
    'EMPTY_DOCUMENT',
  ],
  'billion laughs in a sheet': [
    'a.xlsx',
    () =>
      xlsx('', {
        parts: {
          'xl/worksheets/sheet1.xml': `${laughs}<worksheet ${sheetSpace}><sheetData><row>${cell('A1', '&l19;')}</row></sheetData></worksheet>`,
        },
      }),
    'CORRUPTED_FILE',
  ],
  'billion laughs in a slide': [
    'a.pptx',
    () =>
      pptx('', {
        'ppt/slides/slide1.xml': `${laughs}<p:sld ${slideSpace}><p:cSld><p:spTree>${shape('&l19;')}</p:spTree></p:cSld></p:sld>`,
      }),
    'CORRUPTED_FILE',
    'EMPTY_DOCUMENT',
  ],
  'billion laughs in a chapter': ['a.epub', () => epub({ 'a.xhtml': laughs + chapter('<p>text &l19;</p>') })],
  'XML 10 000 deep in a docx': [
    'a.docx',
    () => docx(nested('<w:sdt>', '</w:sdt>', 10_000, wordText('x'))),
    'DOCUMENT_LIMIT',
  ],
  'tables 20 000 deep in a docx': [
    'a.docx',
    () => docx(nested('<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', 20_000, wordText('x'))),
    'DOCUMENT_LIMIT',
  ],
  'tables 200 deep in a docx': [
    'a.docx',
    () => docx(nested('<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', 200, wordText('x'))),
  ],
  'groups 10 000 deep in a pptx': [
    'a.pptx',
    () => pptx(nested('<p:grpSp>', '</p:grpSp>', 10_000, shape('x'))),
    'DOCUMENT_LIMIT',
  ],
  'XML 10 000 deep in a sheet': [
    'a.xlsx',
    () => xlsx('<row r="1">'.concat(cell('A1'), '</row>'), { after: nested('<extLst>', '</extLst>', 10_000, '') }),
    'DOCUMENT_LIMIT',
  ],
  'chapter 100 000 deep': ['a.epub', () => epub({ 'a.xhtml': chapter(nested('<div>', '</div>', 100_000, 'x')) })],
  'a document that is its own chunk': [
    'a.docx',
    () => docx(`<w:altChunk r:id="rId1"/>${wordText('x')}`, {}, ['aFChunk', 'document.xml']),
  ],
  'footnotes in their own part': [
    'a.docx',
    () =>
      docx(
        `<w:p><w:r><w:t>x</w:t></w:r><w:r><w:footnoteReference w:id="1"/></w:r></w:p>`,
        {
          'word/footnotes.xml': `<w:footnotes ${word}><w:footnote w:id="1"><w:p><w:r><w:t>n</w:t></w:r><w:r><w:footnoteReference w:id="1"/></w:r></w:p></w:footnote></w:footnotes>`,
        },
        ['footnotes', 'footnotes.xml'],
      ),
  ],
  'styles that are based on each other': [
    'a.docx',
    () =>
      docx(
        '<w:p><w:pPr><w:pStyle w:val="a"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>',
        {
          'word/styles.xml': `<w:styles ${word}>${Array.from(
            { length: 2000 },
            (_, at) =>
              `<w:style w:type="paragraph" w:styleId="${at === 0 ? 'a' : `s${at}`}"><w:name w:val="n${at}"/><w:basedOn w:val="${at === 1999 ? 'a' : `s${at + 1}`}"/></w:style>`,
          ).join('')}</w:styles>`,
        },
        ['styles', 'styles.xml'],
      ),
  ],
  'a layout that is its own master': [
    'a.pptx',
    () =>
      pptx(shape('x'), {
        'ppt/slides/_rels/slide1.xml.rels': relations(
          ['slideLayout', 'slide1.xml'],
          ['slideMaster', 'slide1.xml'],
          ['notesSlide', 'slide1.xml'],
        ),
      }),
  ],
  'one sheet a thousand times': [
    'a.xlsx',
    () =>
      xlsx(`<row r="1">${cell('A1')}</row>`, {
        parts: {
          'xl/workbook.xml': `<workbook ${sheetSpace}><sheets>${Array.from({ length: 1000 }, (_, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="rId1"/>`).join('')}</sheets></workbook>`,
        },
      }),
  ],
  'one chapter a hundred thousand times': [
    'a.epub',
    () => epub({ 'a.xhtml': chapter('<p>x</p>') }, '<itemref idref="a"/>'.repeat(100_000)),
    'converts',
    'DOCUMENT_LIMIT',
    'ARCHIVE_LIMIT',
  ],
  'a cell in each far corner': [
    'a.xlsx',
    () =>
      xlsx(
        `<row r="1">${cell('A1')}${cell('XFD1')}</row><row r="1048576">${cell('A1048576')}${cell('XFD1048576')}</row>`,
        { before: '<dimension ref="A1:XFD1048576"/>' },
      ),
  ],
  'sixty thousand merges of whole rows': [
    'a.xlsx',
    () =>
      xlsx(Array.from({ length: 2000 }, (_, at) => `<row r="${at + 1}">${cell(`A${at + 1}`)}</row>`).join(''), {
        after: `<mergeCells>${Array.from({ length: 60_000 }, (_, at) => `<mergeCell ref="A${at + 1}:XFD${at + 1}"/>`).join('')}</mergeCells>`,
      }),
  ],
  'columns and rows numbered beyond all sheets': [
    'a.xlsx',
    () =>
      xlsx(
        `<row r="4294967295">${cell('ZZZZZZ4294967295')}${cell('A99999999999999999999')}</row><row r="-5">${cell('A-5')}</row>`,
      ),
    'converts',
    'CORRUPTED_FILE',
    'EMPTY_DOCUMENT',
    'DOCUMENT_LIMIT',
  ],
  'a span of a billion columns': [
    'a.docx',
    () =>
      docx(
        `<w:tbl><w:tr><w:trPr><w:gridBefore w:val="999999999"/></w:trPr><w:tc><w:tcPr><w:gridSpan w:val="999999999"/></w:tcPr>${wordText('x')}</w:tc></w:tr></w:tbl>`,
      ),
  ],
};

test.each(Object.entries(packages))('%s', { timeout: 150_000 }, async (_title, [name, content, ...codes]) => {
  const end = await sandbox.run(name, content());
  expect(codes.length === 0 ? ['converts'] : codes).toContain(typeof end === 'number' ? 'converts' : end);
  if (typeof end === 'number') expect(end).toBeLessThan(10 * 2 ** 20);
});
