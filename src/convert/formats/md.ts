// Markdown in its many hands to Markdown in one: parsed as CommonMark with GFM, math and front matter, made inert.
import { decodedInput } from '../containers/decoded-input.ts';
import type { Block } from '../document/tree.ts';
import type { Read, ReadContext } from '../format.ts';
import { wholeContent } from '../input.ts';
import type { Address } from './md-links.ts';
import { parseMarkdown } from './md-parse.ts';
import { flowBlocks, type MdScope } from './md-tree.ts';

export const read: Read = async function* (input, context) {
  wholeContent(input.source, context.limits.wholeFileBytes);
  yield* markdownBlocks([...decodedInput(input, context).pieces()].join(''), context, new Map(), true);
};

/** The blocks of a Markdown text, also of one inside another document. */
export function* markdownBlocks(
  text: string,
  context: ReadContext,
  images: ReadonlyMap<string, string | undefined> = new Map(),
  front = false,
): Generator<Block> {
  const root = parseMarkdown(text, front);
  const definitions = new Map<string, Address>();
  const told = new Set<string>();
  const scope: MdScope = {
    context,
    definitions,
    images,
    lines: 0,
    warnOnce: (code, message) => {
      if (told.has(message)) return;
      told.add(message);
      context.warn(code, message);
    },
  };
  yield* flowBlocks(root.children, scope);
}
