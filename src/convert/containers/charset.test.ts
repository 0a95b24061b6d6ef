// Character sets: known bytes, a matrix of languages and sets, decisions on the whole content, and streaming.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeText } from '../../../test/charset/encode.ts';
import { testTexts } from '../../../test/charset/texts.ts';
import { bytesSource } from '../input.ts';
import { createDecoder, decodePieces, decodeText, detectCharset, textPieces } from './charset.ts';

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const decodedBy = (charset: string, ...values: number[]): string => {
  const decoder = createDecoder(charset);
  return decoder.write(Uint8Array.from(values)) + decoder.end();
};

describe('decoders read known bytes', () => {
  test.each([
    ['windows-1252', [0x80, 0x93, 0x85, 0xe9], '€“…é'],
    ['windows-1250', [0xb9, 0x9c, 0xe8], 'ąśč'],
    ['iso-8859-2', [0xb1, 0xb6, 0xe8], 'ąśč'],
    ['iso-8859-15', [0xa4, 0xbd], '€œ'],
    ['iso-8859-16', [0xaa, 0xfe], 'Șț'],
    ['koi8-r', [0xf0, 0xd2, 0xc9], 'При'],
    ['koi8-u', [0xa4, 0xa6], 'єі'],
    ['ibm866', [0x8f, 0xe0, 0xa8], 'При'],
    ['windows-1255', [0xf9, 0xec], 'של'],
    ['shift_jis', [0x83, 0x65, 0x5c, 0x8a, 0xbf], 'テ\\漢'],
    ['euc-jp', [0xb4, 0xc1, 0x8e, 0xb1], '漢ｱ'],
    ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x34, 0x41, 0x1b, 0x28, 0x42, 0x61], '漢a'],
    ['gb18030', [0xba, 0xba, 0x81, 0x39, 0xef, 0x30], '汉㐁'],
    ['big5', [0xba, 0x7e], '漢'],
    // KS X 1001, and the first and the last syllable that only Windows code page 949 has.
    ['euc-kr', [0xb0, 0xa1, 0x81, 0x41, 0xc6, 0x52], '가갂힣'],
    ['utf-32le', [0x41, 0, 0, 0, 0x00, 0xf6, 0x01, 0x00], 'A\u{1f600}'],
    ['utf-32be', [0, 0, 0, 0x41, 0, 1, 0xf6, 0], 'A\u{1f600}'],
  ])('%s', (charset, values, expected) => {
    expect(decodedBy(charset, ...values)).toBe(expected);
  });

  test('a broken Korean pair does not swallow an ASCII byte', () => {
    expect(decodedBy('euc-kr', 0xb0, 0x22, 0x41)).toBe('\ufffd"A');
  });

  test('surrogates and too large code points in UTF-32 are replaced and counted', () => {
    const decoder = createDecoder('utf-32le');
    expect(decoder.write(Uint8Array.of(0, 0xd8, 0, 0, 0, 0, 0x11, 0)) + decoder.end()).toBe('\ufffd\ufffd');
    expect(decoder.replaced).toBe(2);
  });
});

describe('languages and their character sets', () => {
  for (const { language, charsets, text, short } of testTexts) {
    for (const charset of charsets) {
      test(`${language} in ${charset}`, () => {
        const encoded = encodeText(text, charset);
        expect(encoded).toBeDefined();
        expect(decodeText(encoded ?? new Uint8Array()).text).toBe(text);
      });
      // A capital of Mac Cyrillic is a quotation mark in windows-1251: a few words cannot tell.
      if (charset === 'x-mac-cyrillic') continue;
      test.each(short)(`${language} in ${charset}, short: %s`, (piece) => {
        expect(decodeText(encodeText(piece, charset) ?? new Uint8Array()).text).toBe(piece);
      });
    }
  }

  test.each([
    'Café',
    'Zürich',
    'Price: £5.00',
    '10 €',
    'it’s',
    '25 °C',
    '© 2020 Acme',
    '¿Qué?',
    'GRÖSSE: MÜLLER',
    '§ 5 Abs. 2',
  ])('a few Western characters: %s', (piece) => {
    expect(decodeText(encodeText(piece, 'windows-1252') ?? new Uint8Array()).text).toBe(piece);
  });
});

describe('the whole content decides', () => {
  const filler = 'plain words without accents, line after line\n'.repeat(120_000);

  test('the first letter over 0x7f comes after five megabytes', () => {
    expect(detectCharset(bytesSource(bytes(filler, 'na\xefve caf\xe9')))).toBe('windows-1252');
    expect(detectCharset(bytesSource(Buffer.from(`${filler}naïve café`)))).toBe('utf-8');
  });

  test('UTF-8 with a stray byte stays UTF-8, and the byte is counted', () => {
    const text = 'Größe, Länge und Höhe; übrigens schön.\n'.repeat(20);
    const result = decodeText(Buffer.concat([Buffer.from(text), Buffer.from([0xe9]), Buffer.from(text)]));
    expect(result).toEqual({ text: `${text}\ufffd${text}`, charset: 'utf-8', replaced: 1 });
  });

  test('a replacement character that the text itself holds is not counted', () => {
    expect(decodeText(Buffer.from('größe \ufffd'))).toEqual({ text: 'größe \ufffd', charset: 'utf-8', replaced: 0 });
  });

  test('a single accented letter as the last byte', () => {
    expect(decodeText(bytes('Das ist ein Caf\xe9')).text).toBe('Das ist ein Café');
  });

  test('legacy text in which only later pieces tell the language', () => {
    const head = 'id;value\n'.repeat(60_000);
    const text = 'Wałęsa mieszka w Gdańsku i pisze książki o życiu.\n'.repeat(20);
    const encoded = encodeText(text, 'iso-8859-2') ?? new Uint8Array();
    expect(detectCharset(bytesSource(Buffer.concat([Buffer.from(head), encoded])))).toBe('iso-8859-2');
  });
});

describe('Unicode in other widths', () => {
  const text = 'Name;Größe\nЖук;漢字\n';
  const utf16be = (value: string): Buffer => Buffer.from(value, 'utf16le').swap16();
  const utf32 = (value: string, little: boolean): Buffer => {
    const out = Buffer.alloc([...value].length * 4);
    for (const [index, char] of [...value].entries()) {
      if (little) out.writeUInt32LE(char.codePointAt(0) ?? 0, index * 4);
      else out.writeUInt32BE(char.codePointAt(0) ?? 0, index * 4);
    }
    return out;
  };
  test.each([
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['utf-16be', utf16be(`\ufeff${text}`)],
    ['utf-32le', utf32(`\ufeff${text}`, true)],
    ['utf-32be', utf32(`\ufeff${text}`, false)],
  ])('%s with a mark', (charset, encoded) => {
    expect(decodeText(encoded)).toEqual({ text, charset, replaced: 0 });
  });
  test.each([
    ['utf-16le', Buffer.from(text, 'utf16le')],
    ['utf-16be', utf16be(text)],
    ['utf-32le', utf32(text, true)],
    ['utf-32be', utf32(text, false)],
  ])('%s without a mark', (charset, encoded) => {
    expect(decodeText(encoded)).toEqual({ text, charset, replaced: 0 });
  });
});

describe('declared character sets', () => {
  const greek = encodeText('<p>αβγ', 'iso-8859-7') ?? new Uint8Array();

  test('a meta element of a web page', () => {
    const page = (meta: string) => Buffer.concat([Buffer.from(`<!-- <meta charset=koi8-r> -->${meta}`), greek]);
    expect(decodeText(page('<META charset = "ISO-8859-7">'), { html: true }).charset).toBe('iso-8859-7');
    const older = '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-7">';
    expect(decodeText(page(older), { html: true }).charset).toBe('iso-8859-7');
  });

  test('an XML declaration', () => {
    const xml = Buffer.concat([Buffer.from('<?xml version="1.0" encoding="koi8-r"?><a>'), Buffer.from([0xc1, 0xc2])]);
    expect(decodeText(xml)).toMatchObject({ charset: 'koi8-r' });
  });

  test('a label from outside comes first, a label nobody knows is ignored', () => {
    const page = Buffer.concat([Buffer.from('<meta charset=koi8-r>'), greek]);
    expect(decodeText(page, { html: true, declared: 'iso-8859-7' }).charset).toBe('iso-8859-7');
    expect(decodeText(page, { html: true, declared: 'x-nothing' }).charset).toBe('koi8-r');
  });

  test('valid UTF-8 is UTF-8 whatever was declared', () => {
    expect(decodeText(Buffer.from('<meta charset=iso-8859-1>Größe'), { html: true }).text).toContain('Größe');
    expect(decodeText(Buffer.from('é'), { declared: 'latin1' }).text).toBe('é');
  });

  test('a wrong claim of UTF-8 gives way to the bytes', () => {
    expect(decodeText(bytes('Gr\xf6\xdfe und L\xe4nge'), { declared: 'utf-8' }).text).toBe('Größe und Länge');
  });
});

describe('streaming', () => {
  test('UTF-8 in pieces is what TextDecoder makes of the whole', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 12 }),
      fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const decoder = createDecoder('utf-8');
        const streamed = pieces.map((one) => decoder.write(one)).join('') + decoder.end();
        expect(streamed).toBe(new TextDecoder().decode(Buffer.concat(pieces)));
      }),
      { numRuns: 500 },
    );
  });

  test.each(['shift_jis', 'euc-kr', 'gb18030', 'utf-16le', 'utf-32be', 'windows-1251', 'iso-2022-jp'])(
    '%s gives the same text however it is cut',
    (charset) => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(40), (content, cut) => {
          const whole = createDecoder(charset);
          const split = createDecoder(charset);
          const expected = whole.write(content) + whole.end();
          expect(split.write(content.subarray(0, cut)) + split.write(content.subarray(cut)) + split.end()).toBe(
            expected,
          );
        }),
      );
    },
  );

  test('GB 18030 is decoded byte by byte, whatever was cut off before', () => {
    const byte = fc.constantFrom(0x81, 0x30, 0x39, 0x00, 0x41, 0x80, 0x8f, 0xa1, 0xfe, 0xff);
    const property = fc.property(fc.array(byte, { maxLength: 60 }), (bytes) => {
      const decoder = createDecoder('gb18030');
      const text = bytes.map((one) => decoder.write(Uint8Array.of(one))).join('') + decoder.end();
      const whole = createDecoder('gb18030');
      expect(text).toBe(whole.write(Uint8Array.from(bytes)) + whole.end());
      expect(text).toBe(new TextDecoder('gb18030').decode(Uint8Array.from(bytes)));
    });
    fc.assert(property, { numRuns: 1_000, examples: [[[0x81, 0x30, 0x81, 0x00]]] });
  });

  test('pieces of a source join to the text, without control characters', () => {
    const source = bytesSource(Buffer.from('a\u0000b\u001b[31mred\u001b[0m\n'.repeat(60_000)));
    const damage = { replaced: 0, dropped: 0, suspect: true };
    expect([...textPieces(source, 'utf-8', damage)].join('')).toBe('abred\n'.repeat(60_000));
    expect(damage).toEqual({ replaced: 0, dropped: 60_000, suspect: true });
    expect([...decodePieces(bytesSource(Buffer.from('größe')), 'utf-8')].join('')).toBe('größe');
  });

  test('any bytes decode to something, in a charset that has a decoder', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (content) => {
        const { text, charset } = decodeText(content);
        expect(typeof text).toBe('string');
        expect(createDecoder(charset).charset).toBe(charset);
      }),
      { numRuns: 300 },
    );
  });
});
