// Where something stands in a message with messages inside: how deep its headings are, and the path its origin names.
import { heading } from '../../document/build.ts';
import type { Block, Origin } from '../../document/tree.ts';

export interface Place {
  /** Depth of the heading above; headings inside are deeper. */
  readonly level: number;
  /** How many messages this one is in. */
  readonly nesting: number;
  /** The path so far, empty at the top. */
  readonly path: string;
}

/** A message of its own: below its subject. */
export const topPlace: Place = { level: 0, nesting: 0, path: '' };

const longestPath = 500;

export function pathOf(place: Place, step: string): Origin {
  return { kind: 'path', path: (place.path === '' ? step : `${place.path}/${step}`).slice(0, longestPath) };
}

/** The block with its heading `levels` deeper, so that it stands below the heading of the part it is in. */
export function lowered(block: Block, levels: number): Block {
  return block.type === 'heading' ? heading(block.depth + levels, block.children) : block;
}
