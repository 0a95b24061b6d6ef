// PDFs that came to harm on their way: cut, flipped, holed, with tables, lengths and marks that are wrong or gone.
import { line, pdfOf } from '../support/pdf-document.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { changed, damaged, type OddPdf, type OddPdfs, onePage, soundPdf } from './odd-pdf.ts';

const family = (count: number, title: (at: number) => string, make: (at: number) => OddPdf): OddPdfs =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [title(at), make(at)]));

const whole = ['Chapter 1', 'Chapter 2', 'Chapter 3', '| Wheat | 3 kg |'];

function flipped(seed: number): Buffer {
  const random = randomNumbers(seed);
  const bytes = soundPdf();
  for (let times = 0; times < 40; times += 1) {
    const at = Math.floor(random() * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  }
  return bytes;
}

function holed(seed: number): Buffer {
  const random = randomNumbers(seed);
  const bytes = soundPdf();
  for (let times = 0; times < 3; times += 1) {
    const at = Math.floor(random() * bytes.length);
    bytes.subarray(at, at + 20 + Math.floor(random() * 200)).fill(0);
  }
  return bytes;
}

/** Both have objects of the same numbers; the last table wins (ISO 32000-2, 7.5.6), if a reader gets its offsets right. */
const twoInOne = (): Buffer =>
  Buffer.concat([onePage(line(72, 700, 'The first file.')), onePage(line(72, 700, 'The second file.'))]);

export const damagedPdfs: OddPdfs = {
  ...family(
    10,
    (at) => `cut after ${at} tenths`,
    (at) => {
      const bytes = soundPdf();
      return {
        bytes: () => bytes.subarray(0, Math.floor((bytes.length * at) / 10)),
        // Nothing is left, or nothing that says what it is.
        ends: at === 0 ? ['CORRUPTED_FILE'] : damaged,
      };
    },
  ),
  ...family(
    12,
    (at) => `bits flipped, ${at}`,
    (at) => ({ bytes: () => flipped(at), ends: [...damaged, 'UNSUPPORTED_FORMAT', 'PASSWORD_REQUIRED'] }),
  ),
  ...family(
    8,
    (at) => `holes, ${at}`,
    (at) => ({ bytes: () => holed(at), ends: [...damaged, 'UNSUPPORTED_FORMAT'] }),
  ),
  'a table of offsets that are all wrong': {
    bytes: () => changed(soundPdf(), (text) => text.replace(/\d{10} 00000 n/g, '0000000099 00000 n')),
    holds: whole,
  },
  'a table that says all objects are free': {
    bytes: () => changed(soundPdf(), (text) => text.replace(/(\d{10}) 00000 n/g, '$1 65535 f')),
    ends: damaged,
  },
  'no table and no trailer': {
    bytes: () => changed(soundPdf(), (text) => text.slice(0, text.indexOf('\nxref\n'))),
    ends: damaged,
  },
  'a start that points nowhere': {
    bytes: () => changed(soundPdf(), (text) => text.replace(/startxref\n\d+/, 'startxref\n99999999')),
    holds: whole,
  },
  'a table that is its own predecessor': {
    bytes: () =>
      changed(soundPdf(), (text) =>
        text.replace('trailer\n<<', `trailer\n<< /Prev ${/startxref\n(\d+)/.exec(text)?.[1] ?? 0}`),
      ),
    holds: whole,
  },
  'a size of two thousand million objects': {
    bytes: () => changed(soundPdf(), (text) => text.replace(/\/Size \d+/, '/Size 2147483647')),
    holds: whole,
  },
  'a subsection of two thousand million objects': {
    bytes: () => changed(soundPdf(), (text) => text.replace(/xref\n0 \d+/, 'xref\n0 2147483647')),
    ends: damaged,
  },
  'no endobj anywhere': { bytes: () => changed(soundPdf(), (text) => text.replaceAll('endobj', '')) },
  'no endstream anywhere': {
    bytes: () => changed(soundPdf(), (text) => text.replaceAll('endstream', '')),
    ends: damaged,
  },
  'lengths of nothing': {
    bytes: () => changed(soundPdf(), (text) => text.replace(/\/Length \d+/g, '/Length 0')),
    ends: damaged,
  },
  'lengths beyond the file': {
    bytes: () => changed(soundPdf(), (text) => text.replace(/\/Length \d+/g, '/Length 2147483647')),
    holds: whole,
  },
  'negative lengths': {
    bytes: () => changed(soundPdf(), (text) => text.replace(/\/Length \d+/g, '/Length -5')),
    holds: whole,
  },
  'a length that is its own reference': {
    bytes: () => changed(soundPdf(), (text) => text.replace(/(\d+)( 0 obj\n<< \/Length) \d+/g, '$1$2 $1 0 R')),
    ends: damaged,
  },
  'no end mark': { bytes: () => changed(soundPdf(), (text) => text.replace('%%EOF', '')), holds: whole },
  'line ends of an old Macintosh': {
    bytes: () =>
      changed(pdfOf([{ content: line(72, 700, 'A plain line.') }], { plain: true }), (text) =>
        text.replaceAll('\n', '\r'),
      ),
    ends: damaged,
  },
  'a header after junk': {
    bytes: () => Buffer.concat([Buffer.from(`${'junk '.repeat(100)}\n`), soundPdf()]),
    holds: whole,
  },
  'junk after the end': {
    bytes: () => Buffer.concat([soundPdf(), Buffer.alloc(5_000, 0x20), Buffer.from('<html>')]),
    holds: whole,
  },
  'a version of the future': {
    bytes: () => changed(soundPdf(), (text) => text.replace('%PDF-1.7', '%PDF-9.9')),
    holds: whole,
  },
  'two files in one': { bytes: twoInOne, ends: damaged },
  'a catalog that is not there': {
    bytes: () => changed(soundPdf(), (text) => text.replace(/\/Root \d+ 0 R/, '/Root 9999 0 R')),
    ends: damaged,
  },
  'a catalog that is a page': {
    bytes: () => changed(soundPdf(), (text) => text.replace('/Type /Catalog', '/Type /Page')),
    ends: damaged,
  },
  'a marked first part that lies': {
    // What a linearized file begins with (annex F), with lengths of another file.
    bytes: () =>
      changed(soundPdf(), (text) =>
        text.replace(
          '1 0 obj',
          '9999 0 obj\n<< /Linearized 1 /L 7 /H [5 99999999] /O 9999 /E 2147483647 /N 3 /T 12 >>\nendobj\n1 0 obj',
        ),
      ),
    holds: whole,
  },
  'content in a filter that nobody knows': {
    bytes: () => changed(soundPdf(), (text) => text.replaceAll('/FlateDecode', '/SlateDecode')),
    ends: damaged,
  },
};
