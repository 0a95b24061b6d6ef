// Every spelling of Base64 gives the bytes back, and every damage is found with its place.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64 } from './base64-stream.ts';

async function decode(text: string, sizes: readonly number[] = [], onMediaType?: (type: string) => void) {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    let at = 0;
    for (let turn = 0; at < text.length; turn += 1) {
      const size = sizes.length === 0 ? text.length : (sizes[turn % sizes.length] ?? 1);
      yield Buffer.from(text.slice(at, at + size), 'latin1');
      at += size;
    }
  }
  const parts: Uint8Array[] = [];
  const settings = { field: 'file', ...(onMediaType === undefined ? {} : { onMediaType }) };
  for await (const part of decodeBase64(pieces(), settings)) parts.push(part);
  return Buffer.concat(parts);
}

const chunking = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 5 });
const bytes = fc.uint8Array({ maxLength: 300 });
const blanks = fc.array(fc.tuple(fc.nat({ max: 400 }), fc.constantFrom('\n', '\r\n', ' ', '\t')), { maxLength: 8 });

function spread(text: string, where: readonly (readonly [number, string])[]): string {
  return where.reduce((all, [at, blank]) => all.slice(0, at) + blank + all.slice(at), text);
}

describe('decodeBase64', () => {
  it('gives the bytes back in every spelling and any pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        bytes,
        chunking,
        blanks,
        fc.boolean(),
        fc.boolean(),
        async (content, sizes, where, url, bare) => {
          const standard = Buffer.from(content).toString('base64');
          const alphabet = url ? standard.replaceAll('+', '-').replaceAll('/', '_') : standard;
          const written = spread(bare ? alphabet.replaceAll('=', '') : alphabet, where);
          expect((await decode(written, sizes)).equals(content)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('finds every foreign character and says where it stands', async () => {
    const foreign = fc.constantFrom('!', '*', ',', '.', ':', '\\', '"', '\u0000', '\u00e9', '\u00a0', '~', '\u000b');
    await fc.assert(
      fc.asyncProperty(bytes, chunking, blanks, foreign, fc.nat(), async (content, sizes, where, char, at) => {
        const written = spread(Buffer.from(content).toString('base64').replaceAll('=', ''), where);
        const place = at % (written.length + 1);
        const damaged = written.slice(0, place) + char + written.slice(place);
        await expect(decode(damaged, sizes)).rejects.toMatchObject({
          code: 'FILE_001',
          field: 'file',
          facts: { position: place },
        });
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['Q', 'QUJDR', 'QQ=', 'QUI==', 'QUJD=', 'QUJD====', '=', '====', 'QQ==QQ==', 'QQ=Q', 'Q==='])(
    'refuses the damaged end of %s',
    async (text) => {
      for (const sizes of [[], [1], [3]]) {
        await expect(decode(text, sizes)).rejects.toMatchObject({ code: 'FILE_001', field: 'file' });
      }
    },
  );

  it('reads a data URL and tells its media type', async () => {
    const prefixes: readonly (readonly [string, string | undefined])[] = [
      ['data:application/pdf;base64,', 'application/pdf'],
      ['DATA:text/plain;charset=iso-8859-1;BASE64,', 'text/plain;charset=iso-8859-1'],
      ['data:;base64,', undefined],
      [' \n data:image/png; base64,', 'image/png'],
    ];
    for (const [prefix, expected] of prefixes) {
      for (const size of [1, 2, 7, 1000]) {
        let mediaType: string | undefined;
        const content = await decode(`${prefix}SGVsbG8=`, [size], (type) => {
          mediaType = type;
        });
        expect(content.toString()).toBe('Hello');
        expect(mediaType).toBe(expected);
      }
    }
  });

  it('takes letters that only look like the head of a data URL as content', async () => {
    expect((await decode('data', [1])).toString('base64')).toBe('data');
    expect((await decode('dataQUJD', [3])).toString('base64')).toBe('dataQUJD');
    expect((await decode('da', [1])).toString('base64')).toBe('dQ==');
  });

  it.each([
    ['data:text/plain,hello', 5],
    [`data:${'x'.repeat(2000)},QQ==`, 0],
    ['data:text/plain;base64', 4],
    ['data:text/plain;base64,QQ!=', 25],
  ])('refuses the damaged data URL %#', async (text, position) => {
    for (const sizes of [[], [1]]) {
      await expect(decode(text, sizes)).rejects.toMatchObject({ code: 'FILE_001', facts: { position } });
    }
  });

  it('reads nothing from nothing', async () => {
    expect(await decode('')).toHaveLength(0);
    expect(await decode(' \n ', [1])).toHaveLength(0);
  });
});
