// The order of pieces on a page where white alone tells it: rows set far apart, columns that end together.
import { describe, expect, test } from 'vitest';
import type { Box } from './page.ts';
import type { Placed } from './placed.ts';
import { readingOrder } from './reading-order.ts';

interface Named extends Placed {
  readonly name: string;
}

const text = (name: string, left: number, right: number, top: number): Named => ({
  name,
  left,
  right,
  top,
  bottom: top + 8,
  size: 8,
  wordCount: name.split(' ').length,
  isLabel: name.endsWith(':'),
});
const table = (name: string, left: number, right: number, top: number, bottom: number): Named => ({
  name,
  left,
  right,
  top,
  bottom,
  size: 0,
  wordCount: 50,
});
const order = (items: readonly Named[], lines: readonly Box[] = []): string[] =>
  readingOrder(items, lines)
    .flatMap((group) => [...group].sort((a, b) => a.top - b.top))
    .map(({ name }) => name);

describe('white between pieces', () => {
  test('a title in larger type is read first, whichever column it stands over', () => {
    const column = (name: string, left: number): Named[] =>
      Array.from({ length: 5 }, (_, at) => text(`${name} line ${at} of it`, left, left + 150, 60 + 12 * at));
    const title = { ...text('Title', 300, 400, 30), bottom: 50, size: 20 };
    expect(order([...column('left', 40), title, ...column('right', 290)])[0]).toBe('Title');
    const small = { ...title, size: 9 };
    expect(order([...column('left', 40), small, ...column('right', 290)])[0]).toBe('left line 0 of it');
  });

  test('a narrow gutter parts columns whose lines all begin below each other', () => {
    const lines = (starts: (at: number) => number): Named[] =>
      Array.from({ length: 10 }, (_, at) => [
        text(`left line ${at} of some words`, 40, 280 + (at % 3) * 10, 100 + 12 * at),
        text(`right line ${at} of some words`, starts(at), 540, 100 + 12 * at),
      ]).flat();
    const even = order(lines(() => 306));
    expect(even.slice(0, 10).every((name) => name.startsWith('left'))).toBe(true);
    const uneven = order(lines((at) => 306 + (at % 4) * 9));
    expect(uneven.slice(0, 10).every((name) => name.startsWith('left'))).toBe(false);
  });

  test('lines set far apart all over are no bands: two addresses are read one after the other', () => {
    const page = [
      text('Bill to', 40, 70, 112),
      text('Invoice no 123', 300, 350, 112),
      text('John Doe', 40, 75, 150),
      text('Date of issue 2025-07-10', 300, 360, 150),
      text('123 Main Street', 40, 80, 188),
      text('Anytown 12345 USA', 40, 110, 226),
    ];
    expect(order(page)).toEqual([
      'Bill to',
      'John Doe',
      '123 Main Street',
      'Anytown 12345 USA',
      'Invoice no 123',
      'Date of issue 2025-07-10',
    ]);
  });

  test('what stands below columns that end together is read after both', () => {
    const page = [
      text('Report of the year for all our products and all our customers', 40, 260, 60),
      text('First quarter:', 40, 90, 78),
      text('Second quarter:', 300, 350, 78),
      table('one', 40, 260, 92, 180),
      table('two', 300, 520, 92, 180),
      text('Summary:', 40, 80, 204),
      text('Revenue of the first: 500', 40, 130, 218),
      text('Revenue of the second: 600', 40, 130, 232),
    ];
    expect(order(page)).toEqual([
      'Report of the year for all our products and all our customers',
      'First quarter:',
      'one',
      'Second quarter:',
      'two',
      'Summary:',
      'Revenue of the first: 500',
      'Revenue of the second: 600',
    ]);
  });
});

describe('what stands below two columns', () => {
  const columns = ['left', 'right'].flatMap((name, at) =>
    Array.from({ length: 8 }, (_, line) =>
      text(`${name} line ${line} of it`, 40 + 250 * at, 240 + 250 * at, 100 + 12 * line),
    ),
  );
  const across = text('and it was ground by the mill at the ford', 100, 480, 220);

  test('begins with the short line right above the one across', () => {
    const read = order([...columns, text('Flour: from the upper fields', 40, 200, 208), across]);
    expect(read.slice(-2)).toEqual(['Flour: from the upper fields', across.name]);
    expect(read[8]).toBe('right line 0 of it');
  });

  test('begins with the label beside it', () => {
    const read = order([...columns, text('Flour:', 40, 80, 220), across]);
    expect(read.slice(-2)).toEqual(['Flour:', across.name]);
    expect(read[8]).toBe('right line 0 of it');
  });

  test.each([
    ['as near to its column', text('last line of the left column', 40, 200, 196), { ...across, top: 208, bottom: 216 }],
    ['nearer to its column', text('last line of the left column', 40, 200, 196), across],
  ])('does not begin with a line that is %s', (_name, last, below) => {
    const read = order([...columns, last, below]);
    expect(read[8]).toBe(last.name);
  });
});

test('code with what it means beside it is read row by row where it was drawn so', () => {
  const rows = [...Array(5).keys()];
  const commands = rows.map((row) => text(`set the wheel to ${row}`, 40, 140, 100 + 11 * row));
  const meanings = rows.map((row) => text(`lets the water in ${row}`, 200, 300, 100 + 11 * row));
  const byRow = rows.flatMap((row) => [commands[row] as Named, meanings[row] as Named]);
  const drawn = (items: readonly Named[]): Named[] => items.map((item, typed) => ({ ...item, typed }));
  expect(readingOrder(drawn(byRow))).toHaveLength(1);
  expect(readingOrder(drawn([...commands, ...meanings]))).toHaveLength(2);
  expect(readingOrder(byRow)).toHaveLength(2);
});

describe('lines drawn all across', () => {
  const masthead = [
    ...['Federal Notices', 'of proposed rules'].map((name, at) => text(name, 40, 200, 40 + 12 * at)),
    ...['Volume 85, number 12', 'Thursday, August 6', 'two thousand and twenty', 'page one of twelve'].map((name, at) =>
      text(name, 320, 540, 40 + 12 * at),
    ),
  ];
  const columns = ['left', 'right'].flatMap((side) =>
    Array.from({ length: 8 }, (_, at) => {
      const left = side === 'left' ? 40 : 320;
      return text(`${side} line ${at} of some words`, left, left + 220, 96 + 12 * at);
    }),
  );
  const line = (left: number, right: number, y = 92): Box => ({ left, right, top: y, bottom: y });
  const firstOfColumns = (lines: readonly Box[]): number =>
    order([...masthead, ...columns], lines).indexOf('left line 0 of some words');

  test('part a masthead from the columns below it, also where they are drawn in pieces', () => {
    expect(firstOfColumns([])).toBeLessThan(masthead.length);
    expect(firstOfColumns([line(30, 560)])).toBe(masthead.length);
    expect(firstOfColumns([line(300, 541), line(39, 310)])).toBe(masthead.length);
  });

  test('part nothing where they leave a column out, or cross what stands there', () => {
    expect(firstOfColumns([line(40, 260)])).toBeLessThan(masthead.length);
    expect(firstOfColumns([line(30, 560, 100)])).toBeLessThan(masthead.length);
  });
});
