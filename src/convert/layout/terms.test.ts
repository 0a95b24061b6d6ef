// Terms with explanations, and other lines that look like low headings and are none.
import { describe, expect, test } from 'vitest';
import { pageOf, proseLines as prose, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown as markdown } from '../../../test/support/pages-markdown.ts';

const headings = (text: string): string[] => text.match(/^#+ .*$/gm) ?? [];

describe('terms', () => {
  const terms = (left: number) =>
    ['ANSI', 'ASCII', 'CPAN', 'DBMS', 'JSON'].flatMap((term, at) => [
      ...set([term], { left, top: 200 + 48 * at }),
      ...set([`What ${term.toLowerCase()} stands for in words`], { left: left + 30, top: 219 + 48 * at }),
    ]);

  test('capitals over text that stands further in are no headings where they list', () => {
    expect(headings(markdown(pageOf(terms(40))))).toEqual([]);
    const withText = pageOf([...set(prose('Some', 5), { left: 40, top: 60 }), ...terms(40).slice(0, 14)]);
    expect(headings(markdown(withText))).toEqual([]);
  });

  test('terms that are paragraphs of their own list too, the last of a page with them', () => {
    const names = ['ANSI', 'ASCII', 'CPAN', 'DBMS', 'JSON', 'ORDBMS'];
    const page = pageOf([
      ...names.flatMap((term, at) => [
        ...set([term], { left: 40, top: 200 + 56 * at }),
        ...set([`What ${term.toLowerCase()} stands for`], { left: 70, top: 228 + 56 * at }),
      ]),
      ...set(['MVCC'], { left: 40, top: 536 }),
    ]);
    expect(markdown(page).trim().split('\n\n')).toEqual([
      ...names.flatMap((term) => [term, `What ${term.toLowerCase()} stands for`]),
      'MVCC',
    ]);
  });

  test('names in capitals and what they stand for, in turns, are no headings', () => {
    const names = ['ANSI', 'API', 'ASCII', 'BKI', 'CIDR', 'CPAN'];
    const lines = names.flatMap((name, at) => [
      ...set([name], { left: 40, top: 200 + 40 * at }),
      ...set([`What ${name.toLowerCase()} stands for`], { left: 40, top: 220 + 40 * at }),
    ]);
    expect(headings(markdown(pageOf([...set(prose('Some', 5), { left: 40, top: 60 }), ...lines])))).toEqual([]);
    const sections = ['SCOPE', 'TERMS', 'DUTIES', 'NOTICES'].flatMap((head, at) => [
      ...set([head], { left: 40, top: 160 + 100 * at }),
      ...set(prose(head, 3), { left: 40, top: 182 + 100 * at }),
    ]);
    const page = pageOf([...set(prose('Some', 5), { left: 40, top: 60 }), ...sections]);
    expect(headings(markdown(page))).toHaveLength(4);
  });

  test('a term over its explanation on the next line is parted from it, a hanging paragraph is whole', () => {
    const page = pageOf([
      ...set(['Commit'], { left: 40, top: 60 }),
      ...set(['The transaction is over, and its changes are there for all to see from now on.'], { left: 70, top: 74 }),
      ...set(['This first line of a paragraph is as long as the column of the text that it is in.'], {
        left: 40,
        top: 120,
      }),
      ...set(['its other lines stand further in.'], { left: 70, top: 134 }),
    ]);
    expect(markdown(page).trim().split('\n\n')).toEqual([
      'Commit',
      'The transaction is over, and its changes are there for all to see from now on.',
      'This first line of a paragraph is as long as the column of the text that it is in. its other lines stand further in.',
    ]);
  });

  test('headings that hang in the margin stay, as do those over lists', () => {
    const part = (head: string, top: number) => [
      ...set([head], { left: 40, top, bold: true }),
      ...set(prose('Text', 3), { left: 70, top: top + 16 }),
      ...set(prose('More', 3), { left: 70, top: top + 66 }),
    ];
    const hanging = pageOf([...part('Experience', 60), ...part('Education', 240), ...part('Languages', 420)]);
    expect(headings(markdown(hanging))).toEqual(['# Experience', '# Education', '# Languages']);
    const listed = pageOf([
      ...set(prose('Text', 4), { left: 40, top: 60 }),
      ...set(['What to bring'], { left: 40, top: 130, bold: true }),
      ...set(['• a coat', '• a hat', '• a map'], { left: 60, top: 146 }),
    ]);
    expect(headings(markdown(listed))).toEqual(['# What to bring']);
  });

  const bold = (text: string, top: number, left = 60) => set([text], { left, top, bold: true });

  test('bold names over what stands further in are none beside text that begins where they do, or a little before', () => {
    const named = (text: string, top: number) => [
      ...bold(text, top),
      ...set([`What is said of it`], { left: 84, top: top + 15 }),
      ...set([`and what else`], { left: 84, top: top + 45 }),
    ];
    const terms = [...named('Wheel', 160), ...named('Stone', 240)];
    const above = (left: number) => set(['This is what is said of all of them:'], { left, top: 100 });
    expect(headings(markdown(pageOf([...above(60), ...terms])))).toEqual([]);
    expect(headings(markdown(pageOf([...above(54), ...terms])))).toEqual([]);
    expect(headings(markdown(pageOf([...above(200), ...terms])))).toEqual(['# Wheel', '# Stone']);
  });

  test('several bold names of one thing are none where its explanation stands further in', () => {
    const page = pageOf([
      ...set(prose('Some', 5), { left: 60, top: 60 }),
      ...bold('Wheel', 160),
      ...bold('Water wheel', 182),
      ...set(prose('Both', 3), { left: 84, top: 198 }),
    ]);
    expect(headings(markdown(page))).toEqual([]);
  });

  test('options of a command are none', () => {
    const page = pageOf([
      ...set(prose('Some', 5), { left: 60, top: 60 }),
      ...bold('--speed', 160),
      ...set(prose('It', 2), { left: 60, top: 178 }),
      ...bold('[-stones number]', 230),
      ...set(prose('It', 2), { left: 60, top: 248 }),
      ...bold('Stones', 300),
      ...set(prose('They', 2), { left: 60, top: 318 }),
    ]);
    expect(headings(markdown(page))).toEqual(['# Stones']);
  });

  test('names of a program over what they do are none, however large', () => {
    const name = (text: string, top: number) => [
      ...set([text], { left: 60, top, size: 11, bold: true, monospace: true, font: 'Mono' }),
      ...set(prose(text, 2), { left: 90, top: top + 15 }),
    ];
    const page = pageOf([
      ...set(prose('Some', 6), { left: 40, top: 60 }),
      ...name('stdin', 160),
      ...name('stdout', 220),
    ]);
    const text = markdown(page);
    expect(headings(text)).toEqual([]);
    expect(text).toContain('`stdin`');
  });
});

describe('lines that are no headings', () => {
  test('captions of listings', () => {
    const words = [
      ...set(prose('Some', 6), { left: 40, top: 60 }),
      ...set(['Listing 8-20: A map and what it holds'], { left: 40, top: 150, bold: true }),
      ...set(prose('More', 6), { left: 40, top: 180 }),
    ];
    expect(headings(markdown(pageOf(words)))).toEqual([]);
  });

  test('coloured sentences, though a number stands before their point', () => {
    const words = [
      ...set(prose('Some', 6), { left: 40, top: 60 }),
      ...set(['New in version 3.2.'], { left: 40, top: 150, italic: true, colour: 0x2f7f2f }),
      ...set(prose('More', 6), { left: 40, top: 180 }),
    ];
    expect(headings(markdown(pageOf(words)))).toEqual([]);
  });
});

test('a bold heading may hold code that is not bold, a label before a value is none', () => {
  const mono = { monospace: true, font: 'Mono' };
  const mixed = (bold: string, code: string, top: number) => [
    ...set([bold], { left: 40, top, bold: true }),
    ...set([code], { left: 40 + 5.5 * bold.length, top, ...mono }, 100),
    ...set(prose('Text', 5), { left: 40, top: top + 22 }),
  ];
  const before = set(prose('Some', 6), { left: 40, top: 40 });
  const text = markdown(pageOf([...before, ...mixed('The API of', 'Mutex', 140), ...mixed('Default:', 'Mutex', 260)]));
  expect(headings(text)).toEqual(['# The API of `Mutex`']);
});

test('a list of names stays one where most of its lines have round bullets', () => {
  const names = ['_', '• as', '• async', '• await', '• break', '• const'];
  const words = [
    ...set(prose('Some', 6), { left: 40, top: 60 }),
    ...names.flatMap((name, at) => set([name], { left: 60, top: 160 + 16 * at, monospace: true, font: 'Mono' })),
  ];
  const text = markdown(pageOf(words));
  expect(text).not.toContain('```');
  expect(text).toContain('- `as`\n- `async`\n- `await`');
});

test('terms are read with what they mean beside them, between heads that stand beside nothing', () => {
  const says = (top: number, ...lines: string[]) => set(lines, { left: 190, top });
  const page = pageOf([
    ...set([...prose('Some', 4), 'and this is the end of all that is said of the mill.'], { left: 60, top: 100 }),
    ...set(['Arguments:'], { left: 60, top: 190, italic: true }),
    ...set(['name'], { left: 90, top: 210, monospace: true }),
    ...says(210, 'The name of the mill, which may be any word of the'),
    ...says(222, 'language that is spoken there, and is not too long,'),
    ...says(234, 'so that all who come by can read it from the river.'),
    ...set(['wheel'], { left: 90, top: 252, monospace: true }),
    ...says(252, 'The size of its wheel, in feet and inches of the day'),
    ...set(['stone'], { left: 90, top: 270, monospace: true }),
    ...says(270, 'The weight of its stone, in the pounds of the city'),
    ...set(['Returns:'], { left: 60, top: 290, italic: true }),
    ...set(prose('More', 5), { left: 60, top: 312 }),
  ]);
  expect(markdown(page)).toContain(
    [
      'Arguments:',
      '`name` The name of the mill, which may be any word of the language that is spoken there, and is not too long, so that all who come by can read it from the river.',
      '`wheel` The size of its wheel, in feet and inches of the day',
      '`stone` The weight of its stone, in the pounds of the city',
      'Returns:',
    ].join('\n\n'),
  );
});
