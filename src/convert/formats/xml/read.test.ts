// The XML reader beyond its goldens: large files stream, damage is told, nothing a document says can grow.
import { describe, expect, it } from 'vitest';
import { blocksFrom, markdownFrom, testContext } from '../../../../test/support/read-blocks.ts';
import { XmlScanner } from '../../containers/xml.ts';
import type { Block } from '../../document/tree.ts';
import { streamedData } from './data-stream.ts';
import { read } from './read.ts';

const rowsOf = (block: Block | undefined): unknown[] => {
  if (block?.type !== 'table') throw new Error('no table');
  return [...(block.rows as Iterable<unknown>)];
};

describe('the XML reader', () => {
  it('streams records that are too many for a tree, with what stands around them', () => {
    const record = (at: number) => `<r id="${at}"><v>${at}</v>${at === 1999 ? '<late>x</late>' : ''}</r>`;
    const rows = Array.from({ length: 2000 }, (_, at) => record(at)).join('\n');
    const text = `<db v="1"><about><by>me</by></about><rows>${rows}<end/></rows><tail>t</tail></db>`;
    const blocks = [...(streamedData(() => new XmlScanner({}, [text]), {}, testContext()) ?? [])];
    expect(blocks.map((one) => one.type)).toEqual([
      'heading',
      'list',
      'heading',
      'list',
      'heading',
      'heading',
      'table',
      'heading',
      'heading',
      'paragraph',
    ]);
    for (const _ of [1, 2]) {
      const all = rowsOf(blocks[6]);
      expect(all).toHaveLength(2001);
      expect(all[0]).toEqual(['@id', 'v', 'late']);
      expect(all.at(-1)).toEqual(['1999', '1999', 'x']);
    }
  });

  it('does not stream what has no records', () => {
    expect(streamedData(() => new XmlScanner({}, ['<a><b/></a>']), {}, testContext())).toBeUndefined();
  });

  it('expands nothing', async () => {
    const context = testContext();
    const text = '<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]><l>&b;</l>';
    expect(await markdownFrom(read, text, context)).toBe('# l\n\n&b;\n');
    expect(context.warnings.map((one) => one.code)).toEqual(['xml-entity-kept']);
  });

  it('flattens depth beyond the limit and keeps its text', async () => {
    const context = testContext();
    const markdown = await markdownFrom(read, `${'<a>'.repeat(100_000)}deep${'</a>'.repeat(100_000)}`, context);
    expect(markdown).toContain('deep');
    expect(context.warnings.map((one) => one.code)).toEqual(['nesting-limit']);
  });

  it('tells each kind of damage once, with its line', async () => {
    const context = testContext();
    await blocksFrom(read, '<a>\n<b x=1/>\n<b y=2/>\n<c></a>', context);
    expect(context.warnings.map((one) => [one.code, one.origin])).toEqual([
      ['xml-not-well-formed', { kind: 'line', start: 2 }],
      ['xml-not-well-formed', { kind: 'line', start: 4 }],
    ]);
  });

  it('refuses what is no XML, and files over the limit that cannot stream', async () => {
    await expect(blocksFrom(read, 'plain text')).rejects.toMatchObject({ code: 'CORRUPTED_FILE' });
    const context = testContext({ wholeFileBytes: 10 });
    await expect(blocksFrom(read, '<a><b>some text</b></a>', context)).rejects.toMatchObject({
      code: 'DOCUMENT_LIMIT',
    });
  });

  it('reads old encodings and names of characters', async () => {
    const latin = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><a><b>caf\u00e9 &eacute; &agr; &OHgr;</b></a>',
      'latin1',
    );
    expect(await markdownFrom(read, latin)).toBe('# a\n\n- **b**: café é α Ω\n');
  });

  it('tells a catalogue of books from a book', async () => {
    expect(await markdownFrom(read, '<book id="1"><title>T</title><author>A</author></book>')).toContain(
      '- **title**: T',
    );
    expect(
      await markdownFrom(read, '<book><title>T</title><chapter><title>C</title><para>P</para></chapter></book>'),
    ).toBe('# T\n\n## C\n\nP\n');
  });
});
