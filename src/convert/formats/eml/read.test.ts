// Internet messages: how parts become body and attachments, limits, and damage.
import { describe, expect, test } from 'vitest';
import { blocksFrom, markdownFrom, testContext } from '../../../../test/support/read-blocks.ts';
import { Failure } from '../../../core/failure.ts';
import { bytesSource, convert } from '../../index.ts';
import { read } from './read.ts';

const mail = (...lines: string[]): string => ['From: a@example.com', ...lines].join('\r\n');
const multipart = (kind: string, ...parts: string[]): string =>
  mail(`Content-Type: multipart/${kind}; boundary=b`, '', ...parts.flatMap((part) => ['--b', part]), '--b--', '');
const head = '**From:** a@example.com\n\n';
const bodyOf = async (content: string, context = testContext()): Promise<string> => {
  const markdown = await markdownFrom(read, content, context);
  expect(markdown.startsWith(head)).toBe(true);
  return markdown.slice(head.length);
};

describe('body', () => {
  test.each([
    [
      'HTML before text',
      multipart('alternative', '\r\nplain', 'Content-Type: text/html\r\n\r\n<b>rich</b>'),
      '**rich**\n',
    ],
    [
      'text where HTML shows nothing',
      multipart('alternative', '\r\nplain', 'Content-Type: text/html\r\n\r\n<p> </p>'),
      'plain\n',
    ],
    ['several texts', multipart('mixed', '\r\none', 'Content-Type: text/html\r\n\r\n<i>two</i>'), 'one\n\n*two*\n'],
    ['a multipart type of the future', multipart('x-new', '\r\none', '\r\ntwo'), 'one\n\ntwo\n'],
    ['a boundary that another begins with', multipart('mixed', '\r\none\r\n--bc\r\ntwo'), 'one\\\n--bc\\\ntwo\n'],
    ['no parts at all', mail('Content-Type: multipart/mixed; boundary=b', '', 'text'), 'text\n'],
    [
      'the root of related parts',
      mail(
        'Content-Type: multipart/related; boundary=b; start="<r>"',
        '',
        '--b',
        '',
        'no',
        '--b',
        'Content-ID: <r>',
        '',
        'root',
        '--b--',
      ),
      'root\n\n## Attachments\n\n- Unnamed attachment (text/plain, 2 bytes)\n',
    ],
    [
      'RTF before text',
      multipart('alternative', '\r\nplain', 'Content-Type: application/rtf\r\n\r\n{\\rtf1 {\\b rich}}'),
      '**rich**\n',
    ],
    [
      'no form that is not read, where another is',
      multipart('alternative', '\r\nplain', 'Content-Type: text/x-amp-html\r\n\r\n<b>rich</b>'),
      'plain\n',
    ],
    ['RTF', mail('Content-Type: text/rtf', '', '{\\rtf1 {\\b x}}'), '**x**\n'],
  ])('%s', async (_title, content, meant) => {
    expect(await bodyOf(content)).toBe(meant);
  });

  test('the declared character set is used', async () => {
    const content = Buffer.concat([
      Buffer.from(mail('Content-Type: text/plain; charset=koi8-r', '', '')),
      Buffer.from([0xf0, 0xd2, 0xc9]),
    ]);
    expect(await markdownFrom(read, content)).toContain('При');
  });
});

test('a byte order mark and blank lines before the header', async () => {
  expect(await markdownFrom(read, `\ufeff\r\n\r\n${mail('', 'x')}`)).toBe(`${head}x\n`);
});

describe('attachments', () => {
  const csv = 'Content-Type: text/csv\r\nContent-Disposition: attachment; filename=a.csv\r\n\r\nx,y\r\n1,2';
  const pdf = 'Content-Type: application/pdf; name=b.pdf\r\n\r\n%PDF-1.4 rubbish';
  const nested = (levels: number): string =>
    levels === 0 ? mail('', 'innermost') : mail('Content-Type: message/rfc822', '', nested(levels - 1));

  test('one that cannot be read leaves the others', async () => {
    const { markdown, warnings } = await convert({
      source: bytesSource(Buffer.from(multipart('mixed', pdf, csv))),
      name: 'a.eml',
    });
    expect(markdown).toContain('### a.csv\n\n| x | y |');
    expect(warnings.map(({ code, origin }) => [code, origin])).toEqual([
      ['attachment-not-read', { kind: 'path', path: 'attachment 1: b.pdf' }],
    ]);
    expect(warnings[0]?.message).toContain('"b.pdf"');
  });

  test('what the whole conversion may not use stops it', async () => {
    const input = { source: bytesSource(Buffer.from(multipart('mixed', csv, csv, csv))), name: 'a.eml' };
    await expect(convert(input, {}, { limits: { archiveEntries: 2 } })).rejects.toThrow(Failure);
    const { warnings, markdown } = await convert(input, {}, { limits: { embeddedDocuments: 2 } });
    expect(warnings.map(({ code }) => code)).toEqual(['attachment-not-read']);
    expect(markdown.match(/### a\.csv/g)).toHaveLength(2);
  });

  test('messages in messages, up to the limit', async () => {
    const input = { source: bytesSource(Buffer.from(nested(5))), name: 'a.eml' };
    const { markdown, warnings } = await convert(input);
    expect(markdown.match(/\*\*From:\*\*/g)).toHaveLength(4);
    expect(warnings.map(({ message }) => message)).toEqual([
      'The attachment "Message" was not converted: messages are nested more than 3 deep.',
    ]);
    expect((await convert({ ...input, source: bytesSource(Buffer.from(nested(3))) })).markdown).toContain('innermost');
  });

  test('images in the body are saved once and not listed', async () => {
    const page =
      'Content-Type: text/html\r\n\r\n<img src="cid:i@x" alt=A><img src="CID:i%40x" alt=B><img src="cid:none" alt=C>';
    const image = 'Content-Type: image/png; name=i.png\r\nContent-ID: <i@x>\r\n\r\nbytes';
    const context = testContext({}, { extractImages: true });
    expect(await bodyOf(multipart('related', page, image), context)).toBe('![A](image-1)![B](image-1)![C]()\n');
    expect(context.saved.map(({ mediaType, name }) => [mediaType, name])).toEqual([['image/png', 'i.png']]);
    expect(context.warnings.map(({ code }) => code)).toEqual(['image-missing']);
  });
});

test('every block says where it comes from', async () => {
  const blocks = await blocksFrom(read, multipart('mixed', '\r\n> one', '\r\ntwo'));
  expect(blocks.map(({ origin }) => (origin?.kind === 'path' ? origin.path : undefined))).toEqual([
    'head',
    'body',
    'body',
  ]);
});

test('parts nested beyond the limit are kept as text', async () => {
  const deep = (levels: number): string =>
    levels === 0
      ? '\r\ndeep'
      : `Content-Type: multipart/mixed; boundary=b${levels}x\r\n\r\n--b${levels}x\r\n${deep(levels - 1)}\r\n--b${levels}x--`;
  const context = testContext({ depth: 10 });
  expect(await bodyOf(mail(deep(12)), context)).toContain('deep');
  expect(context.warnings.map(({ code }) => code)).toEqual(['nesting-limit']);
});

test('facts', async () => {
  const context = testContext();
  await blocksFrom(read, 'From: Ann <a@example.com>\nSubject: =?utf-8?Q?Caf=C3=A9?=\n\nx', context);
  expect(context.facts).toMatchObject({ title: 'Café', author: 'Ann <a@example.com>' });
});

test('encrypted messages give their head and a warning', async () => {
  const context = testContext();
  const encrypted = multipart(
    'encrypted',
    'Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1',
    'Content-Type: application/octet-stream\r\n\r\nx',
  );
  expect(await bodyOf(encrypted, context)).toContain('## Attachments');
  expect(context.warnings.map(({ code }) => code)).toContain('encrypted-message');
});
