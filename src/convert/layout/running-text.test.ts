// Running text: hyphens at line ends, links of several looks, code among words, titles with numbers below each other.
import { describe, expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';

const at = { left: 60, top: 100, leading: 12 };

describe('hyphens at line ends', () => {
  const justified = [
    'Nothing was said of the infor-',
    'mation that they had been giv-',
    'en by the farmer of the house.',
  ];

  test('go where only the end of the line needed them', () => {
    expect(pagesMarkdown(pageOf(set(justified, at)))).toContain('the information that they had been given by');
  });

  test('stay where the word has them elsewhere on the page', () => {
    const lines = ['It was so-called hay, or the so-', 'called straw, and nothing else.'];
    expect(pagesMarkdown(pageOf(set(lines, at)))).toContain('or the so-called straw');
  });

  test('stay between two words of the page where lines end anywhere', () => {
    const lines = ['The hay has a cart of its own, and a hay-', 'cart is', 'more than any cart with hay in it.'];
    expect(pagesMarkdown(pageOf(set(lines, at)))).toContain('a hay-cart is');
  });

  test('stay in code and in addresses', () => {
    const lines = ['Write to the makers of hay-', 'carts, or to nobody.'];
    const [first = [], second = []] = [set([lines[0] as string], at), set([lines[1] as string], { ...at, top: 112 })];
    const links = [{ left: 0, top: 0, right: 600, bottom: 800, url: 'https://example.org/hay-carts' }];
    expect(pagesMarkdown(pageOf([...first, ...second], { links }))).toContain('hay-carts');
    const code = [
      ...set(['Call the program'], at),
      ...set(['make-'], { left: 160, top: 100, monospace: true }),
      ...set(['hay'], { left: 60, top: 112, monospace: true }),
      ...set(['when it is dry, and not before it is.'], { left: 80, top: 112 }),
    ];
    expect(pagesMarkdown(pageOf(code))).toContain('`make-hay` when it is dry');
  });
});

test('a link is one link, whatever its words look like', () => {
  const words = [
    ...set(['See the'], at),
    ...set(['guide'], { ...at, left: 110, italic: true }),
    ...set(['there and read it all.'], { ...at, left: 140 }),
  ];
  const links = [{ left: 60, top: 95, right: 170, bottom: 112, url: 'https://example.org/' }];
  expect(pagesMarkdown(pageOf(words, { links }))).toContain('[See the *guide* there](https://example.org/)');
});

test('signs in a slanted or heavy font are not stressed', () => {
  const words = [
    ...set(['the hay'], at),
    ...set(['→'], { ...at, left: 100, italic: true }),
    ...set(['the cart, so'], { ...at, left: 112 }),
    ...set(['n − m'], { ...at, left: 180, italic: true }),
    ...set(['carts'], { ...at, left: 210 }),
    ...set(['!'], { ...at, left: 240, bold: true }),
  ];
  expect(pagesMarkdown(pageOf(words)).trim()).toBe('the hay → the cart, so *n − m* carts !');
});

test('a line full of code in smaller type belongs to its paragraph', () => {
  const words = [
    ...set(['Some words that come before the line that'], at),
    ...set(['has'], { ...at, top: 112 }),
    ...set(['more_code_than_anything() else_at_all()'], { left: 80, top: 113, size: 8, monospace: true }),
    ...set(['and some words that come after it, too.'], { ...at, top: 124 }),
  ];
  expect(pagesMarkdown(pageOf(words)).trim().split('\n\n')).toHaveLength(1);
});

test('single lines that end early and stand apart are paragraphs, also where few others have a second line', () => {
  const short = ['Tweet', 'Bookmark it', 'West Merica Police', 'Read more'];
  const lines = [
    'Nothing was said of the hay that they had',
    'been given by the farmer, and nothing was',
    'said of straw.',
  ];
  const words = [
    ...set(short, { ...at, leading: 26 }),
    ...set(lines, { ...at, top: 204, leading: 13 }),
    ...set(short, { ...at, top: 256, leading: 26 }),
  ];
  const said = [...short, lines.join(' '), ...short].join('\n\n');
  expect(pagesMarkdown(pageOf(words))).toBe(`${said}\n`);
  const spaced = set([...lines, ...lines, ...lines], { ...at, leading: 26 });
  expect(pagesMarkdown(pageOf(spaced)).trim().split('\n\n')).toHaveLength(3);
});

test('a line that says which page of how many it is goes, also from a single page', () => {
  const words = [...set(['Nothing was said of the hay.'], at), ...set(['Page 1 of 2'], { left: 280, top: 770 })];
  expect(pagesMarkdown(pageOf(words))).toBe('Nothing was said of the hay.\n');
  const other = [...set(['Nothing was said of the hay.'], at), ...set(['Page 2 of 3'], { left: 280, top: 770 })];
  expect(pagesMarkdown(pageOf(other))).toContain('Page 2 of 3');
});

test('a sign of a font with a deep box parts no paragraph', () => {
  const lines = [
    'Nothing was said of the hay that they',
    'had been given by',
    'the farmer of that house, nor of the',
    'straw that came with it.',
  ];
  const words = set(lines, at);
  const sign = set(['SIGN'], { left: 160, top: 112, font: 'Signs' }).map((word) => ({
    ...word,
    bottom: word.bottom + 6,
  }));
  expect(
    pagesMarkdown(pageOf([...words.slice(0, 12), ...sign, ...words.slice(12)]))
      .trim()
      .split('\n\n'),
  ).toHaveLength(1);
});

test('titles with numbers below each other are not one text', () => {
  const words = set(['3.1. Cutting hay', '3.2. Drying hay', '3.3. Bringing it in'], at);
  expect(pagesMarkdown(pageOf(words))).toContain('3.1. Cutting hay\n\n3.2. Drying hay\n\n');
});

test('lines that each begin with a label are paragraphs of their own', () => {
  const lines = ['Company: Hay and Straw', 'Invoice Number: 24-001', 'Date: 15 January 2024'];
  expect(
    pagesMarkdown(pageOf(set(lines, at)))
      .trim()
      .split('\n\n'),
  ).toEqual(lines);
});

test('a word before a colon that a paragraph runs into begins nothing', () => {
  const lines = [
    'Nothing was said of the hay, and then he came',
    'Monday: it rained, and by the time of 10:30',
    'Paris: gone.',
  ];
  expect(
    pagesMarkdown(pageOf(set(lines, at)))
      .trim()
      .split('\n\n'),
  ).toHaveLength(1);
});

test('an address that was broken at the end of its line is whole again', () => {
  const url = 'https://example.org/hay/straw';
  const links = [{ left: 0, right: 600, top: 90, bottom: 130, url }];
  const page = (lines: readonly string[]) => pagesMarkdown(pageOf(set(lines, at), { links })).trim();
  expect(page(['https:', '//example.org/hay/straw'])).toBe(`<${url}>`);
  expect(page(['https://example', '.org/hay/straw'])).toBe(`<${url}>`);
  expect(page(['The hay', 'straw'])).toBe(`[The hay straw](${url})`);
});

test.each([
  ['http://hay.example/', 'http://hay.example/', '<http://hay.example/>'],
  ['hay@example.org', 'mailto:hay@example.org', '<hay@example.org>'],
  ['carts()', 'http://hay.example/', '[`carts()`](http://hay.example/)'],
])('an address in the type of code is a link that says it once: %s', (shown, url, expected) => {
  const words = [
    ...set(['The carts are counted at'], at),
    ...set([shown], { ...at, left: 300, monospace: true }),
    ...set(['and they are of wood, and of iron, and of leather, too.'], { ...at, top: at.top + 12 }),
  ];
  const links = [{ left: 298, right: 450, top: at.top - 1, bottom: at.top + 11, url }];
  expect(pagesMarkdown(pageOf(words, { links }))).toContain(`counted at ${expected}`);
});
