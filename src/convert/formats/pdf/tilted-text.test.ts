// Lines at odd angles, from the boxes around their turned letters.
import { expect, test } from 'vitest';
import { pageOfSigns } from '../../../../test/support/pdf-chars.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { plainStyle } from '../../layout/page.ts';
import { withTiltedText } from './tilted-text.ts';
import { pageWords } from './words.ts';

const size = 10;
const high = 12;

interface Line {
  readonly text: string;
  readonly angle: number;
  readonly x: number;
  readonly y: number;
}

/** Lines that begin at a place and run at an angle, of letters five points wide. */
function pageOf(lines: readonly Line[]): PdfPage {
  const angles = [...new Set(lines.map(({ angle }) => angle))];
  const signs = lines.flatMap(({ text, angle, x, y }) => {
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const [halfWide, halfHigh] = [
      2.5 * Math.abs(cos) + (high / 2) * Math.abs(sin),
      2.5 * Math.abs(sin) + (high / 2) * Math.abs(cos),
    ];
    return [...text].map((sign, at) => {
      const [middleX, middleY] = [x + 5 * at * cos, y + 5 * at * sin];
      return {
        sign,
        angle,
        left: middleX - halfWide,
        right: middleX + halfWide,
        top: middleY - halfHigh,
        bottom: middleY + halfHigh,
      };
    });
  });
  return pageOfSigns(
    signs.map(({ angle, ...sign }) => ({ ...sign, style: angles.indexOf(angle) })),
    { width: 600, height: 800, styles: angles.map((angle) => ({ ...plainStyle, size, angle })) },
  );
}

const level: Line = { text: 'Wide are the plains, and level is the text on them.', angle: 0, x: 50, y: 600 };
const words = (lines: readonly Line[]) => pageWords(withTiltedText(pageOf(lines))).words;

test('labels at an angle are one text each, in a row at the height where they end', () => {
  const labels = ['January', 'Feb', 'Last march'].map((text, at): Line => {
    const back = 5 * (text.length - 1) * Math.SQRT1_2;
    return { text, angle: 315, x: 200 + 30 * at - back, y: 300 + back };
  });
  const found = words([level, ...labels]).filter(({ top }) => top < 500);
  expect(found.map(({ text }) => text)).toEqual(['January', 'Feb', 'Last march']);
  expect(new Set(found.map(({ top }) => Math.round(top))).size).toBe(1);
  expect(found[0]?.right).toBeLessThan(found[1]?.left ?? 0);
});

test('a page that lay askew is turned back', () => {
  const lines = ['Nearly all that this page says', 'runs down to the right'];
  const tilted = lines.map((text, at): Line => ({ text, angle: 20, x: 200 - 8 * at, y: 100 + 18 * at }));
  const found = words(tilted);
  expect(found.map(({ text }) => text)).toEqual(lines.join(' ').split(' '));
  expect(new Set(found.map(({ top }) => Math.round(top))).size).toBe(2);
  expect(found[0]?.left).toBeCloseTo(found[6]?.left ?? 0, -1);
});

test('what is printed across a text stands below it, and is not lost where there is no room', () => {
  const text = [level, { ...level, y: 612 }];
  const across: Line = { text: 'DRAFT OF THIS', angle: 315, x: 100, y: 630 };
  const found = words([...text, across]);
  expect(found.at(-1)?.text).toBe('DRAFT OF THIS');
  expect(found.at(-1)?.top).toBeGreaterThan(617);
  const full = words([...text, { ...level, y: 790 }, across]);
  expect(full.at(-1)?.text).toBe('DRAFT OF THIS');
});

test('lines of one tilted text stay one below the other', () => {
  const block = ['That is a long first line', 'of two.'].map(
    (text, at): Line => ({ text, angle: 30, x: 200 - 6 * at, y: 200 + 10.4 * at }),
  );
  const found = words([level, ...block]).filter(({ top }) => top < 500);
  expect(found.map(({ text }) => text)).toEqual(['That is a long first line', 'of two.']);
  expect(found[1]?.top).toBeGreaterThan(found[0]?.top ?? 0);
});

test('a page of any number of turned letters is read', () => {
  const long = withTiltedText(pageOf([{ text: 'a'.repeat(150_000), angle: 30, x: 10, y: 10 }]));
  expect(long.chars.count).toBeGreaterThan(0);
  const onOneSpot = pageOf([{ text: 'ab'.repeat(75_000), angle: 30, x: 300, y: 300 }]);
  for (const column of [onOneSpot.chars.left, onOneSpot.chars.right, onOneSpot.chars.top, onOneSpot.chars.bottom])
    column.fill(300);
  expect(withTiltedText(onOneSpot).chars.count).toBeGreaterThan(0);
  const many = Array.from({ length: 25_000 }, (_, at) => ({ text: 'ab', angle: 30, x: (at % 50) * 12, y: at / 50 }));
  expect(withTiltedText(pageOf(many)).chars.count).toBe(50_000);
});
