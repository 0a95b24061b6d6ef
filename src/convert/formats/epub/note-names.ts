// Notes are numbered anew in each chapter of a book, but once in a Markdown file: every note gets a name of its own.
import type { Block, Cell, Phrasing, Row } from '../../document/tree.ts';

export class NoteNames {
  readonly #used = new Set<string>();

  /** Names for the notes of one chapter: as they are while they are free, else with the number of the chapter. */
  forChapter(chapter: number): (identifier: string) => string {
    const given = new Map<string, string>();
    return (identifier) => {
      let name = given.get(identifier);
      if (name !== undefined) return name;
      name = identifier;
      for (let again = 0; this.#used.has(name); again += 1) {
        name = `${chapter}-${identifier}${again === 0 ? '' : `-${again}`}`;
      }
      this.#used.add(name);
      given.set(identifier, name);
      return name;
    };
  }
}

type Rename = (identifier: string) => string;

/** The block with its notes renamed. Depth is bounded by the HTML reader. */
export function renameNotes(block: Block, rename: Rename): Block {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return { ...block, children: renamedPhrasing(block.children, rename) };
    case 'blockquote':
      return { ...block, children: block.children.map((one) => renameNotes(one, rename)) };
    case 'footnoteDefinition':
      return {
        ...block,
        identifier: rename(block.identifier),
        children: block.children.map((one) => renameNotes(one, rename)),
      };
    case 'list':
      return {
        ...block,
        children: block.children.map((item) => ({
          ...item,
          children: item.children.map((one) => renameNotes(one, rename)),
        })),
      };
    case 'table':
      return Array.isArray(block.rows)
        ? { ...block, rows: (block.rows as readonly Row[]).map((row) => row.map((cell) => renamedCell(cell, rename))) }
        : block;
    default:
      return block;
  }
}

function renamedCell(cell: Cell, rename: Rename): Cell {
  if (typeof cell === 'string') return cell;
  return {
    ...cell,
    children: cell.children.map((one) => (isPhrasing(one) ? renamed(one, rename) : renameNotes(one, rename))),
  };
}

const phrasingTypes = new Set<string>(
  'text inlineCode inlineMath break emphasis strong delete superscript subscript link image footnoteReference html'.split(
    ' ',
  ),
);
const isPhrasing = (node: Phrasing | Block): node is Phrasing => phrasingTypes.has(node.type);

const renamedPhrasing = (nodes: readonly Phrasing[], rename: Rename): readonly Phrasing[] =>
  nodes.some((one) => one.type === 'footnoteReference' || 'children' in one)
    ? nodes.map((one) => renamed(one, rename))
    : nodes;

function renamed(node: Phrasing, rename: Rename): Phrasing {
  if (node.type === 'footnoteReference') return { ...node, identifier: rename(node.identifier) };
  return 'children' in node ? { ...node, children: renamedPhrasing(node.children, rename) } : node;
}
