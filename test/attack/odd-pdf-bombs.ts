// PDFs made to cost more than they should: streams that inflate to gigabytes, circles, and nesting without end.
import { constants, deflateRawSync } from 'node:zlib';
import { PdfFile, type PdfRef, pdfText } from '../support/pdf.ts';
import { line, outlineOf, pdfOf } from '../support/pdf-document.ts';
import { changed, damaged, type OddPdfs } from './odd-pdf.ts';

/** How a document ends that is refused for its size. */
const limited = ['converts', 'DOCUMENT_LIMIT', 'ARCHIVE_LIMIT', 'CORRUPTED_FILE', 'EMPTY_DOCUMENT'] as const;
const text = line(72, 700, 'A plain line.');

/** A stream that inflates to `megabytes` of the unit: one deflated block, repeated (RFC 1951 allows it after a full flush). */
function bomb(unit: string, megabytes: number): Buffer {
  const chunk = Buffer.alloc(2 ** 20, unit);
  const block = deflateRawSync(chunk, { finishFlush: constants.Z_FULL_FLUSH, level: 9 });
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array.from({ length: megabytes }, () => block),
    Buffer.from([0x03, 0x00, 0, 0, 0, 0]),
  ]);
}

const flate = (file: PdfFile, unit: string, megabytes: number, entries = {}): PdfRef =>
  file.add({ ...entries, Filter: '/FlateDecode' }, bomb(unit, megabytes));

const withForms = (
  content: string,
  forms: (file: PdfFile) => Readonly<Record<string, PdfRef>>,
  more: Readonly<Record<string, string>> = {},
): Buffer => pdfOf([(file: PdfFile) => ({ content, resources: { XObject: forms(file) }, entries: more })]);

const form = (file: PdfFile, target: PdfRef, content: string, inner?: PdfRef): void => {
  const resources = inner === undefined ? {} : { Resources: { XObject: { X: inner } } };
  file.set(target, { Type: '/XObject', Subtype: '/Form', BBox: [0, 0, 612, 792], ...resources }, Buffer.from(content));
};

/** Each of the forms draws the next one `times` times. */
function formChain(depth: number, times: number, last: string): (file: PdfFile) => { X: PdfRef } {
  return (file) => {
    const refs = Array.from({ length: depth }, () => file.reserve());
    for (const [at, ref] of refs.entries()) {
      const next = refs[at + 1];
      form(file, ref, next === undefined ? last : '/X Do\n'.repeat(times), next);
    }
    return { X: refs[0] as PdfRef };
  };
}

const nested = (open: string, close: string, depth: number, core = ''): string =>
  open.repeat(depth) + core + close.repeat(depth);

/** A file whose page tree is made by hand. */
function withTree(make: (file: PdfFile, tree: PdfRef, leaf: PdfRef) => void): Buffer {
  const file = new PdfFile();
  const tree = file.reserve();
  const leaf = file.reserve();
  const font = file.add({ Type: '/Font', Subtype: '/Type1', BaseFont: '/Helvetica' });
  file.set(leaf, {
    Type: '/Page',
    Parent: tree,
    MediaBox: [0, 0, 612, 792],
    Resources: { Font: { F1: font } },
    Contents: file.stream(text),
  });
  make(file, tree, leaf);
  return file.save(file.add({ Type: '/Catalog', Pages: tree }));
}

const shown = ['A plain line.'];

export const bombPdfs: OddPdfs = {
  'content of 3 GB of blanks': {
    bytes: () =>
      pdfOf([(file) => ({ content: text, entries: { Contents: flate(file, ' ', 3_000) } }), { content: text }]),
    ends: limited,
  },
  'content of 1 GB of operators': {
    bytes: () => pdfOf([(file) => ({ content: text, entries: { Contents: flate(file, 'q Q ', 1_000) } })]),
    ends: limited,
  },
  'content of 100 MB of letters': {
    bytes: () =>
      pdfOf([(file) => ({ content: text, entries: { Contents: flate(file, 'BT /F1 9 Tf (abcdefgh)Tj ET\n', 100) } })]),
    ends: limited,
  },
  'content deflated twice, to 4 GB': {
    bytes: () =>
      pdfOf([
        (file) => ({
          content: text,
          entries: {
            Contents: file.add({ Filter: ['/FlateDecode', '/FlateDecode'] }, deflateWhole(bomb(' ', 4_000))),
          },
        }),
      ]),
    ends: limited,
  },
  'a hundred contents of 100 MB': {
    bytes: () =>
      pdfOf([
        (file) => {
          const one = flate(file, ' ', 100);
          return { content: text, entries: { Contents: Array.from({ length: 100 }, () => one) } };
        },
      ]),
    ends: limited,
  },
  'a picture of 100 000 x 100 000': {
    bytes: () =>
      pdfOf([
        (file) => ({
          content: `${text}q 500 0 0 500 50 100 cm /I Do Q`,
          resources: {
            XObject: {
              I: flate(file, '\0', 500, {
                Type: '/XObject',
                Subtype: '/Image',
                Width: 100_000,
                Height: 100_000,
                BitsPerComponent: 8,
                ColorSpace: '/DeviceRGB',
              }),
            },
          },
        }),
      ]),
    options: { extractImages: true },
    holds: shown,
  },
  'a map of characters of 1 GB': {
    bytes: () =>
      pdfOf([
        (file) => ({
          content: text,
          resources: {
            Font: {
              F1: file.add({
                Type: '/Font',
                Subtype: '/Type1',
                BaseFont: '/Helvetica',
                ToUnicode: flate(file, '<41> <42>\n', 1_000),
              }),
            },
          },
        }),
      ]),
    ends: limited,
  },
  'a font of 1 GB': {
    bytes: () =>
      pdfOf([
        (file) => ({
          content: text,
          resources: {
            Font: {
              F1: file.add({
                Type: '/Font',
                Subtype: '/TrueType',
                BaseFont: '/Odd',
                FirstChar: 0,
                LastChar: 0,
                Widths: [500],
                FontDescriptor: {
                  Type: '/FontDescriptor',
                  FontName: '/Odd',
                  Flags: 32,
                  FontFile2: flate(file, 'abcd', 1_000),
                },
              }),
            },
          },
        }),
      ]),
    ends: limited,
  },
  'an object stream of 1 GB': {
    bytes: () =>
      withTree((file, tree, leaf) => {
        const pack = flate(file, '1 0 ', 1_000, { Type: '/ObjStm', N: 2_000_000_000, First: 1_000_000_000 });
        file.set(tree, { Type: '/Pages', Kids: [leaf], Count: 1, Odd: pack });
      }),
    holds: shown,
  },
  'a table in a stream of 1 GB': {
    bytes: () => {
      const file = new PdfFile();
      const table = flate(file, '\0', 1_000, { Type: '/XRef', Size: 2_000_000_000, W: [1, 4, 2], Root: { ref: 9 } });
      return changed(file.save(table), (whole) =>
        whole.replace(/startxref\n\d+/, `startxref\n${whole.indexOf('1 0 obj')}`),
      );
    },
    ends: damaged,
  },
  'a predictor of two thousand million columns': {
    bytes: () =>
      pdfOf([
        (file) => ({
          content: text,
          entries: {
            Contents: file.stream(text, {
              DecodeParms: { Predictor: 12, Columns: 2_147_483_647, Colors: 32, BitsPerComponent: 16 },
            }),
          },
        }),
      ]),
    ends: damaged,
  },
  'filters a thousand deep': {
    bytes: () =>
      pdfOf([
        (file) => ({
          content: text,
          entries: {
            Contents: file.add({ Filter: Array.from({ length: 1_000 }, () => '/ASCIIHexDecode') }, Buffer.from('41>')),
          },
        }),
      ]),
    ends: damaged,
  },
  'a form that draws itself': {
    bytes: () =>
      withForms(`${text}/X Do`, (file) => {
        const self = file.reserve();
        form(file, self, `${line(72, 600, 'Within.')}/X Do /X Do`, self);
        return { X: self };
      }),
    ends: limited,
  },
  'two forms that draw each other': {
    bytes: () =>
      withForms(`${text}/X Do`, (file) => {
        const [one, other] = [file.reserve(), file.reserve()];
        form(file, one, '/X Do /X Do', other);
        form(file, other, '/X Do /X Do', one);
        return { X: one };
      }),
    ends: limited,
  },
  'forms 100 deep': { bytes: () => withForms(`${text}/X Do`, formChain(100, 1, '')), holds: shown },
  'forms 10 000 deep': { bytes: () => withForms(`${text}/X Do`, formChain(10_000, 1, '')), holds: shown },
  'forms that draw the next ten times, six deep': {
    bytes: () => withForms(`${text}/X Do`, formChain(6, 10, '0 0 m 9 9 l S')),
    ends: limited,
  },
  'a font whose letters are drawn with itself': {
    bytes: () =>
      pdfOf([
        (file) => {
          const font = file.reserve();
          file.set(font, {
            Type: '/Font',
            Subtype: '/Type3',
            FontBBox: [0, 0, 1000, 1000],
            FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
            FirstChar: 65,
            LastChar: 65,
            Widths: [1000],
            Encoding: { Type: '/Encoding', Differences: [65, '/A'] },
            CharProcs: { A: file.stream('1000 0 d0 BT /T 1 Tf (AAAA) Tj ET') },
            Resources: { Font: { T: font } },
          });
          return { content: `${text}BT /T 12 Tf 72 600 Td (AAAA) Tj ET`, resources: { Font: { T: font } } };
        },
      ]),
    holds: shown,
  },
  'a page tree that is its own child': {
    bytes: () => withTree((file, tree, leaf) => file.set(tree, { Type: '/Pages', Kids: [leaf, tree, leaf], Count: 3 })),
    ends: damaged,
  },
  'a page tree in a circle': {
    bytes: () =>
      withTree((file, tree, leaf) => {
        const inner = file.reserve();
        file.set(inner, { Type: '/Pages', Parent: tree, Kids: [tree], Count: 1000 });
        file.set(tree, { Type: '/Pages', Parent: inner, Kids: [inner, leaf], Count: 1001 });
      }),
    ends: damaged,
  },
  'a count of two thousand million pages': {
    bytes: () => withTree((file, tree, leaf) => file.set(tree, { Type: '/Pages', Kids: [leaf], Count: 2_147_483_647 })),
    ends: damaged,
  },
  'a count below nothing': {
    bytes: () => withTree((file, tree, leaf) => file.set(tree, { Type: '/Pages', Kids: [leaf], Count: -7 })),
    ends: damaged,
  },
  'a page tree 5 000 deep': {
    bytes: () =>
      withTree((file, tree, leaf) => {
        let child = leaf;
        for (let depth = 0; depth < 5_000; depth += 1) child = file.add({ Type: '/Pages', Kids: [child], Count: 1 });
        file.set(tree, { Type: '/Pages', Kids: [child], Count: 1 });
      }),
    ends: damaged,
  },
  'one page ten thousand times': {
    bytes: () =>
      withTree((file, tree, leaf) => {
        file.set(tree, { Type: '/Pages', Kids: Array.from({ length: 10_000 }, () => leaf), Count: 10_000 });
      }),
    ends: limited,
  },
  'lists 100 000 deep in a page': {
    bytes: () => pdfOf([{ content: text, entries: { Odd: nested('[', ']', 100_000) } }]),
    ends: damaged,
  },
  'dictionaries 100 000 deep in a page': {
    bytes: () => pdfOf([{ content: text, entries: { Odd: nested('<< /A ', ' >>', 100_000, 'null') } }]),
    ends: damaged,
  },
  'lists 100 000 deep in the content': {
    bytes: () => pdfOf([{ content: `${text}${nested('[', ']', 100_000)} TJ ${nested('<< /A ', ' >>', 100_000)} BDC` }]),
    holds: shown,
  },
  'states 500 000 deep': {
    bytes: () => pdfOf([{ content: `${'q '.repeat(500_000)}${text}${'Q '.repeat(500_000)}` }]),
    holds: shown,
  },
  'marks 200 000 deep': {
    bytes: () => pdfOf([{ content: `${'/Span <</MCID 1>> BDC '.repeat(200_000)}${text}` }]),
    ends: limited,
  },
  'an outline of 50 000 entries that ends in a circle': {
    bytes: () =>
      pdfOf([{ content: text }], (file, pages) => {
        const titles = Array.from({ length: 50_000 }, (_, at) => `Entry ${at}`);
        const outline = outlineOf(file, titles, pages);
        file.set({ ref: outline.ref + 50_000 }, { Title: pdfText('Last'), Next: { ref: outline.ref + 1 } });
        return { catalog: { Outlines: outline } };
      }),
    holds: shown,
  },
  'an outline that is its own child, 10 000 deep': {
    bytes: () =>
      pdfOf([{ content: text }], (file) => {
        const first = file.reserve();
        let last = first;
        for (let depth = 0; depth < 10_000; depth += 1) {
          const next = file.reserve();
          file.set(last, { Title: pdfText(`Level ${depth}`), First: next, Last: next, Count: 1 });
          last = next;
        }
        file.set(last, { Title: pdfText('Round'), First: first, Next: first });
        return { catalog: { Outlines: first } };
      }),
    holds: shown,
  },
  'a structure tree that is its own child': {
    bytes: () =>
      pdfOf([{ content: `/P <</MCID 0>> BDC ${text}EMC`, entries: { StructParents: 0 } }], (file, pages) => {
        const root = file.reserve();
        const one = file.reserve();
        const page = pages[0] ?? root;
        file.set(one, { Type: '/StructElem', S: '/P', P: root, Pg: page, K: [0, one, one, root] });
        file.set(root, { Type: '/StructTreeRoot', K: [one, root], ParentTree: { Nums: [0, [one]] } });
        return { catalog: { StructTreeRoot: root, MarkInfo: { Marked: 'true' } } };
      }),
    holds: shown,
  },
  'a structure tree 20 000 deep': {
    bytes: () =>
      pdfOf([{ content: `/P <</MCID 0>> BDC ${text}EMC`, entries: { StructParents: 0 } }], (file, pages) => {
        const root = file.reserve();
        const levels = Array.from({ length: 20_000 }, () => file.reserve());
        for (const [at, level] of levels.entries()) {
          const parent = levels[at - 1] ?? root;
          file.set(level, { Type: '/StructElem', S: '/Sect', P: parent, Pg: pages[0] ?? root, K: levels[at + 1] ?? 0 });
        }
        const last = levels.at(-1) ?? root;
        file.set(root, { Type: '/StructTreeRoot', K: levels[0] ?? root, ParentTree: { Nums: [0, [last]] } });
        return { catalog: { StructTreeRoot: root, MarkInfo: { Marked: 'true' } } };
      }),
    holds: shown,
  },
};

/** The bomb is itself one block over and over, so that it deflates again to a few kilobytes. */
function deflateWhole(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x78, 0x9c]), deflateRawSync(bytes, { level: 9 }), Buffer.from([0, 0, 0, 0])]);
}
