// The reader of forms against the platform's writer of forms, cut anywhere, and against forms that are not whole.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundaryOf, type FormPart, formLimits, readParts } from './upload-multipart.ts';

async function* pieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = sizes.length === 0 ? bytes.length : (sizes[turn % sizes.length] ?? 1);
    yield Uint8Array.from(bytes.subarray(at, at + size));
    at += size;
  }
}

type Whole = Omit<FormPart, 'content'> & { readonly text: string };

async function all(form: string | Uint8Array, boundary: string, sizes: readonly number[] = []): Promise<Whole[]> {
  const found: Whole[] = [];
  const bytes = typeof form === 'string' ? Buffer.from(form, 'latin1') : form;
  for await (const { content, ...part } of readParts(pieces(bytes, sizes), boundary)) {
    const parts: Uint8Array[] = [];
    for await (const piece of content) parts.push(piece);
    found.push({ ...part, text: Buffer.concat(parts).toString('latin1') });
  }
  return found;
}

const chunking = fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 5 });
/** Content that looks like boundaries. */
const tricky = fc.string({ unit: fc.constantFrom('\r', '\n', '\r\n', '-', '--', '--b', '\r\n--', 'b', 'x', '\u00ff') });

describe('readParts', () => {
  it('reads what the platform writes, in any pieces', async () => {
    const entry = fc.record({
      // Two backslashes may be one that was escaped: senders differ, so they are read as one.
      name: fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => !name.includes('\\\\')),
      content: tricky,
      file: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 5 }), chunking, async (entries, sizes) => {
        const form = new FormData();
        for (const { name, content, file } of entries) {
          if (file)
            form.append(name, new Blob([Buffer.from(content, 'latin1')], { type: 'text/plain' }), `${name}.txt`);
          else form.append(name, content);
        }
        const response = new Response(form);
        const boundary = boundaryOf(response.headers.get('content-type') ?? '');
        const expected = [...form].map(([name, value]) => ({ name: crlf(name), file: typeof value !== 'string' }));
        const found = await all(new Uint8Array(await response.arrayBuffer()), boundary, sizes);
        expect(found.map((part) => ({ name: part.name, file: part.filename !== undefined }))).toEqual(expected);
        entries.forEach(({ content, file }, at) => {
          // The writer turns line ends of plain fields, not of files, into CRLF.
          const text = file ? content : Buffer.from(crlf(content)).toString('latin1');
          expect(found[at]?.text).toBe(text);
        });
      }),
      { numRuns: 200 },
    );
  });

  it('finds the boundary wherever the content is cut and whatever it looks like', async () => {
    await fc.assert(
      fc.asyncProperty(tricky, chunking, async (content, sizes) => {
        fc.pre(!`\r\n${content}`.includes('\r\n--bound'));
        const form = `--bound\r\nContent-Disposition: form-data; name=a\r\n\r\n${content}\r\n--bound--\r\n`;
        expect(await all(form, 'bound', sizes)).toEqual([{ name: 'a', text: content }]);
      }),
      { numRuns: 1000 },
    );
  });

  it('reads preamble, epilogue, blanks behind a boundary, folded headers and parts without a body', async () => {
    const form = [
      'a preamble\r\n--B  \t\r\nContent-Disposition: form-data;\r\n  name="first"\r\nX-Other: 1\r\n\r\none\r\n--B\r\n',
      'content-disposition: FORM-DATA; name=second; filename=a.txt\r\nContent-Type: text/plain; charset=x\r\n\r\n\r\n--B\r\n',
      'Content-Disposition: form-data; name="third"\r\n\r\n--B--epilogue',
    ].join('');
    for (const size of [1, 2, 3, 1000]) {
      expect(await all(form, 'B', [size])).toEqual([
        { name: 'first', text: 'one' },
        { name: 'second', filename: 'a.txt', mediaType: 'text/plain; charset=x', text: '' },
        { name: 'third', text: '' },
      ]);
    }
  });

  it.each([
    ['name="x"; filename="a%22b%0D%0A.txt"', 'a"b\r\n.txt'],
    ['name="x"; filename="C:\\dir\\new.txt"', 'C:\\dir\\new.txt'],
    ['name="x"; filename="say \\"hi\\".txt"', 'say "hi".txt'],
    ['name="x"; filename="plain"; filename*=UTF-8\'\'na%C3%AFve%20%E2%82%AC.txt', 'naïve €.txt'],
    ['name="x"; filename*=utf-9\'\'broken; filename="kept.txt"', 'kept.txt'],
    ['name="x"; filename="na\u00c3\u00afve.txt"', 'naïve.txt'],
    ['name="x"; filename="na\u00efve.txt"', 'naïve.txt'],
    ['name="x"; filename="never closed', 'never closed'],
    ['name="x"; filename="ends with \\"', 'ends with \\'],
    ['filename="ends with \\"; name="x"', 'ends with \\'],
    ['name="x"; filename="a\\";b.txt"', 'a";b.txt'],
    ['name="x"; filename=""', ''],
  ])('reads the file name of %s', async (disposition, expected) => {
    const form = `--B\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n\r\n--B--`;
    expect((await all(form, 'B'))[0]?.filename).toBe(expected);
  });

  const part = 'Content-Disposition: form-data; name=a\r\n\r\n';
  it.each([
    ['', 'ends'],
    ['no boundary at all', 'ends'],
    ['--B', 'ends'],
    ['--B\r\n', 'ends'],
    [`--B\r\n${part}text`, 'ends'],
    [`--B\r\n${part}text\r\n--B`, 'ends'],
    [`--B\r\n${part}text\r\n--B\r\n`, 'ends'],
    [`--Bx\r\n${part}text\r\n--B--`, 'line end'],
    ['--B\r\nContent-Type: text/plain\r\n\r\ntext\r\n--B--', 'no name'],
    ['--B\r\nContent-Disposition: attachment; name=a\r\n\r\ntext\r\n--B--', 'no name'],
    [`--B\r\nX: ${'x'.repeat(20_000)}\r\n${part}text\r\n--B--`, 'longer'],
    [`--B\r\nX: ${'x'.repeat(20_000)}`, 'longer'],
    [`--B${' '.repeat(20_000)}\r\n${part}text\r\n--B--`, 'line end'],
    [`${`--B\r\n${part}text\r\n`.repeat(formLimits.parts + 1)}--B--`, 'more than'],
  ])('refuses a damaged form %#', async (form, what) => {
    for (const sizes of [[], [1]]) {
      const failure = await all(form, 'B', sizes).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'REQUEST_001' });
      expect((failure as { details: string }).details).toContain(what);
    }
  });

  it('reads no further than asked', async () => {
    let given = 0;
    async function* source(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`--B\r\n${part}`);
      for (; given < 100; given += 1) yield Buffer.alloc(1000);
      yield Buffer.from('\r\n--B--');
    }
    const ahead: number[] = [];
    for await (const { content } of readParts(source(), 'B')) {
      let taken = 0;
      for await (const piece of content) {
        taken += piece.length;
        ahead.push(given - taken / 1000);
      }
    }
    expect(Math.max(...ahead)).toBeLessThanOrEqual(1);
  });
});

describe('boundaryOf', () => {
  it('takes the boundary, quoted or not', () => {
    expect(boundaryOf('multipart/form-data; boundary=abc')).toBe('abc');
    expect(boundaryOf('multipart/form-data; charset=utf-8; Boundary="a b"')).toBe('a b');
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(201)}`,
  ])('refuses %#', (contentType) => {
    expect(() => boundaryOf(contentType)).toThrow(expect.objectContaining({ code: 'REQUEST_001' }));
  });
});

function crlf(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '\r\n');
}
