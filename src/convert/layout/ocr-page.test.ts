// A reading becomes a page for the layout: points, sizes of type, and the way back to the picture.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageOf, setLines } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { OcrReading, OcrWord } from '../engines/ocr/port.ts';
import { withoutNoise } from './ocr-noise.ts';
import { ocrPage } from './ocr-page.ts';

/** Words of a line in type of this size, standing on a baseline. */
function line(number: number, text: string, size: number, baseline: number, left = 100): OcrWord[] {
  let at = left;
  return text.split(' ').map((word) => {
    const up = /[A-Zbdfhklt0-9]/.test(word) ? 0.69 : 0.48;
    const down = /[gjpqy]/.test(word) ? 0.21 : 0;
    const right = at + 0.5 * size * word.length;
    const box = { left: at, right, top: baseline - up * size, bottom: baseline + down * size };
    at = right + 0.3 * size;
    return { ...box, text: word, confidence: 0.9, line: number, baseline };
  });
}

const reading = (words: readonly OcrWord[], more: Partial<OcrReading> = {}): OcrReading => ({
  width: 1700,
  height: 2200,
  turned: 0,
  levelled: 0,
  words,
  rules: [],
  areas: [],
  confidence: 0.9,
  ...more,
});
const settings = { number: 1, width: 1700, height: 2200 };

describe('words', () => {
  const words = [
    ...line(0, 'A Heading here', 60, 200),
    ...line(1, 'no sea over sums or waves', 30, 320),
    ...line(2, 'Both Lady Hall and the Bold', 30, 360),
    ...line(3, 'gap page prey', 30, 400),
  ];

  test('all type of one size has one size, whichever letters it shows', () => {
    const page = ocrPage(reading(words), settings);
    const sizes = page.words.map((word) => word.style.size);
    expect(new Set(sizes.slice(3)).size).toBe(1);
    expect((sizes[0] ?? 0) / (sizes[5] ?? 1)).toBeCloseTo(2, 1);
  });

  test('lines keep their distance, words of one line their height', () => {
    const page = ocrPage(reading(words), { ...settings, dpi: 200 });
    const [, , , first, second] = page.words;
    expect(first?.bottom).toBeCloseTo(second?.bottom ?? 0);
    expect(page.words[9]?.bottom).toBeCloseTo((first?.bottom ?? 0) + (40 * 72) / 200, 1);
    expect(page.width).toBeCloseTo(612);
  });

  test('a density that makes type of no size is not believed', () => {
    const body = ocrPage(reading(words), { ...settings, dpi: 2_000 }).words[5]?.style.size;
    expect(body).toBe(10.5);
    expect(ocrPage(reading(words), { ...settings, dpi: 180 }).words[5]?.style.size).toBe(12);
  });

  test('confidence is handed on; words of one box are measured together', () => {
    const box = { top: 100, bottom: 100 + 0.9 * 40, line: 0, confidence: 0.5 };
    const page = ocrPage(
      reading([
        { ...box, text: 'sea', left: 0, right: 50 },
        { ...box, text: 'Bay', left: 60, right: 110 },
      ]),
      { ...settings, dpi: 144 },
    );
    expect(page.words.map((word) => word.style.size)).toEqual([20, 20]);
    expect(page.words.map((word) => word.confidence)).toEqual([0.5, 0.5]);
  });

  test('a long minus before an amount is one, the dash of a range is not', () => {
    const shown = (text: string): string =>
      ocrPage(reading(line(1, text, 40, 300)), { number: 1, width: 1700, height: 2200 })
        .words.map((word) => word.text)
        .join(' ');
    expect(shown('Rye —0.42 and –12% of 7.52 —010')).toBe('Rye -0.42 and -12% of 7.52 -010');
    expect(shown('from 1990 –1995 and —that')).toBe('from 1990 –1995 and —that');
  });

  test('text that runs up or down the page is told by its shape', () => {
    const up = { left: 10, right: 30, line: 0, confidence: 0.9 };
    const page = ocrPage(
      reading([
        { ...up, text: 'Revenue', top: 300, bottom: 400 },
        { ...up, text: 'growth', top: 200, bottom: 280 },
        ...line(1, 'upright text', 30, 500),
      ]),
      settings,
    );
    expect(page.words.map((word) => word.style.angle)).toEqual([270, 270, 0, 0]);
  });
});

test('a place on the page leads back to the picture, however it was turned', () => {
  const turns = fc.constantFrom<OcrReading['turned']>(0, 90, 180, 270);
  const coordinate = fc.integer({ min: 20, max: 80 });
  fc.assert(
    fc.property(
      turns,
      fc.double({ min: -5, max: 5, noNaN: true }),
      coordinate,
      coordinate,
      (turned, levelled, x, y) => {
        const picture = { width: 120, height: 100 };
        const upright = turned % 180 === 0 ? picture : { width: 100, height: 120 };
        // The picture's point, turned clockwise about the middle as the engine does it.
        const angle = ((turned + levelled) * Math.PI) / 180;
        const [dx, dy] = [x - 60, y - 50];
        const seenX = upright.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle);
        const seenY = upright.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle);
        const page = ocrPage(reading([], { ...upright, turned, levelled }), {
          number: 1,
          ...picture,
          dpi: 144,
          place: (box) => box,
        });
        const point = { left: seenX / 2, right: seenX / 2, top: seenY / 2, bottom: seenY / 2 };
        const back = page.shown?.(point);
        expect(back?.left).toBeCloseTo(x, 6);
        expect(back?.top).toBeCloseTo(y, 6);
      },
    ),
  );
});

describe('noise', () => {
  const word = (text: string, confidence: number, number: number): OcrWord => ({
    text,
    confidence,
    line: number,
    left: 0,
    top: 0,
    right: 9,
    bottom: 9,
  });

  test('lines without a sure word go, a doubtful word in a sure line stays', () => {
    const words = [
      word('Total', 0.95, 0),
      word('xq', 0.2, 0),
      word('~;', 0.3, 1),
      word('vwe', 0.35, 1),
      word('l', 0.5, 2),
    ];
    expect(withoutNoise(words)).toEqual({ words: words.slice(0, 2), dropped: 3 });
  });

  test('a line between two sure ones is only hard to read', () => {
    const at = (text: string, confidence: number, line: number): OcrWord => ({
      ...word(text, confidence, line),
      left: 10,
      right: 90,
      top: 20 * line,
      bottom: 20 * line + 12,
    });
    const [above, doubtful, below] = [at('Total', 0.95, 1), at('faster/config', 0.4, 2), at('Grand', 0.9, 3)] as const;
    expect(withoutNoise([above, doubtful, below]).dropped).toBe(0);
    expect(withoutNoise([above, doubtful]).dropped).toBe(1);
    expect(
      withoutNoise([above, { ...doubtful, top: 80, bottom: 92 }, { ...below, top: 160, bottom: 172 }]).dropped,
    ).toBe(1);
    expect(withoutNoise([above, { ...doubtful, confidence: 0.1 }, below]).dropped).toBe(1);
  });

  test('what stands apart before a sure line, or is far taller, is a piece of a picture', () => {
    const at = (text: string, confidence: number, left: number, height = 12): OcrWord => ({
      ...word(text, confidence, 1),
      left,
      right: left + 30,
      top: 20,
      bottom: 20 + height,
    });
    const line = [at('Track', 0.95, 100), at('your', 0.96, 135)];
    const kept = (...before: readonly OcrWord[]): string[] =>
      withoutNoise([...before, ...line]).words.map(({ text }) => text);
    expect(kept(at('ssa', 0.3, 50))).toEqual(['Track', 'your']);
    expect(kept(at('ape', 0.3, 10), at('nf', 0.3, 45))).toEqual(['Track', 'your']);
    // A word that is hard to read, but stands where words stand.
    expect(kept(at('barb.', 0.2, 65))).toEqual(['barb.', 'Track', 'your']);
    expect(kept(at('ssa', 0.3, 65, 40))).toEqual(['Track', 'your']);
    // Numbers stand apart in tables, and long words are no pictures.
    expect(kept(at('v3', 0.1, 50))).toEqual(['v3', 'Track', 'your']);
    expect(kept(at('through', 0.3, 50))).toEqual(['through', 'Track', 'your']);
  });

  test('where hardly a word is sure, only lines with one stay', () => {
    const specks = Array.from({ length: 30 }, (_, at) => word(at % 2 === 0 ? 'iY' : '3', 0.9, at));
    const sign = word('Stop', 0.9, 40);
    expect(withoutNoise([...specks, sign])).toEqual({ words: [sign], dropped: 30 });
    // A column of numbers is no such thing: its words are as long as words are.
    const numbers = Array.from({ length: 30 }, (_, at) => word('120', 0.9, at));
    expect(withoutNoise(numbers).dropped).toBe(0);
  });

  test('a line that is sure in the mean stays', () => {
    const words = [word('Total', 0.6, 0), word('sum', 0.5, 0)];
    expect(withoutNoise(words)).toEqual({ words, dropped: 0 });
  });
});

describe('headings of what was read', () => {
  const text = setLines(
    Array.from({ length: 8 }, (_, at) => `Line ${at} of a paragraph that goes on over the page`),
    { left: 40, top: 120 },
  ).map((word) => ({ ...word, confidence: 0.95 }));
  const under = (title: string, confidence: number): string => {
    const large = setLines([title], { left: 40, top: 60, size: 18 }).map((word) => ({ ...word, confidence }));
    return pagesMarkdown(pageOf([...large, ...text]));
  };

  test('large type is one', () => {
    expect(under('A line of large type', 0.9)).toMatch(/^# A line/);
  });

  test.each([
    ['read with little confidence', 'A line of large type', 0.4],
    ['with a sign of equality', 'increase = 3 basic cations', 0.9],
    ['without a word', 'g g', 0.9],
  ])('what is %s is none, however large', (_title, title, confidence) => {
    expect(under(title, confidence)).not.toMatch(/^#/);
  });
});
