// The normal form of a tree, the options applied to it, and the limits kept while it is made.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documents, phrasings } from '../../../test/markdown/arbitrary-tree.ts';
import { glyphsOf } from '../../../test/markdown/normal-form.ts';
import { defaultLimits, type Limits } from '../../core/limits.ts';
import { type ConvertOptions, defaultOptions } from '../options.ts';
import { Budget } from './budget.ts';
import {
  bulletList,
  cell,
  code,
  emphasis,
  heading,
  image,
  item,
  lineBreak,
  link,
  paragraph,
  quote,
  row,
  strike,
  strong,
  superscript,
  table,
  text,
} from './build.ts';
import { normalize } from './normalize.ts';
import type { Block, Phrasing, Row, Table } from './tree.ts';

async function* from(blocks: Iterable<Block>): AsyncGenerator<Block> {
  yield* blocks;
}

async function normalized(
  blocks: Iterable<Block>,
  options: Partial<ConvertOptions> = {},
  limits: Partial<Limits> = {},
) {
  const warnings: string[] = [];
  const all: Limits = { ...defaultLimits, ...limits };
  const budget = new Budget(all);
  const context = {
    options: { ...defaultOptions, ...options },
    limits: all,
    budget,
    warn: (code: string) => void warnings.push(code),
  };
  const result: Block[] = [];
  for await (const block of normalize(from(blocks), context)) result.push(block);
  return { blocks: result, warnings, budget };
}

const phrasing = async (children: readonly Phrasing[], options: Partial<ConvertOptions> = {}): Promise<unknown> => {
  const { blocks } = await normalized([paragraph(children)], options);
  return (blocks[0] as { children?: unknown } | undefined)?.children;
};

describe('phrasing', () => {
  it('joins text and keeps single spaces, outside of marks', async () => {
    expect(await phrasing([text('  a'), text('\n\tb '), strong(' c '), text('d ')])).toEqual([
      text('a b '),
      strong('c'),
      text(' d'),
    ]);
    expect(await phrasing([emphasis([text('a '), strong(' b ')]), text(' c')])).toEqual([
      emphasis([text('a '), strong('b')]),
      text(' c'),
    ]);
    expect(await phrasing([text('a\u00a0 b\u00a0')])).toEqual([text('a\u00a0 b\u00a0')]);
  });

  it('drops empty marks and unwraps doubled ones', async () => {
    expect(await phrasing([emphasis([emphasis([strong([emphasis('a')])])]), strong([]), strike(' ')])).toEqual([
      emphasis([strong('a')]),
    ]);
    expect(await phrasing([strong('a'), strong('b'), text(' '), strong([])])).toEqual([strong('ab')]);
    expect(await phrasing([link('/x', [link('/y', 'a')])])).toEqual([link('/x', 'a')]);
  });

  it('keeps line breaks between content only', async () => {
    expect(await phrasing([lineBreak, text('a '), lineBreak, emphasis([lineBreak, text(' b'), lineBreak])])).toEqual([
      text('a'),
      lineBreak,
      lineBreak,
      emphasis('b'),
    ]);
  });

  it('leaves structure and text without formatting', async () => {
    const children = [
      strong('a'),
      text(' '),
      link('/x', [emphasis('b')]),
      text(' '),
      image('c.png', 'c'),
      superscript('d'),
      { type: 'inlineCode', value: 'e' } as const,
    ];
    expect(await phrasing(children, { preserveFormatting: false })).toEqual([
      text('a b cd'),
      { type: 'inlineCode', value: 'e' },
    ]);
    expect(await phrasing(children, { includeLinks: false })).toEqual([
      strong('a'),
      text(' '),
      emphasis('b'),
      text(' '),
      image('c.png', 'c'),
      superscript('d'),
      { type: 'inlineCode', value: 'e' },
    ]);
  });

  it('removes what cannot be written and says so once', async () => {
    const { blocks, warnings } = await normalized([paragraph('a\u0000b\u0007'), paragraph('c\ud800\u000cd\u0001')]);
    expect(blocks).toEqual([paragraph('ab'), paragraph('c\ufffd d')]);
    expect(warnings).toEqual(['control-characters']);
  });

  it('drops targets that run code, with one warning each', async () => {
    const { blocks, warnings } = await normalized([
      paragraph([
        link('JAVASCRIPT:a', 'a'),
        link(' \tvbscript:b', 'b'),
        image('data:text/html,c', 'c'),
        link('/x', []),
      ]),
    ]);
    expect(blocks).toEqual([paragraph('abc')]);
    expect(warnings).toEqual(['unsafe-link-dropped', 'unsafe-image-dropped', 'empty-link-dropped']);
  });
});

describe('blocks', () => {
  it('keep every character, its marks and its link', async () => {
    const seen = (children: readonly Phrasing[]): unknown =>
      glyphsOf(children).filter(({ kind, value }) => value !== '' && kind !== 'space' && kind !== 'break');
    await fc.assert(
      fc.asyncProperty(phrasings, async (children) => {
        expect(seen(((await phrasing(children)) ?? []) as readonly Phrasing[])).toEqual(seen(children));
      }),
      { seed: 9, numRuns: 300 },
    );
  });

  it('drops empty ones', async () => {
    const { blocks } = await normalized([
      paragraph(' '),
      heading(1, []),
      quote([paragraph([])]),
      bulletList([item([paragraph('')])]),
      bulletList([item([]), item([paragraph('a')])]),
      table([]),
      code(''),
    ]);
    expect(blocks).toEqual([bulletList([item([paragraph('a')])]), code('')]);
  });

  it('flattens what is nested too deep, with one warning and all the text', async () => {
    let block: Block = paragraph('deep');
    for (let level = 0; level < 10; level += 1)
      block = level % 2 === 0 ? quote([block, paragraph(String(level))]) : bulletList([item([block])]);
    const { blocks, warnings } = await normalized([block], {}, { depth: 3 });
    expect(warnings).toEqual(['nesting-limit']);
    expect(blocks).toEqual([
      bulletList([
        item([quote([bulletList([item(['deep', '0', '2', '4', '6'].map((one) => paragraph(one)))]), paragraph('8')])]),
      ]),
    ]);
  });

  it('survives 100 000 levels of blocks, marks and tables', async () => {
    let block: Block = paragraph('deep');
    let mark: Phrasing = text('deep');
    let nested: Block = paragraph('deep');
    for (let level = 0; level < 100_000; level += 1) {
      block = quote([block]);
      mark = emphasis([mark]);
      nested = table([[cell([nested])]]);
    }
    const { blocks } = await normalized([block, paragraph([mark]), nested]);
    expect(blocks[1]).toEqual(paragraph([emphasis('deep')]));
    expect(JSON.stringify(blocks).match(/deep/g)).toHaveLength(3);
  });

  it('keeps where blocks come from', async () => {
    const origin = { kind: 'page', page: 3 } as const;
    const { blocks } = await normalized([{ ...paragraph(' a '), origin, confidence: 0.5 }]);
    expect(blocks).toEqual([{ ...paragraph('a'), origin, confidence: 0.5 }]);
  });

  it('is the same when done twice', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (tree) => {
        const once = (await normalized(tree)).blocks;
        expect((await normalized(once)).blocks).toEqual(once);
      }),
      { seed: 5, numRuns: 200 },
    );
  });
});

describe('tables and the budget', () => {
  it('normalises rows as they are asked for, and leaves plain rows alone', async () => {
    const given: Row[] = [row('a', 'b'), row('c\u0001', cell([text(' d '), strong([])]))];
    let asked = 0;
    function* rows(): Generator<Row> {
      for (const one of given) {
        asked += 1;
        yield one;
      }
    }
    const { blocks } = await normalized([table(rows())]);
    expect(asked).toBe(0);
    const result = [...((blocks[0] as Table).rows as Iterable<Row>)];
    expect(result[0]).toBe(given[0]);
    expect(result[1]).toEqual(['c', cell([text('d')])]);
  });

  it('gives back the nodes of a block once it was passed on', async () => {
    const many = Array.from({ length: 50 }, () => paragraph(Array.from({ length: 100 }, () => emphasis('a'))));
    const { budget } = await normalized(many, {}, { liveNodes: 3000 });
    expect(budget.left('liveNodes')).toBe(3000);
    await expect(normalized([quote(many)], {}, { liveNodes: 3000 })).rejects.toThrow(
      expect.objectContaining({ code: 'DOCUMENT_LIMIT' }),
    );
  });

  it('refuses more columns than the limit', async () => {
    await expect(normalized([table([['a', 'b', 'c']])], {}, { tableColumns: 2 })).rejects.toThrow(
      expect.objectContaining({ code: 'DOCUMENT_LIMIT' }),
    );
  });
});
