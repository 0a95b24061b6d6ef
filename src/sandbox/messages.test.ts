// A child may say anything: sound messages come through whole, everything else is no message, and nothing throws.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Origin } from '../convert/index.ts';
import { Failure } from '../core/failure.ts';
import { parseChildMessage } from './messages.ts';
import type { ChildMessage } from './protocol.ts';

const said = (message: unknown): ChildMessage | undefined => parseChildMessage(JSON.stringify(message));

const done = {
  type: 'done',
  id: 7,
  rss: 50_000_000,
  metadata: {
    format: 'docx',
    pages: 3,
    markdownBytes: 1_234,
    words: 200,
    language: 'en',
    qualityScore: 0.97,
    ocrUsed: true,
    ocrConfidence: 0.5,
    ocrPages: [1, 3],
    title: 'A title',
    author: 'Someone',
    charset: 'utf-8',
  },
  warnings: [
    { code: 'no-place', message: 'without a place' },
    ...[
      { kind: 'page', page: 1 },
      { kind: 'page', page: 1, box: [0, -1.5, 2, 3] },
      { kind: 'slide', slide: 2, shape: 'Title 1' },
      { kind: 'sheet', sheet: 'Sheet1', range: 'A1:B2' },
      { kind: 'paragraph', index: 0, part: 'footnotes' },
      { kind: 'line', start: 1, end: 2 },
      { kind: 'path', path: '/a/b' },
      { kind: 'time', start: 0.5, end: 2.25 },
    ].map((origin) => ({ code: 'a-code', message: 'somewhere', origin: origin as Origin })),
  ],
  images: [{ name: 'image-1.png', mediaType: 'image/png', size: 12 }],
} as const satisfies ChildMessage;

describe('sound messages', () => {
  it.each<ChildMessage>([
    { type: 'ready' },
    { type: 'warm', failed: ['pdf: no such module'] },
    { type: 'started', id: 1 },
    { type: 'progress', id: 1, rss: 1, done: 0.5, total: 0 },
    done,
    { type: 'failed', id: 2, record: new Failure('CORRUPTED_FILE').record(), log: 'cause' },
    {
      type: 'failed',
      id: 2,
      record: new Failure('UNSUPPORTED_FORMAT', {
        field: 'file',
        details: 'Not this one.',
        facts: { supportedFormats: ['pdf', 'docx'], value: 3, known: false, none: null },
      }).record(),
    },
    { type: 'broke', id: 3, log: 'TypeError: a bug' },
    {
      type: 'ask',
      id: 1,
      ask: 4,
      picture: { width: 2, height: 3, channels: 1, dpi: 72, ocrType: 'basic', languages: ['en'] },
    },
    { type: 'recognised', id: 1, rss: 5 },
  ])('$type comes through whole', (message) => {
    expect(said(message)).toEqual(message);
  });
});

describe('unsound messages', () => {
  const edit = (change: object) => ({ ...done, ...change });
  it.each([
    ['no object', 5],
    ['null', null],
    ['a list', []],
    ['no type', { id: 1 }],
    [
      'a picture of no size',
      { type: 'ask', id: 1, ask: 4, picture: { width: 0, height: 3, channels: 1, ocrType: 'basic', languages: [] } },
    ],
    [
      'a picture too wide',
      {
        type: 'ask',
        id: 1,
        ask: 4,
        picture: { width: 30_001, height: 3, channels: 1, ocrType: 'basic', languages: [] },
      },
    ],
    [
      'a picture of two channels',
      { type: 'ask', id: 1, ask: 4, picture: { width: 3, height: 3, channels: 2, ocrType: 'basic', languages: [] } },
    ],
    ['an inherited name as type', { type: 'constructor', id: 1 }],
    ['no id', { type: 'started' }],
    ['a negative id', { type: 'started', id: -1 }],
    ['a broken id', { type: 'started', id: 1.5 }],
    ['text for a number', { type: 'progress', id: 1, rss: '1', done: 1, total: 1 }],
    ['metadata missing', edit({ metadata: undefined })],
    ['a score out of range', edit({ metadata: { ...done.metadata, qualityScore: 1.1 } })],
    ['no score (NaN as JSON)', edit({ metadata: { ...done.metadata, qualityScore: null } })],
    ['a title too long', edit({ metadata: { ...done.metadata, title: 'x'.repeat(3_000) } })],
    ['too many warnings', edit({ warnings: new Array(1_001).fill({ code: 'a', message: 'b' }) })],
    ['too many images', edit({ images: new Array(10_001).fill(done.images[0]) })],
    ['a place of no kind', edit({ warnings: [{ code: 'a', message: 'b', origin: { kind: 'moon' } }] })],
    [
      'a box of three',
      edit({ warnings: [{ code: 'a', message: 'b', origin: { kind: 'page', page: 1, box: [1, 2, 3] } }] }),
    ],
    ['a path for a name', edit({ images: [{ ...done.images[0], name: '../secret' }] })],
    ['an absolute path', edit({ images: [{ ...done.images[0], name: '/etc/passwd' }] })],
    ['a hidden name', edit({ images: [{ ...done.images[0], name: '..' }] })],
    ['a name with NUL', edit({ images: [{ ...done.images[0], name: 'a\0.png' }] })],
    ['a name ending in a newline', edit({ images: [{ ...done.images[0], name: 'a.png\n' }] })],
    ['a code that is not its to say', { type: 'failed', id: 1, record: new Failure('AUTH_001').record() }],
    ['an inherited name as code', { type: 'failed', id: 1, record: { code: 'toString', message: '', suggestion: '' } }],
    [
      'a fact of depth',
      { type: 'failed', id: 1, record: { ...new Failure('OCR_FAILED').record(), facts: { a: { b: 1 } } } },
    ],
  ])('%s', (_name, message) => {
    expect(said(message)).toBeUndefined();
  });

  it('an endless number', () => {
    expect(parseChildMessage('{"type":"progress","id":1,"rss":1,"done":1e999,"total":1}')).toBeUndefined();
  });

  it('a prototype in the facts', () => {
    const line =
      '{"type":"failed","id":1,"record":{"code":"OCR_FAILED","message":"","suggestion":"","facts":{"__proto__":1}}}';
    expect(parseChildMessage(line)).toBeUndefined();
  });

  it('a prototype elsewhere changes nothing', () => {
    expect(parseChildMessage('{"type":"started","id":1,"__proto__":{"polluted":true}}')).toEqual({
      type: 'started',
      id: 1,
    });
    expect('polluted' in {}).toBe(false);
  });

  it('a retry that is not its to promise', () => {
    const record = { ...new Failure('CORRUPTED_FILE').record(), retryable: true };
    expect(said({ type: 'failed', id: 1, record })).toMatchObject({ record: { retryable: false } });
  });
});

describe('anything at all', () => {
  it('never throws', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (line) => void parseChildMessage(line)));
  });

  it('never throws on a sound message with one field replaced', () => {
    const names = ['type', 'id', 'rss', 'metadata', 'warnings', 'images', 'record', 'log', 'failed', 'done', 'total'];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, value) => {
        const message = said({ ...done, [name]: value });
        if (message !== undefined) expect(JSON.parse(JSON.stringify(message))).toEqual(message);
      }),
    );
  });
});
