// What must hold for any HTML at all: no word lost, nothing thrown, depth and size no danger. Cases are in test/fixtures/html.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdownFrom, testContext } from '../../../../test/html/reading-context.ts';
import { Failure } from '../../../core/failure.ts';
import type { Block } from '../../document/tree.ts';
import { htmlToBlocks } from './blocks.ts';

/** The text of a tree by walking its data, whatever the nodes are called. */
function wordsOf(blocks: readonly Block[]): string {
  const words: string[] = [];
  const pending: unknown[] = [blocks];
  while (pending.length > 0) {
    const one = pending.pop();
    if (typeof one === 'string') words.push(one);
    else if (typeof one === 'object' && one !== null) pending.push(...Object.values(one));
  }
  return words.join(' ');
}

const tags =
  'div p span b i em strong code pre ul ol li dl dt dd table tr td th tbody thead caption h1 h2 h3 blockquote a q sup sub section article figure figcaption label details summary center font ruby rt button form fieldset legend nav aside footer header main address s u small'.split(
    ' ',
  );
const attributes = [
  '',
  ' href="/x"',
  ' class="comment"',
  ' colspan="3"',
  ' rowspan="9"',
  ' style="font-weight:bold"',
  ' role="presentation"',
  ' id="fn1"',
  ' href="#fn1"',
  ' start="7"',
  ' value="3"',
];

let counter = 0;
const word = fc.constant(null).map(() => `w${counter++}x`);
const html: fc.Arbitrary<string> = fc.letrec<{ node: string; element: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    word.map((one) => ` ${one} `),
    word,
    tie('element'),
    fc.constant('<br>'),
    fc.constant('\n'),
  ),
  element: fc
    .tuple(
      fc.constantFrom(...tags),
      fc.constantFrom(...attributes),
      fc.array(tie('node'), { maxLength: 5 }),
      fc.boolean(),
    )
    .map(
      ([tag, attribute, children, closed]) => `<${tag}${attribute}>${children.join('')}${closed ? `</${tag}>` : ''}`,
    ),
})).element;

describe('any HTML', () => {
  test('keeps every word when nothing is cleaned', () => {
    fc.assert(
      fc.property(html, (source) => {
        const found = wordsOf(htmlToBlocks(source, testContext(), { clean: false }));
        for (const one of source.match(/w\d+x/g) ?? []) expect(found).toContain(one);
      }),
      { numRuns: 400 },
    );
  });

  test('is read without an error of our own, and twice the same', () => {
    const soup = fc.array(
      fc.oneof(
        fc.string(),
        fc.constantFrom(
          '<',
          '>',
          '</',
          '<!--',
          '&',
          '<table>',
          '<tr>',
          '<li>',
          '<svg>',
          '<math><mi>',
          '</p>',
          '<script type="math/tex">',
          '<template>',
          '<select>',
          '<frameset>',
          '<noscript>',
          '<a href="#fn1">',
          '<![CDATA[',
          '"',
          "'",
          '=',
        ),
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(soup, (parts) => {
        const source = parts.join('');
        expect(htmlToBlocks(source, testContext())).toEqual(htmlToBlocks(source, testContext()));
      }),
      { numRuns: 400 },
    );
  });
});

describe('depth', () => {
  test.each([
    'div',
    'b',
    'span',
    'blockquote',
    'ul',
    'ul><li',
    'table><tr><td',
    'table><tr><th',
    'dl><dd',
    'sup',
    'a href=x',
    'q',
    'h2',
    'pre',
    'math><mrow',
    'svg><g',
    'section',
    'font',
    'details',
    'code',
    'li',
    'span class=katex',
  ])('%s 20 000 levels deep', (tag) => {
    const context = testContext();
    const blocks = htmlToBlocks(`${`<${tag}>`.repeat(20_000)}<mi>end</mi>`, context);
    expect(wordsOf(blocks)).toContain(tag.startsWith('svg') ? '' : 'end');
    expect(context.warnings.length).toBeLessThanOrEqual(1);
  });

  test('beyond the limit is flattened with one warning', () => {
    const context = testContext({}, { depth: 3 });
    const blocks = htmlToBlocks('<blockquote>a'.repeat(10), context);
    expect(wordsOf(blocks).match(/a/g)?.length).toBeGreaterThanOrEqual(10);
    expect(context.warnings).toEqual([
      {
        code: 'nesting-limit',
        message: 'The page nests more than 3 levels deep; deeper parts were flattened.',
        origin: { kind: 'line', start: 1 },
      },
    ]);
  });

  test('of misnested formatting is refused before it fills the memory', () => {
    const fonts = Array.from({ length: 2000 }, (_, index) => `<font a=${index}>`).join('');
    const bomb = `<p>${fonts}${'<p>x'.repeat(5000)}`;
    expect(() => htmlToBlocks(bomb, testContext())).toThrow(Failure);
  });
});

describe('a page', () => {
  test('whose content waits for a script is kept, with a warning', () => {
    const context = testContext();
    expect(markdownFrom('<body><div style="display:none"><p>Words</p></div><script>show()</script>', context)).toBe(
      'Words',
    );
    expect(context.warnings.map((one) => one.code)).toEqual(['hidden-content-kept']);
  });

  test('with a shadow root shows what is in it', () => {
    expect(
      markdownFrom('<x-card><template shadowrootmode="open"><p>inside</p></template></x-card><template>no</template>'),
    ).toBe('inside');
  });

  test('gives the line each top block begins at', () => {
    const blocks = htmlToBlocks('<p>one</p>\n<ul>\n<li>two</li></ul>\n\n<table><tr><th>a<th>b</table>', testContext());
    expect(blocks.map((block) => block.origin)).toEqual([1, 2, 5].map((start) => ({ kind: 'line', start })));
  });

  test('turns links and images by the settings of its container', () => {
    const settings = {
      resolveLink: (href: string) => (href === 'c2.xhtml' ? '#c2' : undefined),
      resolveImage: (src: string) => `img/${src}`,
    };
    expect(
      markdownFrom(
        '<p><a href="c2.xhtml">two</a> <a href="x">gone</a> <img src="a.png" alt="A"></p>',
        testContext(),
        settings,
      ),
    ).toBe('[two](#c2) gone ![A](img/a.png)');
  });
});
