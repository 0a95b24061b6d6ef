// Markdown in, Markdown out: what a reader sees stays, and the result is a fixed point.
import fc from 'fast-check';
import type { Nodes, Root } from 'mdast';
import { describe, expect, it } from 'vitest';
import { blocksFrom, testContext } from '../../../test/support/read-blocks.ts';
import { normalize } from '../document/normalize.ts';
import { bytesSource } from '../input.ts';
import { writeMarkdown } from '../markdown/write.ts';
import { read } from './md.ts';
import { parseMarkdown } from './md-parse.ts';

async function converted(text: string, context = testContext()): Promise<string> {
  const pieces: Uint8Array[] = [];
  const blocks = normalize(read({ source: bytesSource(Buffer.from(text)) }, context), context);
  await writeMarkdown(blocks, (piece) => void pieces.push(piece));
  return Buffer.concat(pieces).toString();
}

/** What a CommonMark reader sees, independent of how it was written: references resolved, neighbouring text joined. */
function seen(text: string): unknown {
  const root: Root = parseMarkdown(text, true);
  const definitions = new Map<string, { url: string; title?: string | null | undefined }>();
  const collect = (node: Nodes): void => {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node);
    if ('children' in node) node.children.forEach(collect);
  };
  collect(root);
  const view = (node: Nodes): unknown[] => {
    if (node.type === 'definition') return [];
    const parts: unknown[] = [];
    if ('children' in node) {
      for (const part of node.children.flatMap(view)) {
        const last = parts.at(-1);
        if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
        else parts.push(part);
      }
    }
    switch (node.type) {
      case 'text':
        return [node.value.replace(/\s+/g, ' ')];
      case 'link':
        return [['link', node.url, node.title ?? '', parts]];
      case 'linkReference': {
        const { url, title } = definitions.get(node.identifier) ?? { url: '' };
        return [['link', url, title ?? '', parts]];
      }
      case 'image':
        return [['image', node.url, node.title ?? '', node.alt ?? '']];
      case 'imageReference': {
        const { url, title } = definitions.get(node.identifier) ?? { url: '' };
        return [['image', url, title ?? '', node.alt ?? '']];
      }
      case 'heading':
        return [['heading', node.depth, parts]];
      case 'list':
        return [['list', node.ordered ? (node.start ?? 1) : 'bullets', parts]];
      case 'listItem':
        return [['item', node.checked ?? 'plain', parts]];
      case 'code':
        return [['code', node.lang ?? '', node.meta ?? '', node.value]];
      case 'table':
        return [['table', (node.align ?? []).map((one) => one ?? ''), parts]];
      case 'footnoteReference':
        return [['note', node.identifier]];
      case 'footnoteDefinition':
        return [['noteText', node.identifier, parts]];
      case 'html':
        return [['html', node.value.replace(/\s+/g, ' ').trim()]];
      default:
        return 'value' in node ? [[node.type, node.value]] : [[node.type, parts]];
    }
  };
  return view(root);
}

const documents: readonly (readonly [string, string])[] = [
  [
    'paragraphs and breaks',
    'One *two* **three**, ***four***, ~~five~~ `six`.\nSame  \nnext\\\nlast\n\nA_b_c 2\\*3 a*b*c <https://x.y>\n',
  ],
  ['headings', 'Title\n=====\n\nSub\n---\n\n### Third ###\n\n####### seven\n'],
  ['lists', '* a\n* b\n\n  more\n    1. x\n    2. y\n\n7) seven\n8) eight\n\n- [ ] t\n- [x] u\n'],
  ['quotes', '> a\nlazy\n> > b\n\n> c\n'],
  ['code', '    indented\n\n```js title="a b"\nx\n```\n\n~~~\n```\n~~~\n\n`` a`b ``\n'],
  ['references', '[A][x] [x] [X][] ![p][x]\n\n[x]: <u r l> "t"\n[x]: second\n'],
  ['notes', 'A[^1] b[^long name].\n\n[^1]: One\n\n    two\n[^2]: unused\n'],
  ['tables', '| a | b |\n|:-:|--:|\n| 1 \\| 2 | `x` |\n| *y* | |\n'],
  ['math', 'Inline $a_b$ and from $5 to $10.\n\n$$\nx^2\n$$\n'],
  ['front matter', '---\nkey: value\n---\n\nText\n'],
  ['characters', '&amp; &copy; &lt;b&gt; 1\\. \\# \\- + * _ a|b [x] !x ~ $ \\` \\\\ "q"\n'],
];

describe('Markdown', () => {
  it.each(documents)('keeps what a reader sees: %s', async (_, text) => {
    const written = await converted(text);
    expect(seen(written)).toEqual(seen(text));
    expect(await converted(written)).toBe(written);
  });

  const line = fc.constantFrom(
    'Words *and* __more__',
    '# Head',
    'Head\n---',
    '- a',
    '  b',
    '1. c',
    '> d',
    '```\ne\n```',
    '    f',
    '[g]: h',
    '[g]',
    '![i][g]',
    '| j | k |\n|---|---|\n| l | m |',
    '$$\nn\n$$',
    'o $p$',
    'q[^r]',
    '[^r]: s',
    '- [x] t',
    '***',
    'u<br>v',
    '<b>w</b>',
    '<kbd>x</kbd>',
    '<!-- y -->',
    '<div>z</div>',
    '*a',
    '_b_c',
    '\\*',
    '&lt;',
    '<sup>2</sup>',
    '~~d~~',
    '`e`',
    '`` ` ``',
    '<https://f.g>',
    'http://h.i',
    '[j](k "l")',
  );
  const text = fc
    .array(fc.tuple(line, fc.constantFrom('\n', '\n\n')), { maxLength: 12 })
    .map((parts) => parts.map(([one, end]) => one + end).join(''));

  it('is a fixed point after one conversion', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const once = await converted(given);
        expect(await converted(once)).toBe(once);
      }),
      { numRuns: 4000 },
    );
  });

  it('drops what is active and says so', async () => {
    const context = testContext();
    const given =
      'A <script>alert(1)</script> <a href="javascript:x()" onclick="y()">b</a> <img src=c onerror="z()"> <iframe src="d"></iframe> [e](vbscript:f)\n\n<style>\ng\n\nh\n</style>\n\n<div onclick="i()">j</div>\n';
    const written = await converted(given, context);
    expect(written).toBe('A b ![](c) e\n\nj\n');
    expect(context.warnings.map((one) => one.code)).toContain('active-html-dropped');
  });

  it('joins HTML blocks that are one element', async () => {
    const given = '<table>\n<tr><td>a</td></tr>\n\n<tr><td>b</td></tr>\n</table>\n';
    expect((await blocksFrom(read, given)).map((one) => one.type)).toEqual(['table']);
  });

  it('keeps comments, and the title and author of front matter as facts', async () => {
    const context = testContext();
    expect(await converted('---\ntitle: "T"\nauthor: A\n---\n<!-- c -->\n\nb <!-- d --> e\n', context)).toBe(
      '---\ntitle: "T"\nauthor: A\n---\n\n<!-- c -->\n\nb <!-- d --> e\n',
    );
    expect(context.facts).toMatchObject({ title: 'T', author: 'A' });
  });

  it('says where each block stands', async () => {
    const blocks = await blocksFrom(read, '# a\n\nb\nc\n\n- d\n');
    expect(blocks.map((one) => one.origin)).toEqual([
      { kind: 'line', start: 1, end: 1 },
      { kind: 'line', start: 3, end: 4 },
      { kind: 'line', start: 6, end: 6 },
    ]);
  });
});
