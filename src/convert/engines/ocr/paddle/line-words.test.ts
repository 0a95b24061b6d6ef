// Checks that a line falls into words whose boxes hold their ink.
import { describe, expect, it } from 'vitest';
import { wordsOfLine } from './line-words.ts';
import type { LineCharacter } from './recognise.ts';

/** White, with black bars from x to x over the given rows. */
function drawn(width: number, height: number, bars: readonly (readonly [number, number, number, number])[]) {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [left, right, top, bottom] of bars) {
    for (let y = top; y < bottom; y++) pixels.fill(0, y * width + left, y * width + right);
  }
  return { width, height, channels: 1 as const, pixels };
}

/** Characters of a line 200 pixels long, each named around its middle. */
const at = (text: string, middle: number): LineCharacter => ({
  text,
  probability: 0.9,
  from: (middle - 2) / 200,
  to: (middle + 2) / 200,
});
const line = { x: 100, y: 20, width: 200, height: 30, angle: 0 };

describe('wordsOfLine', () => {
  it('parts words at blanks and draws their boxes in to the ink', () => {
    const raster = drawn(200, 40, [
      [20, 30, 12, 28],
      [34, 44, 12, 28],
      [60, 70, 10, 28],
      [74, 84, 14, 33],
    ]);
    const words = wordsOfLine([at('a', 25), at('b', 39), at(' ', 52), at('c', 65), at('d', 79)], line, raster);
    expect(words).toMatchObject([
      { text: 'ab', left: 20, right: 44, top: 12, bottom: 28 },
      { text: 'cd', left: 60, right: 84, top: 10, bottom: 33 },
    ]);
    expect(words[0]?.probability).toBeCloseTo(0.9);
  });

  it('parts characters with paper between them though no blank was read', () => {
    const raster = drawn(200, 40, [
      [20, 30, 12, 28],
      [34, 44, 12, 28],
      [58, 68, 12, 28],
      [74, 84, 12, 28],
    ]);
    const characters = [at('3', 25), at('6', 39), at('0', 63), at('2', 79)];
    const texts = (leavesBlanksOut: boolean) =>
      wordsOfLine(characters, line, raster, leavesBlanksOut).map(({ text }) => text);
    expect(texts(false)).toEqual(['36', '02']);
    // Narrower ones count where the network never reads blanks, but not between Chinese characters.
    expect(texts(true)).toEqual(['36', '0', '2']);
    const chinese = characters.map((character) => ({ ...character, text: '字' }));
    expect(wordsOfLine(chinese, line, raster, true).map(({ text }) => text)).toEqual(['字字', '字字']);
  });

  it('takes a dot before a line for a bullet where it stands as high as one', () => {
    const letter = [40, 60, 8, 28] as const;
    const bullet = drawn(200, 40, [[15, 23, 14, 22], letter]);
    expect(wordsOfLine([at('.', 19), at('A', 50)], line, bullet).map(({ text }) => text)).toEqual(['•', 'A']);
    const stop = drawn(200, 40, [
      [15, 20, 24, 29],
      [25, 45, 8, 28],
    ]);
    expect(wordsOfLine([at('.', 17), at('5', 35)], line, stop).map(({ text }) => text)).toEqual(['.5']);
  });

  it('keeps boxes that hold no ink, and gives none for no characters', () => {
    const raster = drawn(200, 40, []);
    const [word] = wordsOfLine([at('x', 100)], line, raster);
    expect(word).toMatchObject({ text: 'x', top: 5, bottom: 35 });
    expect(wordsOfLine([at(' ', 50)], line, raster)).toEqual([]);
  });
});
