// The proof that cutting changes nothing: pieces parsed apart give the same blocks as the whole text.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../core/limits.ts';
import { Budget } from '../document/budget.ts';
import type { Cell, Row } from '../document/tree.ts';
import { localEngines } from '../engines/engines.ts';
import type { ReadContext, Warning } from '../format.ts';
import { defaultOptions } from '../options.ts';
import { markdownBlocks } from './md.ts';
import { segmentsOf } from './md-segments.ts';

function context(warnings: Warning[] = []): ReadContext {
  return {
    options: defaultOptions,
    limits: defaultLimits,
    engines: localEngines,
    budget: new Budget(defaultLimits),
    signal: new AbortController().signal,
    warn: (code, message) => warnings.push({ code, message }),
    progress: () => {},
    describe: () => {},
    saveImage: () => undefined,
    async *readEmbedded() {},
  };
}

/** A literal cell is the same as one that holds this text. */
const spelledOut = (cell: Cell): Cell =>
  typeof cell === 'string' ? { type: 'tableCell', children: cell === '' ? [] : [{ type: 'text', value: cell }] } : cell;

/** Without places, and with the rows of streamed tables at hand. */
function blocks(text: string, target: number): unknown[] {
  return [...markdownBlocks(text, context(), { front: true, target })].map(({ origin: _, ...block }) => {
    if (!('rows' in block)) return block;
    const { columns: __, ...table } = block;
    return { ...table, rows: [...(block.rows as Iterable<Row>)].map((row) => row.map(spelledOut)) };
  });
}

const lines = [
  'Plain words here',
  'More *words* and `code`',
  '# Heading',
  '## Another [ref]',
  '- item',
  '  continued',
  '- ```js',
  '1. one',
  '   two',
  '> quoted',
  '> ```',
  '```',
  '```js',
  '~~~~',
  '    indented',
  '      ```',
  '  ```',
  '$$',
  '$$x$$',
  '<!-- open',
  '-->',
  '<script>',
  '</script>',
  '<div>',
  '</div>',
  '<pre>x</pre>',
  '<?php',
  '?>',
  '[ref]: http://example.com "t"',
  '[Other Ref]: <b>',
  '[ref] and [text][other ref] and ![i][ref]',
  '[^1]: note',
  'See[^1] and[^n]',
  '[^n]:',
  '| a | b |',
  '| - | - |',
  'a | b',
  '| c | [ref] | e |',
  '|:-|-:|\n|x',
  '---',
  '===',
  '***',
  '- [x] done',
  '* star',
  '2. two',
  '1) paren',
  '- - -',
  '+',
  '  - nested',
  '\tTab',
  '\\',
];
const text = fc
  .array(fc.tuple(fc.constantFrom(...lines), fc.constantFrom('\n', '\n\n', '\n\n', '\n  \n')), { maxLength: 24 })
  .map((parts) => parts.map(([line, end]) => line + end).join(''));

describe('segments of Markdown', () => {
  it('give the same blocks apart as together', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(blocks(given, 1)).toEqual(blocks(given, Number.POSITIVE_INFINITY));
      }),
      { numRuns: 300 },
    );
  });

  it('of tables mean the same, whether their rows are plain or not', () => {
    const content = fc.constantFrom(
      '',
      ' ',
      'a',
      ' Zürich 12 ',
      '*b*',
      'c\\|d',
      '`e`',
      'www.f.org',
      'g@h.io',
      '---',
      'i | j',
      '&amp;',
      '3.5 %',
    );
    const row = fc
      .tuple(
        fc.array(content, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('|', '', ' |'),
        fc.constantFrom('|', '', '| '),
      )
      .map(([cells, open, close]) => open + cells.join('|') + close);
    const tables = fc.array(row, { maxLength: 8 }).map((rows) => ['| h | i |', '|---|:-:|', ...rows, ''].join('\n'));
    fc.assert(
      fc.property(tables, (given) => {
        expect(blocks(given, 1)).toEqual(blocks(given, Number.POSITIVE_INFINITY));
      }),
      { numRuns: 500 },
    );
  });

  it('cover the text without gaps', () => {
    fc.assert(
      fc.property(text, (given) => {
        const segments = segmentsOf(given, { target: 1, depth: 100 }, true);
        expect(segments.map((one) => given.slice(one.start, one.end)).join('')).toBe(given);
        for (const one of segments) expect(given.slice(0, one.start).split('\n').length - 1).toBe(one.line);
      }),
    );
  });

  it('are cut at headings and paragraphs after a blank line, and not inside a fence', () => {
    const given = 'One\n\nTwo\n\n```\nThree\n\nFour\n```\n\n# Five\n';
    const cut = segmentsOf(given, { target: 1, depth: 100 }, true).map((one) => given.slice(one.start, one.end));
    expect(cut).toEqual(['One\n\n', 'Two\n\n', '```\nThree\n\nFour\n```\n', '\n', '# Five\n']);
  });

  it.each([
    ['brackets', '['.repeat(200_000)],
    ['quotes', '>'.repeat(200_000)],
    ['list markers', '1. '.repeat(50_000)],
    ['emphasis', '*a _b '.repeat(40_000)],
    ['links', '[x]('.repeat(40_000)],
    ['instructions', 'a <?'.repeat(40_000)],
  ])('set aside a run of %s, and keep its text', (_, run) => {
    const warnings: Warning[] = [];
    const made = [...markdownBlocks(`Before\n\n${run}\n\nAfter *it*\n`, context(warnings))];
    expect(warnings.map((one) => one.code)).toEqual(['markdown-kept-literal']);
    expect(made.map((one) => one.type)).toEqual(['paragraph', 'paragraph', 'paragraph']);
    expect(made[1]).toMatchObject({ children: [{ type: 'text', value: run }] });
    expect(made[2]).toMatchObject({ children: [{ type: 'text' }, { type: 'emphasis' }] });
  });
});
