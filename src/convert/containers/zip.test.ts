// ZIP packages: what was packed comes out, and what lies about itself is refused by code.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containerContext } from '../../../test/support/read-context.ts';
import { zipOf } from '../../../test/support/zip.ts';
import { Failure } from '../../core/failure.ts';
import { bytesSource } from '../input.ts';
import { ZipArchive } from './zip.ts';

const codeOf = async (run: () => unknown): Promise<string> => {
  try {
    await run();
  } catch (error) {
    return error instanceof Failure ? error.code : `not a Failure: ${String(error)}`;
  }
  return 'nothing was thrown';
};

const opened = (bytes: Uint8Array, context = containerContext()) => new ZipArchive(bytesSource(bytes), context);
const contentOf = (zip: ZipArchive, name: string): string => {
  const entry = zip.find(name);
  if (entry === undefined) throw new Error(`no ${name}`);
  return Buffer.from(zip.bytes(entry)).toString();
};
const streamed = async (zip: ZipArchive, name: string): Promise<Buffer> => {
  const entry = zip.find(name);
  if (entry === undefined) throw new Error(`no ${name}`);
  const pieces: Uint8Array[] = [];
  for await (const piece of zip.stream(entry)) pieces.push(piece);
  return Buffer.concat(pieces);
};

const two = zipOf([
  { name: 'mimetype', content: 'application/epub+zip', stored: true },
  { name: 'a/B.xml', content: 'hello '.repeat(1000) },
]);

test('parts are found without regard to case or a leading slash', () => {
  const zip = opened(two);
  expect(zip.entries.map((entry) => entry.name)).toEqual(['mimetype', 'a/B.xml']);
  expect(contentOf(zip, '/A/b.XML')).toBe('hello '.repeat(1000));
  expect(contentOf(zip, 'mimetype')).toBe('application/epub+zip');
  expect(zip.find('c')).toBeUndefined();
});

test('whole and streamed content are the same, for any content', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 5000 }), { minLength: 1, maxLength: 5 }), async (contents) => {
      const zip = opened(zipOf(contents.map((content, at) => ({ name: `p${at}`, content, stored: at % 2 === 1 }))));
      for (const [at, content] of contents.entries()) {
        const entry = zip.find(`p${at}`);
        expect(entry && Buffer.from(zip.bytes(entry)).equals(content)).toBe(true);
        expect((await streamed(zip, `p${at}`)).equals(content)).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});

test('bytes before the archive do not matter', () => {
  expect(contentOf(opened(Buffer.concat([Buffer.alloc(1000, 7), two])), 'a/b.xml')).toBe('hello '.repeat(1000));
});

describe('damage', () => {
  test('an archive that lost its directory is read by its local headers', () => {
    const context = containerContext();
    const zip = opened(two.subarray(0, two.length - 40), context);
    expect(contentOf(zip, 'a/b.xml')).toBe('hello '.repeat(1000));
    expect(context.warnings.map((one) => one.code)).toEqual(['damaged-archive']);
  });

  test('a part that was cut off gives what is left of it', () => {
    const long = zipOf({ a: Array.from({ length: 20_000 }, (_, at) => `line ${at}`).join('\n') });
    const zip = opened(long.subarray(0, 20_000));
    expect(contentOf(zip, 'a')).toMatch(/^line 0\nline 1\n/);
  });

  test('a wrong checksum is told once', async () => {
    const context = containerContext();
    const bytes = Buffer.from(zipOf([{ name: 'a', content: 'AAAA', stored: true }]));
    bytes[31] = 0x42;
    const zip = opened(bytes, context);
    expect(contentOf(zip, 'a')).toBe('BAAA');
    await streamed(zip, 'a');
    expect(context.warnings.map((one) => one.code)).toEqual(['damaged-part']);
  });

  test('content that does not inflate is CORRUPTED_FILE', async () => {
    const bytes = Buffer.from(zipOf({ a: 'some text that is deflated' }));
    bytes.fill(0xff, 31, 45);
    const zip = opened(bytes);
    expect(await codeOf(() => contentOf(zip, 'a'))).toBe('CORRUPTED_FILE');
    expect(await codeOf(() => streamed(zip, 'a'))).toBe('CORRUPTED_FILE');
  });

  test('no entries at all is CORRUPTED_FILE', async () => {
    expect(await codeOf(() => opened(Buffer.from('PK\x03\x04nothing')))).toBe('CORRUPTED_FILE');
  });
});

describe('limits', () => {
  const zeros = zipOf({ a: Buffer.alloc(60_000_000) });

  test('a part that inflates too far is ARCHIVE_LIMIT, whole and streamed', async () => {
    expect(await codeOf(() => contentOf(opened(zeros), 'a'))).toBe('ARCHIVE_LIMIT');
    expect(await codeOf(() => streamed(opened(zeros), 'a'))).toBe('ARCHIVE_LIMIT');
  });

  test('a size that lies changes nothing', async () => {
    const lying = Buffer.from(zeros);
    lying.writeUInt32LE(10, lying.length - 22 - 47 + 24);
    expect(await codeOf(() => contentOf(opened(lying), 'a'))).toBe('ARCHIVE_LIMIT');
    expect(await codeOf(() => streamed(opened(lying), 'a'))).toBe('ARCHIVE_LIMIT');
  });

  test('all parts together may inflate to inflatedBytes', async () => {
    const context = containerContext({ inflatedBytes: 10_000 });
    const zip = opened(zipOf({ a: 'x'.repeat(6000), b: 'y'.repeat(6000) }), context);
    expect(contentOf(zip, 'a')).toHaveLength(6000);
    expect(await codeOf(() => contentOf(zip, 'b'))).toBe('ARCHIVE_LIMIT');
  });

  test('more entries than allowed are refused', async () => {
    const many = zipOf(Array.from({ length: 20 }, (_, at) => ({ name: `p${at}`, content: '' })));
    expect(await codeOf(() => opened(many, containerContext({ archiveEntries: 10 })))).toBe('ARCHIVE_LIMIT');
  });

  test('an entry with a password is PASSWORD_REQUIRED', async () => {
    const bytes = Buffer.from(zipOf({ a: 'secret' }));
    const directory = bytes.indexOf('PK\x01\x02', 0, 'latin1');
    bytes.writeUInt16LE(1, directory + 8);
    expect(await codeOf(() => contentOf(opened(bytes), 'a'))).toBe('PASSWORD_REQUIRED');
  });
});
