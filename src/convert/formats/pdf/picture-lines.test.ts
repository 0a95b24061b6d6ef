// What the lines of print in a picture say of it before it is read: sentences and tables are worth reading, labels are not.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MakePage, Typist, line as typed } from '../../../../test/support/pdf-document.ts';
import { never, outcome } from '../../../../test/support/pdf-ocr-outcome.ts';
import { drawImage, imageIn, pictureOf } from '../../../../test/support/pdf-scan.ts';
import { short } from '../../../../test/support/pdf-scan-samples.ts';
import { readingOf, type Script } from '../../../../test/support/scripted-ocr.ts';
import type { PrintedLine } from '../../engines/ocr/port.ts';
import { printedLines } from '../../engines/ocr/printed-lines.ts';
import { mayBeText } from './picture-lines.ts';

/** A line from one place to another, 10 high. */
const line = (from: number, to: number, y: number): PrintedLine => ({
  x: (from + to) / 2,
  y,
  width: to - from,
  height: 10,
  angle: 0,
});

const paragraph = [0, 14, 28, 42].map((y) => line(0, 300, y));
/** The scale at the side of a chart, that below it, and its labels. */
const chart = [
  ...[0, 40, 80, 120].map((y) => line(0, 20, y)),
  ...[30, 90, 150, 210].map((x) => line(x, x + 22, 140)),
  line(60, 90, 33),
  line(140, 172, 71),
  line(100, 160, 160),
];
const table = [0, 14, 28, 42].flatMap((y) => [line(0, 40, y), line(80, 100, y), line(140, 165, y)]);

/** By a quarter: up the side of the page. */
const turned = (lines: readonly PrintedLine[]): PrintedLine[] =>
  lines.map((one) => ({ ...one, x: one.y, y: -one.x, angle: -Math.PI / 2 }));

describe('mayBeText', () => {
  test('sentences, tables of short cells, and both on their side', () => {
    expect(mayBeText(paragraph)).toBe(true);
    expect(mayBeText(table)).toBe(true);
    expect(mayBeText(turned(paragraph))).toBe(true);
    expect(mayBeText(turned(table))).toBe(true);
  });

  test('not the labels of a chart, a lone word, or nothing', () => {
    expect(mayBeText(chart)).toBe(false);
    expect(mayBeText(turned(chart))).toBe(false);
    expect(mayBeText([line(0, 40, 0)])).toBe(false);
    expect(mayBeText([])).toBe(false);
  });

  test('a chart under its explanation', () => {
    expect(mayBeText([...paragraph, ...chart])).toBe(true);
  });

  test('however large it is, and in whatever order it was found', () => {
    const some = fc.constantFrom(paragraph, table, chart, [...paragraph, ...chart]);
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 50 }), fc.boolean(), (lines, by, isTurned) => {
        const larger = lines.map(({ x, y, width, height, angle }) => ({
          x: x * by,
          y: y * by,
          width: width * by,
          height: height * by,
          angle,
        }));
        const other = larger.toReversed();
        return mayBeText(isTurned ? turned(other) : other) === mayBeText(lines);
      }),
    );
  });
});

const size = { width: 420, height: 200 };
const rows = ['Country  ', 'Norway  ', 'Denmark  ', 'Finland  '];
const cells = rows
  .flatMap((name, row) => [
    typed(20, 160 - 22 * row, name, 11),
    typed(150, 160 - 22 * row, row === 0 ? '2019' : `${row}1.4`, 11),
    typed(260, 160 - 22 * row, row === 0 ? '2020' : `${row}2.7`, 11),
  ])
  .join('\n');
const prose = new Typist(20, 170, 380).paragraph(
  'Notice to all passengers of the ferry: there is no crossing in a storm. Tickets stay valid for seven days.',
  12,
).content;
/** Bars over a scale. */
const bars = [
  ...['0', '20', '40', '60'].map((label, at) => typed(20, 30 + 40 * at, label, 9)),
  ...[70, 140, 210, 280].map((x, at) => `${x} 30 30 ${40 + 25 * at} re f\n${typed(x, 14, `Q${at + 1}`, 9)}`),
].join('\n');

describe('the lines that are seen', () => {
  test('tell drawn text and tables from a drawn chart', async () => {
    const seen = async (content: string) => (await printedLines(await pictureOf(content, 150, size))) ?? [];
    expect(mayBeText(await seen(prose))).toBe(true);
    expect(mayBeText(await seen(cells))).toBe(true);
    expect((await seen(bars)).length).toBeGreaterThan(3);
    expect(mayBeText(await seen(bars))).toBe(false);
  });

  test('are not looked for in small pictures', async () => {
    expect(await printedLines(await pictureOf(prose, 50, size))).toBeUndefined();
  });

  test('decide which pictures of a page are read', async () => {
    const picture = await pictureOf(prose, 150, size);
    const page: MakePage = (file) => ({
      content: `${typed(72, 750, short)}${drawImage('Picture', [72, 400, 492, 600])}`,
      resources: { XObject: { Picture: imageIn(file, picture) } },
    });
    const said = [
      'Notice to all passengers of the ferry: there is no crossing in a',
      'storm. Tickets stay valid for seven days, and the office is open',
      'on every morning of the week.',
    ];
    const script: Script = (raster) => readingOf(raster, said);
    const read = await outcome([page], script, {}, { seen: paragraph });
    expect(read.markdown).toBe(`${short}\n\n${said.join(' ')}\n`);
    const labels = await outcome([page], never, {}, { seen: chart });
    expect(labels.markdown).toBe(`${short}\n`);
    expect(labels.codes).toEqual(['picture-labels-dropped']);
    const bare = await outcome([page], never, {}, { seen: [] });
    expect(bare.markdown).toBe(`${short}\n`);
    expect(bare.codes).toEqual([]);
  });
});
