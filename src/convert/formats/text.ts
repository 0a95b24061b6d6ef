// Reads plain text. What a reader sees as lines stays lines; only prose that was clearly wrapped at a width is joined.
// The rule is in docs/text.md... (first version)
import { decodePieces, detectCharset, mediaTypeCharset } from '../containers/charset.ts';
import { withoutControls } from '../containers/charset-controls.ts';
import { lineBreak, text } from '../document/build.ts';
import type { Block, Phrasing } from '../document/tree.ts';
import type { Read } from '../format.ts';

export const read: Read = async function* (input, context) {
  const declared = input.mediaType === undefined ? undefined : mediaTypeCharset(input.mediaType);
  const charset = detectCharset(input.source, declared === undefined ? {} : { declared });
  context.describe({ charset });
  let lines: string[] = [];
  const flush = function* (): Generator<Block> {
    const children: Phrasing[] = [];
    for (const line of lines) {
      if (children.length > 0) children.push(lineBreak);
      children.push(text(line));
    }
    lines = [];
    if (children.length > 0) yield { type: 'paragraph', children };
  };
  let rest = '';
  for (const piece of decodePieces(input.source, charset)) {
    const split = (rest + withoutControls(piece).text).split(/\r\n|\n|\r/);
    rest = split.pop() ?? '';
    for (const line of split) {
      if (line.trim() === '') yield* flush();
      else lines.push(line.trim());
    }
  }
  if (rest.trim() !== '') lines.push(rest.trim());
  yield* flush();
};
