// A law of the layout: whatever stands where on a page, every word of it is in the Markdown.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageOf, setLines } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { Rule, Word } from './page.ts';

const marks = ['1.', '2.', 'A.', '(a)', 'ii.', 'III.', '•', '◦', '2.1', '17', '0.5'];
/** What stands at one place: nothing, a mark alone, or words of which the first is known again, with or without a mark. */
const piece = fc.record({
  kind: fc.constantFrom('none', 'mark', 'words', 'words', 'item'),
  mark: fc.constantFrom(...marks),
  more: fc.array(fc.constantFrom('alpha', 'beta,', 'gamma.', 'x'), { maxLength: 6 }),
  look: fc.record({
    size: fc.constantFrom(10, 10, 10, 14),
    bold: fc.boolean(),
    monospace: fc.constantFrom(false, false, true),
    colour: fc.constantFrom(0, 0, 0xcc0000),
  }),
  shift: fc.constantFrom(0, 0, 0, 3, 7),
});
const pages = fc.record({
  columns: fc.uniqueArray(fc.integer({ min: 2, max: 25 }), { minLength: 1, maxLength: 4 }),
  rows: fc.array(fc.array(piece, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 25 }),
  pitch: fc.integer({ min: 9, max: 30 }),
  ruled: fc.boolean(),
});

test('no word of a page is lost', () => {
  fc.assert(
    fc.property(pages, ({ columns, rows, pitch, ruled }) => {
      const lefts = columns.map((column) => 20 * column);
      const words: Word[] = [];
      const known: string[] = [];
      for (const [at, row] of rows.entries()) {
        for (const [column, left] of lefts.entries()) {
          const { kind, mark, more, look, shift } = row[column] as (typeof row)[number];
          if (kind === 'none') continue;
          const name = `w${at}q${column}z`;
          if (kind !== 'mark') known.push(name);
          const text = kind === 'mark' ? mark : [...(kind === 'item' ? [mark] : []), name, ...more].join(' ');
          words.push(...setLines([text], { left: left + shift, top: 40 + at * pitch, ...look }, words.length));
        }
      }
      const bottom = 38 + rows.length * pitch;
      const rules: Rule[] = ruled ? gridOf(lefts, bottom, pitch) : [];
      const text = pagesMarkdown(pageOf(words, { rules, height: bottom + 60 }));
      for (const name of known) expect(text).toContain(name);
    }),
    { numRuns: 300 },
  );
});

function gridOf(lefts: readonly number[], bottom: number, pitch: number): Rule[] {
  const left = Math.min(...lefts) - 4;
  const rules: Rule[] = [...lefts, 564].map((x) => ({ left: x - 4, right: x - 4, top: 38, bottom, horizontal: false }));
  for (let y = 38; y <= bottom; y += pitch) rules.push({ left, right: 560, top: y, bottom: y, horizontal: true });
  return rules;
}
