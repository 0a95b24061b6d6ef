// A message in plain text: passages that are quoted with `>` become block quotes, everything else is read as plain text is.
import { quote } from '../../document/build.ts';
import type { Block } from '../../document/tree.ts';
import { textBlocks } from '../text.ts';

/** Quotes of quotes; what is deeper stands at this depth. */
const deepestQuote = 10;

interface Passage {
  readonly depth: number;
  readonly lines: string[];
}

export function plainTextBlocks(content: string): Block[] {
  const levels: Block[][] = [[]];
  const closeTo = (depth: number): void => {
    while (levels.length - 1 > depth) {
      const children = levels.pop() as Block[];
      if (children.length > 0) levels.at(-1)?.push(quote(children));
    }
  };
  for (const { depth, lines } of passages(content)) {
    closeTo(depth);
    while (levels.length - 1 < depth) levels.push([]);
    const blocks = levels.at(-1);
    for (const block of textBlocks(lines.join('\n'))) blocks?.push(block);
  }
  closeTo(0);
  return levels[0] as Block[];
}

/** Runs of lines with the same depth of quotation; a blank line between two quotations keeps them apart. */
function* passages(content: string): Generator<Passage> {
  let open: Passage | undefined;
  for (const line of content.split(/\r\n|[\n\r]/)) {
    const { depth, rest } = unquoted(line);
    if (open?.depth === depth) {
      // RFC 3676, 4.3: this line begins the signature, which is a paragraph of its own.
      if (rest === '-- ') open.lines.push('');
      open.lines.push(rest);
      continue;
    }
    if (open !== undefined) yield open;
    open = { depth, lines: [rest] };
  }
  if (open !== undefined) yield open;
}

/** RFC 3676, 4.5, and the habit of a space between the marks. `>From` is how mailboxes hide a line that begins so. */
function unquoted(line: string): { readonly depth: number; readonly rest: string } {
  if (line.charCodeAt(0) !== 0x3e) return { depth: 0, rest: line };
  if (line.startsWith('>From ')) return { depth: 0, rest: line.slice(1) };
  let depth = 0;
  let at = 0;
  while (at < line.length && line.charCodeAt(at) === 0x3e) {
    depth += 1;
    at += 1;
    if (line.charCodeAt(at) === 0x20 && line.charCodeAt(at + 1) === 0x3e) at += 1;
  }
  if (line.charCodeAt(at) === 0x20) at += 1;
  return { depth: Math.min(depth, deepestQuote), rest: line.slice(at) };
}
