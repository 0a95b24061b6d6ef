// The laws of the writer, with the reference parser as the judge: what is written is read back as the same tree.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documents, phrasings, withFootnotes } from '../../../test/markdown/arbitrary-tree.ts';
import { compared, inventedMarks, markCount } from '../../../test/markdown/glyph-comparison.ts';
import { glyphsOf, normalMarkdown, normalTree } from '../../../test/markdown/normal-form.ts';
import type { Block, Phrasing, Row } from '../document/tree.ts';
import { type BlockRange, markdownOf, writeMarkdown } from './write.ts';

const settings = { seed: 20_240_607 } as const;

async function streamed(
  blocks: Iterable<Block> | AsyncIterable<Block>,
): Promise<{ text: string; ranges: BlockRange[] }> {
  const pieces: Uint8Array[] = [];
  const ranges: BlockRange[] = [];
  const { bytes } = await writeMarkdown(
    blocks,
    (piece) => void pieces.push(piece),
    (range) => void ranges.push(range),
  );
  const all = Buffer.concat(pieces);
  expect(bytes).toBe(all.length);
  return { text: all.toString(), ranges };
}

async function* later<T>(values: Iterable<T>): AsyncGenerator<T> {
  for (const value of values) {
    await Promise.resolve();
    yield value;
  }
}

/** Throws unless the tree is read back; the share of marks that were kept. */
function readBack(blocks: readonly Block[]): { kept: number; wanted: number } {
  const markdown = markdownOf(blocks);
  const wanted = compared(normalTree(blocks));
  const found = compared(normalMarkdown(markdown));
  expect(found.shape, markdown).toBe(wanted.shape);
  expect(inventedMarks(wanted, found), markdown).toBe(0);
  return { kept: markCount(found), wanted: markCount(wanted) };
}

describe('what is written is read back', () => {
  it('as the same phrasing', () => {
    fc.assert(
      fc.property(phrasings, (children) => {
        const item: Block = {
          type: 'list',
          ordered: false,
          children: [{ type: 'listItem', children: [{ type: 'paragraph', children }] }],
        };
        readBack(withFootnotes([{ type: 'paragraph', children }, item, { type: 'heading', depth: 1, children }]));
      }),
      { ...settings, numRuns: 300 },
    );
  });

  it('as the same blocks', () => {
    let kept = 0;
    let wanted = 0;
    fc.assert(
      fc.property(documents, (blocks) => {
        const marks = readBack(withFootnotes(blocks));
        kept += marks.kept;
        wanted += marks.wanted;
      }),
      { ...settings, numRuns: 450 },
    );
    // On trees made to be awkward; where marks stand between words none is lost (next law).
    expect(kept / wanted).toBeGreaterThan(0.95);
  });

  it('with every mark, two deep, where marks begin and end at words', () => {
    const word = fc
      .constantFrom('a', 'word', 'Zürich', '中文', 'x1')
      .map((value): Phrasing => ({ type: 'text', value }));
    const leaf = fc.oneof(
      { weight: 5, arbitrary: word },
      { weight: 1, arbitrary: fc.constant<Phrasing>({ type: 'inlineCode', value: 'code' }) },
      { weight: 1, arbitrary: word.map((one): Phrasing => ({ type: 'link', url: '/x', children: [one] })) },
    );
    const marked = fc.letrec<{ node: Phrasing }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 2, withCrossShrink: true },
        leaf,
        fc
          .tuple(
            fc.constantFrom('emphasis' as const, 'strong' as const, 'delete' as const),
            fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
          )
          .map(([type, nodes]): Phrasing => ({ type, children: spaced(nodes) })),
      ),
    })).node;
    fc.assert(
      fc.property(fc.array(marked, { minLength: 1, maxLength: 5 }), (nodes) => {
        const { kept, wanted } = readBack([{ type: 'paragraph', children: spaced(nodes) }]);
        expect(kept).toBe(wanted);
      }),
      { ...settings, numRuns: 400 },
    );
  });

  it('with every mark inside a word, where one kind of mark touches letters', () => {
    const run = fc.tuple(
      fc.constantFrom('text' as const, 'emphasis' as const, 'strong' as const),
      fc.constantFrom('a', 'bc', '中'),
    );
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 6 }), (runs) => {
        const children = runs.map(
          ([type, value]): Phrasing =>
            type === 'text' ? { type, value } : { type, children: [{ type: 'text', value }] },
        );
        const { kept, wanted } = readBack([{ type: 'paragraph', children }]);
        expect(kept).toBe(wanted);
      }),
      { ...settings, numRuns: 300 },
    );
  });
});

const spaced = (nodes: readonly Phrasing[]): Phrasing[] =>
  nodes.flatMap((node, at): Phrasing[] => (at === 0 ? [node] : [{ type: 'text', value: ' ' }, node]));

describe('the stream', () => {
  it('is the string, whether blocks and rows are at hand or come later', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (blocks) => {
        const whole = markdownOf(blocks);
        const postponed = blocks.map(
          (block): Block => (block.type === 'table' ? { ...block, rows: later(block.rows as Iterable<Row>) } : block),
        );
        expect((await streamed(blocks)).text).toBe(whole);
        expect((await streamed(later(postponed))).text).toBe(whole);
      }),
      { ...settings, numRuns: 200 },
    );
  });

  it('reports ranges that hold exactly what each block writes', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (blocks) => {
        const { text, ranges } = await streamed(blocks);
        const bytes = Buffer.from(text);
        let end = 0;
        for (const range of ranges) {
          expect(range.start).toBeGreaterThanOrEqual(end);
          expect(bytes.subarray(end, range.start).toString()).toMatch(/^\n*$/);
          expect(bytes.subarray(range.start, range.end).toString()).toMatch(/^[^ \n](?:.*[^ \n])?$/s);
          end = range.end;
        }
        expect(bytes.subarray(end).toString()).toBe(text === '' ? '' : '\n');
      }),
      { ...settings, numRuns: 200 },
    );
  });

  it('writes the same bytes each time', () => {
    fc.assert(
      fc.property(documents, (blocks) => {
        expect(markdownOf(structuredClone(blocks))).toBe(markdownOf(blocks));
      }),
      { ...settings, numRuns: 100 },
    );
  });

  it('never loses a character of text', () => {
    fc.assert(
      fc.property(phrasings, (children) => {
        const wanted = glyphsOf(children)
          .filter(({ kind }) => kind === 'text')
          .map(({ value }) => value)
          .join('');
        const markdown = markdownOf(withFootnotes([{ type: 'paragraph', children }]));
        // Weaker than the round trip and independent of the parser: all letters are there, in order.
        let at = 0;
        for (const one of wanted) {
          at = markdown.indexOf(one, at) + one.length;
          expect(at, `${one} in ${markdown}`).toBeGreaterThanOrEqual(one.length);
        }
      }),
      { ...settings, numRuns: 200 },
    );
  });
});
