// Sniffing: every format of the contract by content, refusals with a remedy, hints and contradictions, hostile bytes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Failure, type FailureCode } from '../core/failure.ts';
import { formats, supportedExtensions } from './formats.ts';
import { type ByteSource, bytesSource, type DocumentInput } from './input.ts';
import { sniff } from './sniff.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const given = (bytes: Uint8Array | string, name?: string, mediaType?: string): DocumentInput => ({
  source: bytesSource(typeof bytes === 'string' ? Buffer.from(bytes) : bytes),
  ...(name === undefined ? {} : { name }),
  ...(mediaType === undefined ? {} : { mediaType }),
});
const formatOf = async (bytes: Uint8Array | string, name?: string, mediaType?: string): Promise<string> =>
  (await sniff(given(bytes, name, mediaType))).format.name;
const warningsOf = async (bytes: Uint8Array | string, name?: string, mediaType?: string): Promise<string[]> =>
  (await sniff(given(bytes, name, mediaType))).warnings.map((warning) => warning.code);

async function failureOf(bytes: Uint8Array | string, name?: string): Promise<Failure> {
  try {
    await sniff(given(bytes, name));
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** A ZIP file of stored entries, with its directory. */
function zip(entries: readonly (readonly [string, string])[], comment = ''): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt32LE(content.length, 18);
    header.writeUInt32LE(content.length, 22);
    header.writeUInt16LE(name.length, 26);
    const record = Buffer.concat([header, latin1(name), latin1(content)]);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    local.push(record);
    central.push(entry, latin1(name));
    offset += record.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...local, directory, end, latin1(comment)]);
}

/** An OLE compound file with these streams in its root: a header, one FAT sector, one or more directory sectors. */
function ole(names: readonly string[]): Buffer {
  const header = Buffer.alloc(512);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(0xfffffffe, 68);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const entries = ['Root Entry', ...names].map((name, index) => {
    const entry = Buffer.alloc(128);
    entry.write(name, 0, 'utf16le');
    entry.writeUInt16LE(name.length * 2 + 2, 64);
    entry.writeUInt8(index === 0 ? 5 : 2, 66);
    entry.writeUInt32LE(0xffffffff, 68);
    // Each sibling hangs to the right of the one before: a legal, if lopsided tree.
    entry.writeUInt32LE(index > 0 && index < names.length ? index + 1 : 0xffffffff, 72);
    entry.writeUInt32LE(index === 0 && names.length > 0 ? 1 : 0xffffffff, 76);
    return entry;
  });
  while (entries.length % 4 !== 0) entries.push(Buffer.alloc(128));
  const sectors = entries.length / 4;
  const fat = Buffer.alloc(512, 0xff);
  fat.writeUInt32LE(0xfffffffd, 0);
  for (let at = 0; at < sectors; at += 1) fat.writeUInt32LE(at + 1 === sectors ? 0xfffffffe : at + 2, (at + 1) * 4);
  return Buffer.concat([header, fat, ...entries]);
}

/** MPEG 1 Layer III, 128 kbit/s, 44.1 kHz: frames of 417 bytes. */
const mp3 = (frames: number): Buffer =>
  Buffer.concat(
    Array.from({ length: frames }, () =>
      Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413, 0x55)]),
    ),
  );

const types: readonly [string, string] = ['[Content_Types].xml', '<Types/>'];

describe('formats of the contract, by content alone', () => {
  test.each<[string, string, Buffer | string]>([
    ['pdf', 'header first', '%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n'],
    ['pdf', 'header after junk', `${'junk\n'.repeat(100)}%PDF-1.4\n1 0 obj\n<<>>`],
    ['docx', 'main part last', zip([['docProps/app.xml', ''], types, ['word/document.xml', '<w/>']])],
    ['docx', 'with a comment after the archive', zip([types, ['word/document.xml', '']], 'x'.repeat(5000))],
    ['docx', 'main part of another name', zip([types, ['word/document2.xml', '']])],
    [
      'docx',
      'embedded workbook does not matter',
      zip([types, ['word/embeddings/a.xlsx', ''], ['word/document.xml', '']]),
    ],
    ['docx', 'bytes before the archive', Buffer.concat([zip([types, ['word/document.xml', '']])])],
    ['pptx', 'presentation', zip([['ppt/slides/slide1.xml', ''], ['ppt/presentation.xml', ''], types])],
    ['xlsx', 'workbook', zip([types, ['xl/worksheets/sheet1.xml', ''], ['xl/workbook.xml', '']])],
    [
      'xlsx',
      'cut off before its directory',
      zip([types, ['xl/workbook.xml', ''], ['xl/styles.xml', 'x']]).subarray(0, 110),
    ],
    [
      'epub',
      'mimetype entry',
      zip([
        ['mimetype', 'application/epub+zip'],
        ['a.xhtml', ''],
      ]),
    ],
    [
      'epub',
      'container only',
      zip([
        ['OEBPS/a.xhtml', ''],
        ['META-INF/container.xml', ''],
      ]),
    ],
    ['msg', 'message', ole(['__nameid_version1.0', '__properties_version1.0', '__substg1.0_0037001F'])],
    ['jpg', 'JFIF', latin1('\xff\xd8\xff\xe0\x00\x10JFIF\x00')],
    ['png', 'signature', latin1('\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR')],
    ['gif', 'signature', latin1('GIF89a\x01\x00\x01\x00\x00\x00\x00;')],
    ['webp', 'signature', latin1('RIFF\x24\x00\x00\x00WEBPVP8 ')],
    ['tiff', 'Intel order', latin1('II*\x00\x08\x00\x00\x00')],
    ['tiff', 'Motorola order', latin1('MM\x00*\x00\x00\x00\x08')],
    [
      'bmp',
      'header of a known size',
      Buffer.concat([latin1('BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00'), Buffer.alloc(20)]),
    ],
    ['wav', 'RIFF', latin1('RIFF\x24\x00\x00\x00WAVEfmt ')],
    ['mp3', 'tag', latin1('ID3\x04\x00\x00\x00\x00\x00\x0a\x00\x00\x00\x00')],
    ['mp3', 'frames', mp3(6)],
    ['html', 'doctype', '\n<!DOCTYPE html><title>x</title>'],
    ['html', 'comment before', '<!-- saved -->\n<html><body>x</body></html>'],
    ['html', 'fragment', '<div class="a"><p>x</p></div>'],
    [
      'html',
      'XHTML',
      '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "a" "b"><html xmlns="http://www.w3.org/1999/xhtml"/>',
    ],
    ['xml', 'declaration', '<?xml version="1.0"?><data><a/></data>'],
    ['xml', 'doctype with a subset', '<!DOCTYPE note [<!ELEMENT note (#PCDATA)>]><note>x</note>'],
    ['xml', 'feed', '<rss version="2.0"><channel/></rss>'],
    ['xml', 'no declaration', '<catalog><book id="1"/></catalog>'],
    ['json', 'object', '{"a": [1, 2.5e3, null, "x\\"y"]}'],
    ['json', 'lines', '{"a":1}\n{"a":2}\n'],
    ['json', 'large, cut at the head', `[${'{"name":"x","list":[1,2,3]},'.repeat(5000)}{}]`],
    ['csv', 'commas', 'id,name,city\n1,Ann,Rome\n2,Bob,Oslo\n3,Cy,Bonn\n'],
    ['csv', 'tabs', 'a\tb\n1\t2\n3\t4\n'],
    ['csv', 'what Excel writes', 'sep=;\na;b\n'],
    ['md', 'headings and links', '# Title\n\nSee [here](https://example.com).\n\n## More\n'],
    [
      'eml',
      'a message',
      'Received: from a by b\r\nFrom: a@example.com\r\nTo: b@example.com\r\nSubject: x\r\n\r\nHello\r\n',
    ],
    ['txt', 'prose', 'Dear Sir, or Madam,\nplease read this, and answer.\n'],
    ['txt', 'UTF-16', Buffer.from('Größe und Länge, in Metern.\n', 'utf16le')],
    ['txt', 'Shift-JIS', Buffer.from('93fa967b8cea82cc95b68fcd82c582b78142', 'hex')],
    ['txt', 'a comment file', '# setting\nname = value\n- item\n'],
    ['txt', 'letters that are also signatures', 'OTTO was here.\nPAR1 is a name. BM, MZ and ID3 as well.\n'],
  ])('%s: %s', async (expected, _case, bytes) => {
    expect(await formatOf(bytes)).toBe(expected);
  });

  test('every format of the table is covered above', () => {
    const covered = 'pdf docx pptx xlsx html jpg png gif webp bmp tiff wav mp3 csv json xml txt md epub msg eml'.split(
      ' ',
    );
    expect(formats.map((format) => format.name).sort()).toEqual([...covered].sort());
  });
});

describe('what is outside the contract is refused with a remedy', () => {
  test.each<[string, Buffer | string, string]>([
    ['doc', ole(['WordDocument', '1Table']), 'docx'],
    ['xls', ole(['Workbook']), 'xlsx'],
    ['ppt', ole(['Current User', 'PowerPoint Document']), 'pptx'],
    ['xlsb', zip([types, ['xl/workbook.bin', '']]), 'xlsx'],
    [
      'odt',
      zip([
        ['mimetype', 'application/vnd.oasis.opendocument.text'],
        ['content.xml', ''],
      ]),
      'docx',
    ],
    ['ods', zip([['mimetype', 'application/vnd.oasis.opendocument.spreadsheet']]), 'xlsx'],
    ['odp', zip([['mimetype', 'application/vnd.oasis.opendocument.presentation']]), 'pptx'],
    ['rtf', '{\\rtf1\\ansi Hello}', 'docx'],
    [
      'zip',
      zip([
        ['a.txt', 'x'],
        ['b/c.txt', 'y'],
      ]),
      'Unpack',
    ],
    ['gzip', latin1('\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03'), 'Unpack'],
    ['sevenZip', latin1("7z\xbc\xaf'\x1c\x00\x04"), 'Unpack'],
    ['rar', latin1('Rar!\x1a\x07\x01\x00\x33\x92\xb5\xe5'), 'Unpack'],
    ['tar', Buffer.concat([Buffer.alloc(257), latin1('ustar\x0000')]), 'Unpack'],
    ['elf', latin1('\x7fELF\x02\x01\x01\x00'), 'supported'],
    [
      'exe',
      Buffer.concat([latin1('MZ\x90\x00'), Buffer.alloc(56), Buffer.from([0x40, 0, 0, 0]), latin1('PE\x00\x00')]),
      'supported',
    ],
    ['sqlite', latin1('SQLite format 3\x00\x10\x00\x01\x01'), 'csv'],
    ['mp4', latin1('\x00\x00\x00\x18ftypisom\x00\x00\x02\x00'), 'mp3'],
    ['m4a', latin1('\x00\x00\x00\x18ftypM4A \x00\x00\x02\x00'), 'mp3'],
    ['ogg', latin1('OggS\x00\x02\x00\x00\x00\x00'), 'mp3'],
    ['flac', latin1('fLaC\x00\x00\x00\x22\x10\x00'), 'mp3'],
  ])('%s', async (name, bytes, remedy) => {
    const failure = await failureOf(bytes);
    expect(failure.code).toBe<FailureCode>('UNSUPPORTED_FORMAT');
    expect(failure.suggestion).toContain(remedy);
    expect(failure.facts).toEqual({ supportedFormats: supportedExtensions, detectedFormat: name });
  });

  test('an Office document with a password', async () => {
    expect((await failureOf(ole(['EncryptionInfo', 'EncryptedPackage']))).code).toBe<FailureCode>('PASSWORD_REQUIRED');
  });

  test('binary content of no known format', async () => {
    const noise = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 73 + (index >> 3) * 31) % 256));
    expect((await failureOf(noise, 'report.txt')).code).toBe<FailureCode>('UNSUPPORTED_FORMAT');
    expect((await failureOf(noise, 'report.txt')).details).toContain('Plain text');
  });

  test('an empty file and damaged containers', async () => {
    expect((await failureOf(Buffer.alloc(0))).code).toBe<FailureCode>('CORRUPTED_FILE');
    expect((await failureOf(latin1('PK\x03\x04\x14\x00'))).code).toBe<FailureCode>('CORRUPTED_FILE');
    expect((await failureOf(ole(['WordDocument']).subarray(0, 600))).code).toBe<FailureCode>('CORRUPTED_FILE');
  });
});

describe('names and declared types are hints', () => {
  test.each([
    ['notes.md', 'just text\n', 'md'],
    ['data.csv', 'one column\nonly\n', 'csv'],
    ['data.TSV', 'a b\n', 'csv'],
    ['log.txt', '{"a":1}\n{"b":2}\n', 'txt'],
    ['broken.json', '{"a": 1,, }', 'json'],
    ['number.json', '42', 'json'],
    ['page.htm', 'no tags at all', 'html'],
    ['C:\\dir.with.dots\\feed.rss', '<rss><channel/></rss>', 'xml'],
    ['script.py', '# Title\n\nsee [x](https://example.com)\n\n## x\n', 'txt'],
  ])('%s', async (name, bytes, expected) => {
    expect(await formatOf(bytes, name)).toBe(expected);
    expect(await warningsOf(bytes, name)).toEqual([]);
  });

  test('a declared type decides where there is no name, the name where there is one', async () => {
    expect(await formatOf('a b c', undefined, 'text/markdown; charset=utf-8')).toBe('md');
    expect(await formatOf('a,b\n', 'x.csv', 'text/plain')).toBe('csv');
    expect(await warningsOf('a,b\n', 'x.csv', 'text/plain')).toEqual([]);
  });

  test.each([
    ['x.pdf', zip([types, ['word/document.xml', '']]), 'docx'],
    ['x.png', latin1('\xff\xd8\xff\xe0\x00\x10JFIF\x00'), 'jpg'],
    ['x.csv', '<!doctype html><p>Not found', 'html'],
    ['x.txt', '<?xml version="1.0"?><a/>', 'xml'],
    ['x.docx', 'plain words', 'txt'],
    ['x.json', 'plain words', 'txt'],
    ['x.xml', 'plain words', 'txt'],
    ['x.doc', zip([types, ['word/document.xml', '']]), 'docx'],
  ])('the content wins over %s, with a warning', async (name, bytes, expected) => {
    expect(await formatOf(bytes, name)).toBe(expected);
    expect(await warningsOf(bytes, name)).toEqual(['name-contradicts-content']);
  });

  test('macro and template files are no contradiction', async () => {
    expect(await warningsOf(zip([types, ['xl/workbook.xml', '']]), 'x.xlsm')).toEqual([]);
    expect(await warningsOf(zip([types, ['word/document.xml', '']]), 'x.dotx')).toEqual([]);
  });
});

describe('bounds', () => {
  test('reads a bounded part of a huge file', async () => {
    let read = 0;
    const head = latin1('PK\x03\x04');
    const source: ByteSource = {
      size: 2 ** 40,
      read(offset, length) {
        const bytes = Buffer.alloc(Math.min(length, 2 ** 24));
        if (offset === 0) head.copy(bytes);
        read += bytes.length;
        return bytes;
      },
    };
    await expect(sniff({ source })).rejects.toThrow(Failure);
    expect(read).toBeLessThan(2 ** 20);
  });

  test('a directory that is a circle ends', async () => {
    const file = ole(['a', 'b', 'c']);
    // The FAT entry of the directory's sector points to itself, and siblings to each other.
    file.writeUInt32LE(1, 512 + 4);
    file.writeUInt32LE(1, 1024 + 2 * 128 + 72);
    expect((await failureOf(file)).code).toBe<FailureCode>('UNSUPPORTED_FORMAT');
  });

  test('hostile strings take no time to speak of', async () => {
    for (const bytes of [
      '<'.repeat(60_000),
      '<!--'.repeat(16_000),
      '['.repeat(60_000),
      '{"a":'.repeat(12_000),
      '-'.repeat(60_000),
      '**a'.repeat(20_000),
      '"'.repeat(60_000),
      '[]('.repeat(20_000),
      `<!DOCTYPE ${'['.repeat(60_000)}`,
    ]) {
      expect(['txt', 'html', 'xml', 'json', 'csv', 'md']).toContain(await formatOf(bytes));
    }
  });

  test('any bytes and any damaged head give a format or a Failure', async () => {
    const seeds = [
      zip([types, ['word/document.xml', 'abc']]),
      ole(['__properties_version1.0']),
      mp3(5),
      latin1('%PDF-1.7\n1 0 obj'),
    ];
    const damaged = fc
      .tuple(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 12 }), fc.nat())
      .map(([seed, changes, cut]) => {
        const copy = Buffer.from(seed);
        for (const [at, value] of changes) copy[at % copy.length] = value;
        return copy.subarray(0, cut % 3 === 0 ? cut % copy.length : copy.length);
      });
    const name = fc.option(fc.constantFrom('a.mp3', 'a.csv', 'a.json', 'a.docx', 'a'), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          damaged,
          fc.string().map((text) => Buffer.from(text)),
        ),
        name,
        async (bytes, called) => {
          try {
            expect(formats).toContain((await sniff(given(bytes, called))).format);
          } catch (error) {
            expect(error).toBeInstanceOf(Failure);
          }
        },
      ),
      { numRuns: 600 },
    );
  });
});
