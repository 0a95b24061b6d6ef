// The documents of the mixed load: small, in the shares of the scorecard, each unlike every other, so that no answer comes
// from an earlier result, and with a mark that tells whose result one is looking at.
import { line, pdfOf } from '../support/pdf-document.ts';
import { pictureOf } from '../support/pdf-scan.ts';
import { pngOf, pngRows } from '../support/pictures.ts';
import { zipOf } from '../support/zip.ts';

export interface LoadDocument {
  readonly kind: 'text' | 'office' | 'pdf' | 'image';
  readonly name: string;
  readonly bytes: Buffer;
  /** Stands in its Markdown. */
  readonly mark: string;
}

const sentence = 'A small document is most of what people send. ';
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org';
const imageWords = 'Invoice';

/** Text 40 %, office 30 %, PDF 20 %, images 10 %, well mixed. */
const order = ['text', 'office', 'pdf', 'text', 'office', 'text', 'image', 'office', 'text', 'pdf'] as const;

export function documentOf(number: number): LoadDocument {
  const kind = order[number % order.length] ?? 'text';
  const mark = `mark${number}end`;
  const round = Math.floor(number / order.length);
  if (kind === 'text') return { kind, mark, ...text(mark, number % order.length, round) };
  if (kind === 'office') {
    const made = round % 2 === 0 ? { name: 'a.docx', bytes: word(mark) } : { name: 'a.xlsx', bytes: sheet(mark) };
    return { kind, mark, ...made };
  }
  if (kind === 'pdf') return { kind, mark, name: 'a.pdf', bytes: pages(mark) };
  return { kind, mark: imageWords, name: 'a.png', bytes: image(mark) };
}

function text(mark: string, place: number, round: number): { name: string; bytes: Buffer } {
  const body = sentence.repeat(20 + (round % 60));
  if (place === 0) return { name: 'a.txt', bytes: Buffer.from(`${mark}\n\n${body}`) };
  if (place === 3) return { name: 'a.md', bytes: Buffer.from(`# ${mark}\n\n${body}\n\n- one\n- two\n`) };
  if (place === 5) return { name: 'a.csv', bytes: Buffer.from(`name,value\n${mark},1\n${'row,2\n'.repeat(40)}`) };
  return { name: 'a.html', bytes: Buffer.from(`<title>A</title><h1>${mark}</h1><p>${body}</p>`) };
}

function package_(type: string, part: string, contentType: string, more: Readonly<Record<string, string>>): Buffer {
  const types = Object.keys(more).includes('xl/worksheets/sheet1.xml')
    ? '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
    : '';
  return zipOf({
    '[Content_Types].xml': `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/${part}" ContentType="${contentType}"/>${types}</Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/${type}" Target="${part}"/></Relationships>`,
    ...more,
  });
}

function word(mark: string): Buffer {
  const paragraph = (words: string): string => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;
  const body = paragraph(mark) + paragraph(sentence.repeat(5)).repeat(8);
  return package_(
    'officeDocument',
    'word/document.xml',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
    {
      'word/document.xml': `${xml}<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    },
  );
}

function sheet(mark: string): Buffer {
  const cell = (words: string): string => `<c t="inlineStr"><is><t>${words}</t></is></c>`;
  const rows = Array.from(
    { length: 30 },
    (_, row) => `<row>${cell(`${mark}`)}${cell(`row ${row}`)}<c><v>${row}</v></c></row>`,
  );
  const main = `${office}/spreadsheetml/2006/main`;
  return package_(
    'officeDocument',
    'xl/workbook.xml',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
    {
      'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      'xl/worksheets/sheet1.xml': `${xml}<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
    },
  );
}

function pages(mark: string): Buffer {
  const lines = Array.from({ length: 20 }, (_, at) => line(72, 660 - 16 * at, sentence.trim())).join('');
  return pdfOf([{ content: line(72, 700, mark, 18) + lines }]);
}

const picture = await pictureOf(line(20, 40, `${imageWords} of May`, 28), 100, { width: 300, height: 100 });
const pixels = pngRows(
  Array.from({ length: picture.height }, (_, row) =>
    picture.pixels.subarray(row * picture.width, (row + 1) * picture.width),
  ),
);

/** The same words in every picture: drawing them anew would cost the client more than it costs the service to read them. */
function image(mark: string): Buffer {
  return pngOf(picture, pixels, [['tEXt', Buffer.from(`Comment\0${mark}`, 'latin1')]]);
}
