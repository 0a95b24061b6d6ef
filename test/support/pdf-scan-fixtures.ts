// The scans of test/fixtures/pdf, by the name of their folder; drawing them takes PDFium, which is loaded by promise.
import { line, linkTo, pdfOf, Typist, textWidth, uriAction } from './pdf-document.ts';
import { drawImage, imageIn, invisible, lyingFont, pictureOf, scanPage } from './pdf-scan.ts';

const plain = { plain: true } as const;
const ferry =
  'The ferry leaves the north bank at seven in the morning and again at noon. In winter it waits for the mail, which ' +
  'comes by road from the capital and is seldom on time.';
const keeper =
  'The keeper of the lighthouse writes down every ship that passes. Her books go back a hundred years, and nobody has ' +
  'ever found a mistake in them.';

const letter = (): Typist =>
  new Typist(72, 680).heading('The northern ferry', 22).paragraph(ferry, 12).paragraph(keeper, 12);

/** Two pages without any text, one with a table in it. */
async function scanPages(): Promise<Buffer> {
  const table = new Typist(72, 680).paragraph('Fares of the ferry in the coming year:', 12).table([
    ['Passenger', 'Single', 'Return'],
    ['Adult', '4.50', '8.00'],
    ['Child', '2.00', '3.50'],
    ['Bicycle', '1.50', '2.50'],
  ]);
  const pages = [await pictureOf(letter().content, 200), await pictureOf(table.content, 200)];
  const link = linkTo(uriAction('https://example.com/ferry'), [72, 650, 72 + textWidth('The northern ferry', 22), 690]);
  return pdfOf(
    [
      (file, refs) => {
        const first = scanPage(pages[0] as (typeof pages)[number]);
        const made = typeof first === 'function' ? first(file, refs) : first;
        return { ...made, annotations: [link] };
      },
      scanPage(pages[1] as (typeof pages)[number]),
    ],
    plain,
  );
}

/** The layer of another program lies over the scan, and says more than the scan does where nothing is to be seen. */
async function scanLayer(): Promise<Buffer> {
  const { content } = letter();
  const layer = invisible(content + line(72, 200, 'Nobody sees this line on the page.'));
  return pdfOf([scanPage(await pictureOf(content, 100), layer)], plain);
}

/** A notice in the middle of a page of text, and a drawing that says nothing. */
async function scanMixed(): Promise<Buffer> {
  const notice = await pictureOf(
    line(20, 50, 'Notice to all passengers:', 16) + line(20, 22, 'there is no crossing in a storm', 16),
    200,
    { width: 300, height: 90 },
  );
  const drawing = await pictureOf('4 w 20 20 m 120 90 l S 60 10 90 60 re S', 100, { width: 140, height: 100 });
  return pdfOf(
    [
      (file) => ({
        content:
          new Typist(72, 700).heading('On the ferry').paragraph(ferry).content +
          drawImage('Notice', [72, 470, 372, 560]) +
          new Typist(72, 440).paragraph(keeper).content +
          drawImage('Drawing', [72, 250, 212, 350]),
        resources: { XObject: { Notice: imageIn(file, notice), Drawing: imageIn(file, drawing) } },
      }),
    ],
    plain,
  );
}

/** All letters are shown as they should be and claimed to be others. */
async function scanGarbled(): Promise<Buffer> {
  const { content } = letter();
  return pdfOf(
    [(file) => ({ content: content.replaceAll('/F1', '/Lie'), resources: { Font: { Lie: lyingFont(file) } } })],
    plain,
  );
}

export const scanFixtures: Readonly<Record<string, () => Promise<Buffer>>> = {
  'scan-garbled': scanGarbled,
  'scan-layer': scanLayer,
  'scan-mixed': scanMixed,
  'scan-pages': scanPages,
};
