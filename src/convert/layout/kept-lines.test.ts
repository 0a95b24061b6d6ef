// Lines that were ended by hand stay lines; text that was wrapped is one paragraph.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';

const written = (lines: readonly string[]): string =>
  pagesMarkdown(
    pageOf([
      ...set(
        [
          'The text above it goes from one side of the page to the other, as text does',
          'that is wrapped, and has as many lines as are needed to tell it from a few',
          'words with an end of their own.',
        ],
        { left: 60, top: 100 },
      ),
      ...set(lines, { left: 60, top: 160 }),
    ]),
  ).trim();

test.each([
  ['a verse', ['The stone goes round,', 'And the water falls on the wheel', 'All day,', 'Before the sack is full']],
  ['an address', ['Mill Works Limited', '12 Water Lane', 'Aldham', 'Essex CO6 3PN']],
  ['an address as wide as its name', ['Maria Miller', 'Waterlane 9', '45878 Aldham']],
  ['a letterhead', ['The Mill', '101 East Main Street', 'Aldham, MI 48823', '+1 (555) 123-4567', 'works@mill.example']],
  ['dates', ['Oct. 24 – The mill is shut', 'Oct. 31 – Parade', 'Nov. 3 – Flour']],
  ['a name and an address', ['Mill Works of Aldham', 'E-mail: works@mill.example']],
  ['two lines that begin alike', ['Copyright 1999 The Miller', 'Copyright 2004 The Farmer']],
  [
    'a list of names beside no room',
    ['Anna Miller', 'Bertha Stone of the Old House by the Water', 'Carl Hay', 'Dora Lane'],
  ],
  ['counted lines', ['98 the gate is open', '99 the wheel turns', '100 the stone too']],
])('the lines of %s are kept', (_name, lines) => {
  expect(written(lines).split('\n\n').at(-1)).toBe(lines.join('\\\n'));
});

test.each([
  [
    'wrapped',
    ['The stone goes round when the water falls on it', 'and flour fills the sack before the day is out', 'at'],
  ],
  ['the scale of a chart', ['100', '80', '60', '40', 'Tons of Flour']],
  ['two lines', ['Mill Works', 'Aldham']],
  ['one with years', ['In the mill of', '1998 Flour was', 'Bought by 2004']],
  [
    'one with addresses in its sentence',
    ['Once the flour is weighed by us', 'the mill writes to them at a@mill.example', 'or to b@mill.example about it'],
  ],
  ['a narrow one', ['Stones Go', 'Round When', 'Water Falls', 'On Them']],
])('%s is a paragraph', (_name, lines) => {
  expect(written(lines)).not.toContain('\\');
});

/** As wide as it is set. */
const widthOf = (line: string): number => 5 * line.replaceAll(' ', '').length + 2.5 * (line.split(' ').length - 1);

test('lines in the middle of a page are kept where one is shorter than those below it', () => {
  const inMiddle = (lines: readonly string[]) =>
    pagesMarkdown(
      pageOf(
        lines.flatMap((line, at) =>
          set([line], { left: 300 - widthOf(line) / 2, top: 200 + 12 * at, size: 10 }, 10 * at),
        ),
      ),
    );
  const address = ['Brian L. Miller', 'Department of Mills', 'Division of Water Wheels', 'University of Aldham'];
  expect(inMiddle(address)).toContain(address.join('\\\n'));
  const wrapped = ['Flour from the Mills of', 'Aldham and How It Was', 'Sold in Those Years'];
  expect(inMiddle(wrapped)).toContain(wrapped.join(' '));
  expect(inMiddle(['Brian L. Miller', 'Department of Mills'])).toContain('Miller\\\nDepartment');
  expect(inMiddle(wrapped.slice(0, 2))).toContain(wrapped.slice(0, 2).join(' '));
});

// Words of its own: two lines that begin alike may be kept.
test('no text that fills its lines is kept in them', () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{0,11}$/);
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { minLength: 12, maxLength: 80 }),
      fc.integer({ min: 24, max: 60 }),
      (words, width) => {
        const lines: string[] = [];
        for (const next of words) {
          const last = lines.at(-1);
          if (last === undefined || widthOf(`${last} ${next}`) > 5 * width) lines.push(next);
          else lines[lines.length - 1] = `${last} ${next}`;
        }
        expect(written(lines)).not.toContain('\\');
      },
    ),
  );
});
