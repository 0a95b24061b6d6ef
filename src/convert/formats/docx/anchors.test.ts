// Names of headings as GFM gives them, and that links reach forward over pieces of any size.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdownFrom } from '../../../../test/support/read-blocks.ts';
import { zipOf } from '../../../../test/support/zip.ts';
import { uniqueSlug } from './anchors.ts';
import { read } from './read.ts';

describe('names of headings', () => {
  test.each([
    ['Hello, World!', 'hello-world'],
    ['  Über  uns ', 'über-uns'],
    ['2.1 A/B & C', '21-ab--c'],
    ['snake_case – dash', 'snake_case--dash'],
    ['日本語 見出し', '日本語-見出し'],
  ])('%s is #%s', (words, slug) => {
    expect(uniqueSlug(words, new Map())).toBe(slug);
  });

  test('the same words are counted', () => {
    const used = new Map<string, number>();
    expect(['A', 'a', 'A!'].map((words) => uniqueSlug(words, used))).toEqual(['a', 'a-1', 'a-2']);
  });

  test('no name holds a space or a bracket', () => {
    fc.assert(fc.property(fc.string(), (words) => !/[\s()[\]<>]/.test(uniqueSlug(words, new Map()))));
  });
});

describe('links inside a document', () => {
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const text = (words: string): string => `<w:r><w:t>${words}</w:t></w:r>`;
  const heading = (words: string, bookmark: string): string =>
    `<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:bookmarkStart w:name="${bookmark}"/>${text(words)}</w:p>`;
  const packed = (document: Uint8Array | string): Buffer =>
    zipOf({
      '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${relation}/officeDocument" Target="word/document.xml"/></Relationships>`,
      'word/document.xml': document,
    });
  const link = `<w:p><w:hyperlink w:anchor="end">${text('to the end')}</w:hyperlink></w:p>`;

  test('reach a heading far behind them', async () => {
    const filler = `<w:p>${text('x'.repeat(1_000))}</w:p>`.repeat(600);
    const body = link + heading('The end', 'one') + filler + heading('The end', 'end');
    const markdown = await markdownFrom(read, packed(`<w:document ${space}><w:body>${body}</w:body></w:document>`));
    expect(markdown.split('\n')[0]).toBe('[to the end](#the-end-1)');
  });

  test('in a part in UTF-16', async () => {
    const xml = `\ufeff<?xml version="1.0" encoding="UTF-16"?><w:document ${space}><w:body>${link}${heading('Ende', 'end')}</w:body></w:document>`;
    expect(await markdownFrom(read, packed(Buffer.from(xml, 'utf16le')))).toBe('[to the end](#ende)\n\n# Ende\n');
  });
});
