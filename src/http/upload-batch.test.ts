// The forms of a batch without a server: any cut of the bytes gives the same files, and whatever comes, what was stored is
// either in the result or known to whoever must remove it.
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Failure } from '../core/failure.ts';
import { receiveBatch } from './upload-batch.ts';
import type { BatchUpload } from './upload-batch-content.ts';

const limits = { maxFiles: 5, maxFileBytes: 1000, maxFieldBytes: 4000 };

async function receive(
  pieces: readonly Uint8Array[],
  headers: Record<string, string> = {},
): Promise<{ upload?: BatchUpload<string>; failure?: Failure; stored: Map<number, string> }> {
  const stored = new Map<number, string>();
  const store = async (content: AsyncIterable<Uint8Array>, index: number): Promise<string> => {
    const parts: Uint8Array[] = [];
    for await (const part of content) parts.push(part);
    expect(stored.has(index)).toBe(false);
    const text = Buffer.concat(parts).toString('base64');
    stored.set(index, text);
    return text;
  };
  const raw = Readable.from(pieces.map((piece) => Buffer.from(piece)));
  try {
    return { upload: await receiveBatch({ headers, query: {}, raw }, { ...limits, store }), stored };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { failure: error, stored };
  }
}

const cut = (bytes: Buffer, places: readonly number[]): Uint8Array[] => {
  const ends = [...new Set([...places.map((place) => place % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end)).filter((piece) => piece.length > 0);
};

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
const content = fc.uint8Array({ minLength: 1, maxLength: 60 });
const fileArbitrary = fc.oneof(
  fc.record({ content, key: fc.constantFrom('file', 'content'), filename: fc.option(name), first: fc.boolean() }),
  fc.record({ url: fc.webUrl(), filename: fc.option(name) }),
);
const cuts = fc.array(fc.nat(5000), { maxLength: 8 });

test('files come out as they went in, wherever the body is cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fileArbitrary, { minLength: 1, maxLength: 5 }), cuts, async (files, places) => {
      const wire = files.map((one) => {
        if ('url' in one) return { filename: one.filename, url: one.url };
        const text = Buffer.from(one.content).toString('base64');
        return one.first ? { [one.key]: text, filename: one.filename } : { filename: one.filename, [one.key]: text };
      });
      const { upload } = await receive(cut(Buffer.from(JSON.stringify({ files: wire })), places));
      expect(upload?.files.map((one) => one.source)).toEqual(
        files.map((one) =>
          'url' in one
            ? { kind: 'url', url: one.url }
            : { kind: 'stored', stored: Buffer.from(one.content).toString('base64') },
        ),
      );
      expect(upload?.files.map((one) => one.id)).toEqual(files.map((_, index) => `file_${index + 1}`));
    }),
    { numRuns: 200 },
  );
});

test('a form with many files, wherever it is cut', async () => {
  const part = (text: string, index: number): string =>
    `--B\r\nContent-Disposition: form-data; name="files"; filename="n${index}.txt"\r\n\r\n${text}\r\n`;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 5 }),
      cuts,
      async (texts, places) => {
        const body = `${texts.map(part).join('')}--B--\r\n`;
        const { upload } = await receive(cut(Buffer.from(body), places), {
          'content-type': 'multipart/form-data; boundary=B',
        });
        expect(upload?.files.map((one) => one.source)).toEqual(
          texts.map((text) => ({ kind: 'stored', stored: Buffer.from(text).toString('base64') })),
        );
        expect(upload?.files.map((one) => one.filename)).toEqual(texts.map((_, index) => `n${index}.txt`));
      },
    ),
    { numRuns: 100 },
  );
});

test('whatever arrives is a batch or a failure of the request; nothing stored goes astray', async () => {
  const good = JSON.stringify({
    files: [
      { id: 'a', source_type: 'file', filename: 'a', file: 'YWJj' },
      { id: 'b', source_type: 'url', url: 'http://x.y/' },
      { content: 'YWJj', options: { pages: '1' } },
    ],
    options: { parallel_processing: false },
  });
  const tokens = [
    '"',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '\\',
    'null',
    '1',
    '"file"',
    '"files"',
    '"url"',
    '"content"',
    '*',
    '\u0000',
  ];
  const edit = fc.record({ at: fc.nat(good.length), drop: fc.nat(12), put: fc.constantFrom('', ...tokens) });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), cuts, async (edits, places) => {
      let text = good;
      for (const { at, drop, put } of edits) text = text.slice(0, at) + put + text.slice(at + drop);
      const { upload, failure, stored } = await receive(cut(Buffer.from(text), places));
      if (failure !== undefined) {
        expect(['REQUEST_001', 'DUPLICATE_FILE_ID', 'BATCH_002']).toContain(failure.code);
        return;
      }
      for (const index of stored.keys()) expect(upload?.files[index]?.source.kind).toBe('stored');
      const ids = upload?.files.map((one) => one.id) ?? [];
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: 1500 },
  );
});

test('what is wrong with one document refuses that one alone', async () => {
  const files = [
    { file: 'YWJj' },
    { file: 'Y*Jj'.repeat(1000) },
    { file: '' },
    { file: Buffer.alloc(1001).toString('base64') },
    { file: Buffer.alloc(1000).toString('base64') },
  ];
  const { upload } = await receive([Buffer.from(JSON.stringify({ files }))]);
  const kinds = upload?.files.map(({ source }) => (source.kind === 'refused' ? source.failure.code : source.kind));
  expect(kinds).toEqual(['stored', 'FILE_001', 'CORRUPTED_FILE', 'FILE_002', 'stored']);
});

test.each([
  ['a sixth file', `{"files":[${Array(6).fill('{"file":"YQ=="}').join(',')}]}`],
  ['a sixth url', `{"files":[${Array(6).fill('{"url":"http://a.b/"}').join(',')}]}`],
  ['a body longer than five files may be', `{"files":[{"file":"${'A'.repeat(13_000)}"}]}`],
])('%s is BATCH_002', async (_name, text) => {
  expect((await receive([Buffer.from(text)])).failure?.code).toBe('BATCH_002');
});

test('a length announced beyond the limit is refused before anything is read', async () => {
  const { failure, stored } = await receive([Buffer.from('{"files":[{"file":"YQ=="}]}')], {
    'content-length': '99999999',
  });
  expect([failure?.code, stored.size]).toEqual(['BATCH_002', 0]);
});

test('a store that fails fails the request, not the file', async () => {
  const raw = Readable.from([Buffer.from('{"files":[{"file":"YQ=="}]}')]);
  const full = async (bytes: AsyncIterable<Uint8Array>): Promise<never> => {
    for await (const _ of bytes);
    throw new Failure('STORAGE_FULL');
  };
  await expect(receiveBatch({ headers: {}, query: {}, raw }, { ...limits, store: full })).rejects.toMatchObject({
    code: 'STORAGE_FULL',
  });
});
