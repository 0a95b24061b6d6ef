// What stands on pages besides running text: cards, drawn bullets, heads, formulas, rows of labels and values, figures.
import { describe, expect, test } from 'vitest';
import { pageOf, type Setting, setLines } from '../../../test/support/page-words.ts';
import { markdownOf } from '../markdown/write.ts';
import { analysePage } from './analyse-page.ts';
import { joinedPages } from './joined-pages.ts';
import type { Box, Fill, PageContent, Word } from './page.ts';
import { countHeadings, pageBlocks } from './page-blocks.ts';
import { TypeCensus } from './type-census.ts';

function markdown(page: PageContent): string {
  const census = new TypeCensus();
  census.add(page.words);
  const items = joinedPages([analysePage(page)], census);
  for (const one of items) countHeadings(one, census);
  return markdownOf(items.flatMap((one) => [...pageBlocks(one, census)]));
}

const set = (lines: readonly string[], setting: Setting): Word[] => setLines(lines, setting);
const filler = (top: number, lines = 6): Word[] =>
  set(
    Array.from(
      { length: lines },
      (_, at) => `line ${at + 1} of a paragraph that fills the width of its column to the end`,
    ),
    { left: 60, top },
  );
const box = (left: number, top: number, width: number, height = width): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe('cards', () => {
  test('a row of heads is read with the columns below it', () => {
    const words = [60, 240, 420].flatMap((left, at) => [
      ...set([`Head ${at + 1}`], { left, top: 200, size: 15 }),
      ...set([`first text of card ${at + 1}`, `second text of it ${at + 1}`], { left, top: 225 }),
    ]);
    expect(markdown(pageOf(words))).toMatch(
      /Head 1[\s\S]*first text of card 1[\s\S]*Head 2[\s\S]*card 2[\s\S]*Head 3[\s\S]*card 3/,
    );
  });

  test('a line that reaches far into the white does not close the gutter', () => {
    const words = [60, 300].flatMap((left, column) =>
      Array.from({ length: 6 }, (_, at) =>
        set(
          [`${column === 0 ? 'left' : 'right'} ${at} ${at === 3 && column === 0 ? 'with a long tail so' : 'short'}`],
          {
            left,
            top: 200 + at * 12,
          },
        ),
      ).flat(),
    );
    expect(markdown(pageOf(words))).toMatch(/left 0[\s\S]*left 5[\s\S]*right 0[\s\S]*right 5/);
  });

  test('a picture behind a text is no figure between its columns', () => {
    const words = [60, 320].flatMap((left, column) =>
      set(
        Array.from({ length: 8 }, (_, at) => `${column === 0 ? 'left' : 'right'} column text ${at} goes on`),
        { left, top: 200 },
      ),
    );
    const page = pageOf(words, { images: [box(40, 180, 500, 140)] });
    expect(markdown(page)).toMatch(/left column text 7[\s\S]*right column text 0/);
  });
});

describe('drawn bullets', () => {
  const lines = ['close the gate', 'keep the dog on a lead', 'leave the wheel alone'];
  const words = lines.flatMap((line, at) => set([line], { left: 80, top: 200 + at * 16 }));
  const dots = lines.map((_, at) => ({ ...box(68, 204 + at * 16, 3), colour: 0 }));

  test('make a list', () => {
    expect(markdown(pageOf(words, { fills: dots }))).toBe(`${lines.map((line) => `- ${line}`).join('\n')}\n`);
  });

  test('a single dot makes none', () => {
    expect(markdown(pageOf(words, { fills: dots.slice(0, 1) }))).not.toContain('- ');
  });

  test('a single one as web pages draw it makes an item below text that begins further left', () => {
    const text = set(['What to do before you leave:'], { left: 40, top: 84 });
    const page = (dot: object) =>
      markdown(pageOf([...text, ...words], { fills: [{ ...(dots[0] as object), ...dot } as Fill] }));
    expect(page({})).toContain('- ');
    expect(page({ colour: 0xff0000 })).not.toContain('- ');
  });

  test('one item within a list of several keeps its own', () => {
    const inner = set(['mind the wasps'], { left: 110, top: 248 });
    const after = [...words, ...inner, ...set(['mind the geese'], { left: 80, top: 264 })];
    const fills = [...dots, { ...box(98, 252, 3), colour: 0 }, { ...box(68, 268, 3), colour: 0 }];
    expect(markdown(pageOf(after, { fills }))).toContain(
      '- leave the wheel alone\n  - mind the wasps\n- mind the geese',
    );
  });

  test('on slides they are as large as the type', () => {
    const large = lines.flatMap((line, at) => set([line], { left: 80, top: 200 + at * 44, size: 36 }));
    const images = lines.map((_, at) => box(44, 207 + at * 44, 22));
    expect(markdown(pageOf(large, { images }))).toBe(`${lines.map((line) => `- ${line}`).join('\n')}\n`);
  });

  test('a dot too far away or too large makes none', () => {
    expect(markdown(pageOf(words, { fills: dots.map((dot) => ({ ...dot, left: 20, right: 23 })) }))).not.toContain(
      '- ',
    );
    expect(
      markdown(pageOf(words, { fills: dots.map((dot) => ({ ...dot, ...box(60, dot.top - 6, 15) })) })),
    ).not.toContain('- ');
  });
});

test('boxes to be ticked make a list of tasks, several on one line do not', () => {
  const words = set(['☒ grind the rye', '☐ sweep the mill', '☑ close the gate'], { left: 60, top: 100, leading: 16 });
  expect(markdown(pageOf(words))).toBe('- [x] grind the rye\n- [ ] sweep the mill\n- [x] close the gate\n');
  expect(markdown(pageOf(set(['☐ Yes ☒ No'], { left: 60, top: 100 })))).toBe('☐ Yes ☒ No\n');
});

describe('paragraphs', () => {
  test('a short head in a font of its own is parted from its text', () => {
    const words = [
      ...filler(100),
      ...set(['Boots and nuts'], { left: 60, top: 200, font: 'Slanted', italic: true }),
      ...set(['The nut is of one piece, and it is made of metal that holds', 'however hard it is shaken.'], {
        left: 60,
        top: 212,
      }),
    ];
    expect(markdown(pageOf(words))).toMatch(/\n#+ Boots and nuts\n\nThe nut/);
  });

  test('so is one in a colour of its own, and a full line in one where white parts it', () => {
    const below = (top: number) =>
      set(['The nut is of one piece, and it is made of metal that holds', 'however hard it is shaken.'], {
        left: 60,
        top,
      });
    const head = (text: string) => set([text], { left: 60, top: 200, colour: 0x20a040 });
    expect(markdown(pageOf([...filler(100), ...head('Boots and nuts'), ...below(212)]))).toContain('nuts\n\nThe nut');
    const full = 'Boots and nuts, and what is made of them in the vale and the mill';
    expect(markdown(pageOf([...filler(100), ...head(full), ...below(221)]))).toContain('mill\n\nThe nut');
    expect(markdown(pageOf([...filler(100), ...head(full), ...below(212)]))).toContain('mill The nut');
  });

  test('entries of contents stand each on its own, their dots as three', () => {
    const entry = (title: string, page: number): string => `${title} ${'. '.repeat(12)}${page}`;
    const words = set([entry('Foreword', 7), entry('Mills', 12), entry('Index', 90)], { left: 60, top: 100 });
    expect(markdown(pageOf(words))).toBe('Foreword ... 7\n\nMills ... 12\n\nIndex ... 90\n');
  });

  test('rows of labels and values are rows', () => {
    const rows = [
      ['Name of the applicant:', 'Anna Miller of the valley'],
      ['Date:', '12 May'],
    ];
    const words = rows.flatMap(([label = '', value = ''], at) => [
      ...set([label], { left: 60, top: 100 + at * 14 }),
      ...set([value], { left: 260, top: 100 + at * 14 }),
    ]);
    const text = markdown(pageOf(words));
    expect(text).toContain('Name of the applicant');
    expect(text).not.toMatch(/valley Date/);
    expect(text.indexOf('Anna')).toBeLessThan(text.indexOf('Date'));
  });

  test('a display formula stands on its own', () => {
    const maths = { font: 'CMMI10', italic: true };
    const words = [
      ...filler(100),
      ...set(['E'], { left: 200, top: 176, ...maths }),
      ...set(['= m c'], { left: 212, top: 176, font: 'CMSY10' }),
      ...set(['(3.1)'], { left: 480, top: 176 }),
      ...filler(190),
    ];
    expect(markdown(pageOf(words))).toMatch(/to the end\n\n.*E.*= m c.*\(3\.1\)\n\nline 1/);
  });

  test('a paragraph set in on both sides is a quote', () => {
    const quoted = [
      'words that somebody else has said and that',
      'are set in on both sides so that it is seen',
      'where they end.',
    ];
    const words = [...filler(100), ...set(quoted, { left: 100, top: 190 }), ...filler(240)];
    expect(markdown(pageOf(words))).toMatch(/\n> words that somebody[^\n]*end\.\n\nline 1/);
  });

  test('a caption set in on both sides is none', () => {
    const caption = [
      'Figure 3: words of a caption that are set in',
      'on both sides as that of any quote would be',
      'in the text.',
    ];
    const words = [...filler(100), ...set(caption, { left: 100, top: 190 }), ...filler(240)];
    expect(markdown(pageOf(words))).not.toContain('> ');
  });

  test('what is set in on the left only is none', () => {
    const words = [
      ...filler(100),
      ...set(
        Array.from({ length: 3 }, () => 'words that are set in at the left and reach to the very end'),
        {
          left: 100,
          top: 190,
        },
      ),
      ...filler(240),
    ];
    expect(markdown(pageOf(words))).not.toContain('> ');
  });

  test('a number over a title belongs to it', () => {
    const words = [
      ...set(['4'], { left: 60, top: 60, size: 26 }),
      ...set(['Basis fields'], { left: 60, top: 95, size: 22 }),
      ...filler(160),
    ];
    expect(markdown(pageOf(words))).toMatch(/^# 4 Basis fields\n/);
  });
});

test('a figure stands where it is on the page, before its caption', () => {
  const words = [...filler(100), ...set(['Figure 1. A mill.'], { left: 60, top: 330 }), ...filler(360)];
  const figures = [{ ...box(60, 200, 200, 120), alt: 'A mill', url: 'images/image-1.png' }];
  const text = markdown(pageOf(words, { figures }));
  expect(text).toMatch(/to the end\n\n!\[A mill\]\(images\/image-1\.png\)\n\nFigure 1\. A mill\.\n\nline 1/);
});
