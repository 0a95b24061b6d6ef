// Where blocks come from. Those that were read from a part of another document say where that part stands, not where they
// stood inside it.
import type { Block, Origin } from './tree.ts';

/** A copy of the block with this origin. On Node 20 every `{ ...block, origin }` has a hidden class of its own. */
export function withOrigin<T extends Block>(block: T, origin: Origin): T {
  return Object.assign({}, block, { origin });
}

/** The block with this origin and none inside it. Depth is bounded by `limits.depth`, which every reader keeps. */
export function placedAt(block: Block, origin: Origin): Block {
  return { origin, ...withoutOrigin(block) };
}

function withoutOrigin(block: Block): Block {
  const { origin: _, ...bare } = block as Block & { origin?: Origin };
  const kept = bare as Block;
  if (kept.type === 'list') {
    return { ...kept, children: kept.children.map((one) => ({ ...one, children: one.children.map(withoutOrigin) })) };
  }
  if (kept.type === 'blockquote' || kept.type === 'footnoteDefinition') {
    return { ...kept, children: kept.children.map(withoutOrigin) };
  }
  return kept;
}
