// Files whose tables or pages are damaged: what can be had is read, and what is left out is told.
import { expect, test } from 'vitest';
import { line, pdfOf } from '../../../../test/support/pdf-document.ts';
import { convert } from '../../index.ts';
import { bytesSource } from '../../input.ts';

const pages = ['The wheel turns.', 'The stone grinds.'].map((text) => ({ content: line(72, 700, text) }));
const read = (pdf: Buffer) => convert({ source: bytesSource(pdf), name: 'mill.pdf' });

/** The table with the places of objects of a kind moved by some bytes. */
function misplaced(pdf: Buffer, kind: string): Buffer {
  const text = pdf.toString('latin1');
  const places = [...text.matchAll(/\d+ 0 obj/g)].filter(({ index }) =>
    text.slice(index, text.indexOf('endobj', index)).includes(kind),
  );
  const moved = places.reduce((all, { index }) => {
    const entry = String(index).padStart(10, '0');
    return all.replace(`${entry} 00000 n`, `${String(index + 7).padStart(10, '0')} 00000 n`);
  }, text);
  expect(moved).not.toBe(text);
  return Buffer.from(moved, 'latin1');
}

test('pages that a wrong table hides are found without it', async () => {
  const { markdown, warnings } = await read(misplaced(pdfOf(pages), '/Type /Page '));
  expect(markdown).toBe('The wheel turns.\n\nThe stone grinds.\n');
  expect(warnings.map(({ code }) => code)).toEqual(['file-repaired']);
});

test('a sound file is not said to be repaired', async () => {
  expect((await read(pdfOf(pages))).warnings).toEqual([]);
});

test('pages that are in the tree but not in the file make it damaged, not empty', async () => {
  const gone = pdfOf(pages)
    .toString('latin1')
    .replace(/obj\s<<\s*\/Type \/Page .*?endobj/gs, (object) => `obj null ${' '.repeat(object.length - 16)} endobj`);
  await expect(read(Buffer.from(gone, 'latin1'))).rejects.toMatchObject({
    code: 'CORRUPTED_FILE',
    details: expect.stringContaining('could not be read'),
  });
});
