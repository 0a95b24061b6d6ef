// RTF bodies: what is wrapped comes out as it was, documents become blocks, and nothing makes the reader fail.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testContext } from '../../../../test/support/read-blocks.ts';
import { markdownOf } from '../../markdown/write.ts';
import { rtfBlocks } from './rtf-blocks.ts';
import { unwrapRtf } from './rtf-encapsulated.ts';

const html = (body: string): string | undefined =>
  unwrapRtf(
    Buffer.from(
      `{\\rtf1\\ansi\\ansicpg1252\\fromhtml1{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset204 B;}}${body}}`,
      'latin1',
    ),
  )?.content;
const markdown = (body: string): string =>
  markdownOf([...rtfBlocks(Buffer.from(`{\\rtf1\\ansi ${body}}`, 'latin1'), testContext())]);

describe('wrapped HTML', () => {
  test.each([
    ['tags and text', '{\\*\\htmltag64 <p>}text{\\*\\htmltag72 </p>}', '<p>text</p>'],
    ['what is for readers of RTF only', 'a\\htmlrtf b\\par\\htmlrtf0 c', 'ac'],
    ['groups that begin in it', '\\htmlrtf {\\b \\htmlrtf0 bold\\htmlrtf }\\htmlrtf0  x', 'bold x'],
    ['escapes in tags', '{\\*\\htmltag84 <a title="\\{\\\\\\}">\\par }', '<a title="{\\}">\r\n'],
    ['characters', '\\lquote a\\rquote \\~\\bullet \\emdash\\tab', '&lsquo;a&rsquo;&nbsp;&bull;&mdash;\t'],
    ['the font says the character set', "\\f1\\'cc\\f0\\'cc", 'МÌ'],
    ['but not of tags', "\\f1{\\*\\htmltag64 \\'cc}\\'cc", 'ÌМ'],
    ['Unicode and its stand-ins', "\\uc2\\u8364 ??x\\uc0\\u8364 y\\uc1\\u-10179\\'3f\\u-8704?", '€x€y\u{1f600}'],
    ['other destinations', '{\\*\\mhtmltag64 <x>}{\\colortbl;\\red0;}{\\*\\unknown x}y', 'y'],
  ])('%s', (_title, body, meant) => {
    expect(html(body)).toBe(meant);
  });

  test('plain text', () => {
    expect(unwrapRtf(Buffer.from('{\\rtf1\\ansi\\fromtext{\\fonttbl{\\f0 A;}}a\\par b\\tab c}'))).toEqual({
      kind: 'text',
      content: 'a\nb\tc',
    });
  });

  test('a document that only speaks of it', () => {
    expect(unwrapRtf(Buffer.from('{\\rtf1\\ansi \\\\fromtexture}'))).toBeUndefined();
  });
});

test('signs of symbol fonts are what they show, whatever their code is written as', () => {
  const fonts = '{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset2{\\*\\panose 05} Wingdings{\\*\\falt Arial};}\\f2 Symbol;}';
  expect(markdown(`${fonts}\\f1 J\\f0 J{\\f2 a\\'b7\\u-4007 ?}`)).toBe('☺Jα•Ψ\n');
});

test('marks of lists: another count is another list, letters stay as they are', () => {
  const line = (mark: string, text: string): string => `{\\listtext ${mark}\\tab}${text}\\par `;
  const body =
    line('1.', 'one') + line('2.', 'two') + line('5.', 'five') + line('(a)', 'alpha') + line('\\bullet', 'dot');
  expect(markdown(body)).toBe('1. one\n2. two\n\n5) five\n\n- (a) alpha\n- dot\n');
});

describe('documents', () => {
  test.each([
    ['marks end with their group', '{\\b a {\\i b}} c\\par', '**a *b*** c\n'],
    ['marks that are turned off', '\\b a\\b0  b \\plain c', '**a** b c\n'],
    ['hidden text', 'a{\\v b}c', 'ac\n'],
    ['raw bytes', 'a\\bin3 {{{b', 'ab\n'],
    ['a field that is no link', '{\\field{\\*\\fldinst PAGE}{\\fldrslt 7}}', '7\n'],
    [
      'rows wider than the others',
      'a\\cell b\\cell\\row c\\cell\\row',
      '|  |  |\n| --- | --- |\n| a | b |\n| c |  |\n',
    ],
    ['a cell that is never closed', '\\intbl a\\cell b', '|  |  |\n| --- | --- |\n| a | b |\n'],
    ['a row that is never closed', '\\intbl a\\par\\pard b\\par', '|  |\n| --- |\n| a |\n\nb\n'],
    ['more closing braces than opening ones', 'a}}}b', 'ab\n'],
  ])('%s', (_title, body, meant) => {
    expect(markdown(body)).toBe(meant);
  });

  test('groups 100 000 deep', () => {
    expect(markdown(`${'{'.repeat(100_000)}x${'}'.repeat(100_000)}y`)).toBe('xy\n');
  });

  test('any soup of words', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '{',
        '}',
        '\\par ',
        '\\cell',
        '\\row',
        '\\intbl',
        '\\u1234',
        "\\'e4",
        '\\bin9',
        '\\*',
        '\\field',
        '\\fldrslt',
      ),
      fc.constantFrom(
        '\\fonttbl',
        '\\f1',
        '\\fcharset128',
        '\\htmlrtf',
        '\\htmltag',
        '\\uc9',
        '\\pntext',
        '\\listtext',
        '\\v',
        'text',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.boolean(), (pieces, wrapped) => {
        const bytes = Buffer.from(`{\\rtf1${wrapped ? '\\fromhtml1' : ''} ${pieces.join('')}`, 'latin1');
        if (wrapped) expect(unwrapRtf(bytes)?.kind).toBe('html');
        else expect(rtfBlocks(bytes, testContext())).toBeInstanceOf(Array);
      }),
    );
  });
});
