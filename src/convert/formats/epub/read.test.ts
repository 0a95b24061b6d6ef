// Books as they come: odd places and names, missing and encrypted parts, notes, links, hostile structure.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksFrom, markdownFrom, testContext } from '../../../../test/support/read-blocks.ts';
import { zipOf } from '../../../../test/support/zip.ts';
import { Failure } from '../../../core/failure.ts';
import { read } from './read.ts';

type Parts = Record<string, string | Uint8Array>;

const container = (path: string): string =>
  `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="${path}" media-type="application/oebps-package+xml"/></rootfiles></container>`;

const page = (body: string): string =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title></head><body>${body}</body></html>`;

interface Shape {
  readonly metadata?: string;
  /** Attributes of items beyond id, href and media type, by file name. */
  readonly items?: Readonly<Record<string, string>>;
  readonly spine?: readonly string[];
  readonly folder?: string;
  readonly others?: Parts;
}

/** A book whose pages are in the order given. */
function book(pages: Readonly<Record<string, string>>, shape: Shape = {}): Buffer {
  const folder = shape.folder ?? 'OEBPS/';
  const names = Object.keys(pages);
  const items = names.map(
    (name) => `<item id="${name}" href="${name}" media-type="application/xhtml+xml" ${shape.items?.[name] ?? ''}/>`,
  );
  const spine = (shape.spine ?? names).map((name) => `<itemref idref="${name}"/>`);
  const opf = `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">${shape.metadata ?? ''}</metadata><manifest>${items.join('')}</manifest><spine>${spine.join('')}</spine></package>`;
  const parts: Parts = { 'META-INF/container.xml': container(`${folder}book.opf`), [`${folder}book.opf`]: opf };
  for (const [name, body] of Object.entries(pages)) parts[`${folder}${name}`] = page(body);
  return zipOf({ ...parts, ...shape.others });
}

const codes = (context: ReturnType<typeof testContext>): string[] => context.warnings.map(({ code }) => code);

describe('parts', () => {
  test('a book whose folder was packed is found', async () => {
    const bytes = zipOf({
      'My Book/META-INF/container.xml': container('OEBPS/book.opf'),
      'My Book/OEBPS/book.opf':
        '<package><manifest><item id="a" href="a%C3%A9.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
      'My Book/OEBPS/a\u00e9.xhtml': page('<p>Found.</p>'),
    });
    expect(await markdownFrom(read, bytes)).toBe('Found.\n');
  });

  test('a package document is found without a container', async () => {
    const bytes = zipOf({
      'x/book.opf':
        '<package><manifest><item id="a" href="/x/a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
      'x/a.xhtml': page('<p>Found.</p>'),
    });
    const context = testContext();
    expect(await markdownFrom(read, bytes, context)).toBe('Found.\n');
    expect(codes(context)).toEqual([]);
  });

  test('a package without pages is damaged', async () => {
    await expect(blocksFrom(read, zipOf({ 'META-INF/container.xml': container('x.opf') }))).rejects.toMatchObject({
      code: 'CORRUPTED_FILE',
    });
  });

  test('a chapter that cannot be unpacked leaves the others', async () => {
    const bytes = book({ 'a.xhtml': '<p>One.</p>', 'b.xhtml': '<p>Two.</p>' });
    const at = bytes.indexOf('OEBPS/b.xhtml') + 'OEBPS/b.xhtml'.length;
    bytes.fill(0xff, at, at + 40);
    const context = testContext();
    expect(await markdownFrom(read, bytes, context)).toBe('One.\n');
    expect(codes(context)).toContain('chapter-unreadable');
  });

  test('what stands in for an item is read', async () => {
    const bytes = book(
      { 'a.xhtml': '<p>The text of it.</p>' },
      {
        spine: ['pdf'],
        others: {
          'OEBPS/book.opf':
            '<package><manifest><item id="pdf" href="a.pdf" media-type="application/pdf" fallback="a"/><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="pdf"/></spine></package>',
        },
      },
    );
    expect(await markdownFrom(read, bytes)).toBe('The text of it.\n');
  });

  test('only the chapters asked for are read', async () => {
    const bytes = book({ 'a.xhtml': '<h1>A</h1>', 'b.xhtml': '<h1>B</h1><p><a href="a.xhtml">a</a></p>' });
    const context = testContext({}, { pages: [{ first: 2, last: 2 }] });
    expect(await markdownFrom(read, bytes, context)).toBe('# B\n\na\n');
  });

  test('every block says which part it comes from', async () => {
    const bytes = book({ 'a.xhtml': '<h1>A</h1><ul><li>b</li></ul>' }, { metadata: '<dc:title>T</dc:title>' });
    const origins = (await blocksFrom(read, bytes)).map(({ origin }) => origin);
    const path = { kind: 'path', path: 'OEBPS/a.xhtml' };
    expect(origins).toEqual([{ kind: 'path', path: 'OEBPS/book.opf' }, path, path]);
  });
});

describe('protection', () => {
  const encryption = (method: string, uri: string): string =>
    `<encryption><EncryptedData><EncryptionMethod Algorithm="${method}"/><CipherData><CipherReference URI="${uri}"/></CipherData></EncryptedData></encryption>`;
  const aes = 'http://www.w3.org/2001/04/xmlenc#aes128-cbc';
  const locked = (method: string, uri: string, others: Parts = {}): Buffer =>
    book({ 'a.xhtml': '<p>Text.</p>' }, { others: { 'META-INF/encryption.xml': encryption(method, uri), ...others } });

  test.each([
    ['META-INF/rights.xml', 'Adobe ADEPT'],
    ['META-INF/sinf.xml', 'Apple FairPlay'],
    ['META-INF/license.lcpl', 'Readium LCP'],
  ])('pages encrypted with %s are refused, naming %s', async (part, scheme) => {
    const failure = await blocksFrom(read, locked(aes, 'OEBPS/a.xhtml', { [part]: '<x/>' })).catch(
      (one: unknown) => one,
    );
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ code: 'UNSUPPORTED_FORMAT', suggestion: expect.stringContaining('DRM') });
    expect((failure as Failure).details).toContain(scheme);
  });

  test('scrambled fonts do not matter', async () => {
    const context = testContext();
    const bytes = locked('http://ns.adobe.com/pdf/enc#RC', 'OEBPS/a.xhtml');
    expect(await markdownFrom(read, bytes, context)).toBe('Text.\n');
    expect(codes(context)).toEqual([]);
  });

  test('other encrypted parts are told of', async () => {
    const context = testContext();
    expect(await markdownFrom(read, locked(aes, 'OEBPS/clip.mp4'), context)).toBe('Text.\n');
    expect(codes(context)).toEqual(['encrypted-parts']);
  });

  test('rights alone do not lock a book', async () => {
    const bytes = book({ 'a.xhtml': '<p>Text.</p>' }, { others: { 'META-INF/rights.xml': '<rights/>' } });
    expect(await markdownFrom(read, bytes)).toBe('Text.\n');
  });
});

describe('links', () => {
  const linked = async (a: string, b: string): Promise<string> => {
    const text = await markdownFrom(read, book({ 'a.xhtml': a, 'b c.xhtml': b }));
    return /\]\((\S+)\)/.exec(text)?.[1] ?? 'no link';
  };
  test.each([
    ['a page', 'b%20c.xhtml', '<h2>Über uns &amp; mehr!</h2>', '#über-uns--mehr'],
    ['an absolute path', '/OEBPS/b%20c.xhtml', '<h1>B</h1>', '#b'],
    ['a heading', 'b%20c.xhtml#i', '<h1>B</h1><h2 id="i">C</h2>', '#c'],
    ['an anchor in a heading', 'b%20c.xhtml#i', '<h1>B</h1><h2><a id="i"></a>C</h2>', '#c'],
    ['an anchor before a heading', 'b%20c.xhtml#i', '<h1>B</h1><a name="i"></a><h2>C</h2>', '#c'],
    ['a section', 'b%20c.xhtml#i', '<h1>B</h1><section id="i"><h2>C</h2></section>', '#c'],
    ['a paragraph under a heading', 'b%20c.xhtml#i', '<h1>B</h1><p>x</p><p id="i">y</p><h2>C</h2>', '#b'],
    ['a page without headings', 'b%20c.xhtml', '<p>x</p>', 'no link'],
    ['a place before any heading', 'b%20c.xhtml#i', '<p id="i">x</p><h1>B</h1>', 'no link'],
    ['a place that is not there', 'b%20c.xhtml#j', '<h1>B</h1>', 'no link'],
    ['a page that is not there', 'd.xhtml', '<h1>B</h1>', 'no link'],
    ['the web', 'https://example.org/', '<h1>B</h1>', 'https://example.org/'],
    ['a script', 'javascript:alert(1)', '<h1>B</h1>', 'no link'],
    [
      'a heading in a table',
      'b%20c.xhtml#i',
      '<table><tr><th>a</th><th>b</th></tr><tr><td><h2 id="i">B</h2></td><td>x</td></tr></table>',
      'no link',
    ],
  ])('to %s', async (_name, href, target, expected) => {
    expect(await linked(`<p><a href="${href}">text</a></p>`, target)).toBe(expected);
  });

  test('names of headings are counted over the whole book', async () => {
    const bytes = book({
      'a.xhtml': '<h1>A</h1><h2>A</h2><p><a href="b.xhtml">b</a></p>',
      'b.xhtml': '<h1>A</h1><h1>A 1</h1>',
    });
    expect(await markdownFrom(read, bytes)).toContain('[b](#a-2)');
  });
});

describe('notes', () => {
  test('without markup of their own are known by the way back', async () => {
    const bytes = book({
      'a.xhtml': '<p>One.<a id="r1" href="n.xhtml#x1"><sup>1</sup></a></p>',
      'b.xhtml': '<p>Two.<sup><a id="r1" href="n.xhtml#x2">1</a></sup></p>',
      'n.xhtml':
        '<h2>Notes</h2><p id="x1"><a href="a.xhtml#r1">1</a> First.</p><p id="x2"><a href="b.xhtml#r1">1</a>. Second.</p>',
    });
    expect(await markdownFrom(read, bytes)).toBe('One.[^1]\n\n[^1]: First.\n\nTwo.[^2-1]\n\n[^2-1]: Second.\n');
  });

  test('that nobody refers to stay where they are', async () => {
    const bytes = book({
      'a.xhtml': '<p>One.<a epub:type="noteref" href="n.xhtml#x1">1</a></p>',
      'n.xhtml': '<h1>Notes</h1><ol><li id="x1">First.</li><li id="x2">Second.</li></ol>',
    });
    expect(await markdownFrom(read, bytes)).toBe('One.[^1]\n\n[^1]: First.\n\n# Notes\n\n1. Second.\n');
  });

  test('that several chapters refer to stand in each', async () => {
    const refer = '<p>x<a epub:type="noteref" href="n.xhtml#x1">*</a></p>';
    const bytes = book({ 'a.xhtml': refer, 'b.xhtml': refer, 'n.xhtml': '<aside id="x1">First.</aside>' });
    expect(await markdownFrom(read, bytes)).toBe('x[^1]\n\n[^1]: First.\n\nx[^2-1]\n\n[^2-1]: First.\n');
  });

  test('a raised number that is a link to a chapter is no note', async () => {
    const bytes = book({
      'a.xhtml': '<p>x<sup><a href="b.xhtml#i">2</a></sup></p>',
      'b.xhtml': '<h1 id="i">Two</h1><p>y</p>',
    });
    expect(await markdownFrom(read, bytes)).toBe('x<sup>[2](#two)</sup>\n\n# Two\n\ny\n');
  });
});

describe('facts', () => {
  test('title, author, language and pages are described', async () => {
    const context = testContext();
    const metadata =
      '<dc:title>T</dc:title><dc:creator>A</dc:creator><dc:creator>B</dc:creator><dc:language>pt_BR</dc:language>';
    await blocksFrom(read, book({ 'a.xhtml': '<p>x</p>', 'b.xhtml': '<p>y</p>' }, { metadata }), context);
    expect(context.facts).toEqual({ title: 'T', author: 'A, B', language: 'pt-BR', pages: 2 });
  });

  test('pages of the printed book are counted where they are listed', async () => {
    const context = testContext();
    const nav =
      '<nav epub:type="page-list"><ol><li><a href="a.xhtml#p1">1</a></li><li><a href="a.xhtml#p2">2</a></li><li><a href="a.xhtml#p3">3</a></li></ol></nav>';
    const bytes = book(
      { 'a.xhtml': '<p>x</p>', 'nav.xhtml': nav },
      { items: { 'nav.xhtml': 'properties="nav"' }, spine: ['a.xhtml'] },
    );
    await blocksFrom(read, bytes, context);
    expect(context.facts.pages).toBe(3);
  });

  test('pictures are kept once, under the type of the manifest', async () => {
    const context = testContext({}, { extractImages: true });
    const others = { 'OEBPS/i.bin': Uint8Array.of(1, 2, 3) };
    const bytes = book(
      { 'a.xhtml': '<img src="i.bin" alt="x"/>', 'b.xhtml': '<img src="../OEBPS/i.bin" alt="y"/>' },
      { others },
    );
    expect(await markdownFrom(read, bytes, context)).toBe('![x](image-1)\n\n![y](image-1)\n');
    expect(context.saved).toHaveLength(1);
  });

  test('pictures that are not kept are told of once', async () => {
    const context = testContext();
    expect(
      await markdownFrom(read, book({ 'a.xhtml': '<p>x <img src="i.png" alt="y"/> <img src="i.png"/></p>' }), context),
    ).toBe('x ![y]()\n');
    expect(context.warnings.map(({ message }) => message.slice(0, 10))).toEqual(['2 pictures']);
  });
});

describe('hostile books', () => {
  test('100 000 levels of anything do not overflow the stack', async () => {
    const deep = (tag: string): string => `<${tag}>`.repeat(100_000);
    const nav = `<nav epub:type="toc">${'<ol><li>'.repeat(50_000)}<a href="a.xhtml">A</a></nav>`;
    const bytes = book(
      {
        'a.xhtml': `<p>x</p>${deep('div')}end<a epub:type="noteref" href="b.xhtml#n">1</a>`,
        'b.xhtml': '<div id="n">y</div>',
        'nav.xhtml': nav,
      },
      { items: { 'nav.xhtml': 'properties="nav"' }, metadata: `${deep('dc:title')}` },
    );
    expect(await markdownFrom(read, bytes)).toContain('end');
  });

  test('a fallback that leads in a circle ends', async () => {
    const bytes = zipOf({
      'META-INF/container.xml': container('b.opf'),
      'b.opf':
        '<package><manifest><item id="a" href="a.x" media-type="a/b" fallback="c"/><item id="c" href="c.x" media-type="a/b" fallback="a"/></manifest><spine><itemref idref="a"/></spine></package>',
    });
    const context = testContext();
    expect(await blocksFrom(read, bytes, context)).toEqual([]);
    expect(codes(context)).toEqual(['chapter-missing']);
  });

  test('names from the book are only names', async () => {
    const name = '__proto__';
    const bytes = book({ 'a.xhtml': `<h1 id="${name}">constructor</h1><p><a href="#${name}">x</a></p>` });
    expect(await markdownFrom(read, bytes)).toBe('# constructor\n\n[x](#constructor)\n');
  });

  const fragments = fc.array(
    fc.constantFrom(
      '<h1>',
      '</h1>',
      '<a href="b.xhtml#n1">1',
      '<a epub:type="noteref" href="#n1">',
      '</a>',
      '<aside epub:type="footnote" id="n1">',
      '<li id="n2">',
      '<ol>',
      '<p id="n3">',
      '<svg><image xlink:href="i"/>',
      '<epub:switch>',
      '<nav epub:type="toc">',
      '<sup>',
      '<table>',
      '<td>',
      'text',
      '<span epub:type="pagebreak">',
      '<audio src="x">',
      '<object data="y">',
      '<math>',
      '&amp;',
    ),
    { maxLength: 30 },
  );
  test('any pages give blocks', async () => {
    await fc.assert(
      fc.asyncProperty(fragments, fragments, async (a, b) => {
        const bytes = book(
          { 'a.xhtml': a.join(''), 'b.xhtml': b.join('') },
          { items: { 'b.xhtml': 'properties="nav"' } },
        );
        await blocksFrom(read, bytes);
      }),
      { numRuns: 200 },
    );
  });
});
