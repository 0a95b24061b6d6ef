// Letters that are marks: what begins an item, what is a word, and what the letters of picture fonts show.
import { expect, test } from 'vitest';
import { setLines } from '../../../../test/support/page-words.ts';
import { plainStyle } from '../../layout/page.ts';
import { pictureOf, pictureStyles, withLetterBullets } from './letter-marks.ts';

const mono = { font: 'CourierNewPSMT', monospace: true };
const texts = (words: Parameters<typeof withLetterBullets>[0]): string =>
  withLetterBullets(words)
    .map(({ text }) => text)
    .join(' ');

test('an o of a typewriter font before a line of another font is a bullet', () => {
  const item = (top: number) => [
    ...setLines(['o'], { left: 50, top, ...mono }),
    ...setLines(['the item'], { left: 70, top }),
  ];
  expect(texts([...item(100), ...item(112)])).toBe('◦ the item ◦ the item');
});

test('letters of a font that spells nothing are bullets where they begin lines of another', () => {
  const icons = { font: 'Icons' };
  const item = (top: number, mark: string) => [
    ...setLines([mark], { left: 50, top, ...icons }),
    ...setLines(['the item'], { left: 64, top }),
  ];
  expect(texts([...item(100, 'Â'), ...item(112, 'Â')])).toBe('• the item • the item');
  const words = [...item(100, 'Â'), ...setLines(['âge'], { left: 50, top: 124, ...icons })];
  expect(texts(words)).toBe('Â the item âge');
  expect(texts(item(100, 'A'))).toBe('A the item');
});

test('a sign that nobody knows is a bullet before words, and parted from them', () => {
  const item = (first: string) => [
    ...setLines(['\ufffd'], { left: 50, top: 100, font: 'Icons' }),
    ...setLines([first], { left: 56, top: 100 }).map((word) => ({ ...word, spaced: false })),
  ];
  expect(withLetterBullets(item('Milling')).map(({ text, spaced }) => [text, spaced])).toEqual([
    ['•', true],
    ['Milling', true],
  ]);
  expect(texts(item('x'))).toBe('\ufffd x');
  // One above the other, as the limits of a sum.
  const above = setLines(['\ufffd'], { left: 50, top: 80, font: 'Icons' });
  expect(texts([...above, ...item('Milling')])).toBe('\ufffd \ufffd Milling');
});

test('within a line, in code and in other fonts it is a letter', () => {
  const plain = setLines(['o que foi dito'], { left: 50, top: 100 });
  const code = setLines(['o = 1'], { left: 50, top: 100, ...mono });
  const within = [
    ...setLines(['the option'], { left: 50, top: 100 }),
    ...setLines(['o'], { left: 110, top: 100, ...mono }),
    ...setLines(['is one'], { left: 125, top: 100 }),
  ];
  for (const words of [plain, code, within]) expect(texts(words)).not.toContain('◦');
});

test('letters of fonts that hold pictures are what they show', () => {
  const style = (font: string) => ({ ...plainStyle, font });
  const [dings, text, symbol] = [style('Wingdings-Regular'), style('Times'), style('Symbol')];
  expect(pictureStyles([text, symbol])).toBeUndefined();
  expect([...(pictureStyles([text, dings, symbol]) ?? [])]).toEqual([dings]);
  expect(pictureOf('§'.charCodeAt(0), dings.font)).toBe('▪');
  expect(pictureOf('Ø'.charCodeAt(0), dings.font)).toBe('➢');
  // A dot that the document itself calls a dot.
  expect(pictureOf('·'.charCodeAt(0), dings.font)).toBeUndefined();
});
