// Which signs of a page are a displayed formula, and which stand in text, lists, tables and code.
import { describe, expect, test } from 'vitest';
import { bar, formulaPage, type Setting } from '../../../../../test/support/formula-page.ts';
import { formulaFont } from '../../../layout/formulas.ts';
import { pageWords } from '../words.ts';
import { withDisplayFormulas } from './display-formulas.ts';

const line = 'a line of text that is as wide as the column it is in';
const text = (base: number, left = 60, said = line): Setting => ({ text: said, left, base });
const math = (said: string, left: number, base: number): Setting => ({ text: said, left, base, font: 'CMMI10' });

/** The formulas among the words of a page with text above and below. */
function formulasOf(settings: readonly Setting[], bars: ReturnType<typeof bar>[] = []): string[] {
  const page = formulaPage([text(80), text(92), ...settings, text(180), text(192)], bars);
  const { words } = withDisplayFormulas(page, pageWords(page).words, page.graphics.rules);
  return words.filter(({ style }) => style.font === formulaFont).map((word) => word.text);
}

describe('withDisplayFormulas', () => {
  test('signs that stand apart are one', () => {
    expect(formulasOf([math('x=y+z', 150, 130)])).toEqual(['x = y + z']);
  });

  test('its number is its tag, and the words it was set from are gone', () => {
    const number: Setting = { text: '(12)', left: 305, base: 130 };
    expect(formulasOf([math('x=y', 150, 130), number])).toEqual(['x = y \\tag{12}']);
    const page = formulaPage([text(80), math('x=y', 150, 130), number, text(180)]);
    const { words } = withDisplayFormulas(page, pageWords(page).words, []);
    expect(words.filter(({ text: said }) => said === '(12)' || said === 'x=y')).toEqual([]);
    expect(words.filter(({ text: said }) => said === 'column')).toHaveLength(2);
  });

  test('the line of a fraction goes with it, other lines stay', () => {
    const fraction = bar(150, 165, 127.5);
    const other = bar(60, 300, 300);
    const page = formulaPage([text(80), math('a+b', 150, 123), math('c', 155, 137), text(180)], [fraction, other]);
    const { words, rules } = withDisplayFormulas(page, pageWords(page).words, page.graphics.rules);
    expect(words.some(({ text: said }) => said === '\\frac{a + b}{c}')).toBe(true);
    expect(rules).toEqual([other]);
  });

  test('lines with numbers of their own are parted', () => {
    expect(
      formulasOf([
        math('x=y', 150, 124),
        { text: '(1)', left: 305, base: 124 },
        math('y=z', 150, 138),
        { text: '(2)', left: 305, base: 138 },
      ]),
    ).toEqual(['x = y \\tag{1}', 'y = z \\tag{2}']);
  });

  test('words at its right belong to it', () => {
    expect(formulasOf([math('x=y', 150, 130), { text: 'for all sands', left: 180, base: 130 }])).toEqual([
      'x = y\\quad \\text{for all sands}',
    ]);
  });

  test.each<[what: string, settings: readonly Setting[]]>([
    [
      'signs in a line of text',
      [text(130, 60, 'where the value of'), math('x=y+z', 155, 130), text(130, 185, 'is known here')],
    ],
    ['a sentence that begins with a word', [text(130, 75, 'Hence'), math('x=y+z', 105, 130)]],
    ['what begins where the lines of text do', [math('x=y+z', 60, 130)]],
    ['an item of a list', [text(130, 70, '2.'), math('x=y+z', 85, 130)]],
    ['an item behind a bullet', [{ text: '•', left: 70, base: 130, font: 'CMSY10' }, math('x=y', 80, 130)]],
    ['code', [{ text: 'if x = y then', left: 100, base: 130, font: 'CMTT10' }, math('<', 170, 130)]],
    ['letters without a relation', [math('xyz', 150, 130)]],
    [
      'rows of a table',
      [
        text(124, 70, 'fine sand'),
        math('<3', 160, 124),
        math('=4', 200, 124),
        text(138, 70, 'coarse sand'),
        math('>3', 160, 138),
        math('=5', 200, 138),
      ],
    ],
  ])('%s is none', (_, settings) => {
    expect(formulasOf(settings)).toEqual([]);
  });

  test('a page of two columns has them in either', () => {
    const right = [80, 92, 180, 192].map((base) => text(base, 345, 'the other column has lines as wide as this'));
    const beside = [116, 128, 140, 152].map((base) => text(base, 345, 'the other column has lines as wide as this'));
    expect(formulasOf([...right, ...beside, math('x=y+z', 150, 130)])).toEqual(['x = y + z']);
    expect(formulasOf([...right, math('x=y', 150, 130), math('a=b', 450, 130)])).toEqual(['x = y', 'a = b']);
  });

  test('a root that is drawn as a shape is read', () => {
    const page = formulaPage([text(80), math('x=', 150, 130), math('y+z', 170, 130), text(180)]);
    const root = { left: 162, top: 119, right: 186, bottom: 133, colour: 0 };
    const given = { ...page, graphics: { ...page.graphics, fills: [root] } };
    const { words } = withDisplayFormulas(given, pageWords(given).words, []);
    expect(words.find(({ style }) => style.font === formulaFont)?.text).toBe('x = \\sqrt{y + z}');
  });

  test('what another shape lies over is not', () => {
    const page = formulaPage([text(80), math('x=y+z', 150, 130), text(180)]);
    const shape = { left: 165, top: 118, right: 900, bottom: 134, colour: 0 };
    const withShape = (colour: number) => ({ ...page, graphics: { ...page.graphics, fills: [{ ...shape, colour }] } });
    const formulas = (given: typeof page): number =>
      withDisplayFormulas(given, pageWords(given).words, []).words.filter(({ style }) => style.font === formulaFont)
        .length;
    expect(formulas(withShape(0))).toBe(0);
    // On a ground of another colour, signs are seen.
    expect(formulas(withShape(0xffeecc))).toBe(1);
  });

  test('a page without the ink of its signs stays as it is', () => {
    const page = { ...formulaPage([text(80), math('x=y', 150, 130), text(180)]), ink: undefined };
    const { words } = pageWords(page);
    expect(withDisplayFormulas(page, words, []).words).toBe(words);
  });
});
