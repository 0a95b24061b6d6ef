// mdast to the tree of the house: references resolved, HTML made inert, nesting bounded. What a reader sees stays.
import type {
  BlockContent,
  DefinitionContent,
  Link as MdLink,
  ListItem as MdListItem,
  Table as MdTable,
  PhrasingContent,
  RootContent,
} from 'mdast';
import {
  bulletList,
  cell,
  code,
  heading,
  item,
  link,
  orderedList,
  paragraph,
  quote,
  rule,
  table,
  text,
} from '../document/build.ts';
import { withOrigin } from '../document/origin.ts';
import type { Align, Block, ListItem, Phrasing, Row } from '../document/tree.ts';
import type { ReadContext } from '../format.ts';
import { HtmlRuns, htmlFlow } from './md-html.ts';
import { type Address, pictureNode } from './md-links.ts';

/** What the blocks of one document share. */
export interface MdScope {
  readonly context: ReadContext;
  /** Link reference definitions of the whole document, by normalised label; the first one counts. */
  readonly definitions: ReadonlyMap<string, Address>;
  /** Images that are kept elsewhere (attachments of a notebook); undefined where they are left out. */
  readonly images: ReadonlyMap<string, string | undefined>;
  /** Added to line numbers: what stands before the piece that was parsed. */
  readonly lines: number;
  readonly warnOnce: (code: string, message: string) => void;
}

type Flow = RootContent | BlockContent | DefinitionContent;

/** The blocks of sibling nodes. `depth` counts containers; below the limit only the text is kept. */
export function flowBlocks(nodes: readonly Flow[], scope: MdScope, depth = 0): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at] as Flow;
    if (node.type === 'html') {
      const run = htmlFlow(nodes, at, scope);
      blocks.push(...run.blocks);
      at = run.last;
      continue;
    }
    const block = flowBlock(node, scope, depth);
    if (block !== undefined) blocks.push(depth === 0 ? placed(block, node, scope) : block);
  }
  return blocks;
}

function placed(block: Block, node: Flow, scope: MdScope): Block {
  const { position } = node;
  if (position === undefined) return block;
  const start = position.start.line + scope.lines;
  return withOrigin(block, { kind: 'line', start, end: position.end.line + scope.lines });
}

function flowBlock(node: Flow, scope: MdScope, depth: number): Block | undefined {
  if (depth >= scope.context.limits.depth && 'children' in node) {
    scope.warnOnce('nesting-limit', `Blocks nested more than ${scope.context.limits.depth} deep are kept as text.`);
    return paragraph([text(plainText(node))]);
  }
  switch (node.type) {
    case 'heading':
      return heading(node.depth, phrasing(node.children, scope));
    case 'paragraph':
      return paragraph(phrasing(node.children, scope));
    case 'thematicBreak':
      return rule;
    case 'code': {
      const info = [node.lang, node.meta].filter((part) => typeof part === 'string' && part !== '').join(' ');
      return info === '' ? code(node.value) : code(node.value, info);
    }
    case 'math':
      return { type: 'math', value: node.value };
    case 'blockquote':
      return quote(flowBlocks(node.children, scope, depth + 1));
    case 'list': {
      const items = node.children.map((one) => listItem(one, scope, depth + 1));
      const list = node.ordered ? orderedList(items, node.start ?? 1) : bulletList(items);
      const spread = node.spread === true || node.children.some((one) => one.spread === true);
      return spread ? { ...list, spread } : list;
    }
    case 'table':
      return tableBlock(node, scope);
    case 'footnoteDefinition':
      return {
        type: 'footnoteDefinition',
        identifier: node.label ?? node.identifier,
        children: flowBlocks(node.children, scope, depth + 1),
      };
    case 'yaml':
      return { type: 'yaml', value: node.value };
    case 'definition':
      return undefined;
    default:
      return unknownFlow(node, scope);
  }
}

/** Phrasing where a block should be happens only in trees no parser makes; toml has no type of its own in mdast. */
function unknownFlow(node: Flow, scope: MdScope): Block | undefined {
  const { type } = node as { type: string };
  if (type === 'toml' && 'value' in node) return { type: 'toml', value: node.value };
  const children = phrasing([node as PhrasingContent], scope);
  return children.length > 0 ? paragraph(children) : undefined;
}

function listItem(node: MdListItem, scope: MdScope, depth: number): ListItem {
  const children = flowBlocks(node.children, scope, depth);
  return typeof node.checked === 'boolean' ? item(children, node.checked) : item(children);
}

function tableBlock(node: MdTable, scope: MdScope): Block {
  const rows = tableRows(node, scope);
  const align: Align[] = (node.align ?? []).map((one) => one ?? null);
  return align.some((one) => one !== null) ? table(rows, { align }) : table(rows);
}

export function tableRows(node: MdTable, scope: MdScope): Row[] {
  return node.children.map((row) => row.children.map((one) => cell(phrasing(one.children, scope))));
}

/** The inline content of one parent; tags that pair up within it become nodes. */
function phrasing(nodes: readonly PhrasingContent[], scope: MdScope, depth = 0): Phrasing[] {
  const runs = new HtmlRuns(scope);
  for (const node of nodes) {
    if (node.type === 'html') {
      runs.html(node.value);
      continue;
    }
    const one = phrasingNode(node, scope, depth);
    if (one !== undefined) runs.node(one);
  }
  return runs.end();
}

function phrasingNode(node: PhrasingContent, scope: MdScope, depth: number): Phrasing | undefined {
  if (depth >= scope.context.limits.depth && 'children' in node) {
    scope.warnOnce('nesting-limit', `Emphasis nested more than ${scope.context.limits.depth} deep is kept as text.`);
    return text(plainText(node));
  }
  switch (node.type) {
    case 'text':
      return text(node.value);
    case 'inlineCode':
      return { type: 'inlineCode', value: node.value };
    case 'inlineMath':
      return { type: 'inlineMath', value: node.value };
    case 'break':
      return { type: 'break' };
    case 'emphasis':
    case 'strong':
    case 'delete':
      return { type: node.type, children: phrasing(node.children, scope, depth + 1) };
    case 'link':
      return isBare(node)
        ? text(plainText(node))
        : link(node.url, phrasing(node.children, scope, depth + 1), node.title ?? undefined);
    case 'linkReference': {
      const address = scope.definitions.get(node.identifier);
      const children = phrasing(node.children, scope, depth + 1);
      return link(address?.url ?? '', children, address?.title ?? undefined);
    }
    case 'image':
      return pictureNode({ url: node.url, title: node.title }, node.alt ?? '', scope);
    case 'imageReference':
      return pictureNode(scope.definitions.get(node.identifier) ?? { url: '' }, node.alt ?? '', scope);
    case 'footnoteReference':
      return { type: 'footnoteReference', identifier: node.label ?? node.identifier };
    case 'html':
      return undefined;
  }
}

/** An address in running text (GFM 6.9) is text that every reader links by itself, unless it needs escapes. */
function isBare(node: MdLink): boolean {
  const [only] = node.children;
  if (only?.type !== 'text' || node.children.length !== 1 || !/^[\w.:/?=&%+#@;,!'-]+$/.test(only.value)) return false;
  const { position } = node;
  const length = position === undefined ? undefined : (position.end.offset ?? 0) - (position.start.offset ?? 0);
  return length === undefined || length === only.value.length;
}

/** All text below a node, without recursion: what is left of nesting beyond the limit. */
function plainText(node: Flow | PhrasingContent): string {
  const pieces: string[] = [];
  const stack: (Flow | PhrasingContent | MdListItem)[] = [node];
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    if ('value' in one && one.type !== 'html') pieces.push(one.value);
    if ('children' in one)
      for (let at = one.children.length - 1; at >= 0; at -= 1) stack.push(one.children[at] as Flow);
  }
  return pieces.join(' ');
}
