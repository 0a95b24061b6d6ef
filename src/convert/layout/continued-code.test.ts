// Code that goes on at the top of the next page or column.
import { expect, test } from 'vitest';
import { pageOf, proseLines, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { Word } from './page.ts';

const typed = { font: 'Mono', monospace: true, size: 9 };
const prose = (top: number, left = 60, lines = 8): Word[] => set(proseLines('text', lines), { left, top });
const code = (lines: readonly string[], top: number, left: number): Word[] => set(lines, { ...typed, left, top });

const first = [...prose(100), ...code(['while (mill.turns()) {'], 650, 60), ...code(['mill.grind();'], 661, 70)];
const second = [...code(['mill.rest();'], 60, 70), ...code(['}'], 71, 60), ...prose(200)];
const whole = '```\nwhile (mill.turns()) {\n  mill.grind();\n  mill.rest();\n}\n```';

test('a piece goes on on the next page, with its indents', () => {
  expect(pagesMarkdown(pageOf(first), pageOf(second, { number: 2 }))).toContain(whole);
});

test('over margins that are turned from page to page', () => {
  const moved = second.map((word) => ({ ...word, left: word.left + 25, right: word.right + 25 }));
  expect(pagesMarkdown(pageOf(first), pageOf(moved, { number: 2 }))).toContain(whole);
});

test('not where text stands before it, where it ends high on its page, or on slides', () => {
  const parted = /turns\(\)\) \{\n {2}mill\.grind\(\);\n```/;
  expect(
    pagesMarkdown(
      pageOf(first),
      pageOf(
        [...prose(60, 60, 3), ...second.map((word) => ({ ...word, top: word.top + 60, bottom: word.bottom + 60 }))],
        { number: 2 },
      ),
    ),
  ).toMatch(parted);
  const high = first.map((word) =>
    word.style.monospace ? { ...word, top: word.top - 430, bottom: word.bottom - 430 } : word,
  );
  expect(pagesMarkdown(pageOf(high), pageOf(second, { number: 2 }))).toMatch(parted);
  const slide = { width: 1_000, height: 700 };
  const pages = [
    pageOf(
      first.filter(({ top }) => top < 690),
      slide,
    ),
    pageOf(second, { ...slide, number: 2 }),
  ] as const;
  expect(pagesMarkdown(...pages)).toMatch(parted);
});
