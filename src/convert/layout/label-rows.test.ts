// Lives, heads of forms and notes in a margin: labels beside their texts, which are read row by row.
import { describe, expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import { withLabels } from './label-rows.ts';
import type { Word } from './page.ts';
import { makeSegment, type Segment } from './segments.ts';

const textAt = 160;
const widthOf = (text: string): number => text.replace(/ /g, '').length * 5 + (text.split(' ').length - 1) * 2.5;

/** A row each: a label that ends close before its text, and the lines of both; the label is drawn first. */
function rows(entries: readonly (readonly [string | readonly string[], readonly string[]])[], flush = true): Word[] {
  let top = 100;
  return entries.flatMap(([labels, lines], row) => {
    const names = [labels].flat();
    const label = names.flatMap((name, at) =>
      set([name], { left: flush ? textAt - 14 - widthOf(name) : 60, top: top + 12 * at }, 1000 * row + 100 * at),
    );
    const text = set(lines, { left: textAt, top, leading: 12 }, 1000 * row + 500);
    top += 12 * Math.max(names.length, lines.length);
    return [...label, ...text];
  });
}
const markdown = (words: readonly Word[]): string => pagesMarkdown(pageOf(words));
const paragraphs = (words: readonly Word[]): string[] => markdown(words).trim().split('\n\n');

describe('labels set towards their texts', () => {
  test('dates are read with what was then, which may have several lines', () => {
    const life = rows([
      ['2006 – 2010', ['Teacher of mathematics', 'Ministry of Education']],
      ['2003 – 2006', ['Teacher for some hours of the week', 'Ministry of Education']],
      ['2000 – 2004', ['Another post that was given up', 'Private schools of the town']],
      ['1997 – 2011', ['Lessons at home']],
    ]);
    expect(paragraphs(life)).toEqual([
      '2006 – 2010 Teacher of mathematics Ministry of Education',
      '2003 – 2006 Teacher for some hours of the week Ministry of Education',
      '2000 – 2004 Another post that was given up Private schools of the town',
      '1997 – 2011 Lessons at home',
    ]);
  });

  test('long labels are told by their edges', () => {
    const form = rows([
      ['Occupation or position held', ['Keeper of the gardens']],
      ['Name and address of the house', ['Thornfield Hall, near Millcote']],
      ['Dates of this employment', ['from the spring to the autumn']],
      ['Type of business or sector', ['the care of all that grows']],
    ]);
    expect(paragraphs(form)[1]).toBe('Name and address of the house Thornfield Hall, near Millcote');
    expect(paragraphs(form)).toHaveLength(4);
  });

  test('the other lines of a label are read with its first one', () => {
    const form = rows([
      ['Name', ['Jane Eyre']],
      [['Main activities and', 'responsibilities'], ['Care of a child']],
      [
        ['Social skills', 'and competences'],
        [
          'What was learned in the house of an aunt and in',
          'the school that is told of at length in a book,',
          'if such as that is of any use to those who read',
        ],
      ],
      ['Languages', ['English and French, spoken and written well']],
    ]);
    expect(paragraphs(form)).toContain('Main activities and responsibilities Care of a child');
    expect(paragraphs(form)).toContain(
      'Social skills and competences What was learned in the house of an aunt and in the school that is told of at length in a book, if such as that is of any use to those who read',
    );
  });
});

test('two short labels are two entries, and what stands below them is another paragraph', () => {
  const words = [
    ...rows([
      ['English', ['Spoken at school']],
      ['Spanish', ['Spoken at home']],
    ]),
    ...set(['Both of them are of use wherever one goes, and some more would be.'], { left: 60, top: 124 }, 9000),
  ];
  expect(paragraphs(words).slice(0, 2)).toEqual(['English Spoken at school', 'Spanish Spoken at home']);
  expect(paragraphs(words)).toHaveLength(3);
});

test('names in the margin of one paragraph stand before it', () => {
  const note = rows(
    [
      ['first', ['The names of these two lengths are told in the outer margin']],
      ['second', ['of the paragraph that says what they are, one below the']],
      [[], ['other, and none of them is part of the sentence beside it.']],
    ],
    false,
  );
  expect(markdown(note).trim()).toMatch(/^first second The names of these.*margin of the paragraph.*below the other/s);
});

test('white at one place of two lines parts no sentence', () => {
  const lines = set(['It has been', 'for ever so'], { left: 60, top: 100 });
  const rest = set(['raining and the cat', 'long that it slept'], { left: 130, top: 100 }, 50);
  expect(paragraphs([...lines, ...rest])).toHaveLength(1);
});

test('two addresses drawn one after the other do not part the rows below them', () => {
  const address = (name: string, left: number, order: number): Word[] =>
    set(
      ['person', 'street and number', 'a second line of it', 'town of residence'].map((line) => `${name} ${line}`),
      { left, top: 40, leading: 12 },
      order,
    );
  const life = rows([
    ['2006 – 2010', ['Teacher of mathematics in a town', 'Ministry of Education']],
    ['2003 – 2006', ['Teacher for some hours of the week', 'Ministry of Education']],
    ['2000 – 2004', ['Another post that was given up', 'Private schools of the town']],
    ['1997 – 2011', ['Lessons at home']],
  ]).map((word) => ({ ...word, order: word.order + 10_000 }));
  const text = markdown([...address('our', 20, 0), ...address('their', 320, 200), ...life]);
  expect(text).toMatch(/our town of residence[\s\S]*their person/);
  expect(text).toContain('2003 – 2006 Teacher for some hours of the week Ministry of Education\n');
});

test('any number of rows that stand further and further in takes no time', () => {
  const [label, text] = ['name', 'text'].map((word) => makeSegment(set([word], { left: 0, top: 0 }))) as [
    Segment,
    Segment,
  ];
  const rows = Array.from({ length: 20_000 }, (_, at) => [
    { ...label, left: 30 * at, right: 30 * at + 20 },
    { ...text, left: 30 * at + 26, right: 30 * at + 46 },
  ]);
  const before = performance.now();
  expect(withLabels(rows)).toHaveLength(rows.length);
  expect(performance.now() - before).toBeLessThan(5000);
});
