// Office documents and books to time the readers with: made by rule, as large as asked for, in the shape that Word,
// Excel and e-book tools give them.
import { crc32, createDeflateRaw } from 'node:zlib';
import { type PackedPart, zipOf } from '../../test/support/zip.ts';
import { numbers, phrase, sentence } from './sample-documents.ts';

const office = 'http://schemas.openxmlformats.org/';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function contentTypes(overrides: readonly (readonly [name: string, type: string])[]): string {
  return `${declaration}<Types xmlns="${office}package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides
    .map(
      ([name, type]) =>
        `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
    )
    .join('')}</Types>`;
}

function relationships(
  list: readonly (readonly [id: string, type: string, target: string, external?: boolean])[],
): string {
  return `${declaration}<Relationships xmlns="${office}package/2006/relationships">${list
    .map(
      ([id, type, target, external]) =>
        `<Relationship Id="${id}" Type="${office}officeDocument/2006/relationships/${type}" Target="${target}"${external === true ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;
}

const run = (text: string, properties = ''): string =>
  `<w:r w:rsidR="00A77427">${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;
const wordParagraph = (content: string, properties = ''): string =>
  `<w:p w:rsidR="00A77427" w:rsidRDefault="00A77427" w:rsidP="00C12DE1">${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;

/** A report of about so many pages: headings, prose with emphasis and links, lists, tables, footnotes. */
export function wordDocument(pages: number): Buffer {
  const random = numbers(7);
  const body: string[] = [];
  const notes: string[] = [];
  for (let page = 0; page < pages; page += 1) {
    if (page % 5 === 0) body.push(wordParagraph(run(phrase(random)), '<w:pStyle w:val="Heading1"/>'));
    body.push(wordParagraph(run(phrase(random)), '<w:pStyle w:val="Heading2"/>'));
    for (let at = 0; at < 6; at += 1) {
      const runs = [run(`${sentence(random)} `)];
      for (let more = 0; more < 4; more += 1) {
        const chance = random();
        if (chance < 0.2) runs.push(run(`${phrase(random)} `, '<w:b/><w:bCs/>'));
        else if (chance < 0.35) runs.push(run(`${phrase(random)} `, '<w:i/><w:iCs/>'));
        else if (chance < 0.45)
          runs.push(
            `<w:hyperlink r:id="rId9" w:history="1">${run(phrase(random), '<w:rStyle w:val="Hyperlink"/>')}</w:hyperlink>${run(' ')}`,
          );
        else if (chance < 0.5) {
          notes.push(wordParagraph(run(sentence(random)), '<w:pStyle w:val="FootnoteText"/>'));
          runs.push(
            `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="${notes.length}"/></w:r>`,
          );
        }
        runs.push(run(`${sentence(random)} `));
      }
      body.push(wordParagraph(runs.join('')));
    }
    for (let at = 0; at < 4; at += 1) {
      const level = at % 2;
      body.push(
        wordParagraph(
          run(sentence(random)),
          `<w:pStyle w:val="ListParagraph"/><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${1 + (page % 2)}"/></w:numPr>`,
        ),
      );
    }
    if (page % 3 === 0) body.push(wordTable(random, 8, 4));
  }
  const space = `xmlns:w="${office}wordprocessingml/2006/main" xmlns:r="${office}officeDocument/2006/relationships"`;
  const style = (id: string, name: string, more = '') =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${more}</w:style>`;
  const level = (at: number, format: string, shown: string) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${shown}"/></w:lvl>`;
  return zipOf({
    '[Content_Types].xml': contentTypes([
      ['word/document.xml', 'wordprocessingml.document.main'],
      ['word/styles.xml', 'wordprocessingml.styles'],
      ['word/numbering.xml', 'wordprocessingml.numbering'],
      ['word/footnotes.xml', 'wordprocessingml.footnotes'],
    ]),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': relationships([
      ['rId1', 'styles', 'styles.xml'],
      ['rId2', 'numbering', 'numbering.xml'],
      ['rId3', 'footnotes', 'footnotes.xml'],
      ['rId9', 'hyperlink', 'https://example.org/', true],
    ]),
    'word/document.xml': `${declaration}<w:document ${space}><w:body>${body.join('')}<w:sectPr/></w:body></w:document>`,
    'word/styles.xml': `${declaration}<w:styles ${space}><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${style('Heading1', 'heading 1', '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>')}${style('Heading2', 'heading 2', '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>')}${style('ListParagraph', 'List Paragraph')}${style('FootnoteText', 'footnote text')}<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/></w:style><w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style></w:styles>`,
    'word/numbering.xml': `${declaration}<w:numbering ${space}><w:abstractNum w:abstractNumId="0">${level(0, 'bullet', '•')}${level(1, 'bullet', 'o')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2.')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
    'word/footnotes.xml': `${declaration}<w:footnotes ${space}>${notes.map((note, at) => `<w:footnote w:id="${at + 1}">${note}</w:footnote>`).join('')}</w:footnotes>`,
  });
}

function wordTable(random: () => number, rows: number, columns: number): string {
  const lines: string[] = [];
  for (let at = 0; at < rows; at += 1) {
    const cells: string[] = [];
    for (let column = 0; column < columns; column += 1) {
      cells.push(`<w:tc><w:tcPr><w:tcW w:w="2394" w:type="dxa"/></w:tcPr>${wordParagraph(run(phrase(random)))}</w:tc>`);
    }
    lines.push(`<w:tr w:rsidR="00A77427">${cells.join('')}</w:tr>`);
  }
  return `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/></w:tblPr><w:tblGrid>${'<w:gridCol w:w="2394"/>'.repeat(columns)}</w:tblGrid>${lines.join('')}</w:tbl>`;
}

/** A workbook with one sheet: text from the shared table, integers, decimals and dates, as Excel writes them. */
export async function workbook(rows: number, columns: number): Promise<Buffer> {
  const random = numbers(13);
  const strings = Array.from({ length: 5_000 }, () => phrase(random));
  const space = `xmlns="${office}spreadsheetml/2006/main" xmlns:r="${office}officeDocument/2006/relationships"`;
  const letter = (column: number) => String.fromCharCode(65 + column);
  function* sheet(): Generator<string> {
    yield `${declaration}<worksheet ${space}><dimension ref="A1:${letter(columns - 1)}${rows}"/><sheetData>`;
    let piece = '';
    for (let row = 1; row <= rows; row += 1) {
      piece += `<row r="${row}" spans="1:${columns}">`;
      for (let column = 0; column < columns; column += 1) {
        const at = `${letter(column)}${row}`;
        const kind = column % 4;
        if (row === 1 || kind === 0) piece += `<c r="${at}" t="s"><v>${Math.floor(random() * strings.length)}</v></c>`;
        else if (kind === 1) piece += `<c r="${at}"><v>${Math.floor(random() * 1_000_000)}</v></c>`;
        else if (kind === 2) piece += `<c r="${at}" s="2"><v>${(random() * 10_000).toFixed(4)}</v></c>`;
        else piece += `<c r="${at}" s="1"><v>${40_000 + Math.floor(random() * 5_000)}</v></c>`;
      }
      piece += '</row>';
      if (piece.length > 1 << 20) {
        yield piece;
        piece = '';
      }
    }
    yield `${piece}</sheetData></worksheet>`;
  }
  return zipOf([
    {
      name: '[Content_Types].xml',
      content: contentTypes([
        ['xl/workbook.xml', 'spreadsheetml.sheet.main'],
        ['xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'],
        ['xl/sharedStrings.xml', 'spreadsheetml.sharedStrings'],
        ['xl/styles.xml', 'spreadsheetml.styles'],
      ]),
    },
    { name: '_rels/.rels', content: relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `${declaration}<workbook ${space}><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships([
        ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
        ['rId2', 'sharedStrings', 'sharedStrings.xml'],
        ['rId3', 'styles', 'styles.xml'],
      ]),
    },
    {
      name: 'xl/styles.xml',
      content: `${declaration}<styleSheet ${space}><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    },
    {
      name: 'xl/sharedStrings.xml',
      content: `${declaration}<sst ${space} count="${strings.length}" uniqueCount="${strings.length}">${strings.map((one) => `<si><t>${escaped(one)}</t></si>`).join('')}</sst>`,
    },
    await packed('xl/worksheets/sheet1.xml', sheet()),
  ]);
}

async function packed(name: string, pieces: Iterable<string>): Promise<PackedPart> {
  const deflate = createDeflateRaw();
  const out: Buffer[] = [];
  deflate.on('data', (piece: Buffer) => out.push(piece));
  let crc = 0;
  let size = 0;
  for (const piece of pieces) {
    const bytes = Buffer.from(piece);
    crc = crc32(bytes, crc);
    size += bytes.length;
    if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once('drain', resolve));
  }
  deflate.end();
  await new Promise((resolve) => deflate.once('end', resolve));
  return { name, packed: Buffer.concat(out), crc, size };
}

/** A book of so many chapters of about ten pages. */
export function book(chapters: number): Buffer {
  const random = numbers(17);
  const ids = Array.from({ length: chapters }, (_, at) => `c${at + 1}`);
  const chapter = (): string => {
    const lines = [`<h1>${phrase(random)}</h1>`];
    for (let at = 0; at < 60; at += 1) {
      lines.push(
        `<p>${escaped(sentence(random))} <em>${phrase(random)}</em> ${escaped(sentence(random))} <a href="c1.xhtml">${phrase(random)}</a> ${escaped(sentence(random))}</p>`,
      );
    }
    return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${lines.join('\n')}</body></html>`;
  };
  return zipOf([
    { name: 'mimetype', content: 'application/epub+zip', stored: true },
    {
      name: 'META-INF/container.xml',
      content:
        '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    },
    {
      name: 'book.opf',
      content: `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">urn:x</dc:identifier><dc:title>Sample</dc:title><dc:language>en</dc:language></metadata><manifest>${ids.map((id) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`).join('')}</manifest><spine>${ids.map((id) => `<itemref idref="${id}"/>`).join('')}</spine></package>`,
    },
    ...ids.map((id) => ({ name: `${id}.xhtml`, content: chapter() })),
  ]);
}

/** A deck of so many slides with a title and bullets. */
export function deck(slides: number): Buffer {
  const random = numbers(19);
  const space = `xmlns:a="${office}drawingml/2006/main" xmlns:p="${office}presentationml/2006/main" xmlns:r="${office}officeDocument/2006/relationships"`;
  const shape = (id: number, kind: string, paragraphs: readonly string[]) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Shape ${id}"/><p:cNvSpPr/><p:nvPr><p:ph type="${kind}"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${paragraphs.join('')}</p:txBody></p:sp>`;
  const line = (text: string, level = 0) =>
    `<a:p><a:pPr lvl="${level}"/><a:r><a:rPr lang="en-US"/><a:t>${escaped(text)}</a:t></a:r></a:p>`;
  const list = Array.from({ length: slides }, (_, at) => at + 1);
  const slide = () =>
    `${declaration}<p:sld ${space}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shape(2, 'title', [line(phrase(random))])}${shape(
      3,
      'body',
      Array.from({ length: 8 }, (_, at) => line(sentence(random), at % 3)),
    )}</p:spTree></p:cSld></p:sld>`;
  return zipOf({
    '[Content_Types].xml': contentTypes([
      ['ppt/presentation.xml', 'presentationml.presentation.main'],
      ...list.map((at) => [`ppt/slides/slide${at}.xml`, 'presentationml.slide'] as const),
    ]),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `${declaration}<p:presentation ${space}><p:sldIdLst>${list.map((at) => `<p:sldId id="${255 + at}" r:id="rId${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(list.map((at) => [`rId${at}`, 'slide', `slides/slide${at}.xml`])),
    ...Object.fromEntries(list.map((at) => [`ppt/slides/slide${at}.xml`, slide()])),
  });
}
