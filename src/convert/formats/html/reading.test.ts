// The parts around the tree: bytes and character sets, facts, links, images, notes and what is hidden.
import { describe, expect, test } from 'vitest';
import { markdownFrom, readBytes, testContext } from '../../../../test/html/reading-context.ts';
import { markdownOf } from '../../markdown/write.ts';
import { unwrapRedirect } from './link-redirects.ts';

describe('bytes', () => {
  test('are decoded by the declaration in the page', async () => {
    const context = testContext();
    const source = Buffer.concat([
      Buffer.from('<meta charset="windows-1251"><p>'),
      Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    ]);
    expect(markdownOf(await readBytes(source, context))).toBe('Привет\n');
    expect(context.facts.charset).toBe('windows-1251');
  });

  test('over the limit are refused by name', async () => {
    await expect(readBytes(Buffer.alloc(100), testContext({}, { wholeFileBytes: 10 }))).rejects.toMatchObject({
      code: 'DOCUMENT_LIMIT',
    });
  });
});

describe('facts', () => {
  test.each([
    [
      '<html lang="de-AT"><title> A\n title </title><meta name="author" content="Ann">',
      { title: 'A title', author: 'Ann', language: 'de-AT' },
    ],
    [
      '<meta property="og:title" content="Shared"><meta property="article:author" content="https://x.example/ann">',
      { title: 'Shared' },
    ],
    ['<meta http-equiv="content-language" content="fr"><p>x', { language: 'fr' }],
    ['<svg><title>not the title</title></svg>', {}],
  ])('%#', async (html, facts) => {
    const context = testContext();
    await readBytes(Buffer.from(html), context);
    const { charset: _, pages, ...rest } = context.facts;
    expect(rest).toEqual(facts);
    expect(pages).toBe(1);
  });
});

test('formulas and drawings whose names have a prefix are read as such', () => {
  const math = `<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mfrac><m:mn>1</m:mn><m:mi>x</m:mi></m:mfrac></m:math>`;
  expect(markdownFrom(`<p>a ${math} b</p>`, testContext())).toBe('a $\\frac{1}{x}$ b');
  expect(markdownFrom(`<p>${math.replaceAll('Math/MathML', 'other')}</p>`, testContext())).toBe('1x');
  const svg = `<s:svg xmlns:s='http://www.w3.org/2000/svg'><s:title>Duck</s:title><s:path d="M0"></s:path></s:svg>`;
  expect(markdownFrom(svg, testContext())).toContain('Duck');
});

describe('links', () => {
  test.each([
    ['<a href="java\nscript:alert(1)">x</a>', 'x'],
    ['<a href=" JavaScript:alert(1)">x</a>', 'x'],
    ['<a href="vbscript:x">x</a>', 'x'],
    ['<a href="data:text/html,x">x</a>', 'x'],
    ['<a href="#">x</a>', 'x'],
    ['<a>x</a>', 'x'],
    ['<a href="../up">x</a>', '[x](https://h.example/up)'],
    ['<a href="#part">x</a>', '[x](#part)'],
    ['<a href="mailto:a@b.example">x</a>', '[x](mailto:a@b.example)'],
    ['<a href="/x" aria-label="Named"><svg></svg></a>', '[Named](https://h.example/x)'],
    ['<a href="/x"> </a>y', 'y'],
  ])('%s', (html, expected) => {
    expect(markdownFrom(`<p>${html}</p>`, testContext(), { base: 'https://h.example/a/b' })).toBe(expected);
  });

  test('that would run code are reported once', () => {
    const context = testContext();
    markdownFrom('<p><a href="javascript:a">x</a><a href="javascript:b">y</a>', context);
    expect(context.warnings.map((one) => one.code)).toEqual(['unsafe-link-dropped']);
  });

  test.each([
    ['https://www.google.com/url?sa=D&q=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1', 'https://example.org/a?b=1'],
    ['https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cHM6Ly9leGFtcGxlLm9yZy8', 'https://example.org/'],
    ['https://www.bing.com/ck/a?u=a1amF2YXNjcmlwdDphbGVydCgxKQ', undefined],
    ['https://duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.org%2F', 'https://example.org/'],
    [
      'https://www.google.com/search?q=https%3A%2F%2Fexample.org',
      'https://www.google.com/search?q=https%3A%2F%2Fexample.org',
    ],
    [
      'https://google.com.evil.example/url?q=https://x.example',
      'https://google.com.evil.example/url?q=https://x.example',
    ],
    ['https://www.google.com/url?q=http://[', 'https://www.google.com/url?q=http://['],
  ])('wrapped to count clicks: %s', (address, expected) => {
    expect(unwrapRedirect(address)).toBe(expected);
  });
});

describe('images', () => {
  test('inside the page are handed on when they are wanted', () => {
    const context = testContext({ extractImages: true });
    expect(markdownFrom('<p><img alt="Dot" src="data:image/png;base64,AAEC"></p>', context)).toBe('![Dot](image-1)');
    expect(context.images).toEqual([{ mediaType: 'image/png', bytes: Buffer.from([0, 1, 2]) }]);
  });

  test.each([
    ['<img alt="Dot" src="data:image/png;base64,AAEC">', '![Dot]()'],
    ['<img alt="Bad" src="data:text/html,x">', '![Bad]()'],
    ['<img src="a.png" width="1" height="1" alt="t">', ''],
    ['<img src="blank.gif" data-src="real.png" alt="r">', '![r](real.png)'],
    ['<img srcset="a.png 100w, b.png 900w, c.png 300w" alt="s">', '![s](b.png)'],
    ['<picture><source srcset="p.webp 2x"><img alt="p"></picture>', '![p](p.webp)'],
    ['<svg><text>Words</text> <text>drawn</text></svg>', 'Words drawn'],
  ])('%s', (html, expected) => {
    expect(markdownFrom(`<p>${html}</p>`)).toBe(expected);
  });
});

describe('notes', () => {
  const note = '<ol><li id="fn1">The note <a href="#r1">^</a></li></ol>';

  test.each([
    ['a raised number', `<p>x<sup id="r1"><a href="#fn1">1</a></sup></p>${note}`, 'x[^1]\n\n[^1]: The note'],
    ['a number in brackets', `<p>x <a id="r1" href="#fn1">[1]</a></p>${note}`, 'x [^1]\n\n[^1]: The note'],
    ['a target that is missing', '<p>x<sup><a href="#fn9">9</a></sup></p>', 'x<sup>[9](#fn9)</sup>'],
    [
      'a word',
      `<p><a href="#fn1">see below</a></p><ol><li id="fn1">The item</li></ol>`,
      '[see below](#fn1)\n\n1. The item',
    ],
    [
      'Word',
      '<p>x<a href="#_ftn1" name="_ftnref1">[1]</a></p><div id="ftn1"><p><a href="#_ftnref1" name="_ftn1">[1]</a> The note</p></div>',
      'x[^1]\n\n[^1]: The note',
    ],
    [
      'roles',
      '<p>x<a role="doc-noteref" href="#n">*</a></p><aside id="n" role="doc-footnote">The note</aside>',
      'x[^1]\n\n[^1]: The note',
    ],
    [
      'texinfo',
      '<p>x<a id="DOCF1" href="#FOOT1"><sup>1</sup></a> y<a id="DOCF2" href="#FOOT2"><sup>2</sup></a></p><div class="footnote"><hr><h4>Footnotes</h4><h5><a id="FOOT1" href="#DOCF1">(1)</a></h5><p>The note</p><p>in two parts</p><h5><a id="FOOT2" href="#DOCF2">(2)</a></h5><p>Another</p></div>',
      'x[^1] y[^2]\n\n---\n\n[^1]: The note\n\n    in two parts\n\n[^2]: Another',
    ],
    [
      'a heading that is a number',
      '<p>x<a href="#c1">1</a></p><h5><a id="c1" href="#top">(1)</a></h5><p>Text</p>',
      'x[1](#c1)\n\n##### (1)\n\nText',
    ],
  ])('%s', (_name, html, expected) => {
    expect(markdownFrom(html)).toBe(expected);
  });

  test('inside a container are written after it', () => {
    expect(
      markdownFrom(
        '<blockquote><p>x<sup><a href="#fn1">1</a></sup></p><p id="fn1"><a href="#y">1</a> Note</p></blockquote><p>y</p>',
      ),
    ).toMatch(/^> x\[\^1\]\n\ny\n\n\[\^1\]: /);
  });
});

test.each([
  ['back to the table of contents', '<h2><a name="s1">1.</a> <a href="#toc1">The mill</a></h2>', '## 1. The mill'],
  ['elsewhere', '<h2>See <a href="/mill">the mill</a></h2>', '## See [the mill](/mill)'],
  ['from a paragraph', '<p>See <a href="#mill">the mill</a></p>', 'See [the mill](#mill)'],
])('a link in a heading that leads %s', (_name, html, expected) => {
  expect(markdownFrom(html)).toBe(expected);
});

describe('not shown', () => {
  test.each([
    '<p hidden>a</p>',
    '<p style="DISPLAY: none !important">a</p>',
    '<p style="visibility:hidden">a</p>',
    '<dialog>a</dialog>',
    '<span aria-hidden="true">a</span>',
    '<template>a</template>',
    '<noscript>Turn scripts on</noscript>',
    '<style>a</style><script>a</script>',
  ])('%s', (html) => {
    expect(markdownFrom(`<p>x</p>${html}`)).toBe('x');
  });

  test.each([
    '<p hidden="until-found">a</p>',
    '<dialog open>a</dialog>',
    `<p style="background: url(display:none)">a</p>`,
  ])('but shown: %s', (html) => {
    expect(markdownFrom(html)).toBe('a');
  });
});
