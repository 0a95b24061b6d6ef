// The normal form of docs/markdown-output.md, computed twice: from our tree, and from what the reference parser reads
// in the Markdown. The writer is right when both are equal.
import type { Nodes, Parent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { isSafeImageTarget, isSafeLinkTarget } from '../../src/convert/document/safe-url.ts';
import type { Block, Cell, Phrasing, Row } from '../../src/convert/document/tree.ts';
import { cellPhrasing } from '../../src/convert/markdown/cell.ts';
import { destination } from '../../src/convert/markdown/destination.ts';
import { canBeCodeInCell, footnoteLabel, isInlineHtml, mathInCell } from '../../src/convert/markdown/spans.ts';
import { comment, frontMatter, htmlBlock } from '../../src/convert/markdown/verbatim.ts';

/** One character or atom of a line: what it is, the marks on it, the link it is in. White space has neither. */
export interface Glyph {
  readonly kind: 'text' | 'code' | 'math' | 'html' | 'image' | 'footnote' | 'break' | 'space';
  readonly value: string;
  readonly marks: string;
  readonly link: string;
}

export type NormalBlock =
  | { readonly type: 'line'; readonly kind: string; readonly glyphs: readonly Glyph[] }
  | { readonly type: 'verbatim'; readonly kind: string; readonly value: string }
  | { readonly type: 'container'; readonly kind: string; readonly children: readonly NormalBlock[] }
  | { readonly type: 'table'; readonly align: string; readonly rows: readonly (readonly (readonly Glyph[])[])[] };

const markNames = new Map([
  ['emphasis', 'e'],
  ['strong', 's'],
  ['delete', 'd'],
  ['superscript', 'p'],
  ['subscript', 'b'],
]);

class Line {
  readonly glyphs: Glyph[] = [];
  add(kind: Glyph['kind'], value: string, marks: ReadonlySet<string>, link: string): void {
    this.glyphs.push({ kind, value, marks: [...marks].sort().join(''), link });
  }
  text(value: string, marks: ReadonlySet<string>, link: string): void {
    for (const one of value) {
      if (/[ \t\r\n\f\v]/.test(one)) this.glyphs.push({ kind: 'space', value: ' ', marks: '', link: '' });
      else if (/\s/.test(one)) this.glyphs.push({ kind: 'text', value: one, marks: '', link: '' });
      else this.add('text', one, marks, link);
    }
  }
  verbatim(kind: 'code' | 'math' | 'html', value: string, marks: ReadonlySet<string>, link: string): void {
    for (const one of value) this.add(kind, one, marks, link);
  }
  /** A link around nothing is still there. */
  link(key: string, walk: () => void): void {
    const before = this.glyphs.length;
    walk();
    if (this.glyphs.slice(before).every(({ kind }) => kind === 'space' || kind === 'break')) {
      this.glyphs.push({ kind: 'text', value: '', marks: '', link: key });
    }
  }
  /** Without white space at the ends and around breaks, and never two spaces in a row. */
  done(): readonly Glyph[] {
    const result: Glyph[] = [];
    for (const glyph of this.glyphs) {
      const last = result[result.length - 1];
      if (glyph.kind === 'space' && (last === undefined || last.kind === 'space' || last.kind === 'break')) continue;
      if (glyph.kind === 'break' && last?.kind === 'space') result.pop();
      if (glyph.kind === 'break' && result.length === 0) continue;
      result.push(glyph.kind === 'break' ? { ...glyph, marks: '', link: '' } : glyph);
    }
    while (['space', 'break'].includes(result[result.length - 1]?.kind ?? '')) result.pop();
    return result;
  }
}

const urlOf = (url: string, inCell: boolean): string => {
  const target = destination(url, inCell);
  return target === '<>' ? '' : inCell ? url.replaceAll('|', '%7C') : url;
};
const titleOf = (title: string | null | undefined): string => (title ? title.replace(/\s+/g, ' ') : '');
const linkKey = (url: string, title: string | null | undefined): string => JSON.stringify([url, titleOf(title)]);
const collapse = (value: string): string => value.replace(/[ \t\r\n\f\v]+/g, ' ').replace(/^ | $/g, '');

export function glyphsOf(children: readonly Phrasing[], inCell = false): readonly Glyph[] {
  const line = new Line();
  const walk = (nodes: readonly Phrasing[], marks: ReadonlySet<string>, link: string): void => {
    for (const node of nodes) {
      const mark = markNames.get(node.type);
      if (mark !== undefined && 'children' in node) walk(node.children, new Set([...marks, mark]), link);
      else if (node.type === 'text') line.text(node.value, marks, link);
      else if (node.type === 'break') line.add('break', '', marks, link);
      else if (node.type === 'link') {
        const key = linkKey(urlOf(node.url, inCell), node.title);
        if (link !== '' || !isSafeLinkTarget(node.url)) walk(node.children, marks, link);
        else line.link(key, () => walk(node.children, marks, key));
      } else if (node.type === 'image') {
        if (!isSafeImageTarget(node.url)) line.text(node.alt, marks, link);
        else
          line.add(
            'image',
            JSON.stringify([collapse(node.alt), linkKey(urlOf(node.url, inCell), node.title)]),
            marks,
            link,
          );
      } else if (node.type === 'inlineCode') {
        const value = node.value.replace(/[\r\n]+/g, ' ');
        if (inCell && !canBeCodeInCell(value)) line.text(value, marks, link);
        else line.verbatim('code', value, marks, link);
      } else if (node.type === 'inlineMath') {
        const value = node.value.replace(/[\r\n]+/g, ' ');
        line.verbatim('math', (inCell ? mathInCell(value) : value).replaceAll(' ', ''), marks, link);
      } else if (node.type === 'footnoteReference') line.add('footnote', footnoteLabel(node.identifier), marks, link);
      else if (node.type === 'html') {
        if (node.value === '<br>') line.add('break', '', marks, link);
        else if (isInlineHtml(node.value))
          line.verbatim('html', inCell ? node.value.replaceAll('|', '&#124;') : node.value, marks, link);
        else line.text(node.value, marks, link);
      }
    }
  };
  walk(children, new Set(), '');
  return line.done();
}

const isHtmlOnly = (glyphs: readonly Glyph[]): boolean =>
  glyphs.length > 0 && glyphs.every(({ kind }) => kind === 'html' || kind === 'space');
const lineBlock = (kind: string, glyphs: readonly Glyph[]): NormalBlock[] =>
  glyphs.length === 0
    ? []
    : kind === 'paragraph' && isHtmlOnly(glyphs)
      ? [{ type: 'verbatim', kind: 'html', value: glyphs.map(({ value }) => value).join('') }]
      : [{ type: 'line', kind, glyphs }];
const textGlyphs = (value: string): readonly Glyph[] => glyphsOf([{ type: 'text', value }]);

export function normalTree(blocks: readonly Block[]): readonly NormalBlock[] {
  let first = true;
  const result: NormalBlock[] = [];
  for (const block of blocks) {
    const queue: Block[] = [block];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const normal = normalBlock(next, first, queue);
      if (normal.length > 0) first = false;
      result.push(...normal);
    }
  }
  return result;
}

/** Definitions inside other blocks move to `later`. */
function normalChildren(blocks: readonly Block[], later: Block[]): readonly NormalBlock[] {
  return blocks.flatMap((block) => {
    if (block.type !== 'footnoteDefinition') return normalBlock(block, false, later);
    later.push(block);
    return [];
  });
}

const clean = (value: string): string => value.replace(/\r\n?/g, '\n').replace(/^[ \t]+$/gm, '');

function normalBlock(block: Block, first: boolean, later: Block[]): readonly NormalBlock[] {
  switch (block.type) {
    case 'paragraph':
      return lineBlock('paragraph', glyphsOf(block.children));
    case 'heading':
      return lineBlock(`heading${block.depth}`, glyphsOf(block.children));
    case 'thematicBreak':
      return [{ type: 'verbatim', kind: 'rule', value: '' }];
    case 'code':
      return [
        { type: 'verbatim', kind: `code:${(block.lang ?? '').replace(/\s+/g, ' ').trim()}`, value: clean(block.value) },
      ];
    case 'math':
      return [{ type: 'verbatim', kind: 'math', value: clean(block.value) }];
    case 'comment':
      return [{ type: 'verbatim', kind: 'html', value: comment(block.value) }];
    case 'htmlBlock': {
      const html = htmlBlock(block.value);
      return [
        html === undefined
          ? { type: 'verbatim', kind: 'code:html', value: block.value }
          : { type: 'verbatim', kind: 'html', value: html },
      ];
    }
    case 'yaml':
    case 'toml':
      return first && frontMatter(block.type, block.value) !== undefined
        ? [{ type: 'verbatim', kind: block.type, value: clean(block.value) }]
        : [{ type: 'verbatim', kind: `code:${block.type}`, value: clean(block.value) }];
    case 'blockquote':
      return [{ type: 'container', kind: 'quote', children: normalChildren(block.children, later) }];
    case 'footnoteDefinition':
      return [
        {
          type: 'container',
          kind: `note:${footnoteLabel(block.identifier)}`,
          children: normalChildren(block.children, later),
        },
      ];
    case 'list':
      if (block.children.length === 0) return [];
      return [
        {
          type: 'container',
          kind: block.ordered ? `list:${Math.min(Math.max(0, block.start ?? 1), 999_999_999)}` : 'list',
          children: block.children.map((item): NormalBlock => {
            const children = normalChildren(item.children, later);
            const box = item.checked === undefined ? '' : item.checked ? '[x]' : '[ ]';
            const begins = item.children.find((child) => normalChildren([child], []).length > 0)?.type === 'paragraph';
            if (box === '' || begins) return { type: 'container', kind: `item${box}`, children };
            return {
              type: 'container',
              kind: 'item',
              children: [...lineBlock('paragraph', textGlyphs(box)), ...children],
            };
          }),
        },
      ];
    case 'table':
      return normalTable(block.rows as readonly Row[], block.align ?? [], block.header !== false);
  }
}

/** A plain second opinion on grid.ts. */
function normalTable(rows: readonly Row[], align: readonly (string | null)[], header: boolean): readonly NormalBlock[] {
  const taken = new Set<string>();
  const grid: (readonly Glyph[])[][] = rows.map(() => []);
  let width = 0;
  rows.forEach((row, y) => {
    let x = 0;
    for (const cell of row) {
      while (taken.has(`${x},${y}`)) x += 1;
      (grid[y] as (readonly Glyph[])[])[x] = cellGlyphs(cell);
      width = Math.max(width, x + 1);
      const [across, down] = typeof cell === 'string' ? [1, 1] : [cell.colspan ?? 1, cell.rowspan ?? 1];
      let dx = 0;
      for (; dx < across && !taken.has(`${x + dx},${y}`); dx += 1)
        for (let dy = 0; dy < down; dy += 1) taken.add(`${x + dx},${y + dy}`);
      x += dx;
    }
  });
  if (width === 0) return [];
  const full = (row: (readonly Glyph[])[]): (readonly Glyph[])[] =>
    Array.from({ length: width }, (_, x) => row[x] ?? []);
  const lines = header ? grid : [[], ...grid];
  return [
    { type: 'table', align: Array.from({ length: width }, (_, x) => align[x] ?? '-').join(), rows: lines.map(full) },
  ];
}

const cellGlyphs = (cell: Cell): readonly Glyph[] => glyphsOf(cellPhrasing(cell), true);

const extensions = [gfm(), math(), frontmatter(['yaml', 'toml'])];
const mdastExtensions = [gfmFromMarkdown(), mathFromMarkdown(), frontmatterFromMarkdown(['yaml', 'toml'])];

export function normalMarkdown(markdown: string): readonly NormalBlock[] {
  const root = fromMarkdown(markdown, { extensions, mdastExtensions });
  return parsedBlocks(root.children, markdown);
}

function parsedGlyphs(children: readonly Nodes[], source: string): readonly Glyph[] {
  const line = new Line();
  const html = new Set<string>();
  const walk = (nodes: readonly Nodes[], given: ReadonlySet<string>, link: string): void => {
    for (const node of nodes) {
      const marks = new Set([...given, ...html]);
      const mark = markNames.get(node.type);
      if (mark !== undefined && 'children' in node) walk(node.children as Nodes[], new Set([...given, mark]), link);
      else if (node.type === 'text') line.text(node.value, marks, link);
      else if (node.type === 'break') line.add('break', '', marks, link);
      else if (node.type === 'link') {
        const at = node.position?.start.offset;
        const bare = at === undefined || !'[<'.includes(source[at] ?? '');
        const key = linkKey(node.url, node.title);
        if (bare) walk(node.children, given, link);
        else line.link(key, () => walk(node.children, given, key));
      } else if (node.type === 'image')
        line.add('image', JSON.stringify([collapse(node.alt ?? ''), linkKey(node.url, node.title)]), marks, link);
      else if (node.type === 'inlineCode') line.verbatim('code', node.value, marks, link);
      else if (node.type === 'inlineMath') line.verbatim('math', node.value.replaceAll(' ', ''), marks, link);
      else if (node.type === 'footnoteReference') line.add('footnote', node.label ?? '', marks, link);
      else if (node.type === 'html') {
        const tag = /^<(\/?)(sup|sub)>$/.exec(node.value);
        const name = tag?.[2] === 'sup' ? 'p' : 'b';
        if (node.value === '<br>') line.add('break', '', marks, link);
        else if (tag === null) line.verbatim('html', node.value, marks, link);
        else if (tag[1] === '') html.add(name);
        else html.delete(name);
      } else throw new Error(`unexpected ${node.type}`);
    }
  };
  walk(children, new Set(), '');
  return line.done();
}

function parsedBlocks(nodes: readonly Nodes[], source: string): readonly NormalBlock[] {
  return nodes.flatMap((node): readonly NormalBlock[] => {
    const below = (): readonly NormalBlock[] => parsedBlocks((node as Parent).children, source);
    switch (node.type) {
      case 'paragraph':
        return lineBlock('paragraph', parsedGlyphs(node.children, source));
      case 'heading':
        return lineBlock(`heading${node.depth}`, parsedGlyphs(node.children, source));
      case 'thematicBreak':
        return [{ type: 'verbatim', kind: 'rule', value: '' }];
      case 'code':
        return [
          {
            type: 'verbatim',
            kind: `code:${[node.lang, node.meta].filter(Boolean).join(' ')}`,
            value: clean(node.value),
          },
        ];
      case 'math':
        return [{ type: 'verbatim', kind: 'math', value: clean(node.value) }];
      case 'html':
        return [{ type: 'verbatim', kind: 'html', value: node.value }];
      case 'yaml':
        return [{ type: 'verbatim', kind: 'yaml', value: clean(node.value) }];
      case 'blockquote':
        return [{ type: 'container', kind: 'quote', children: below() }];
      case 'footnoteDefinition':
        return [{ type: 'container', kind: `note:${node.label}`, children: below() }];
      case 'list':
        return [{ type: 'container', kind: node.ordered ? `list:${node.start}` : 'list', children: below() }];
      case 'listItem':
        return [
          {
            type: 'container',
            kind: `item${node.checked == null ? '' : node.checked ? '[x]' : '[ ]'}`,
            children: below(),
          },
        ];
      case 'table':
        return [
          {
            type: 'table',
            align: node.children[0]?.children.map((_, x) => node.align?.[x] ?? '-').join() ?? '',
            rows: node.children.map((row) => row.children.map((cell) => parsedGlyphs(cell.children, source))),
          },
        ];
      default:
        if ((node as { type: string }).type === 'toml')
          return [{ type: 'verbatim', kind: 'toml', value: clean((node as unknown as { value: string }).value) }];
        throw new Error(`unexpected ${node.type}`);
    }
  });
}
