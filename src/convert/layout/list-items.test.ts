// Items that stand alone on their page, and what only looks like one.
import { expect, test } from 'vitest';
import { pageOf, setLines } from '../../../test/support/page-words.ts';
import { pagesMarkdown as markdown } from '../../../test/support/pages-markdown.ts';

const before = ['Two things are done on the farm in the course of each year:'];

test('the first item of a list is one where the next page begins with the second', () => {
  const first = pageOf([
    ...setLines(before, { left: 40, top: 60 }),
    ...setLines(['1. The grass is cut.'], { left: 40, top: 90 }),
  ]);
  const second = pageOf(setLines(['2. The hay is brought in.'], { left: 40, top: 60 }), { number: 2 });
  expect(markdown(first, second)).toContain('1. The grass is cut.\n2. The hay is brought in.');
});

test('an item is told by the next one also past many lines that belong to it', () => {
  const inside = Array.from({ length: 6 }, (_, at) =>
    setLines([`It has the part ${at}.`], { left: 60, top: 90 + 25 * at }),
  );
  const items = [...setLines(['1. The grass is cut.'], { left: 40, top: 60 }), ...inside.flat()];
  const text = markdown(pageOf([...items, ...setLines(['2. The hay is dry.'], { left: 40, top: 260 })]));
  expect(text).toMatch(/^1\. The grass/m);
  expect(text).toMatch(/^2\. The hay/m);
});

test('a number that had no room in the line before it begins no item', () => {
  const lines = [
    'The hay is described in section',
    '4. It is dry and lies in a barn',
    'of some age, as all of it does.',
  ];
  expect(markdown(pageOf(setLines(lines, { left: 40, top: 60 })))).toContain('in section 4. It is dry');
});

test('a number in brackets goes on counting within its sentence', () => {
  const lines = [
    'The farmer may (1) cut the hay of it,',
    '(2) bring it into the barn, or (3) let',
    'it be as it is for another week.',
  ];
  expect(markdown(pageOf(setLines(lines, { left: 40, top: 60 })))).toContain('hay of it, (2) bring');
});

test('words between two dashes are no item', () => {
  expect(markdown(pageOf(setLines(['– The farmer –'], { left: 200, top: 60 })))).toBe('– The farmer –\n');
});

test('a sign of a symbol font begins an item though no space is left behind it', () => {
  const lines = ['It needs the following parts for the winter:', '\uf0d8hay in the barn', '➢straw below it'];
  expect(markdown(pageOf(setLines(lines, { left: 40, top: 60, leading: 16 })))).toContain(
    '- hay in the barn\n- straw below it\n',
  );
});

test('an open triangle begins items where another item is near, and no remark of a program', () => {
  const lines = [...before, '▷ The grass is cut.', '▷ The hay is brought in.'];
  expect(markdown(pageOf(setLines(lines, { left: 40, top: 60 })))).toContain('- The grass is cut.\n- The hay is');
  const remark = [...before, 'x ← 0', '▷ The barn is empty.'];
  expect(markdown(pageOf(setLines(remark, { left: 40, top: 60, leading: 20 })))).toContain('▷ The barn is empty.');
});
