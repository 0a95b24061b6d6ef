// Where paragraphs end on pages of few words: after items, around quotations, and where no line is wrapped.
import { expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';

const at = { left: 60, top: 100, leading: 24, size: 10 };

test('text further left than the mark of an item is not part of it', () => {
  const words = [
    ...set(['Take all that is needed for a day at the lake of the village:'], at),
    ...set(['• a hat', '• some bread'], { ...at, left: 90, top: 124 }),
    ...set(['Then go there.'], { ...at, top: 172 }),
  ];
  expect(pagesMarkdown(pageOf(words)).trim().split('\n')).toEqual([
    'Take all that is needed for a day at the lake of the village:',
    '',
    '- a hat',
    '- some bread',
    '',
    'Then go there.',
  ]);
});

test('text at the mark of an item whose other lines stand further in is not part of it', () => {
  const close = { ...at, leading: 12 };
  const words = [
    ...set(
      ['• some bread and all else that is needed by those who', '• a hat that is as wide as the straw of the'],
      close,
    ),
    ...set(['last year allows'], { ...close, left: 70, top: 124 }),
    ...set(['Both are there and have been there for all of the year.'], { ...close, top: 137 }),
  ];
  expect(pagesMarkdown(pageOf(words))).toContain('last year allows\n\nBoth are');
});

test('the same where words are not parted by white', () => {
  const words = [
    ...set(['夏天的农场里需要带上这些东西才可以去村里的湖边游泳并且在那里吃饭'], at),
    ...set(['• 一顶帽子', '• 一些面包'], { ...at, left: 90, top: 124 }),
    ...set(['然后就可以去那里了'], { ...at, top: 172 }),
  ];
  expect(pagesMarkdown(pageOf(words)).trim()).toMatch(/- 一些面包\n\n然后就可以去那里了$/);
});

test('an item goes on at the margin where its line is full', () => {
  const words = [
    ...set(['(1) The owner of the field shall keep the road in front of it free of'], { ...at, left: 80, leading: 12 }),
    ...set(['hay, straw and other things that fall from carts, at all times.'], { ...at, leading: 12, top: 112 }),
  ];
  expect(pagesMarkdown(pageOf(words))).toContain('free of hay, straw');
});

test('a slanted line that stands further in is a paragraph of its own', () => {
  const words = [
    ...set(['This is what the farmer had to say of the hay:'], at),
    ...set(['It was never better'], { ...at, left: 84, top: 124, italic: true }),
    ...set(['And that is all there is to say of it today.'], { ...at, top: 148 }),
  ];
  expect(pagesMarkdown(pageOf(words)).trim().split('\n\n')).toHaveLength(3);
});

test('lines that are a sentence each are paragraphs where no text is wrapped', () => {
  const close = { ...at, leading: 14 };
  const lines = [
    'This is the first line of the page, and the longest of them all.',
    'This is the second.',
    'And another.',
  ];
  expect(pagesMarkdown(pageOf(set(lines, close))).trim()).toBe(lines.join('\n\n'));
  const wrapped = [
    ...lines,
    'All of them are short, but this is one that does not fit on a line',
    'and goes on below.',
  ];
  expect(pagesMarkdown(pageOf(set(wrapped, close)))).toContain('of them all. This is the second.');
});

test('a dash that had no room in the line before it is one of the sentence', () => {
  const full = 'And as more of the hay was burnt by the farmers of the village';
  const rest = ['– and of the others – there was less of it', 'to be sold.'];
  const said = [full, ...rest].join(' ');
  expect(pagesMarkdown(pageOf(set([full, ...rest], { ...at, leading: 12 }))).trim()).toBe(said);
  const indented = [
    ...set([full], { ...at, left: 72, leading: 12 }),
    ...set([...rest, 'All that is left of it is here, and will be there for a while yet.'], {
      ...at,
      top: 112,
      leading: 12,
    }),
  ];
  expect(pagesMarkdown(pageOf(indented))).toContain('of the village – and of');
  // After a sentence, and in a list, it is a mark.
  expect(pagesMarkdown(pageOf(set([`${full}:`, ...rest], { ...at, leading: 12 })))).toContain('\n- and of the others');
  expect(pagesMarkdown(pageOf(set([`– ${full}`, ...rest], { ...at, leading: 12 })))).toContain('\n- and of the others');
});

test('so is an initial or the first letter of a name', () => {
  const full = 'All of the flour that was sold in the year had been found to hold';
  const rest = ['E. coli and other small beings that', 'nobody had seen.'];
  expect(pagesMarkdown(pageOf(set([full, ...rest], { ...at, leading: 12 }))).trim()).toBe([full, ...rest].join(' '));
  // A line in capitals, or one that is not full, is followed by what has a letter for its number.
  for (const above of [full.toUpperCase(), 'Beings that were found']) {
    expect(pagesMarkdown(pageOf(set([above, ...rest, full], { ...at, leading: 12 })))).not.toContain(`${above} E.`);
  }
});

test('a page number at the end of a line of its own is no part of the text below it', () => {
  const text = [
    'Of the flour that is sold in the year most had been found to be fine,',
    'and so it was said by all of us.',
  ];
  const words = [...set(['11'], { ...at, left: 355 }), ...set(text, { ...at, top: 112, leading: 12 })];
  expect(pagesMarkdown(pageOf(words))).toContain(`\n${text.join(' ')}\n`);
});

test('a sentence goes on where its lines stand further apart than others', () => {
  const close = set(
    Array.from({ length: 8 }, (_, row) => `Row ${row} of the text is set close to the one above it and is full`),
    { ...at, leading: 12 },
  );
  const [full, rest] = ['The water that falls on the wheel turns the stone and then', 'goes on to the sea.'];
  const wide = (second: string) => set([full, second], { ...at, top: 240, leading: 19 }, 200);
  expect(pagesMarkdown(pageOf([...close, ...wide(rest)]))).toContain(`${full} ${rest}`);
  for (const other of ['Go to the sea.', 'https://sea.example is where it goes.']) {
    expect(pagesMarkdown(pageOf([...close, ...wide(other)]))).toContain(`${full}\n\n`);
  }
});

test('a term ends the explanation above it, which stands further in', () => {
  const rows = [
    ['length of the link:', 60],
    ['sets how long the link is when nothing pulls at it, and (in', 90],
    ['all cases) how long it stays.', 90],
    ['force of the link:', 60],
    ['sets how much is needed to make the link longer.', 90],
  ] as const;
  const words = rows.flatMap(([text, left], row) => set([text], { ...at, left, top: 100 + 12 * row }, 20 * row));
  expect(pagesMarkdown(pageOf(words))).toContain('it stays.\n\nforce of the link:\n');
});

test('bold words that begin within a line go on in the next', () => {
  const [first, second] = ['Nothing was said of the hay.', 'It was not meant'];
  const from = 60 + 0.5 * 10 * first.length;
  const words = [
    ...set([first], { ...at, leading: 12 }),
    ...set([second], { ...at, left: from, bold: true }, 20),
    ...set(['to be said by anybody.'], { ...at, top: 112, bold: true }, 40),
  ];
  expect(pagesMarkdown(pageOf(words)).trim()).toBe(`${first} **${second} to be said by anybody.**`);
});

test('a paragraph of one line is parted from the next where both are indented', () => {
  const long = [
    'The farmers of the village said nothing at all of the hay that was',
    'burnt in the field, nor of the straw.',
  ];
  const lines = [
    ...set([long[0] as string], { ...at, left: 72 }),
    ...set([long[1] as string], { ...at, top: 112 }),
    ...set(['The hay'], { ...at, left: 72, top: 124 }),
    ...set([long[0] as string], { ...at, left: 72, top: 136 }),
    ...set([long[1] as string], { ...at, top: 148 }),
  ];
  expect(pagesMarkdown(pageOf(lines)).trim().split('\n\n')).toEqual([long.join(' '), 'The hay', long.join(' ')]);
});

test('a bold sentence is marked, a bold label and a caption are not', () => {
  const page = (text: string) =>
    pagesMarkdown(
      pageOf([
        ...set(['The hay was put away in the evening, and nobody said a word.'], at),
        ...set([text], { ...at, top: 130, bold: true }),
        ...set(['The straw was put away in the morning, by the same people.'], { ...at, top: 160 }),
      ]),
    );
  const warning = 'Do not put away hay that is wet.';
  expect(page(warning)).toContain(`\n**${warning}**\n`);
  expect(page('Figure 1. What the hay is like.')).not.toContain('*');
  expect(page('Hay:')).not.toContain('*');
});

test('code that fills a line in the middle of a sentence is part of it', () => {
  const code = { font: 'Mono', monospace: true, size: 9 };
  const prose = { ...at, leading: 12 };
  const words = [
    ...set(['The number of sets that may be held at any time must be no less'], prose),
    ...set(['than'], { ...prose, top: 112 }),
    ...set(['all_connections_that_may_be_open_at_a_time_in_all_the_pools +'], {
      ...prose,
      ...code,
      left: 85,
      top: 112,
    }),
    ...set(['all_workers_that_read_what_others_write_and_never_stop_at_all + the_end'], {
      ...prose,
      ...code,
      top: 124,
    }),
    ...set(['+ 17'], { ...prose, ...code, top: 136 }),
    ...set(['on every machine that has them.'], { ...prose, left: 83, top: 136 }),
  ];
  const text = pagesMarkdown(pageOf(words)).trim();
  expect(text).toMatch(
    /no less than `all_connections\S+ \+ all_workers\S+ \+ the_end \+ 17` on every machine that has them\.$/,
  );
});

test('code whose lines stand far apart says nothing of the paragraphs above it', () => {
  const look = { left: 40, leading: 14, size: 10 };
  const words = [
    ...set(
      [
        'This is the first of two paragraphs, and it ends on the line below it,',
        'which is nearly as long as the one above it and has no room for more.',
      ],
      { ...look, top: 100 },
    ),
    ...set(
      ['Obviously this is the second one, which begins a little further down', 'than its lines stand from each other.'],
      { ...look, top: 134 },
    ),
    ...set(
      Array.from(
        { length: 12 },
        (_, at) => `open(${at}, the_wheel_of_the_mill, the_stones_of_the_mill, the_sails_too);`,
      ),
      { ...look, top: 180, leading: 22, monospace: true },
    ),
  ];
  expect(pagesMarkdown(pageOf(words))).toContain('room for more.\n\nObviously');
});

test('a full line between two that stand further in begins an explanation', () => {
  const close = { ...at, leading: 12 };
  const words = [
    ...set(['hay_host the place where the hay of the summer is kept, which'], { ...close, left: 75 }),
    ...set(['is a barn in most years but may be the loft of the house or of'], { ...close, left: 85, top: 112 }),
    ...set(['hay_port the door through which it comes in, and that has to be'], { ...close, top: 124 }),
    ...set(['as wide as a cart.'], { ...close, left: 75, top: 136 }),
  ];
  const parts = pagesMarkdown(pageOf(words)).trim().split('\n\n');
  expect(parts).toHaveLength(2);
  expect(parts[1]).toMatch(/^hay\\?_port the door .* as wide as a cart\.$/);
});

test('terms with what they mean behind them are a paragraph each, where they had room in the line before', () => {
  const close = { ...at, leading: 12 };
  const explained = (term: string, text: string, top: number) => [
    ...set([term], { ...close, top, bold: true }),
    ...set([text], { ...close, left: 60 + term.length * 5 + 3, top }),
  ];
  const words = [
    ...explained('straw', 'is what is left of the corn', 100),
    ...explained('hay', 'is the dried grass of the meadow behind the old mill', 112),
    ...explained('corn', 'is what it is all done for', 124),
    ...set(['And that is all there is to say of them on this page of the book of the farm.'], { ...close, top: 150 }),
  ];
  expect(pagesMarkdown(pageOf(words)).trim().split('\n\n').slice(0, 3)).toEqual([
    '**straw** is what is left of the corn',
    '**hay** is the dried grass of the meadow behind the old mill',
    '**corn** is what it is all done for',
  ]);
});

test('code that begins two lines of a sentence is no term', () => {
  const close = { ...at, leading: 12 };
  const line = (code: string, text: string, top: number) => [
    ...set([code], { ...close, top, monospace: true }),
    ...set([text], { ...close, left: 60 + code.length * 5 + 3, top }),
  ];
  const words = [
    ...line('hay', 'is what it is called by all of those who know the', 100),
    ...line('straw', 'of the fields and the barns, and so it is called here.', 112),
    ...set(['And that is all there is to say of them on this page of the book of the farm.'], { ...close, top: 150 }),
  ];
  expect(pagesMarkdown(pageOf(words))).toContain('know the `straw` of');
});

test('white type over dark type stands on another ground, as the title of a box does', () => {
  const close = { ...at, leading: 12 };
  const box = (colour: number): string =>
    pagesMarkdown(
      pageOf([
        ...set(['What is said of the hay in'], { ...close, colour }),
        ...set(['the barn of the village and of', 'all that lies in it is true'], { ...close, top: 112 }),
      ]),
    );
  expect(box(0xffffff)).toContain('of the hay in\n\nthe barn');
  expect(box(0x400000)).toContain('of the hay in the barn');
});
