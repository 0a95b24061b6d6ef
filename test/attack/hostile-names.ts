// Names that mean harm where they become paths, headers or keys of objects; and documents that hold them in their parts.
import { pngOf, pngRows } from '../support/pictures.ts';
import { type ZipPart, zipOf } from '../support/zip.ts';

/** In every name, so that a path made of one is found wherever it is. */
export const mark = 'dmevil';

export const hostileNames: Readonly<Record<string, string>> = {
  'up the tree': `../../../../../../../../tmp/${mark}.txt`,
  'up by backslashes': `..\\..\\..\\..\\${mark}.txt`,
  'up in mixed ways': `....//....\\/..%2f..%5c${mark}.txt`,
  absolute: `/tmp/${mark}.txt`,
  'absolute in a home': `~/${mark}.txt`,
  'a drive': `C:\\Windows\\${mark}.txt`,
  'a relative drive': `C:${mark}.txt`,
  'a share': `\\\\127.0.0.1\\share\\${mark}.txt`,
  'a long path of Windows': `\\\\?\\C:\\${mark}.txt`,
  'an address': `file:///tmp/${mark}.txt`,
  'a stream': `${mark}.txt::$DATA`,
  NUL: `${mark}.txt\0.png`,
  'NUL first': `\0${mark}.txt`,
  'right to left': `${mark}\u202etxt.exe`,
  'marks of direction': `\u2066\u2067${mark}\u2069\u200f.txt`,
  'no width': `${mark}\u200b\ufeff.txt`,
  'four thousand characters': `${mark}${'a'.repeat(4096)}.txt`,
  'four thousand bytes of others': `${mark}${'\u{1f600}'.repeat(1000)}.txt`,
  __proto__: '__proto__',
  '__proto__ as a file': `__proto__.${mark}`,
  constructor: 'constructor',
  'a path of keys': `constructor.prototype.${mark}`,
  toString: 'toString',
  con: 'con',
  'CON as a file': 'CON.txt',
  aux: `aux.${mark}`,
  'a dot': '.',
  'two dots': '..',
  'only dots': '......',
  'dots and blanks at the end': `${mark}.txt. . .`,
  blanks: `   ${mark}.txt   `,
  hidden: `.${mark}`,
  lines: `${mark}\r\nX-Injected: yes\r\n\r\n<p>.txt`,
  'a line': `${mark}\nSet-Cookie: a=b.txt`,
  'lines of other kinds': `${mark}\u2028\u2029\u0085\v\f.txt`,
  quotes: `${mark}"; filename="evil.exe`,
  'escaped quotes': `${mark}\\"; x=\\".txt`,
  'single quotes': `UTF-8''${mark}%27.txt`,
  percent: `%2e%2e%2f${mark}%00%0d%0aX-Injected:%20yes.txt`,
  'half a percent': `${mark}%.%2.%zz.txt`,
  'half a character': `${mark}\ud800.txt`,
  markup: `<img src=x onerror=alert(1)>${mark}.txt`,
  'a shell': `$(touch ${mark});\`touch ${mark}\`|touch ${mark}&.txt`,
  'a pattern': `*?[${mark}]{a,b}.txt`,
  empty: '',
};

const png = pngOf(
  { width: 64, height: 64 },
  pngRows(Array.from({ length: 64 }, (_, row) => new Uint8Array(64).fill(row * 3))),
);
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\0-\x1f]/g, '_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');

const office = 'http://schemas.openxmlformats.org/';
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${office}officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const relations = (inside: string): string =>
  `<Relationships xmlns="${office}package/2006/relationships">${inside}</Relationships>`;

/** A text with one picture, whose part, relation, name and description all are the name. */
export function docxWith(name: string): Buffer {
  const parts: ZipPart[] = [
    { name: '_rels/.rels', content: relations(relation('rId1', 'officeDocument', 'word/document.xml')) },
    {
      name: 'word/document.xml',
      content: `<w:document xmlns:w="${office}wordprocessingml/2006/main" xmlns:r="${office}officeDocument/2006/relationships" xmlns:a="${office}drawingml/2006/main" xmlns:pic="${office}drawingml/2006/picture" xmlns:wp="${office}drawingml/2006/wordprocessingDrawing"><w:body><w:p><w:r><w:t>Words.</w:t></w:r></w:p><w:p><w:r><w:drawing><wp:inline><wp:extent cx="999999" cy="999999"/><wp:docPr id="1" name="${xml(name)}" descr="${xml(name)}"/><a:graphic><a:graphicData uri="${office}drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="${xml(name)}"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p></w:body></w:document>`,
    },
    { name: 'word/_rels/document.xml.rels', content: relations(relation('rId1', 'image', xml(name))) },
    // Wherever the relation may lead, and as it is written.
    ...[...new Set([`word/${name}`, name, `word/media/${name}`])].map((part) => ({ name: part, content: png })),
  ];
  return zipOf(parts);
}

/** A book whose chapter and picture have the name. */
export function epubWith(name: string): Buffer {
  return zipOf([
    { name: 'mimetype', content: 'application/epub+zip', stored: true },
    {
      name: 'META-INF/container.xml',
      content:
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
    },
    {
      name: 'b.opf',
      content: `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${xml(name)}</dc:title></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="${xml(name)}" href="${xml(name)}" media-type="application/xhtml+xml"/><item id="p" href="${xml(name)}" media-type="image/png"/></manifest><spine><itemref idref="a"/><itemref idref="${xml(name)}"/></spine></package>`,
    },
    {
      name: 'a.xhtml',
      content: `<html xmlns="http://www.w3.org/1999/xhtml"><body><h1 id="${xml(name)}">Words.</h1><p>More words.</p><img src="${xml(name)}" alt="p"/></body></html>`,
    },
    { name, content: png },
  ]);
}

/** A letter with an attached text, an attached picture and one that is shown in it, all of the name. */
export function mailWith(name: string): Buffer {
  const inHeader = name
    .toWellFormed()
    .replace(/[\r\n\0]/g, '_')
    .replace(/["\\]/g, '\\$&');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
  const word = `=?utf-8?B?${Buffer.from(name.toWellFormed()).toString('base64')}?=`;
  const part = (type: string, disposition: string, content: Buffer, more = '') =>
    `--b\r\nContent-Type: ${type}\r\n${more}Content-Disposition: ${disposition}\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString('base64')}\r\n`;
  return Buffer.from(
    `From: a@x.example\r\nSubject: ${word}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n` +
      `--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Words.</p><img src="cid:p@x" alt="p">\r\n` +
      part(`image/png; name="${inHeader}"`, `inline; filename="${inHeader}"`, png, 'Content-ID: <p@x>\r\n') +
      part(`text/plain; name="${word}"`, `attachment; filename*=utf-8''${encoded}`, Buffer.from('Attached words.')) +
      part('image/png', `attachment; filename="${inHeader}"`, png) +
      '--b--\r\n',
  );
}
