// The scanner against JSON.parse: the same values and the same refusals, wherever the text is cut into pieces.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../core/failure.ts';
import { type JsonPath, type JsonStreamSettings, type JsonValue, readJson, StreamedString } from './json-stream.ts';

async function* pieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = sizes.length === 0 ? bytes.length : (sizes[turn % sizes.length] ?? 1);
    // A copy, so that reading beyond the piece cannot find the right bytes by chance.
    yield Uint8Array.from(bytes.subarray(at, at + size));
    at += size;
  }
}

const limits = { maxHeldBytes: 2 ** 20 };

function read(text: string | Uint8Array, sizes: readonly number[] = []): Promise<JsonValue> {
  return readJson(pieces(typeof text === 'string' ? Buffer.from(text) : text, sizes), limits);
}

/** Maps as plain objects, to compare with JSON.parse. */
function plain(value: JsonValue<unknown>): unknown {
  if (value instanceof StreamedString) return value.result;
  if (value instanceof Map) {
    const made = {};
    for (const [key, one] of value) {
      Object.defineProperty(made, key, { value: plain(one), enumerable: true, configurable: true, writable: true });
    }
    return made;
  }
  return Array.isArray(value) ? value.map(plain) : value;
}

async function text(content: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts).toString();
}

const everyString: JsonStreamSettings<string> = { ...limits, take: () => text };
const chunking = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 });
const odd = fc.string({
  unit: fc.constantFrom('"', '\\', '\n', '\u0000', 'é', '😀', '\ud800', '\udc00', '/', 'a', '+'),
});
const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 5 }),
  fc.dictionary(odd, fc.oneof(odd, fc.double(), fc.array(odd), fc.constant(null))),
);

/** Writes a string with every character escaped in one of the ways JSON allows. */
function escapedAtWill(value: string, choices: readonly number[]): string {
  let written = '"';
  for (let at = 0; at < value.length; at += 1) {
    const unit = value.charAt(at);
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
    const choice = choices[at % Math.max(1, choices.length)] ?? 0;
    const bare = JSON.stringify(unit).slice(1, -1);
    written += choice === 0 ? bare : choice === 1 ? `\\u${hex}` : `\\u${hex.toUpperCase()}`;
  }
  return `${written}"`;
}

describe('readJson', () => {
  it('gives what JSON.parse gives, for any value and any pieces', async () => {
    await fc.assert(
      fc.asyncProperty(anyJson, chunking, fc.constantFrom(undefined, 2, '\t'), async (value, sizes, indent) => {
        const written = JSON.stringify(value, undefined, indent);
        expect(plain(await read(written, sizes))).toEqual(JSON.parse(written));
      }),
      { numRuns: 500 },
    );
  });

  it('refuses exactly what JSON.parse refuses', async () => {
    const mutated = fc
      .tuple(anyJson, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 2 }), fc.nat())))
      .map(([value, edits]) => {
        const alphabet = '{}[]",:\\/0123456789.eE+-truefalsn \n\u0001é';
        let written = JSON.stringify(value);
        for (const [where, how, what] of edits.slice(0, 4)) {
          const at = where % (written.length + 1);
          const char = how === 0 ? '' : alphabet.charAt(what % alphabet.length);
          written = written.slice(0, at) + char + written.slice(how === 2 ? at : at + 1);
        }
        return Buffer.from(written).toString();
      });
    await fc.assert(
      fc.asyncProperty(mutated, chunking, async (written, sizes) => {
        let expected: unknown;
        let wrong = false;
        try {
          expected = JSON.parse(written);
        } catch {
          wrong = true;
        }
        for (const settings of [limits, everyString]) {
          const answer = readJson<string>(pieces(Buffer.from(written), sizes), settings);
          if (wrong) await expect(answer).rejects.toMatchObject({ code: 'REQUEST_001' });
          // A streamed string is bytes, in which a lone surrogate is U+FFFD.
          else expect(wellFormed(plain(await answer))).toEqual(wellFormed(expected));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('streams a string unescaped, wherever its escapes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(odd, fc.array(fc.nat({ max: 2 })), chunking, async (value, choices, sizes) => {
        const written = `{"a":[0,${escapedAtWill(value, choices)}],"b":1}`;
        const answer = await readJson(pieces(Buffer.from(written), sizes), everyString);
        expect(plain(answer)).toEqual({ a: [0, wellFormed(value)], b: 1 });
      }),
      { numRuns: 1000 },
    );
  });

  it('streams long runs with escapes through every path', async () => {
    const letters = 'QUJD+/'.repeat(5000);
    for (const written of [
      letters,
      letters.replaceAll('/', '\\/'),
      letters.replaceAll('+', '\\u002B'),
      letters.replaceAll('D+', 'D+\\r\\n'),
      `${letters}\\"${letters}`,
      `\\\\${letters}\\\\`,
    ]) {
      const expected: unknown = JSON.parse(`"${written}"`);
      for (const size of [1, 5, 6, 7, 1000, 65_536]) {
        const answer = await readJson(pieces(Buffer.from(`"${written}"`), [size]), everyString);
        expect((answer as StreamedString<string>).result === expected).toBe(true);
      }
    }
  });

  it('offers each string value with its path, and streams only those taken', async () => {
    const seen: JsonPath[] = [];
    const answer = await readJson<string>(
      pieces(Buffer.from('{"files":[{"id":"x","file":"AAAA"},{"file":"BB\\u0042B","id":"y"}],"file":"kept"}'), [3]),
      {
        ...limits,
        take: (path) => {
          seen.push(path);
          return path[0] === 'files' && path[2] === 'file' ? text : undefined;
        },
      },
    );
    expect(seen).toEqual([
      ['files', 0, 'id'],
      ['files', 0, 'file'],
      ['files', 1, 'file'],
      ['files', 1, 'id'],
      ['file'],
    ]);
    const files = (answer as Map<string, JsonValue>).get('files') as unknown as Map<string, JsonValue>[];
    expect(files[0]?.get('file')).toEqual(new StreamedString('AAAA'));
    expect(files[1]?.get('file')).toEqual(new StreamedString('BBBB'));
    expect(files[1]?.get('id')).toBe('y');
    expect((answer as Map<string, JsonValue>).get('file')).toBe('kept');
  });

  it('goes on behind a string whose consumer stopped early', async () => {
    const answer = await readJson<string>(pieces(Buffer.from(`["${'x'.repeat(100)}",2]`), [7]), {
      ...limits,
      take: () => async (content) => {
        for await (const _ of content) break;
        return 'enough';
      },
    });
    expect(answer).toEqual([new StreamedString('enough'), 2]);
  });

  it('asks its source for more only when the consumer asks', async () => {
    let given = 0;
    async function* source(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('"');
      for (; given < 1000; given += 1) yield Buffer.from('x'.repeat(1000));
      yield Buffer.from('"');
    }
    const ahead: number[] = [];
    await readJson(source(), {
      ...limits,
      take: () => async (content) => {
        let taken = 0;
        for await (const _ of content) {
          taken += 1;
          ahead.push(given - taken);
          await new Promise((resolve) => setImmediate(resolve));
        }
        return taken;
      },
    });
    expect(ahead).toHaveLength(1000);
    expect(Math.max(...ahead)).toBeLessThanOrEqual(1);
  });

  it('passes on what a consumer throws, and closes the source', async () => {
    let closed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.from('"x');
      } finally {
        closed = true;
      }
    }
    const failing = readJson(source(), { ...limits, take: () => () => Promise.reject(new Failure('STORAGE_FULL')) });
    await expect(failing).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(closed).toBe(true);
  });

  it.each([
    ['{"a":1,}', 7, 'property name'],
    ['[1 2]', 3, 'a comma'],
    ['{"a" 1}', 5, 'a colon'],
    ['[tru]', 1, 'a value'],
    ['[1]x', 3, 'the end of the text'],
    ['["\\x"]', 2, 'escape'],
    ['[', 1, 'a value'],
    ['', 0, 'a value'],
    ['["abc', 5, 'no end'],
  ])('names the place of the fault in %s', async (written, position, what) => {
    for (const sizes of [[], [1]]) {
      const failure = await read(written, sizes).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'REQUEST_001', facts: { position } });
      expect((failure as Failure).details).toContain(what);
    }
  });

  it('keeps hostile keys as keys', async () => {
    const answer = (await read('{"__proto__":{"polluted":true},"constructor":1}')) as Map<string, JsonValue>;
    expect([...answer.keys()]).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('lets the last of equal keys win', async () => {
    expect(plain(await read('{"a":1,"b":2,"a":3}'))).toEqual({ a: 3, b: 2 });
  });

  it('skips a byte order mark, whole only', async () => {
    expect(await read('\ufeff1', [1])).toBe(1);
    await expect(read(Buffer.from([0xef, 0x31]))).rejects.toMatchObject({ code: 'REQUEST_001' });
    await expect(read(Buffer.from([0xef, 0xbb]))).rejects.toMatchObject({ code: 'REQUEST_001' });
  });

  it('refuses what is not UTF-8', async () => {
    await expect(read(Buffer.from('"\xff"', 'latin1'))).rejects.toMatchObject({ code: 'REQUEST_001' });
  });

  it('refuses endless nesting, values, white space and words', async () => {
    const cases = [
      '['.repeat(100_000),
      '{"a":'.repeat(100_000),
      `[${'[],'.repeat(100_001)}1]`,
      '1'.repeat(2 ** 20 + 1),
    ];
    for (const written of [...cases, `"${'x'.repeat(2 ** 20)}"`, ' '.repeat(2 ** 20 + 1)]) {
      for (const sizes of [[], [4096]]) {
        await expect(read(written, sizes)).rejects.toMatchObject({ code: 'REQUEST_001' });
      }
    }
    expect(await read(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeInstanceOf(Array);
  });
});

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return Buffer.from(value).toString();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  const made = {};
  for (const [key, one] of Object.entries(value)) {
    Object.defineProperty(made, key, { value: wellFormed(one), enumerable: true, configurable: true, writable: true });
  }
  return made;
}
