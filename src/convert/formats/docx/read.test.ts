// Word documents built in memory: what a document may do to hide, damage or blow up, and what is told about it.
import { describe, expect, test } from 'vitest';
import { fixtureBytes, fixturesOf } from '../../../../test/support/fixtures.ts';
import { randomNumbers } from '../../../../test/support/random-numbers.ts';
import { blocksFrom, markdownFrom, testContext } from '../../../../test/support/read-blocks.ts';
import { docx, paragraph, officeRelation as relation, run, wordSpace as space } from '../../../../test/support/word.ts';
import { zipOf } from '../../../../test/support/zip.ts';
import { Failure } from '../../../core/failure.ts';
import { bytesSource, convert } from '../../index.ts';
import { read } from './read.ts';

describe('origins', () => {
  test('count the paragraphs of the body, those in tables too', async () => {
    const table = `<w:tbl><w:tr><w:tc>${paragraph('a')}</w:tc><w:tc>${paragraph('b')}</w:tc></w:tr></w:tbl>`;
    const blocks = await blocksFrom(read, docx(paragraph('one') + table + paragraph('four')));
    expect(blocks.map((block) => [block.type, block.origin])).toEqual([
      ['paragraph', { kind: 'paragraph', index: 1 }],
      ['table', { kind: 'paragraph', index: 2 }],
      ['paragraph', { kind: 'paragraph', index: 4 }],
    ]);
  });
});

describe('styles', () => {
  const style = (id: string, name: string, basedOn: string, more = ''): string =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="${basedOn}"/>${more}</w:style>`;

  test('that are based on each other end', async () => {
    const styles = `<w:styles ${space}>${style('A', 'heading 2', 'B')}${style('B', 'x', 'A')}</w:styles>`;
    expect(await markdownFrom(read, docx(paragraph('Loop', '<w:pStyle w:val="B"/>'), { styles }))).toBe('## Loop\n');
  });

  test('a document without styles goes by the names', async () => {
    const body = paragraph('One', '<w:pStyle w:val="Heading2"/>') + paragraph('x', '<w:pStyle w:val="ListBullet"/>');
    expect(await markdownFrom(read, docx(body))).toBe('## One\n\n- x\n');
  });

  test('names from documents are no properties of objects', async () => {
    const styles = `<w:styles ${space}>${style('__proto__', 'heading 1', 'constructor')}</w:styles>`;
    const body = paragraph('One', '<w:pStyle w:val="__proto__"/>') + paragraph('Two', '<w:pStyle w:val="toString"/>');
    expect(await markdownFrom(read, docx(body, { styles }))).toBe('# One\n\nTwo\n');
  });
});

describe('content controls', () => {
  test('that are not filled in keep their place in a row, and say what they ask for', async () => {
    const cell = (text: string): string => `<w:tc>${paragraph(text)}</w:tc>`;
    const asking = (inner: string): string =>
      `<w:sdt><w:sdtPr><w:showingPlcHdr/><w:text/></w:sdtPr><w:sdtContent>${inner}</w:sdtContent></w:sdt>`;
    const row = `<w:tr>${cell('Name')}${asking(cell('Enter your name.'))}${cell('Town')}</w:tr>`;
    const body = `<w:tbl>${row}<w:tr>${cell('a')}${cell('b')}${cell('c')}</w:tr></w:tbl>${asking(paragraph('[Title]'))}`;
    expect(await markdownFrom(read, docx(body))).toBe(
      '|  |  |  |\n| --- | --- | --- |\n| Name | Enter your name. | Town |\n| a | b | c |\n\n[Title]\n',
    );
  });
});

describe('facts and warnings', () => {
  test('pages are told, and unknown ones are warned about', async () => {
    const context = testContext({}, { pages: [{ first: 1, last: 1 }] });
    const properties =
      '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Pages>9</Pages></Properties>';
    const bytes = zipOf({
      '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${relation}/officeDocument" Target="d.xml"/><Relationship Id="b" Type="${relation}/extended-properties" Target="app.xml"/></Relationships>`,
      'd.xml': `<w:document ${space}><w:body>${paragraph('x')}</w:body></w:document>`,
      'app.xml': properties,
    });
    expect(await markdownFrom(read, bytes, context)).toBe('x\n');
    expect(context.facts.pages).toBe(9);
    expect(context.warnings.map((warning) => warning.code)).toEqual(['page-numbers-unknown']);
  });

  test('many changes are told once, with counts', async () => {
    const context = testContext();
    const change = `<w:ins w:id="1">${run('a')}</w:ins><w:del w:id="2"><w:r><w:delText>b</w:delText></w:r></w:del>`;
    await blocksFrom(read, docx(paragraph(change).repeat(300)), context);
    expect(context.warnings).toHaveLength(1);
    expect(context.warnings[0]?.message).toContain('300 insertions were kept and 300 deletions');
  });

  test('a damaged part beside the text costs only what it says', async () => {
    const context = testContext();
    expect(await markdownFrom(read, docx(paragraph('Text'), { styles: '', numbering: 'no xml' }), context)).toBe(
      'Text\n',
    );
    expect(new Set(context.warnings.map((warning) => warning.code))).toEqual(new Set(['damaged-part']));
  });
});

describe('hostile documents', () => {
  const nested = (open: string, close: string, depth: number, inner: string): string =>
    open.repeat(depth) + inner + close.repeat(depth);

  test.each([
    ['tables', '<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', paragraph('deep')],
    ['content controls', '<w:sdt><w:sdtContent>', '</w:sdtContent></w:sdt>', paragraph('deep')],
    ['text boxes', '<w:p><w:r><w:pict><w:txbxContent>', '</w:txbxContent></w:pict></w:r></w:p>', paragraph('deep')],
  ])('%s nested 200 and 100 000 deep', async (_, open, close, inner) => {
    expect(await outcome(docx(nested(open, close, 200, inner)))).toContain('deep');
    expect(await outcome(docx(nested(open, close, 100_000, inner)))).toMatch(/deep|DOCUMENT_LIMIT|EMPTY_DOCUMENT/);
  });

  test('every item in a list of its own, each further in', async () => {
    const count = 5_000;
    const ids = Array.from({ length: count }, (_, at) => at + 1);
    const numbering = `<w:numbering ${space}>${ids
      .map(
        (id) =>
          `<w:abstractNum w:abstractNumId="${id}"/><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`,
      )
      .join('')}</w:numbering>`;
    const body = ids
      .map((id) => paragraph(`i${id}`, `<w:numPr><w:numId w:val="${id}"/></w:numPr><w:ind w:left="${id * 100}"/>`))
      .join('');
    const markdown = await outcome(docx(body, { numbering }));
    expect(markdown.match(/i\d+/g)).toHaveLength(count);
  });

  test('one paragraph of many thousand runs', async () => {
    const runs = Array.from({ length: 20_000 }, (_, at) => run(`w${at} `, at % 2 === 0 ? '<w:b/>' : '<w:i/>')).join('');
    expect((await outcome(docx(`<w:p>${runs}</w:p>`))).match(/w\d+/g)).toHaveLength(20_000);
  });

  test('spans as wide as the file likes', async () => {
    const wide = `<w:tr><w:tc><w:tcPr><w:gridSpan w:val="2000000000"/></w:tcPr>${paragraph('x')}</w:tc></w:tr>`;
    const two = `<w:tr><w:tc>${paragraph('a')}</w:tc><w:tc>${paragraph('b')}</w:tc></w:tr>`;
    const markdown = await outcome(docx(`<w:tbl>${two}${wide.repeat(1_000)}</w:tbl>`));
    expect(markdown.split('\n').filter((line) => line === '| x |  |')).toHaveLength(1_000);
  });

  test('fields that begin and never end', async () => {
    const begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC</w:instrText></w:r>';
    const separate = '<w:r><w:fldChar w:fldCharType="separate"/></w:r>';
    const body = paragraph(begin + separate) + paragraph('Kept') + paragraph(begin) + paragraph('too');
    expect(await outcome(docx(body))).toBe('Kept\n\ntoo\n');
  });

  test('damaged packages give Markdown or a Failure', async () => {
    const random = randomNumbers(7);
    for (const fixture of fixturesOf('docx')) {
      const whole = fixtureBytes(fixture);
      for (let round = 0; round < 6; round += 1) {
        const bytes = Buffer.from(whole);
        for (let at = 0; at < 6; at += 1) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
        expect(typeof (await outcome(round % 3 === 0 ? bytes.subarray(0, random() * bytes.length) : bytes))).toBe(
          'string',
        );
      }
    }
  });
});

/** The Markdown, or the code of the Failure; anything else is thrown on. */
async function outcome(bytes: Uint8Array): Promise<string> {
  try {
    return (await convert({ source: bytesSource(bytes), name: 'a.docx' })).markdown;
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

test('items that begin with the character of a box are tasks, other lines are not', async () => {
  const numbering = `<w:numbering ${space}><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="-"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`;
  const inList = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
  const lines = ['☐ open', '☒ crossed', '☑ ticked', '☐', 'a ☐ later'].map((line) => paragraph(line, inList));
  const { markdown } = await convert(docx(lines.join('') + paragraph('☐ no item'), { numbering }));
  expect(markdown).toBe('- [ ] open\n- [x] crossed\n- [x] ticked\n- ☐\n- a ☐ later\n\n☐ no item\n');
});
