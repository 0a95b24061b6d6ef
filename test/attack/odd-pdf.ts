// What an odd PDF is, and the sound document most of them are made from.
import type { ConvertOptions } from '../../src/convert/options.ts';
import { line, pdfOf, Typist } from '../support/pdf-document.ts';

export interface OddPdf {
  readonly bytes: () => Uint8Array;
  /** How it may end: `converts`, which is all when nothing is said, or codes of failures. */
  readonly ends?: readonly string[];
  readonly options?: Partial<ConvertOptions>;
  /** What the Markdown must hold and must not hold where it converts. */
  readonly holds?: readonly string[];
  readonly lacks?: readonly string[];
  /** Warnings it must come with. */
  readonly warns?: readonly string[];
}

export type OddPdfs = Readonly<Record<string, OddPdf>>;

/** A file that is broken may convert in part or be refused, by a code that says that the file is at fault. */
export const damaged = ['converts', 'CORRUPTED_FILE', 'EMPTY_DOCUMENT'] as const;

export const prose =
  'The mill stands at the end of the valley, where the river bends twice before it reaches the sea. ' +
  'Every morning the miller opens the gates, and every evening she closes them again.';

/** Three pages with a heading, prose, a table and a link each. */
export function soundPdf(): Buffer {
  return pdfOf(
    [1, 2, 3].map((number) => ({
      content: new Typist()
        .heading(`Chapter ${number}`)
        .paragraph(prose)
        .table([
          ['Grain', 'Weight'],
          ['Wheat', `${number} kg`],
          ['Rye', `${number + 10} kg`],
        ])
        .paragraph(`The end of chapter ${number}.`).content,
    })),
  );
}

/** One page with one line on it. */
export const onePage = (content = line(72, 700, 'A plain line.')): Buffer => pdfOf([{ content }]);

/** Latin-1 text of the file changed; lengths and offsets may then be wrong, as is wanted. */
export const changed = (bytes: Buffer, change: (text: string) => string): Buffer =>
  Buffer.from(change(bytes.toString('latin1')), 'latin1');
