// Builders for the tree: readers stay short and never spell node literals.
import type {
  Block,
  Blockquote,
  Break,
  Cell,
  Code,
  Delete,
  Emphasis,
  Heading,
  Image,
  InlineCode,
  Link,
  List,
  ListItem,
  Paragraph,
  Phrasing,
  Row,
  Strong,
  Subscript,
  Superscript,
  Table,
  TableCell,
  Text,
  ThematicBreak,
} from './tree.ts';

type Inline = string | readonly Phrasing[];

const phrasing = (content: Inline): readonly Phrasing[] => (typeof content === 'string' ? [text(content)] : content);

export const text = (value: string): Text => ({ type: 'text', value });
export const lineBreak: Break = { type: 'break' };
export const emphasis = (content: Inline): Emphasis => ({ type: 'emphasis', children: phrasing(content) });
export const strong = (content: Inline): Strong => ({ type: 'strong', children: phrasing(content) });
export const strike = (content: Inline): Delete => ({ type: 'delete', children: phrasing(content) });
export const superscript = (content: Inline): Superscript => ({ type: 'superscript', children: phrasing(content) });
export const subscript = (content: Inline): Subscript => ({ type: 'subscript', children: phrasing(content) });
export const inlineCode = (value: string): InlineCode => ({ type: 'inlineCode', value });
export const link = (url: string, content: Inline, title?: string): Link =>
  title === undefined
    ? { type: 'link', url, children: phrasing(content) }
    : { type: 'link', url, title, children: phrasing(content) };
export const image = (url: string, alt: string, title?: string): Image =>
  title === undefined ? { type: 'image', url, alt } : { type: 'image', url, alt, title };

export const paragraph = (content: Inline): Paragraph => ({ type: 'paragraph', children: phrasing(content) });
export const heading = (depth: number, content: Inline): Heading => ({
  type: 'heading',
  depth: Math.min(6, Math.max(1, Math.trunc(depth))) as Heading['depth'],
  children: phrasing(content),
});
export const code = (value: string, lang?: string): Code =>
  lang === undefined ? { type: 'code', value } : { type: 'code', value, lang };
export const quote = (children: readonly Block[]): Blockquote => ({ type: 'blockquote', children });
export const rule: ThematicBreak = { type: 'thematicBreak' };
export const item = (children: readonly Block[], checked?: boolean): ListItem =>
  checked === undefined ? { type: 'listItem', children } : { type: 'listItem', children, checked };
/** Inline content put before the first paragraph, such as the mark of an item that Markdown cannot count. */
export function prefixed(prefix: Inline, blocks: readonly Block[]): Block[] {
  const [first, ...rest] = blocks;
  if (first?.type === 'paragraph') return [{ ...first, children: [...phrasing(prefix), ...first.children] }, ...rest];
  return [paragraph(typeof prefix === 'string' ? prefix.trim() : prefix), ...blocks];
}
export const bulletList = (children: readonly ListItem[]): List => ({ type: 'list', ordered: false, children });
export const orderedList = (children: readonly ListItem[], start = 1): List => ({
  type: 'list',
  ordered: true,
  start,
  children,
});
export const cell = (children: readonly (Phrasing | Block)[], colspan = 1, rowspan = 1): TableCell => ({
  type: 'tableCell',
  children,
  ...(colspan > 1 ? { colspan } : {}),
  ...(rowspan > 1 ? { rowspan } : {}),
});
export const table = (rows: Table['rows'], parts: Omit<Table, 'type' | 'rows'> = {}): Table => ({
  type: 'table',
  rows,
  ...parts,
});
export const row = (...cells: readonly Cell[]): Row => cells;
