// Every request form gives the same upload, every wrong one is refused by its code and field, and nothing is stored
// beyond the limit.
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../core/failure.ts';
import { type IncomingRequest, receiveUpload, type Upload } from './upload.ts';

const limits = { maxFileBytes: 1000, maxFieldBytes: 2000 };

interface Sent {
  readonly headers?: Record<string, string>;
  readonly query?: Record<string, unknown>;
  readonly sizes?: readonly number[];
  readonly maxFieldBytes?: number;
}

function request(body: string | Uint8Array, { headers = {}, query = {}, sizes = [] }: Sent): IncomingRequest {
  const bytes = Buffer.from(body);
  function* pieces(): Generator<Buffer> {
    for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
      const size = sizes.length === 0 ? bytes.length : (sizes[turn % sizes.length] ?? 1);
      yield bytes.subarray(at, at + size);
      at += size;
    }
  }
  return { headers, query, raw: Readable.from(pieces(), { objectMode: false }) };
}

interface Stored {
  readonly bytes: Buffer;
  readonly name: string | undefined;
}

async function keep(content: AsyncIterable<Uint8Array>, name: string | undefined): Promise<Stored> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return { bytes: Buffer.concat(parts), name };
}

function receive(body: string | Uint8Array, sent: Sent = {}): Promise<Upload<Stored>> {
  const { maxFieldBytes = limits.maxFieldBytes } = sent;
  return receiveUpload<Stored>(request(body, sent), { ...limits, maxFieldBytes, store: keep });
}

const json = (value: unknown, sent: Sent = {}): Promise<Upload<Stored>> =>
  receive(typeof value === 'string' ? value : JSON.stringify(value), {
    ...sent,
    headers: { 'content-type': 'application/json; charset=utf-8', ...sent.headers },
  });

async function form(fill: (form: FormData) => void, sent: Sent = {}): Promise<Upload<Stored>> {
  const data = new FormData();
  fill(data);
  const response = new Response(data);
  const headers = { 'content-type': response.headers.get('content-type') ?? '' };
  return receive(new Uint8Array(await response.arrayBuffer()), { ...sent, headers: { ...headers, ...sent.headers } });
}

const pdf = new Blob(['%PDF-1.7'], { type: 'application/pdf' });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('the multipart form', () => {
  it('takes the file, with options before or behind it', async () => {
    const options = ['options', '{"ocr_type":"advanced","ocr_languages":["en"]}'] as const;
    for (const before of [true, false]) {
      const upload = await form((data) => {
        if (before) data.append(...options);
        data.append('file', pdf, 'report.pdf');
        if (!before) data.append(...options);
      });
      expect(upload.stored?.bytes.toString()).toBe('%PDF-1.7');
      expect(upload.stored?.name).toBe('report.pdf');
      expect(upload).toMatchObject({ filename: 'report.pdf', mediaType: 'application/pdf' });
      expect([...upload.options]).toEqual([
        ['ocr_type', 'advanced'],
        ['ocr_languages', ['en']],
      ]);
      expect('url' in upload).toBe(false);
    }
  });

  it('takes single fields as options, with the meaning their option takes', async () => {
    const upload = await form((data) => {
      data.append('options', '{"ocr_type":"basic","pages":"1"}');
      data.append('ocr_type', 'advanced');
      data.append('extract_images', 'true');
      data.append('ocr_languages', 'en');
      data.append('ocr_languages', 'de');
      data.append('password', 'true');
      data.append('clean_html', 'perhaps');
      data.append('unheard_of', '1');
      data.append('file', pdf, 'a.pdf');
    });
    expect(Object.fromEntries(upload.options)).toEqual({
      ocr_type: 'advanced',
      pages: '1',
      extract_images: true,
      ocr_languages: ['en', 'de'],
      password: 'true',
      clean_html: 'perhaps',
      unheard_of: '1',
    });
  });

  it('takes a url, with and without source_type and beside an unused file input', async () => {
    const one = await form((data) => data.append('url', 'https://example.com/a.pdf'));
    const part = (head: string, text: string): string =>
      `--B\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
    const two = await receive(
      `${part('name=source_type', 'url')}${part('name=url', 'https://example.com/a.pdf')}${part('name=file; filename=""', '')}--B--`,
      { headers: { 'content-type': 'multipart/form-data; boundary=B' } },
    );
    for (const upload of [one, two]) expect(upload).toEqual({ url: 'https://example.com/a.pdf', options: new Map() });
  });

  it('lets a field or the query name the file', async () => {
    const named = await form((data) => {
      data.append('file', pdf, 'blob');
      data.append('filename', 'x/real.pdf');
    });
    expect(named.filename).toBe('real.pdf');
    const unnamed = await form((data) => data.append('file', 'text'), {
      query: { filename: 'q.txt', options: '{"a":1}' },
    });
    expect(unnamed.filename).toBe('q.txt');
    expect(unnamed.stored?.bytes.toString()).toBe('text');
    expect([...unnamed.options]).toEqual([['a', 1]]);
  });

  it('decodes a part sent in Base64', async () => {
    const body = `--B\r\nContent-Disposition: form-data; name=file\r\nContent-Transfer-Encoding: BASE64\r\n\r\n${base64('hi')}\r\n--B--`;
    const upload = await receive(body, { headers: { 'content-type': 'multipart/form-data; boundary=B' } });
    expect(upload.stored?.bytes.toString()).toBe('hi');
  });

  it.each<[string, (data: FormData) => void, object]>([
    ['no file', (data) => data.append('options', '{}'), { code: 'REQUEST_001', field: 'file' }],
    [
      'a file under another name',
      (data) => data.append('document', pdf, 'a.pdf'),
      { code: 'REQUEST_001', field: 'file' },
    ],
    [
      'two files',
      (data) => {
        data.append('file', pdf, 'a.pdf');
        data.append('file', pdf, 'b.pdf');
      },
      { code: 'REQUEST_001', field: 'file' },
    ],
    [
      'file and url',
      (data) => {
        data.append('file', pdf, 'a.pdf');
        data.append('url', 'https://example.com');
      },
      { code: 'REQUEST_001', field: 'url' },
    ],
    ['source_type url without url', (data) => data.append('source_type', 'url'), { code: 'REQUEST_001', field: 'url' }],
    ['source_type wrong', (data) => data.append('source_type', 'ftp'), { code: 'REQUEST_001', field: 'source_type' }],
    [
      'options that are no object',
      (data) => {
        data.append('file', pdf, 'a.pdf');
        data.append('options', '[1]');
      },
      { code: 'REQUEST_001', field: 'options' },
    ],
    [
      'options that are no JSON',
      (data) => {
        data.append('file', pdf, 'a.pdf');
        data.append('options', '{ocr: 1}');
      },
      { code: 'REQUEST_001', field: 'options' },
    ],
    [
      'options twice',
      (data) => {
        data.append('options', '{}');
        data.append('options', '{}');
      },
      { code: 'REQUEST_001', field: 'options' },
    ],
    ['fields too long', (data) => data.append('options', ' '.repeat(2001)), { code: 'REQUEST_001', field: 'options' }],
    ['an empty file', (data) => data.append('file', new Blob([]), 'a.pdf'), { code: 'CORRUPTED_FILE', status: 422 }],
    [
      'a file too large',
      (data) => data.append('file', new Blob(['x'.repeat(1001)]), 'a'),
      { code: 'FILE_002', status: 413 },
    ],
  ])('refuses %s', async (_, fill, expected) => {
    await expect(form(fill)).rejects.toMatchObject(expected);
    await expect(form(fill, { sizes: [7] })).rejects.toMatchObject(expected);
  });

  it('refuses a form without boundary or end', async () => {
    const failure = { code: 'REQUEST_001', status: 400 };
    await expect(receive('x', { headers: { 'content-type': 'multipart/form-data' } })).rejects.toMatchObject(failure);
    const cut = '--B\r\nContent-Disposition: form-data; name="file"\r\n\r\nabc';
    const headers = { 'content-type': 'multipart/form-data; boundary=B' };
    await expect(receive(cut, { headers })).rejects.toMatchObject(failure);
  });
});

describe('the JSON form', () => {
  const whole = { source_type: 'file', file: base64('Hello'), filename: 'a.txt', options: { ocr_type: 'basic' } };

  it('takes the keys in any order and any pieces', async () => {
    const entries = fc.shuffledSubarray(Object.entries(whole), { minLength: 4 });
    await fc.assert(
      fc.asyncProperty(entries, fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 4 }), async (order, sizes) => {
        const upload = await json(Object.fromEntries(order), { sizes });
        expect(upload.stored?.bytes.toString()).toBe('Hello');
        expect(upload.filename).toBe('a.txt');
        expect([...upload.options]).toEqual([['ocr_type', 'basic']]);
      }),
    );
  });

  it('takes a data URL and its media type', async () => {
    const upload = await json({ ...whole, file: `data:application/pdf;base64,${base64('%PDF')}` });
    expect(upload).toMatchObject({ mediaType: 'application/pdf' });
    expect(upload.stored?.bytes.toString()).toBe('%PDF');
  });

  it('takes a url, null standing for nothing, and other keys as options', async () => {
    const upload = await json({
      source_type: 'url',
      url: 'https://example.com/x',
      file: null,
      options: null,
      pages: '1',
    });
    expect(upload).toEqual({ url: 'https://example.com/x', options: new Map([['pages', '1']]) });
  });

  it.each<[string, unknown, object]>([
    ['no source_type', { file: 'QQ==' }, { code: 'REQUEST_001', field: 'source_type' }],
    ['another source_type', { source_type: 'ftp', file: 'QQ==' }, { code: 'REQUEST_001', field: 'source_type' }],
    ['no file', { source_type: 'file' }, { code: 'REQUEST_001', field: 'file' }],
    ['no url', { source_type: 'url' }, { code: 'REQUEST_001', field: 'url' }],
    ['file and url', { source_type: 'file', file: 'QQ==', url: 'x' }, { code: 'REQUEST_001', field: 'url' }],
    ['url and file', { source_type: 'url', file: 'QQ==', url: 'x' }, { code: 'REQUEST_001', field: 'file' }],
    ['a file that is a number', { source_type: 'file', file: 7 }, { code: 'REQUEST_001', field: 'file' }],
    ['a url that is a list', { source_type: 'url', url: ['x'] }, { code: 'REQUEST_001', field: 'url' }],
    ['a filename that is a number', { ...whole, filename: 7 }, { code: 'REQUEST_001', field: 'filename' }],
    ['options that are a list', { ...whole, options: [1] }, { code: 'REQUEST_001', field: 'options' }],
    ['options that are a string', { ...whole, options: '{}' }, { code: 'REQUEST_001', field: 'options' }],
    ['wrong Base64', { ...whole, file: 'QUJD*A==' }, { code: 'FILE_001', field: 'file', facts: { position: 4 } }],
    ['an empty file', { ...whole, file: '' }, { code: 'CORRUPTED_FILE', status: 422 }],
    ['a file too large', { ...whole, file: base64('x'.repeat(1001)) }, { code: 'FILE_002', status: 413 }],
    ['a list', [1], { code: 'REQUEST_001' }],
    ['an empty body', '', { code: 'REQUEST_001' }],
    ['broken JSON', '{"source_type":"file",}', { code: 'REQUEST_001', facts: { position: 22 } }],
    ['file twice', '{"source_type":"file","file":"QQ==","file":"QQ=="}', { code: 'REQUEST_001', field: 'file' }],
    ['much besides the file', { ...whole, extra: 'x'.repeat(2000) }, { code: 'REQUEST_001', status: 400 }],
    ['deep nesting', `{"a":${'['.repeat(1000)}`, { code: 'REQUEST_001' }],
    ['blanks without end in the file', { ...whole, file: '\n'.repeat(10_000) }, { code: 'FILE_002', status: 413 }],
  ])('refuses %s', async (_, value, expected) => {
    await expect(json(value)).rejects.toMatchObject(expected);
    await expect(json(value, { sizes: [5] })).rejects.toMatchObject(expected);
  });
});

describe('the raw form', () => {
  it('takes the body as the document', async () => {
    const upload = await receive('%PDF', {
      headers: { 'content-type': 'application/pdf' },
      query: { filename: 'dir/a.pdf', options: '{"pages":"1"}' },
    });
    expect(upload).toMatchObject({ filename: 'a.pdf', mediaType: 'application/pdf' });
    expect(upload.stored?.bytes.toString()).toBe('%PDF');
    expect([...upload.options]).toEqual([['pages', '1']]);
  });

  it('takes a body without a type, and does not believe the type curl makes up', async () => {
    for (const headers of [{}, { 'content-type': 'application/x-www-form-urlencoded' }]) {
      const upload = await receive('text', { headers });
      expect('mediaType' in upload).toBe(false);
      expect(upload.stored?.bytes.toString()).toBe('text');
    }
  });

  it('takes a JSON document when the query names it', async () => {
    const upload = await json('{"any":1}', { query: { filename: 'data.json' } });
    expect(upload.stored?.bytes.toString()).toBe('{"any":1}');
    expect(upload.mediaType).toBe('application/json; charset=utf-8');
  });

  it('refuses what is empty, too large, compressed or wrongly named', async () => {
    await expect(receive('')).rejects.toMatchObject({ code: 'CORRUPTED_FILE', status: 422 });
    await expect(receive('x'.repeat(1001), { sizes: [100] })).rejects.toMatchObject({ code: 'FILE_002' });
    expect((await receive('x'.repeat(1000))).stored?.bytes).toHaveLength(1000);
    const headers = { 'content-encoding': 'gzip' };
    await expect(receive('x', { headers })).rejects.toMatchObject({ code: 'REQUEST_001', field: 'Content-Encoding' });
    const query = { filename: ['a', 'b'] };
    await expect(receive('x', { query })).rejects.toMatchObject({ code: 'REQUEST_001', field: 'filename' });
    const options = { options: '{"a":' };
    await expect(receive('x', { query: options })).rejects.toMatchObject({ code: 'REQUEST_001', field: 'options' });
  });
});

describe('sizes and stores', () => {
  const storeNothing = (): Promise<never> => Promise.reject(new Error('the store must not be called'));

  it.each([
    ['application/pdf', 1001],
    ['multipart/form-data; boundary=B', 3001],
    ['application/json', 1336 * 1.25 + 2001],
  ])('refuses a declared length over the limit of %s before reading', async (type, length) => {
    const headers = { 'content-type': type, 'content-length': String(length) };
    const sent = request('x', { headers });
    await expect(receiveUpload(sent, { ...limits, store: storeNothing })).rejects.toMatchObject({ code: 'FILE_002' });
  });

  it('accepts a JSON body with line breaks and escapes whose file is just within the limit', async () => {
    const file = base64('~'.repeat(1000)).replace(/.{64}/g, '$&\r\n').replaceAll('/', '\\/');
    const written = JSON.stringify({ source_type: 'file', file: file.replaceAll('\\/', '/') }).replaceAll('/', '\\/');
    const upload = await json(written, { headers: { 'content-length': String(written.length) } });
    expect(upload.stored?.bytes).toHaveLength(1000);
  });

  it('tells the store of a failure through the content, and reports the failure whatever the store makes of it', async () => {
    let seen: unknown;
    const store = async (content: AsyncIterable<Uint8Array>): Promise<void> => {
      try {
        for await (const _ of content);
      } catch (error) {
        seen = error;
        throw new Error('wrapped');
      }
    };
    const sent = request('x'.repeat(2000), { sizes: [100] });
    await expect(receiveUpload(sent, { ...limits, store })).rejects.toMatchObject({ code: 'FILE_002' });
    expect(seen).toBeInstanceOf(Failure);
  });

  it('reports a failure of the store itself', async () => {
    const store = (): Promise<void> => Promise.reject(new Failure('STORAGE_FULL'));
    await expect(receiveUpload(request('x', {}), { ...limits, store })).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  });

  it('reports a lost connection, and the store hears of it', async () => {
    const raw = new Readable({ read() {} });
    raw.push('half');
    setImmediate(() => raw.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })));
    let heard = false;
    const store = async (content: AsyncIterable<Uint8Array>): Promise<void> => {
      try {
        for await (const _ of content);
      } finally {
        heard = true;
      }
    };
    const failing = receiveUpload({ headers: {}, query: {}, raw }, { ...limits, store });
    await expect(failing).rejects.toMatchObject({ code: 'REQUEST_001' });
    expect(heard).toBe(true);
  });

  it('keeps Object.prototype out of names and options', async () => {
    const upload = await json('{"source_type":"url","url":"x","options":{"__proto__":{"polluted":1}},"constructor":1}');
    expect(upload.options.get('__proto__')).toEqual(new Map([['polluted', 1]]));
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    const polluted = await form((data) => {
      data.append('file', pdf, '__proto__');
      data.append('__proto__', 'x');
    });
    expect(polluted.filename).toBe('__proto__');
    expect(polluted.options.get('__proto__')).toBe('x');
  });
});

describe('hostile names', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['/etc/passwd', 'passwd'],
    ['C:\\Windows\\win.ini', 'win.ini'],
    ['a\u0000b.pdf', 'ab.pdf'],
    ['exe.\u202efdp', 'exe.fdp'],
    ['con', '_con'],
    [`${'n'.repeat(4096)}.pdf`, `${'n'.repeat(251)}.pdf`],
    ['..', undefined],
  ])('are harmless in every form: %#', async (given, expected) => {
    const file = base64('x');
    const maxFieldBytes = 10_000;
    const uploads = [
      await form((data) => data.append('file', pdf, given), { maxFieldBytes }),
      await json({ source_type: 'file', file, filename: given }, { maxFieldBytes }),
      await receive('x', { query: { filename: given } }),
    ];
    for (const upload of uploads) expect(upload.filename).toBe(expected);
  });
});
