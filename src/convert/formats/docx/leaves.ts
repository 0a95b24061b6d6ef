// The content of a paragraph as a flat row of leaves with marks, and how it becomes nested phrasing.
import {
  emphasis,
  inlineCode,
  superscript as lifted,
  lineBreak,
  link,
  subscript as lowered,
  strong,
  strike as struck,
  text,
} from '../../document/build.ts';
import type { Phrasing } from '../../document/tree.ts';
import { bold, code, fixedWidth, italic, strike, subscript, superscript } from './run-format.ts';

export interface LinkTarget {
  readonly url: string;
  readonly title?: string;
}

export interface Leaf {
  /** Text grows while runs of the same look follow; other nodes stand as they are. */
  text: string;
  readonly node: Phrasing | undefined;
  marks: number;
  readonly link: LinkTarget | undefined;
}

/** Marks that wrap other phrasing; code is a leaf of its own. */
const wrapping = bold | italic | strike | superscript | subscript;
const marks = [bold, italic, strike, superscript, subscript] as const;

export const isBreak = (leaf: Leaf): boolean => leaf.node?.type === 'break';

export function breakLeaf(linked: LinkTarget | undefined): Leaf {
  return { text: '', node: lineBreak, marks: 0, link: linked };
}

export function textLeaf(value: string): Leaf {
  return { text: value, node: undefined, marks: 0, link: undefined };
}

export function isBlankText(value: string): boolean {
  for (let at = 0; at < value.length; at += 1) {
    const unit = value.charCodeAt(at);
    if (unit !== 32 && unit !== 9 && unit !== 10 && unit !== 13) return false;
  }
  return true;
}

export const isSpace = (leaf: Leaf): boolean => (leaf.node === undefined ? isBlankText(leaf.text) : isBreak(leaf));

/** Two line breaks in a row are how people make paragraphs without making any. */
export function splitAtEmptyLines(leaves: readonly Leaf[]): (readonly Leaf[])[] {
  const parts: (readonly Leaf[])[] = [];
  let start = 0;
  let breaks = 0;
  let gap = 0;
  for (let at = 0; at < leaves.length; at += 1) {
    const leaf = leaves[at] as Leaf;
    if (!isSpace(leaf)) {
      if (breaks > 1 && hasContent(leaves.slice(start, gap))) {
        parts.push(leaves.slice(start, gap));
        start = at;
      }
      breaks = 0;
    } else if (isBreak(leaf)) {
      if (breaks === 0) gap = at;
      breaks += 1;
    }
  }
  parts.push(start === 0 ? leaves : leaves.slice(start));
  return parts;
}

/** True when there is something to show; spaces of a fixed width keep a line open and show nothing. */
export function hasContent(leaves: readonly Leaf[]): boolean {
  for (const { node, text: value } of leaves) {
    if (node !== undefined) {
      if (node.type !== 'break') return true;
      continue;
    }
    const first = value.charCodeAt(0);
    if ((first > 32 && first < 127) || /\S/.test(value)) return true;
  }
  return false;
}

/** Text as it stands, line breaks as line feeds: for code, and for comparing. */
export function plainText(leaves: readonly Leaf[]): string {
  let out = '';
  for (const leaf of leaves) {
    if (leaf.node === undefined) out += leaf.text;
    else if (leaf.node.type === 'break') out += '\n';
    else if (leaf.node.type === 'inlineMath') out += leaf.node.value;
    else if (leaf.node.type === 'image') out += leaf.node.alt;
  }
  return out;
}

interface Placed {
  readonly node: Phrasing;
  readonly marks: number;
}

/** Drops a mark that all of the text has, because it then says nothing. */
export function withoutWholeMark(leaves: readonly Leaf[], mark: number): void {
  const marked = (leaf: Leaf): boolean =>
    (leaf.marks & mark) !== 0 || (leaf.node === undefined ? isBlankText(leaf.text) : leaf.node.type !== 'inlineMath');
  if (!leaves.every(marked)) return;
  for (const leaf of leaves) leaf.marks &= ~mark;
}

export function phrasingOf(leaves: readonly Leaf[]): Phrasing[] {
  const [only] = leaves;
  // Most paragraphs are one plain text.
  if (
    leaves.length === 1 &&
    only !== undefined &&
    only.node === undefined &&
    only.marks === 0 &&
    only.link === undefined
  )
    return [text(only.text)];
  spaceTakesMarks(leaves);
  const alone = eachAlone(leaves);
  if (alone !== undefined) return alone;
  const items: Placed[] = [];
  for (let at = 0; at < leaves.length; ) {
    const first = leaves[at] as Leaf;
    if (first.link === undefined) {
      items.push({ node: nodeOf(first), marks: first.marks & wrapping });
      at += 1;
      continue;
    }
    let end = at;
    let shared = wrapping;
    while (end < leaves.length && leaves[end]?.link === first.link) {
      const leaf = leaves[end] as Leaf;
      if (!(leaf.node === undefined && isBlankText(leaf.text)) && !isBreak(leaf)) shared &= leaf.marks;
      end += 1;
    }
    const inside = leaves
      .slice(at, end)
      .map((leaf) => ({ node: nodeOf(leaf), marks: leaf.marks & wrapping & ~shared }));
    items.push({ node: link(first.link.url, nested(inside, 0, inside.length, 0), first.link.title), marks: shared });
    at = end;
  }
  return nested(items, 0, items.length, 0);
}

/** Where no mark and no link reaches over several leaves, each is a node of its own; undefined where any does. */
function eachAlone(leaves: readonly Leaf[]): Phrasing[] | undefined {
  const out: Phrasing[] = [];
  let before: Leaf | undefined;
  for (const leaf of leaves) {
    const own = leaf.marks & wrapping;
    if (before !== undefined) {
      if ((own & before.marks) !== 0 || (leaf.link !== undefined && leaf.link === before.link)) return undefined;
    }
    before = leaf;
    const { link: target } = leaf;
    if (target !== undefined && isSpace(leaf)) return undefined;
    if (own === 0) out.push(target === undefined ? nodeOf(leaf) : link(target.url, [nodeOf(leaf)], target.title));
    // One mark only, and none around a link.
    else if (target === undefined && (own & (own - 1)) === 0) out.push(wrapped(own, [nodeOf(leaf)]));
    else return undefined;
  }
  return out;
}

/** White space between two runs looks like both of them, whatever it was set in. */
function spaceTakesMarks(leaves: readonly Leaf[]): void {
  for (let at = 0; at < leaves.length; at += 1) {
    const leaf = leaves[at] as Leaf;
    const blank = leaf.node === undefined ? isBlankText(leaf.text) : leaf.node.type === 'break';
    if (!blank) continue;
    const before = leaves[at - 1]?.marks ?? 0;
    let next = at + 1;
    while (next < leaves.length && isSpace(leaves[next] as Leaf)) next += 1;
    const after = leaves[next]?.marks ?? 0;
    for (; at < next; at += 1) (leaves[at] as Leaf).marks = before & after;
    at -= 1;
  }
}

function nodeOf(leaf: Leaf): Phrasing {
  if (leaf.node !== undefined) return leaf.node;
  return (leaf.marks & (code | fixedWidth)) !== 0 && !isBlankText(leaf.text) ? inlineCode(leaf.text) : text(leaf.text);
}

/** Opens the mark that reaches furthest first; calls itself at most once per mark. */
function nested(items: readonly Placed[], from: number, to: number, open: number): Phrasing[] {
  const out: Phrasing[] = [];
  for (let at = from; at < to; ) {
    const { node, marks: own } = items[at] as Placed;
    let best = 0;
    let end = at;
    if ((own & ~open) !== 0) {
      for (const mark of marks) {
        if ((own & mark) === 0 || (open & mark) !== 0) continue;
        let reach = at + 1;
        while (reach < to && ((items[reach] as Placed).marks & mark) !== 0) reach += 1;
        if (reach > end) {
          best = mark;
          end = reach;
        }
      }
    }
    if (best === 0) {
      out.push(node);
      at += 1;
    } else {
      out.push(wrapped(best, nested(items, at, end, open | best)));
      at = end;
    }
  }
  return out;
}

function wrapped(mark: number, children: Phrasing[]): Phrasing {
  switch (mark) {
    case bold:
      return strong(children);
    case italic:
      return emphasis(children);
    case strike:
      return struck(children);
    case superscript:
      return lifted(children);
    default:
      return lowered(children);
  }
}
