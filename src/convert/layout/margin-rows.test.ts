// Rows above and below the text of a page, and lines of the text that only look like them.
import { expect, test } from 'vitest';
import { lineText } from './lines.ts';
import { marginRows } from './margin-rows.ts';
import { type PageContent, plainStyle, type Word } from './page.ts';
import { placedSegment } from './placed.ts';
import { segmentsOf } from './segments.ts';

const page = { number: 1, width: 600, height: 800 } as PageContent;
const sentence = 'one of many lines of the text';

const lineAt = (text: string, bottom: number, left = 72): Word[] =>
  text.split(' ').map((word, at) => ({
    text: word,
    left: left + 30 * at,
    right: left + 30 * at + 26,
    top: bottom - 12,
    bottom,
    style: plainStyle,
    spaced: at > 0,
    order: bottom,
    rightToLeft: false,
  }));

function rowsOf(words: readonly Word[]) {
  const { head, foot } = marginRows(
    segmentsOf(words).map((segment) => placedSegment(segment)),
    page,
  );
  const said = (row: typeof head): string => row.map(({ segment }) => lineText(segment)).join(' | ');
  return { head: said(head), foot: said(foot) };
}

const spread = (from: number, to: number, distance: number): Word[] => {
  const words: Word[] = [];
  for (let bottom = from; bottom <= to; bottom += distance) words.push(...lineAt(sentence, bottom));
  return words;
};

test('a running title and a page number stand apart from the text', () => {
  const words = [...lineAt('The Title of the whole Book', 60), ...spread(100, 700, 20), ...lineAt('7', 760, 300)];
  expect(rowsOf(words)).toEqual({ head: 'The Title of the whole Book', foot: '7' });
});

test('lines of text that are set far apart are no running titles', () => {
  expect(rowsOf(spread(80, 740, 20))).toEqual({ head: '', foot: '' });
});

test('nor is a line that ends a paragraph begun on the page before', () => {
  const words = [...lineAt(sentence, 80), ...spread(120, 700, 20), ...spread(725, 750, 20)];
  expect(rowsOf([...lineAt(sentence, 80), ...lineAt(sentence, 100), ...spread(140, 700, 20)]).head).toBe('');
  expect(rowsOf(words)).toEqual({ head: sentence, foot: '' });
});

test('a line that says which page it is stands apart, however near', () => {
  const words = [...spread(80, 720, 20), ...lineAt('hay and carts, page 1 of 10', 740)];
  expect(rowsOf(words).foot).toBe('hay and carts, page 1 of 10');
});

test('so does its number right below the last line of a column', () => {
  const words = [...spread(80, 740, 12), ...lineAt('1', 750, 300)];
  expect(rowsOf(words).foot).toBe('1');
  expect(rowsOf([...spread(80, 740, 12), ...lineAt('19', 750, 300)]).foot).toBe('');
});
