// Quotations in HTML bodies that were made of plain text, as servers and web mail do: lines that begin with `>` become
// block quotes, as they do in plain text.
import { lineBreak, paragraph, quote } from '../../document/build.ts';
import type { Block, Phrasing } from '../../document/tree.ts';

/** Quotes of quotes; what is deeper stands at this depth. */
const deepestQuote = 10;
/** One line alone may begin so for other reasons. */
const leastLines = 2;

interface Line {
  readonly depth: number;
  readonly nodes: readonly Phrasing[];
}

interface Quoting {
  readonly blocks: Block[];
  readonly depth: number;
}

export function quotedBlocks(blocks: readonly Block[]): readonly Block[] {
  const lines = blocks.map((block) => (block.type === 'paragraph' ? linesOf(block.children) : undefined));
  if (longestRun(lines) < leastLines) return blocks;
  const open: Quoting[] = [{ blocks: [], depth: 0 }];
  const top = (): Quoting => open[open.length - 1] as Quoting;
  const turnTo = (depth: number): void => {
    while (top().depth > depth) {
      const { blocks: inside } = open.pop() as Quoting;
      top().blocks.push(quote(inside));
    }
    while (top().depth < depth) open.push({ blocks: [], depth: top().depth + 1 });
  };
  for (const [at, block] of blocks.entries()) {
    const own = lines[at];
    if (own === undefined || !own.some(({ depth }) => depth > 0)) {
      turnTo(0);
      top().blocks.push(block);
      continue;
    }
    for (const { depth, nodes } of passagesOf(own)) {
      turnTo(depth);
      top().blocks.push(paragraph(nodes));
    }
  }
  turnTo(0);
  return top().blocks;
}

function linesOf(children: readonly Phrasing[]): Line[] {
  const lines: Phrasing[][] = [[]];
  for (const node of children) {
    if (node.type === 'break') lines.push([]);
    else lines[lines.length - 1]?.push(node);
  }
  return lines.map(lineOf);
}

/** The marks at the start of a line, which may have blanks between them. */
function lineOf(nodes: readonly Phrasing[]): Line {
  const [first, ...rest] = nodes;
  const marks = first?.type === 'text' ? (/^\s{0,3}((?:>\s?){1,50})/.exec(first.value) ?? undefined) : undefined;
  if (first?.type !== 'text' || marks === undefined) return { depth: 0, nodes };
  const depth = (marks[1] ?? '').split('>').length - 1;
  const said = first.value.slice(marks[0].length);
  return { depth: Math.min(depth, deepestQuote), nodes: said === '' ? rest : [{ type: 'text', value: said }, ...rest] };
}

/** The most quoted lines that follow each other. */
function longestRun(blocks: readonly (readonly Line[] | undefined)[]): number {
  let longest = 0;
  let run = 0;
  for (const lines of blocks) {
    for (const { depth } of lines ?? [{ depth: 0 }]) {
      run = depth > 0 ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
  }
  return longest;
}

/** Lines of the same depth as paragraphs; an empty one parts them. */
function* passagesOf(lines: readonly Line[]): Generator<Line> {
  let depth = 0;
  let nodes: Phrasing[] = [];
  for (const line of lines) {
    if (nodes.length > 0 && (line.depth !== depth || line.nodes.length === 0)) {
      yield { depth, nodes };
      nodes = [];
    }
    if (line.nodes.length === 0) continue;
    if (nodes.length > 0) nodes.push(lineBreak);
    depth = line.depth;
    for (const node of line.nodes) nodes.push(node);
  }
  if (nodes.length > 0) yield { depth, nodes };
}
