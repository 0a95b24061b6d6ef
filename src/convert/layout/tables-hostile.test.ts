// Laws of tables on any page: no word is lost or doubled, nothing throws, and large pages end in time.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Fill, type PageContent, plainStyle, type Rule, type TextStyle, type Word } from './page.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { findTables } from './tables.ts';

const style: TextStyle = { ...plainStyle, font: 'Serif', size: 8 };

const pageOf = (words: readonly Word[], rules: readonly Rule[], fills: readonly Fill[]): PageContent => ({
  number: 1,
  width: 600,
  height: 800,
  words,
  rules,
  fills,
  images: [],
  links: [],
});

/** Each word of the segments is in exactly one cell, or outside all tables. */
function checkWords(content: PageContent, segments: readonly Segment[]): number {
  const tables = findTables(content, segments);
  const taken = new Set<Segment>();
  for (const table of tables) {
    for (const segment of table.segments) {
      expect(taken.has(segment)).toBe(false);
      taken.add(segment);
    }
    const count = (words: Iterable<Word>): Map<string, number> => {
      const counts = new Map<string, number>();
      for (const { text } of words) counts.set(text, (counts.get(text) ?? 0) + 1);
      return counts;
    };
    const cells = table.rows.flat().flatMap((cell) => cell.words);
    expect(count(cells)).toEqual(count([...table.segments].flatMap((segment) => segment.words)));
    for (const cell of table.rows.flat()) expect(cell.lines.flatMap((line) => line.words)).toEqual(cell.words);
    const width = table.rows.map((row) => row.reduce((sum, cell) => sum + cell.colspan, 0));
    expect(Math.max(...width) * table.rows.length).toBeGreaterThanOrEqual(2);
    expect(table.rows.every((row) => row.every(({ colspan, rowspan }) => colspan >= 1 && rowspan >= 1))).toBe(true);
  }
  expect([...taken].every((segment) => segments.includes(segment))).toBe(true);
  return tables.length;
}

/** Places on a coarse net, so that things line up by chance; now and then one that is no number. */
const place = (most: number) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: 0, max: Math.floor(most / 20) }).map((value) => value * 20) },
    { weight: 10, arbitrary: fc.double({ min: -50, max: most + 50, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1e9) },
  );

const box = fc
  .record({ left: place(600), top: place(800), width: place(300), height: place(60) })
  .map(({ left, top, width, height }) => ({ left, top, right: left + width, bottom: top + height }));
const rule = fc
  .tuple(box, fc.boolean())
  .map(
    ([area, horizontal]): Rule =>
      horizontal
        ? { ...area, bottom: area.top, right: area.left + 200, horizontal }
        : { ...area, right: area.left, horizontal },
  );
const word = fc
  .record({
    text: fc.constantFrom('a', 'word', '12.5', '-', '•', '1.', 'Total', '....', '٣', 'اسم'),
    left: place(580),
    top: place(780),
    width: fc.integer({ min: 0, max: 60 }),
    height: fc.integer({ min: 0, max: 16 }),
    spaced: fc.boolean(),
  })
  .map(
    ({ text, left, top, width, height, spaced }): Word => ({
      text,
      style,
      spaced,
      order: 0,
      rightToLeft: text === 'اسم',
      left,
      top,
      right: left + width,
      bottom: top + height,
    }),
  );

test('on any page every word is in one cell or outside all tables', () => {
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 120 }),
      fc.array(rule, { maxLength: 40 }),
      fc.array(
        box.map((area): Fill => ({ ...area, colour: 0xcccccc })),
        { maxLength: 20 },
      ),
      (words, rules, fills) => {
        checkWords(pageOf(words, rules, fills), segmentsOf(words));
      },
    ),
    { numRuns: 300 },
  );
});

test('words without a height on the edge of a fill are over it or under it, not both', () => {
  const words = [0, 20].map((left): Word => {
    const box = { left, right: left, top: 60, bottom: 60 };
    return { ...box, text: 'a', style, spaced: false, order: 0, rightToLeft: false };
  });
  const fill: Fill = { left: 0, top: 0, right: 260, bottom: 60, colour: 0xcccccc };
  checkWords(pageOf(words, [], [fill]), segmentsOf(words));
});

test('on any table of words, drawn or not, every word is in one cell or outside', () => {
  let tables = 0;
  fc.assert(
    fc.property(
      fc.array(
        fc.array(fc.constantFrom('', '7', '12.5', 'word', 'two words', 'a b c d e'), { minLength: 2, maxLength: 6 }),
        {
          minLength: 2,
          maxLength: 12,
        },
      ),
      fc.integer({ min: 9, max: 24 }),
      fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 6 }),
      fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 6 }),
      fc.integer({ min: 0, max: 8 }),
      (rows, pitch, across, down, shift) => {
        const words = rows.flatMap((row, r) =>
          row.flatMap((text, c) =>
            text
              .split(' ')
              .filter((one) => one !== '')
              .map((one, at): Word => {
                const left = 40 + 80 * c + 20 * at + ((r * c * shift) % 11);
                const top = 50 + pitch * r;
                return {
                  text: one,
                  style,
                  spaced: true,
                  order: at,
                  rightToLeft: false,
                  left,
                  right: left + 4 * one.length,
                  top,
                  bottom: top + 8,
                };
              }),
          ),
        );
        const rules = [
          ...across.map(
            (r): Rule => ({ left: 35, right: 500, top: 46 + pitch * r, bottom: 46 + pitch * r, horizontal: true }),
          ),
          ...down.map(
            (c): Rule => ({
              left: 36 + 80 * c,
              right: 36 + 80 * c,
              top: 46,
              bottom: 46 + pitch * rows.length,
              horizontal: false,
            }),
          ),
        ];
        tables += checkWords(pageOf(words, rules, []), segmentsOf(words));
      },
    ),
    { numRuns: 500 },
  );
  expect(tables).toBeGreaterThan(50);
});

test('a page of 100 000 segments, rules and fills comes to an end', () => {
  const words = Array.from({ length: 100_000 }, (_, at): Word => {
    const [left, top] = [(at % 300) * 20, Math.floor(at / 300) * 9];
    return {
      text: `${at}`,
      style,
      spaced: true,
      order: at,
      rightToLeft: false,
      left,
      right: left + 8,
      top,
      bottom: top + 8,
    };
  });
  const segments = segmentsOf(words);
  const rules = Array.from({ length: 100_000 }, (_, at): Rule => {
    const [left, top] = [(at % 333) * 17, Math.floor(at / 333) * 11];
    return at % 2 === 0
      ? { left, right: left + 900, top, bottom: top, horizontal: true }
      : { left, right: left, top, bottom: top + 900, horizontal: false };
  });
  const fills = rules.map(
    (one): Fill => ({ left: one.left, top: one.top, right: one.left + 12, bottom: one.top + 9, colour: 1 }),
  );
  const few = segments.slice(0, 10_000);
  expect(findTables(pageOf(words, rules, fills), segments).length).toBeLessThanOrEqual(200);
  expect(findTables(pageOf(words, rules.slice(0, 20_000), fills.slice(0, 4_000)), few).length).toBeLessThanOrEqual(200);
  expect(findTables(pageOf(words, rules.slice(0, 600), []), few).length).toBeLessThanOrEqual(200);
}, 60_000);
