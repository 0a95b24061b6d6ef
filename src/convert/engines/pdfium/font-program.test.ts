// What font programs say of their glyphs, and that none of them, however broken, makes more trouble than saying nothing.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cffOf, sfntOf, type TestGlyph, type1Of } from '../../../../test/support/font.ts';
import { textOfGlyphName } from './font-glyph-names.ts';
import { readsLikeText } from './font-order.ts';
import { readFontProgram } from './font-program.ts';

const glyphs: readonly TestGlyph[] = [
  { name: '.notdef', width: 500 },
  { name: 'space', width: 250, code: 32, blank: true },
  { name: 'A', width: 700, code: 65 },
  { name: 'f_i', width: 520 },
  { name: 'uni0416', width: 800, code: 0x416 },
];

describe('TrueType', () => {
  test('characters come from the map turned round, then from names', () => {
    const program = readFontProgram(sfntOf({ glyphs }));
    expect([1, 2, 3, 4].map((glyph) => program?.textOf(glyph))).toEqual([' ', 'A', 'fi', 'Ж']);
  });

  test('names alone will do', () => {
    const program = readFontProgram(sfntOf({ glyphs, cmap: false }));
    expect([2, 3, 4].map((glyph) => program?.textOf(glyph))).toEqual(['A', 'fi', 'Ж']);
  });

  test('without either nothing is known but widths and blanks', () => {
    const program = readFontProgram(sfntOf({ glyphs, cmap: false, post: false }));
    expect(program?.textOf(2)).toBeUndefined();
    expect(program?.widthOf(2)).toBe(700);
    expect([1, 2].map((glyph) => program?.isBlank(glyph))).toEqual([true, false]);
  });
});

describe('CFF', () => {
  const program = readFontProgram(
    cffOf(
      [
        { name: 'T_h', width: 610 },
        { name: 'parenleftBigg', width: 790 },
        { name: 'g17', width: 300, blank: true },
      ],
      [200, 7],
    ),
  );

  test('glyphs have names and widths', () => {
    expect([1, 2, 3].map((glyph) => program?.textOf(glyph))).toEqual(['Th', '(', undefined]);
    expect([1, 2, 3].map((glyph) => program?.widthOf(glyph))).toEqual([610, 790, 300]);
    expect([1, 3].map((glyph) => program?.isBlank(glyph))).toEqual([false, true]);
  });

  test('codes go through its own encoding', () => {
    expect([200, 7, 65].map((code) => program?.glyphOfCode(code))).toEqual([1, 2, undefined]);
  });
});

test('Type 1 programs name the codes of their encoding', () => {
  const text =
    '%!PS-AdobeFont-1.0: X\n/Encoding 256 array\ndup 65 /Eacute put\ndup 66 /g66 put\nreadonly def\ncurrentfile eexec';
  const program = readFontProgram(Buffer.from(text, 'latin1'));
  expect(program?.textOf(program.glyphOfCode(65) ?? -1)).toBe('É');
  expect(program?.textOf(program.glyphOfCode(66) ?? -1)).toBeUndefined();
});

test.each([false, true])('Type 1 programs have the names and widths of their glyphs (in digits: %s)', (hex) => {
  const glyphs = [
    { name: 'f_f_i', width: 829 },
    { name: 'angbracketleft', width: 388 },
  ];
  const program = readFontProgram(type1Of(glyphs, { encoding: { 104: 'angbracketleft' }, hex }));
  const all = Array.from({ length: program?.glyphs ?? 0 }, (_, glyph) => glyph);
  expect(all.map((glyph) => program?.textOf(glyph)).filter((text) => text !== undefined)).toEqual(['⟨', 'ffi', '⟨']);
  expect([256, 257].map((glyph) => program?.widthOf(glyph))).toEqual([829, 388]);
});

test('a Type 1 program cut anywhere has fewer glyphs and no error', () => {
  const whole = type1Of([
    { name: 'f_i', width: 559 },
    { name: 'f_l', width: 559 },
  ]);
  for (let end = 0; end < whole.length; end += 1)
    expect(readFontProgram(whole.subarray(0, end))?.widthOf(300)).toBeUndefined();
});

test.each([
  ['Eacute', 'É'],
  ['ccaron', 'č'],
  ['Omegatonos', 'Ώ'],
  ['f_f_i', 'ffi'],
  ['one.oldstyle', '1'],
  ['uni20AC', '€'],
  ['uni00410042', 'AB'],
  ['u1F600', '😀'],
  ['afii10017', 'А'],
  ['afii10071', 'ё'],
  ['afii10097', 'я'],
  ['summationdisplay', '∑'],
  ['quoteright', '’'],
  ['g123', undefined],
  ['cid00123', undefined],
  ['.notdef', undefined],
  ['uniD800', undefined],
  ['', undefined],
])('the glyph %s shows %s', (name, text) => {
  expect(textOfGlyphName(name)).toBe(text);
});

test('a guess is believed when it reads like text', () => {
  const text = 'The mill stands at the end of the valley, where the river bends twice.';
  expect(readsLikeText(text)).toBe(true);
  const shifted = text.replace(/[a-z]/gi, (sign) => String.fromCharCode(sign.charCodeAt(0) + 3));
  expect(readsLikeText(shifted)).toBe(false);
  expect(readsLikeText('!"#$%&\'()*+,-./0123456789:;<=>?@')).toBe(false);
});

test('any bytes, and any damage to a font, are read to an end', () => {
  const fonts = [sfntOf({ glyphs }), cffOf(glyphs, [1, 2, 3]), Buffer.from('%!PS\n/Encoding dup 1 /a put', 'latin1')];
  const look = (bytes: Uint8Array): void => {
    const program = readFontProgram(bytes);
    for (const at of [0, 1, 3, 4, 255, 65_535, 0xffffffff]) {
      program?.textOf(at);
      program?.widthOf(at);
      program?.isBlank(at);
      program?.nameOf(at);
      program?.glyphOfCid(at);
      program?.glyphOfCode(at);
    }
  };
  const damage = fc.array(fc.tuple(fc.nat(2_000), fc.integer({ min: 0, max: 255 })), { maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom(...fonts), damage, fc.nat(2_000), (font, changes, end) => {
      const bytes = Uint8Array.from(font.subarray(0, Math.max(4, Math.min(font.length, end))));
      for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
      look(bytes);
    }),
    { numRuns: 500 },
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), look));
});
