// The JSON reader beyond its goldens: large arrays stream, broken lines cost one line, notebooks keep their images.
import { describe, expect, it } from 'vitest';
import { blocksFrom, markdownFrom, testContext } from '../../../../test/support/read-blocks.ts';
import { read } from './read.ts';

describe('the JSON reader', () => {
  it('writes a large array of records as one table whose rows are read again', async () => {
    const count = 60_000;
    const records = Array.from(
      { length: count },
      (_, at) => `{"id":${at},"v":{"x":"a${at}"}${at === count - 1 ? ',"late":true' : ''}}`,
    );
    const array = await blocksFrom(read, `[${records.join(',\n')}]`);
    const lines = await blocksFrom(read, records.join('\n'));
    for (const [table, ...more] of [array, lines]) {
      expect(more).toEqual([]);
      if (table?.type !== 'table') throw new Error('no table');
      expect(table.columns).toBe(3);
      for (const _ of [1, 2]) {
        const rows = [...(table.rows as Iterable<readonly unknown[]>)];
        expect(rows).toHaveLength(count + 1);
        expect(rows[0]).toEqual(['id', 'v.x', 'late']);
        expect(rows.at(-1)).toEqual([String(count - 1), `a${count - 1}`, 'true']);
      }
    }
  });

  it('writes a large array of anything else section by section', async () => {
    const items = Array.from(
      { length: 900 },
      (_, at) => `{"name":"n${at}","parts":[${'{"a":1,"b":[2]},'.repeat(100)}{"a":2}]}`,
    );
    const blocks = await blocksFrom(read, `[${items.join(',')}]`);
    const headings = blocks.filter((one) => one.type === 'heading' && one.depth === 1);
    expect(headings).toHaveLength(900);
    expect(headings[1]).toMatchObject({ children: [{ value: 'Item 2: n1' }] });
  });

  it('writes very many scalars as a column', async () => {
    const markdown = await markdownFrom(read, JSON.stringify(Array.from({ length: 10_001 }, (_, at) => at)));
    expect(markdown.startsWith('| value |\n| --- |\n| 0 |\n| 1 |\n')).toBe(true);
  });

  it('loses one line to a broken one, and says which', async () => {
    const context = testContext();
    const markdown = await markdownFrom(read, '{"a":1}\n{"a":\n{"a":3}\n{"a":4}\n', context);
    expect(markdown).toBe('| a |\n| --- |\n| 1 |\n| 3 |\n| 4 |\n');
    expect(context.warnings.map((one) => one.code)).toEqual(['json-line-skipped']);
    expect(context.warnings[0]?.origin).toEqual({ kind: 'line', start: 2 });
  });

  it('reads values one after the other in any layout', async () => {
    expect(await markdownFrom(read, '{\n "a": 1\n}\n{\n "a": 2\n} {"a": 3}')).toBe(
      '| a |\n| --- |\n| 1 |\n| 2 |\n| 3 |\n',
    );
  });

  it('refuses what is broken from the start or in the middle of one value', async () => {
    await expect(blocksFrom(read, '{"a":1,')).rejects.toMatchObject({ code: 'CORRUPTED_FILE' });
    await expect(blocksFrom(read, 'hello')).rejects.toMatchObject({ code: 'CORRUPTED_FILE' });
  });

  it('reads UTF-16 and nothing from an empty file', async () => {
    expect(await markdownFrom(read, Buffer.from('\uFEFF{"k":"ä"}', 'utf16le'))).toBe('- **k**: ä\n');
    expect(await blocksFrom(read, ' \n')).toEqual([]);
  });

  it('takes records with lists of records inside as a table only when there are very many', async () => {
    const record = '{"n":1,"sub":[{"x":1},{"x":2}]}';
    expect((await blocksFrom(read, `[${record},${record}]`))[0]?.type).toBe('heading');
    const many = await blocksFrom(read, `[${Array.from({ length: 1001 }, () => record).join(',')}]`);
    expect(many.map((one) => one.type)).toEqual(['table']);
  });

  it('keeps only the outer keys as columns when records differ too much inside', async () => {
    const records = Array.from({ length: 120 }, (_, at) => `{"id":${at},"data":{"k${at}":1}}`);
    const [table] = await blocksFrom(read, `[${records.join(',')}]`);
    if (table?.type !== 'table') throw new Error('no table');
    expect([...(table.rows as Iterable<unknown>)][0]).toEqual(['id', 'data']);
  });

  it('saves the images of a notebook when they are asked for', async () => {
    const png = Buffer.from([1, 2, 3]).toString('base64');
    const notebook = JSON.stringify({
      nbformat: 4,
      metadata: {},
      cells: [
        {
          cell_type: 'markdown',
          source: '![pasted](attachment:a.png)',
          attachments: { 'a.png': { 'image/png': png } },
        },
        {
          cell_type: 'code',
          source: 'plot()',
          outputs: [{ output_type: 'display_data', data: { 'image/png': png, 'text/plain': '<Figure>' } }],
        },
      ],
    });
    const context = testContext({}, { extractImages: true });
    const markdown = await markdownFrom(read, notebook, context);
    expect(markdown).toContain('![pasted](image-1)');
    expect(markdown).toContain('(image-2)');
    expect(context.saved.map((one) => [...one.bytes])).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect(await markdownFrom(read, notebook)).toContain('pasted');
  });
});
