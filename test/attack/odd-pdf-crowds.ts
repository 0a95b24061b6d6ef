// PDFs with more of one thing than pages usually have: pages, letters, lines, links, and layouts that nobody would set.
import { pdfText } from '../support/pdf.ts';
import { line, linkTo, pdfOf, stroke, uriAction } from '../support/pdf-document.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { type OddPdfs, prose } from './odd-pdf.ts';

const list = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('');
const page = (content: string): Buffer => pdfOf([{ content }]);
const limited = ['converts', 'DOCUMENT_LIMIT'] as const;

function scattered(count: number, seed: number, angle: (random: () => number) => number): string {
  const random = randomNumbers(seed);
  return list(count, (at) => {
    const turn = angle(random);
    const [cos, sin] = [Math.cos(turn).toFixed(4), Math.sin(turn).toFixed(4)];
    const place = `${(random() * 600).toFixed(1)} ${(random() * 780).toFixed(1)}`;
    return `BT /F1 8 Tf ${cos} ${sin} -${sin} ${cos} ${place} Tm (w${at}) Tj ET\n`;
  });
}

const grid = (columns: number, rows: number): string =>
  list(columns + 1, (at) => stroke((at * 600) / columns, 0, (at * 600) / columns, 780)) +
  list(rows + 1, (at) => stroke(0, (at * 780) / rows, 600, (at * 780) / rows));

/** A running head and a line of its own on every page. */
const story = (pages: number): Buffer =>
  pdfOf(
    Array.from({ length: pages }, (_, at) => ({
      content: `${line(72, 740, 'The running head')}${line(72, 500, `The story goes on, part ${at + 1} of it.`)}`,
    })),
    { packed: 200 },
  );

export const crowdedPdfs: OddPdfs = {
  '20 000 pages': { bytes: () => story(20_000), ends: limited },
  '1 000 pages': { bytes: () => story(1_000), holds: ['part 1 of it', 'part 499 of it', 'part 1000 of it'] },
  '5 000 empty pages': {
    bytes: () => pdfOf(Array.from({ length: 5_000 }, () => ({ content: '' }))),
    ends: ['EMPTY_DOCUMENT'],
  },
  '100 000 annotations': {
    bytes: () =>
      pdfOf([
        (file) => ({
          content: line(72, 700, 'A plain line.'),
          annotations: Array.from({ length: 100_000 }, (_, at) =>
            file.add(linkTo(uriAction(`https://example.com/${at}`), [at % 600, 690, (at % 600) + 5, 710])),
          ),
        }),
      ]),
    holds: ['plain'],
  },
  '20 000 notes': {
    bytes: () =>
      pdfOf([
        (file) => ({
          content: line(72, 700, 'A plain line.'),
          annotations: Array.from({ length: 20_000 }, (_, at) =>
            file.add({ Type: '/Annot', Subtype: '/Text', Rect: [0, 0, 9, 9], Contents: pdfText(`Note ${at}`) }),
          ),
        }),
      ]),
    holds: ['plain line'],
  },
  '5 000 fields': {
    bytes: () =>
      pdfOf([{ content: line(72, 700, 'A plain line.') }], (file) => ({
        catalog: {
          AcroForm: {
            Fields: Array.from({ length: 5_000 }, (_, at) =>
              file.add({
                Type: '/Annot',
                Subtype: '/Widget',
                FT: '/Tx',
                T: pdfText(`f${at}`),
                V: pdfText('x'),
                Rect: [0, 0, 9, 9],
              }),
            ),
          },
        },
      })),
    holds: ['plain line'],
  },
  'a million letters on a page': {
    bytes: () => page(list(10_000, (at) => line(20, 780 - (at % 700), prose.slice(0, 100), 1))),
    ends: limited,
  },
  'two million letters on a page': {
    bytes: () => page(list(20_000, (at) => line(20, 780 - (at % 700), prose.slice(0, 100), 1))),
    ends: limited,
  },
  'a word of 300 000 letters': {
    bytes: () => page(line(0, 400, 'm'.repeat(300_000), 0.01)),
    ends: [...limited, 'EMPTY_DOCUMENT'],
  },
  'a line of 100 000 words': {
    bytes: () => page(line(0, 400, 'ab '.repeat(100_000), 0.005)),
    ends: [...limited, 'EMPTY_DOCUMENT'],
  },
  'a column of 20 000 lines': {
    bytes: () => page(list(20_000, (at) => line(72, 780 - at * 0.038, 'line', 0.03))),
    ends: limited,
  },
  '20 000 words in one place': { bytes: () => page(list(20_000, () => line(72, 400, 'again'))), ends: limited },
  '20 000 words anywhere': { bytes: () => page(scattered(20_000, 1, () => 0)), ends: limited },
  '20 000 words at any angle': { bytes: () => page(scattered(20_000, 2, (random) => random() * 7)), ends: limited },
  '200 000 rules': {
    bytes: () => page(line(72, 700, 'A plain line.') + list(200_000, (at) => stroke(0, at / 260, 600, at / 260))),
    ends: limited,
  },
  '20 000 rules each way': {
    bytes: () =>
      page(
        line(72, 700, 'A plain line.') +
          list(20_000, (at) => stroke(0, at / 26, 600, at / 26)) +
          list(20_000, (at) => stroke(at / 34, 0, at / 34, 780)),
      ),
    ends: limited,
  },
  '30 000 rules anywhere': {
    bytes: () => {
      const random = randomNumbers(3);
      return page(
        line(72, 700, 'A plain line.') +
          list(30_000, (at) => {
            const [x, y, length] = [random() * 580, random() * 760, 5 + random() * 100];
            return at % 2 === 0 ? stroke(x, y, x + length, y) : stroke(x, y, x, y + length);
          }),
      );
    },
    ends: limited,
  },
  'a table of 200 x 200': {
    bytes: () =>
      page(grid(200, 200) + list(40_000, (at) => line(1 + (at % 200) * 3, 1 + Math.floor(at / 200) * 3.9, 'x', 2))),
    ends: limited,
  },
  'boxes 10 000 deep': {
    bytes: () =>
      page(
        line(290, 400, 'core', 8) +
          list(10_000, (at) => `0.9 g ${at * 0.028} ${at * 0.038} ${600 - at * 0.056} ${780 - at * 0.076} re f 0 g\n`),
      ),
    ends: limited,
  },
  'a path of a million points': {
    bytes: () =>
      page(`${line(72, 700, 'A plain line.')}0 0 m\n${list(1_000_000, (at) => `${at % 600} ${at % 77} l\n`)}S`),
    ends: limited,
    holds: ['plain line'],
  },
  '50 000 pictures': {
    bytes: () =>
      page(
        line(72, 700, 'A plain line.') +
          list(50_000, (at) => `q 5 0 0 5 ${at % 600} 9 cm BI /W 1 /H 1 /BPC 8 /CS /G ID a EI Q\n`),
      ),
    ends: limited,
    holds: ['plain line'],
  },
  '5 000 fonts': {
    bytes: () =>
      pdfOf([
        (file) => ({
          content: list(5_000, (at) =>
            line(20 + (at % 10) * 55, 780 - Math.floor(at / 10) * 1.5, `t${at}`, 1, `G${at}`),
          ),
          resources: {
            Font: Object.fromEntries(
              Array.from({ length: 5_000 }, (_, at) => [
                `G${at}`,
                file.add({ Type: '/Font', Subtype: '/Type1', BaseFont: `/Odd${at}`, Encoding: '/WinAnsiEncoding' }),
              ]),
            ),
          },
        }),
      ]),
    ends: limited,
  },
  '20 000 sizes': {
    bytes: () =>
      page(list(20_000, (at) => line(20 + (at % 20) * 28, 780 - Math.floor(at / 20) * 0.7, `s${at}`, 1 + at / 10_000))),
    ends: limited,
  },
  '30 000 columns of one letter': {
    bytes: () => page(list(30_000, (at) => line((at % 300) * 2, 780 - Math.floor(at / 300) * 7, 'i', 2))),
    ends: limited,
  },
  'two columns of 5 000 lines': {
    bytes: () => page(list(10_000, (at) => line(72 + (at % 2) * 250, 780 - (at >> 1) * 0.14, 'word word word', 0.12))),
    ends: limited,
  },
  'a list of contents of 5 000 lines': {
    bytes: () => page(list(5_000, (at) => line(72, 780 - at * 0.15, `Part ${at} ${'.'.repeat(60)} ${at}`, 0.14))),
    ends: limited,
  },
  '10 000 lines between rules': {
    bytes: () => page(list(10_000, (at) => stroke(0, at * 0.078, 600, at * 0.078) + line(72, at * 0.078, 'row', 0.05))),
    ends: limited,
  },
  '10 000 boxes side by side': {
    bytes: () =>
      page(
        list(10_000, (at) => `${(at % 100) * 6} ${Math.floor(at / 100) * 7} 5.9 6.9 re S\n`) +
          list(10_000, (at) => line((at % 100) * 6, Math.floor(at / 100) * 7 + 1, 'x', 2)),
      ),
    ends: limited,
  },
};
