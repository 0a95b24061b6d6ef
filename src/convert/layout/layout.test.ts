// From words on pages to blocks: columns, bands, lists, running titles and paragraphs that go on.
import { describe, expect, test } from 'vitest';
import { pageOf, proseLines as prose, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown as markdown } from '../../../test/support/pages-markdown.ts';

describe('reading order', () => {
  test('columns are read one after the other, below what spans them', () => {
    const words = [
      ...set(['A title over both of the columns of this page'], { left: 60, top: 60, size: 16, bold: true }),
      ...prose('Left', 12).flatMap((line, at) => [
        ...set([line], { left: 40, top: 120 + at * 12 }),
        ...set([`Right ${line.slice(5)}`], { left: 320, top: 120 + at * 12 }),
      ]),
    ];
    const text = markdown(pageOf(words));
    expect(text).toMatch(/^# A title[\s\S]*Left line 12[\s\S]*Right line 1 /);
  });

  test('columns of a text that runs from right to left begin at the right', () => {
    const hebrew = (at: number) =>
      Array.from({ length: 6 }, () => 'שלום')
        .join(' ')
        .concat(`${at}`);
    const words = Array.from({ length: 12 }, (_, at) => [
      ...set([`א${hebrew(at)}`], { left: 40, top: 120 + at * 12 }),
      ...set([`ב${hebrew(at)}`], { left: 320, top: 120 + at * 12 }),
    ]).flat();
    const text = markdown(pageOf(words.map((word) => ({ ...word, rightToLeft: true }))));
    expect(text.indexOf('ב')).toBeLessThan(text.indexOf('א'));
  });

  test('small notes below both columns are read after both', () => {
    const words = [40, 320].flatMap((left, column) => [
      ...set(prose(column === 0 ? 'Left' : 'Right', 10), { left, top: 120 }),
      ...set([`${column + 1} A note in small type that stands below`, 'the column and has two lines of text'], {
        left,
        top: 245,
        size: 7,
      }),
    ]);
    expect(markdown(pageOf(words))).toMatch(/Left line 10[\s\S]*Right line 10[\s\S]*1 A note[\s\S]*2 A note/);
  });

  test('labels and values side by side are read across', () => {
    const words = ['Name', 'Street', 'Town', 'Phone', 'Born', 'Died'].flatMap((label, at) => [
      ...set([label], { left: 40, top: 100 + at * 14 }),
      ...set([`value${at}`], { left: 320, top: 100 + at * 14 }),
    ]);
    expect(markdown(pageOf(words)).replace(/[|\s-]+/g, ' ')).toContain('Name value0 Street value1 Town value2');
  });
});

describe('from page to page', () => {
  const numbered = (page: number, last = 'ends here.') =>
    pageOf(
      [
        ...set(['The running title'], { left: 40, top: 20, size: 8 }),
        ...set([`Chapter ${page}`], { left: 40, top: 60, size: 18, bold: true }),
        ...set([...prose(`Page${page}`, 5), `and the text of page${page} ${last}`], { left: 40, top: 120 }),
        ...set([`- ${page + 10} -`], { left: 280, top: 780, size: 8 }),
      ],
      { number: page },
    );

  test('running titles and page numbers go, chapter titles stay', () => {
    const text = markdown(...[1, 2, 3, 4].map((page) => numbered(page)));
    expect(text).not.toContain('running title');
    expect(text).not.toMatch(/- 1[1-4] -/);
    expect(text.match(/# Chapter \d/g)).toHaveLength(4);
  });

  test('a single page keeps its margins', () => {
    expect(markdown(numbered(1))).toContain('The running title');
  });

  test('the number of a page alone at its foot goes, also from a single page', () => {
    const page = (number: string, top: number) =>
      pageOf([...set(prose('Page', 5), { left: 40, top: 120 }), ...set([number], { left: 300, top })]);
    expect(markdown(page('1', 740))).not.toMatch(/^1$/m);
    expect(markdown(page('– 1 –', 740))).not.toContain('–');
    expect(markdown(page('2', 740))).toMatch(/^2$/m);
    expect(markdown(page('1', 400))).toMatch(/^1$/m);
  });

  test('what two pages both say at one place in their margins goes, and what counts them', () => {
    const sheet = (number: number) =>
      pageOf(
        [
          ...set(['A handbook of farming'], { left: 40, top: 30 }),
          ...set(prose(`Page ${number}`, 12), { left: 40, top: 120 }),
          ...set([`Page ${number}`], { left: 280, top: 770 }),
        ],
        { number },
      );
    const text = markdown(sheet(1), sheet(2));
    expect(text).not.toContain('handbook');
    expect(text).not.toMatch(/^Page \d$/m);
    expect(markdown(sheet(1))).toContain('A handbook of farming');
    expect(markdown(sheet(1))).not.toMatch(/^Page 1$/m);
    const other = pageOf(set(['The same line'], { left: 40, top: 20 }), { number: 2 });
    expect(markdown({ ...other, number: 1 }, other).match(/The same line/g)).toHaveLength(2);
  });

  test('pages that say the same are the text, not furniture', () => {
    const same = (page: number) => pageOf(set(['The same line'], { left: 40, top: 20 }), { number: page });
    expect(markdown(same(1), same(2), same(3), same(4)).match(/The same line/g)).toHaveLength(4);
  });

  test('a sheet printed again and again keeps its first and last lines, and loses the number of its page', () => {
    const lines = Array.from({ length: 50 }, (_, row) => `Line ${row} of a form.`);
    const sheet = (page: number) =>
      pageOf(
        [...set(lines, { left: 40, top: 40, leading: 13 }), ...set([`${page}`], { left: 300, top: 780, size: 8 })],
        { number: page },
      );
    const text = markdown(...[1, 2, 3, 4].map(sheet));
    expect(text.match(/^Line \d+ of a form\.$/gm)).toHaveLength(4 * lines.length);
    expect(text).not.toMatch(/^\d$/m);
  });

  test('a paragraph goes on over the page', () => {
    const first = pageOf(set([...prose('First', 4), 'and it is not yet fin-'], { left: 40, top: 100 }));
    const second = pageOf(set(['ished when the page ends', ...prose('second', 2)], { left: 40, top: 100 }), {
      number: 2,
    });
    expect(markdown(first, second)).toContain('and it is not yet finished when the page ends');
  });
});

test('a table goes on over pages, its header once', () => {
  const part = (page: number, from: number, top: number, rows: number) => {
    const lines = [['Name', 'Amount', 'Town']];
    for (let at = 0; at < rows; at += 1) lines.push([`name${from + at}`, String(from + at), `town${from + at}`]);
    const words = lines.flatMap((cells, row) =>
      cells.flatMap((cell, column) => set([cell], { left: 50 + column * 150, top: top + row * 20 + 5 })),
    );
    const bottom = top + lines.length * 20;
    const across = Array.from({ length: lines.length + 1 }, (_, at) => ({
      left: 40,
      right: 490,
      top: top + at * 20,
      bottom: top + at * 20,
      horizontal: true,
    }));
    const down = [40, 190, 340, 490].map((x) => ({ left: x, right: x, top, bottom, horizontal: false }));
    return pageOf(words, { number: page, rules: [...across, ...down] });
  };
  const text = markdown(part(1, 1, 200, 25), part(2, 26, 60, 30), part(3, 56, 60, 4));
  expect(text.match(/^\| --- /gm)).toHaveLength(1);
  expect(text.match(/Amount/g)).toHaveLength(1);
  expect(text.trim().split('\n')).toHaveLength(2 + 59);
});

test('lists are nested by indent, numbers keep their start', () => {
  const words = [
    ...set(['• one', '• two'], { left: 40, top: 100, leading: 14 }),
    ...set(['– inner'], { left: 60, top: 128 }),
    ...set(['• three'], { left: 40, top: 142 }),
    ...set(prose('Between', 3), { left: 40, top: 180 }),
    ...set(['4. four', '5. five'], { left: 40, top: 240, leading: 14 }),
  ];
  const text = markdown(pageOf(words));
  expect(text).toContain('- one\n- two\n  - inner\n- three\n');
  expect(text).toContain('4. four\n5. five\n');
});

test('spaced letters are words, raised marks stay with theirs', () => {
  const spaced = [...'HOW'].flatMap((letter, at) => set([letter], { left: 40 + at * 8, top: 100 }));
  const far = [...'CAN'].flatMap((letter, at) => set([letter], { left: 69 + at * 8, top: 100 }));
  expect(markdown(pageOf([...spaced, ...far]))).toContain('HOW CAN');
  const words = [...set(['A claim'], { left: 40, top: 100 })];
  const end = words.at(-1)?.right ?? 0;
  const mark = set(['1'], { left: end + 1, top: 99, size: 6 });
  expect(markdown(pageOf([...words, ...mark]))).toContain('A claim<sup>1</sup>');
});

test('footnotes are tied to their marks', () => {
  const text = set(prose('Some', 6), { left: 40, top: 100 });
  const end = text.at(-1);
  const words = [
    ...text,
    ...set(['1'], { left: (end?.right ?? 0) + 1, top: (end?.top ?? 0) - 1, size: 6 }),
    ...set(['1'], { left: 40, top: 599, size: 5 }),
    ...set(['What the note says.'], { left: 46, top: 600, size: 8 }),
    ...set(['2'], { left: 40, top: 609, size: 5 }),
    ...set(['A note that nobody refers to.'], { left: 46, top: 610, size: 8 }),
  ];
  const written = markdown(pageOf(words));
  expect(written).toMatch(/column\[\^1-1\]/);
  expect(written).toContain('[^1-1]: What the note says.\n');
  expect(written).toContain('A note that nobody refers to.');
});

test('links, emphasis and code are kept', () => {
  const words = [
    ...set(['See the'], { left: 40, top: 100 }),
    ...set(['manual'], { left: 80, top: 100, bold: true }),
    ...set(['or'], { left: 115, top: 100 }),
    ...set(['run()'], { left: 130, top: 100, monospace: true }),
  ];
  const links = [{ left: 38, top: 98, right: 76, bottom: 112, url: 'https://example.org/' }];
  expect(markdown(pageOf(words, { links }))).toBe('[See the](https://example.org/) **manual** or `run()`\n');
});

test('items keep their numbers: another kind of mark or another count begins another list', () => {
  const words = [
    ...set(['1. one', '2. two'], { left: 60, top: 100, leading: 14 }),
    ...set(['B. letter'], { left: 40, top: 128 }),
    ...set(['1. first', '2. second'], { left: 60, top: 142, leading: 14 }),
    ...set(['C. last'], { left: 40, top: 170 }),
    ...set(prose('Between', 3), { left: 40, top: 200 }),
    ...set(['i. roman', 'ii. numbers', 'iii. count', '7. seven', '8. eight'], { left: 40, top: 260, leading: 14 }),
  ];
  const text = markdown(pageOf(words));
  expect(text).toContain('1. one\n2. two\n\n- B. letter\n  1. first\n  2. second\n- C. last\n');
  expect(text).toContain('- i. roman\n- ii. numbers\n- iii. count\n\n7. seven\n8. eight');
});

test('a bold item is one paragraph whatever its bullet looks like, and bold words may end within the next line', () => {
  const bold = { font: 'Bold', bold: true };
  const words = [
    ...set(['•'], { left: 40, top: 100 }),
    ...set(['An item that is bold all through and', 'goes on in its second line,'], { left: 55, top: 100, ...bold }),
    ...set(['•'], { left: 40, top: 130 }),
    ...set(['What is said about the level of the'], { left: 55, top: 130, ...bold }),
    ...set(['research:'], { left: 55, top: 142, ...bold }),
    ...set(['it is said in plain type'], { left: 105, top: 142 }),
  ];
  const text = markdown(pageOf(words));
  expect(text).toContain('- An item that is bold all through and goes on in its second line,\n');
  expect(text).toContain('- **What is said about the level of the research:** it is said in plain type\n');
});

test('a line of the text that a page number stands beside is no running title', () => {
  const begins = ['One', 'with a', 'Our', 'The', 'That'];
  const slide = (number: number) =>
    pageOf(
      [
        ...set(prose(`Slide ${number}`, 3), { left: 40, top: 640, size: 12, leading: 14.4 }),
        ...set([`${begins[number % 5]} special look at`], { left: 40, top: 720, size: 12 }),
        ...set([`${number}`], { left: 540, top: 721, size: 11 }),
        ...set(['the rest'], { left: 40, top: 734.4, size: 12 }),
      ],
      { number },
    );
  const text = markdown(...[1, 2, 3, 4, 5].map(slide));
  for (const begin of begins) expect(text).toContain(`${begin} special look at the rest\n`);
});

test('a mark that stands on a line of its own takes no letter from the next one', () => {
  const words = [...set(['•'], { left: 40, top: 100 }), ...set(['letters stay'], { left: 55, top: 111 })];
  expect(markdown(pageOf(words))).toBe('- letters stay\n');
});

test('an item of code is code, one that is only set in a typewriter font with bold words is not', () => {
  const mono = { font: 'Mono', monospace: true };
  const words = [
    ...set(prose('Before', 6), { left: 40, top: 20 }),
    ...set(['•'], { left: 40, top: 100 }),
    ...set(['beta <- 0'], { left: 55, top: 100, ...mono }),
    ...set(['•'], { left: 40, top: 114 }),
    ...set(['Term:'], { left: 55, top: 114, ...mono, bold: true }),
    ...set(['what it means'], { left: 85, top: 114, ...mono }),
  ];
  expect(markdown(pageOf(words))).toContain('- `beta <- 0`\n- **Term:** what it means\n');
});
