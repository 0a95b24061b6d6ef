// Whatever a reader fails with or warns of, the answer of a sound child is one that its parent takes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Origin, Warning } from '../convert/index.ts';
import { Failure } from '../core/failure.ts';
import { clip, complaint, fittingWarnings } from './answers.ts';
import { parseChildMessage } from './messages.ts';
import type { ChildMessage } from './protocol.ts';

const arrive = (message: ChildMessage): ChildMessage | undefined => parseChildMessage(JSON.stringify(message));
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat(3_000)).map(([text, times]) => text.repeat(times)),
);

describe('complaint', () => {
  it('keeps the code of a Failure, whatever its words and facts are', () => {
    const parts = fc.record(
      {
        field: anyText,
        details: anyText,
        message: anyText,
        suggestion: anyText,
        facts: fc.dictionary(
          fc.oneof(fc.string(), fc.constantFrom('limit', '__proto__', 'constructor')),
          fc.anything(),
        ),
        cause: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.constantFrom('CORRUPTED_FILE', 'DOCUMENT_LIMIT', 'OCR_FAILED'), parts, (code, given) => {
        const message = arrive(complaint(1, new Failure(code, given)));
        expect(message).toMatchObject({ type: 'failed', id: 1, record: { code } });
      }),
      { numRuns: 300 },
    );
  });

  it('keeps plain facts as they are', () => {
    const facts = { limit: 'liveNodes', value: 5, supportedFormats: ['pdf', 'docx'] };
    expect(complaint(1, new Failure('DOCUMENT_LIMIT', { facts }))).toMatchObject({ record: { facts } });
  });

  it('tells a full disk from a bug', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    expect(arrive(complaint(1, full))).toMatchObject({ type: 'failed', record: { code: 'STORAGE_FULL' } });
    expect(arrive(complaint(1, new TypeError('x is not a function')))).toMatchObject({ type: 'broke' });
  });

  it('copes with anything that was thrown', () => {
    const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true, withTypedArray: true });
    fc.assert(
      fc.property(anything, (thrown) => {
        expect(arrive(complaint(1, thrown))?.type).toBe('broke');
      }),
    );
  });
});

describe('fittingWarnings', () => {
  const origin: fc.Arbitrary<Origin> = fc.oneof(
    anyText.map((sheet) => ({ kind: 'sheet' as const, sheet, range: sheet })),
    anyText.map((path) => ({ kind: 'path' as const, path })),
    fc.nat().map((page) => ({ kind: 'page' as const, page })),
  );
  const warning: fc.Arbitrary<Warning> = fc.record(
    { code: anyText, message: anyText, origin },
    { requiredKeys: ['code', 'message'] },
  );
  const metadata = {
    format: 'txt',
    pages: 1,
    markdownBytes: 1,
    words: 1,
    language: 'en',
    qualityScore: 1,
    ocrUsed: false,
  };

  it('always fit a message', () => {
    fc.assert(
      fc.property(fc.array(warning), (warnings) => {
        const fitting = fittingWarnings(warnings);
        expect(fitting).toHaveLength(warnings.length);
        expect(arrive({ type: 'done', id: 1, rss: 1, metadata, warnings: fitting, images: [] })).toBeDefined();
      }),
      { numRuns: 50 },
    );
  });

  it('are counted where they are too many bytes', () => {
    const long = {
      code: 'long',
      message: '語'.repeat(5_000),
      origin: { kind: 'path' as const, path: '語'.repeat(5_000) },
    };
    const fitting = fittingWarnings(new Array(900).fill(long));
    expect(fitting.length).toBeLessThan(900);
    expect(fitting.at(-1)?.message).toBe(`${900 - fitting.length + 1} more warnings were left out.`);
    expect(Buffer.byteLength(JSON.stringify(fitting))).toBeLessThan(5 * 2 ** 20);
  });
});

describe('clip', () => {
  it('leaves what is short enough and never halves a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
        const clipped = clip(text, limit);
        expect(clipped.length).toBeLessThanOrEqual(limit);
        expect(clipped.isWellFormed()).toBe(text.isWellFormed());
        if (text.length <= limit) expect(clipped).toBe(text);
      }),
    );
  });
});
