// Manuals: pages left empty before a chapter, terms over what they mean, notes at the foot of a page that a list goes on after.
import { expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import { plainStyle, type Word } from './page.ts';

const at = { left: 60, top: 140, size: 10 };
const prose = (name: string, lines = 8): string[] =>
  Array.from({ length: lines }, (_, line) => `${name} line ${line + 1} goes on over the width of its page.`);

test('the running titles of a page that was left empty go with those of the others', () => {
  const pages = Array.from({ length: 8 }, (_, page) =>
    pageOf(
      [
        ...set(['The Hay Manual, Release 4'], { left: 60, top: 35, size: 10, bold: true }),
        ...(page === 5 ? [] : set(prose(`Page ${page + 1}`), at)),
        ...set([`${page + 11}`], { left: 60, top: 745, size: 10, bold: true }),
        ...set(
          [`Chapter ${page < 6 ? '2. Of Carts' : '3. Of Horses'}`],
          { left: 400, top: 745, size: 10, bold: true },
          500,
        ),
      ],
      { number: page + 1, label: `${page + 11}` },
    ),
  );
  expect(pagesMarkdown(...pages)).not.toMatch(/Chapter|Manual/);
});

test('a term in the type of code over its meaning is code in a line, a statement is not', () => {
  const code = { monospace: true, font: 'Mono' };
  const words = [
    ...set(prose('The first'), at),
    ...set(['job control'], { ...at, ...code, top: 250 }),
    ...set(['A way to stop and to go on with what a shell has begun.'], { ...at, left: 90, top: 262 }),
    ...set(['run(the) job;'], { ...at, ...code, top: 290 }),
    ...set(['It is not said what this does, but it is said further in.'], { ...at, left: 90, top: 302 }),
  ];
  const markdown = pagesMarkdown(pageOf(words));
  expect(markdown).toContain('\n\n`job control`\n\nA way to stop');
  expect(markdown).toContain('```\nrun(the) job;\n```');
});

test('a list goes on after the notes of its page', () => {
  const mark = { size: 6, left: 0, top: 0 };
  const first = [
    ...set(prose('The first'), at),
    ...set(['• one cart of hay', '• two carts of it'], { ...at, top: 300, leading: 14 }),
    ...set(['1'], { ...mark, left: 135.5, top: 313 }),
    ...set(['1 Of the largest kind there is.'], { ...at, size: 8, top: 700 }),
  ];
  const second = set(['• three carts of it', '• and no more'], { ...at, top: 100, leading: 14 });
  const markdown = pagesMarkdown(pageOf(first), pageOf(second, { number: 2 }));
  expect(markdown).toContain(
    '- two carts of it[^1-1]\n- three carts of it\n- and no more\n\n[^1-1]: Of the largest kind',
  );
});

test('what is defined stands over what it does', () => {
  const words = [
    ...set(prose('The first'), at),
    ...set(['make-hay field', '[Function]'], { ...at, top: 250, leading: 0 }).map((word) =>
      word.text === '[Function]' ? { ...word, left: word.left + 250, right: word.right + 250 } : word,
    ),
    ...set(['Cuts the grass of a field and leaves it there until it is dry.'], { ...at, left: 80, top: 262 }),
  ];
  expect(pagesMarkdown(pageOf(words))).toContain('make-hay field [Function]\n\nCuts the grass');
});

test('what stands below the text of an item belongs to it, and what stands at the margin does not', () => {
  const code = { monospace: true, font: 'Mono' };
  const words = [
    ...set(prose('The first'), at),
    ...set(['1. Make a barn for the hay:'], { ...at, left: 70, top: 260 }),
    ...set(['make barn', 'cd barn'], { ...at, ...code, left: 84.5, top: 280 }),
    ...set(['It must be dry.'], { ...at, left: 80, top: 312 }),
    ...set(['2. Bring it in.'], { ...at, left: 70, top: 332 }),
    ...set(['And that is all there is to be done with it.'], { ...at, top: 352 }),
  ];
  expect(pagesMarkdown(pageOf(words))).toContain(
    [
      '1. Make a barn for the hay:',
      '',
      '   ```',
      '   make barn',
      '   cd barn',
      '   ```',
      '',
      '   It must be dry.',
      '2. Bring it in.',
      '',
      'And that is all there is to be done with it.',
    ].join('\n'),
  );
});

test('text that stands where it stood before the list is no part of its last item', () => {
  const words = [
    ...set(prose('The first'), { ...at, left: 70 }),
    ...set(['• one cart of hay', '• two carts of it'], { ...at, left: 62.5, top: 260, leading: 14 }),
    ...set(['And no more than that was brought in that year.'], { ...at, left: 70, top: 300 }),
  ];
  expect(pagesMarkdown(pageOf(words))).toContain('- two carts of it\n\nAnd no more than that');
});

test('code is code where there is much of it and little else', () => {
  const code = Array.from({ length: 14 }, (_, at) => `const value${at} = readTheNextValue(${at});`);
  const words = [
    ...set(['This is how the values are read, one by one.', 'There is nothing more to it.'], at),
    ...set(code, { ...at, top: 180, font: 'Mono', monospace: true }),
  ];
  expect(pagesMarkdown(pageOf(words))).toBe(
    `This is how the values are read, one by one. There is nothing more to it.\n\n\`\`\`\n${code.join('\n')}\n\`\`\`\n`,
  );
});

test('a list with numbers names the titles below it, and is none of them', () => {
  const outline = new Map([
    ['mowing', 1],
    ['drying', 1],
  ]);
  const words = [
    ...set(['1. Mowing', '2. Drying'], at),
    ...set(['Mowing'], { ...at, top: 160, bold: true }),
    ...set(['The grass is cut in June, when it stands high.'], { ...at, top: 184 }),
    ...set(['Drying'], { ...at, top: 220, bold: true }),
    ...set(['It lies in the sun for two days, and is turned.'], { ...at, top: 244 }),
  ];
  const text = pagesMarkdown(pageOf(words, { outline }));
  expect(text).toMatch(/^1\. Mowing\n2\. Drying\n\n# Mowing\n/);
  // Titles with numbers that the outline leaves out are titles.
  const numbered = pagesMarkdown(pageOf(set(['1. Mowing'], at), { outline }));
  expect(numbered).toBe('# 1. Mowing\n');
});

test('names of a program are headings where they are set like ones', () => {
  const page = (name: string, look: object) =>
    pageOf([
      ...set(prose('Before', 3), at),
      ...set([name], { ...at, top: 196, ...look }),
      ...set(prose('After', 3), { ...at, top: 220 }),
    ]);
  expect(pagesMarkdown(page('parse(text, options)', { bold: true }))).toContain('# parse(text, options)\n');
  expect(pagesMarkdown(page('options.alias', { bold: true }))).toContain('# options.alias\n');
  expect(pagesMarkdown(page('parse(text)', { size: 13, font: 'Mono', monospace: true }))).toContain('# parse(text)\n');
  expect(pagesMarkdown(page('parse(text)', { font: 'Mono', monospace: true }))).not.toContain('#');
  expect(pagesMarkdown(page('and all that was left', { bold: true }))).not.toContain('#');
});

test('a quote stands as far in on both sides, wherever the text is that it is measured by', () => {
  const quoted = ['What has been said of the hay and straw', 'will not be said again.'];
  const page = (left: number) =>
    pageOf([
      ...set(prose('The text', 3), at),
      ...set(['A title'], { ...at, top: 190, size: 14, bold: true }),
      ...set(quoted, { ...at, left, top: 220 }),
      ...set(['1. One', '2. Two'], { ...at, top: 260 }),
    ]);
  expect(pagesMarkdown(page(87.5))).toContain(`\n> ${quoted.join(' ')}\n`);
  expect(pagesMarkdown(page(75))).not.toContain('>');
});

test('the numbers along an upright axis are one line, and the number of their page goes all the same', () => {
  const style = { ...plainStyle, size: 8, angle: 270 };
  const upwards = (texts: readonly string[], left: number) =>
    texts.map((text, order): Word => {
      const top = 400 - 40 * order;
      return { left, top, right: left + 8, bottom: top + 12, text, style, spaced: true, order, rightToLeft: false };
    });
  const labels = [
    ...upwards(['0.0', '0.2', '0.4', '0.6', '0.8', '1.0'], 70),
    ...upwards(['oats', 'rye', 'hay', 'straw', 'barley'], 90),
  ];
  const pages = [1, 2, 3, 4].map((number) =>
    pageOf(
      [
        ...set(prose(`Page ${number}`), { ...at, left: 120, top: 430 }),
        ...set([`${number}`], { left: 300, top: 700, size: 10 }),
        ...(number === 3 ? labels : []),
      ],
      { number },
    ),
  );
  const markdown = pagesMarkdown(...pages);
  expect(markdown).toContain('\n\n0.0 0.2 0.4 0.6 0.8 1.0\n\noats\n\nrye\n\n');
  expect(markdown).not.toMatch(/^\d$/m);
});

test('the number of a page alone at its foot goes, where no other page has one there', () => {
  const pages = [1, 2, 3].map((number) =>
    pageOf(
      [
        ...set(prose(`Page ${number}`), at),
        ...(number === 1 ? set(['1'], { left: 300, top: 740, size: 10 }) : []),
        ...(number === 2 ? set(['7'], { left: 300, top: 740, size: 10 }) : []),
      ],
      { number },
    ),
  );
  const markdown = pagesMarkdown(...pages);
  expect(markdown).not.toMatch(/^1$/m);
  expect(markdown).toMatch(/^7$/m);
});
