// Pages that are written from right to left.
import { describe, expect, test } from 'vitest';
import { pageOf, type Setting, setLines } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import { analysePage } from './analyse-page.ts';
import type { Word } from './page.ts';

const width = 600;

/** Lines that begin at a distance from the right edge of the page; foreign words stand in them from left to right. */
const set = (lines: readonly string[], { left, ...look }: Setting): Word[] =>
  setLines(lines, { left, ...look }).map((word) => ({
    ...word,
    left: width - word.right,
    right: width - word.left,
    rightToLeft: /[\u0590-\u06ff]/.test(word.text),
  }));

const prose = [
  'הטחנה עומדת בקצה העמק במקום שבו הנהר פונה',
  'פעמיים לפני שהוא מגיע אל הים ובכל בוקר פותח',
  'הטוחן את השערים.',
];

test('paragraphs begin at the right', () => {
  const words = [
    ...set(prose, { left: 60, top: 100 }),
    ...set(['פסקה שנייה מתחילה', 'ונמשכת.'], { left: 60, top: 160 }),
  ];
  expect(pagesMarkdown(pageOf(words))).toBe(`${prose.join(' ')}\n\nפסקה שנייה מתחילה ונמשכת.\n`);
});

test('lists have their marks and their depth at the right', () => {
  const words = [
    ...set(['• שעורה'], { left: 60, top: 100 }),
    ...set(['• חיטה'], { left: 60, top: 112 }),
    ...set(['• חיטת חורף'], { left: 80, top: 124 }),
    ...set(['• שיפון'], { left: 60, top: 136 }),
  ];
  expect(pagesMarkdown(pageOf(words))).toBe('- שעורה\n- חיטה\n  - חיטת חורף\n- שיפון\n');
});

test('tables have their first column at the right', () => {
  const rows = ['שם|כמות', 'חציר|12', 'שיבולת|15'];
  const lines = [100, 120, 140, 160];
  const words = rows.flatMap((row, at) =>
    row.split('|').flatMap((text, column) => set([text], { left: 65 + 150 * column, top: 105 + 20 * at })),
  );
  const across = lines.map((y) => ({ left: 240, right: 540, top: y, bottom: y, horizontal: true }));
  const down = [240, 390, 540].map((x) => ({ left: x, right: x, top: 100, bottom: 160, horizontal: false }));
  expect(pagesMarkdown(pageOf(words, { rules: [...across, ...down] }))).toBe(
    '| שם | כמות |\n| --- | --- |\n| חציר | 12 |\n| שיבולת | 15 |\n',
  );
});

describe('words of the other direction', () => {
  test('keep their order in a line from right to left', () => {
    const [one, two, three, four] = set(['התוכנה ____ ______ זמינה'], { left: 60, top: 100 }) as [
      Word,
      Word,
      Word,
      Word,
    ];
    // Drawn from left to right in the room of the two in the middle, read after the first.
    const words = [one, { ...three, text: 'Open', order: 1 }, { ...two, text: 'Office', order: 2 }, four];
    expect(pagesMarkdown(pageOf(words))).toBe('התוכנה Open Office זמינה\n');
  });

  test('keep their order in a line from left to right', () => {
    const [a, b, c, d, e] = setLines(['They wrote ____ _____ there'], { left: 60, top: 100 }) as [
      Word,
      Word,
      Word,
      Word,
      Word,
    ];
    const words = [
      ...[a, b],
      { ...d, text: 'שלום', rightToLeft: true, order: 2 },
      { ...c, text: 'עולם', rightToLeft: true, order: 3 },
      e,
    ];
    expect(pagesMarkdown(pageOf(words))).toBe('They wrote שלום עולם there\n');
  });
});

test('places are told as they are on the page', () => {
  const page = analysePage(pageOf(set(prose, { left: 60, top: 100 })));
  const [item] = page.items;
  if (item?.kind !== 'text') throw new Error('no text');
  const box = page.content.shown?.(item.block);
  expect(box?.right).toBe(540);
  expect(box?.left).toBeLessThan(400);
});
