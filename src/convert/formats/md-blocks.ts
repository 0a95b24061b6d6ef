// Large fenced blocks and large tables of Markdown without the parser's memory: the text of a fence is taken as it
// stands, rows are parsed some at a time while they are written.
import type { Table as MdTable } from 'mdast';
import { table } from '../document/build.ts';
import type { Block, Row } from '../document/tree.ts';
import { closesFence } from './md-lines.ts';
import { parseMarkdown } from './md-parse.ts';
import type { References } from './md-references.ts';
import { flowBlocks, type MdScope, tableRows } from './md-tree.ts';

/** Rows parsed at once. */
const rowsAtOnce = 50;

/** A row between pipes in which no character can be a sign of Markdown: its cells are what stands between the pipes. */
const plainRow = /^\|[\p{L}\p{N} |.,;'"()%+/?=#-]*\|\n?$/u;
/** Letters and dots alone can still make a link (GFM 0.29, 6.9). */
const bareLink = /www\./i;

/** A fenced block that is not indented, from its opening line to its closing one; the parser reads only those two. */
export function fenceBlocks(piece: string, scope: MdScope): Block[] {
  const head = piece.indexOf('\n');
  const opening = head < 0 ? piece : piece.slice(0, head);
  const mark = /^(`{3,}|~{3,}|\${2,})/.exec(opening)?.[1] ?? '```';
  let end = piece.length;
  if (piece.endsWith('\n')) end -= 1;
  const last = piece.lastIndexOf('\n', end - 1);
  const closed = head >= 0 && last >= head && closesFence(piece.slice(last + 1, end), mark);
  const body = head < 0 ? '' : piece.slice(head + 1, closed ? Math.max(head, last) : end);
  const [block] = flowBlocks(parseMarkdown(`${opening}\n${mark}\n`, false).children, scope);
  if (block?.type !== 'code' && block?.type !== 'math') return [];
  return [{ ...block, value: body.replaceAll('\0', '\uFFFD') }];
}

/** A table whose rows stream; undefined when its first lines are no table after all. */
export function tableBlock(piece: string, references: References, scope: MdScope): Block | undefined {
  const first = piece.indexOf('\n');
  const second = piece.indexOf('\n', first + 1);
  const head = second < 0 ? piece : piece.slice(0, second + 1);
  const shape = parsedTable(head, references);
  if (shape === undefined) return undefined;
  const [block] = flowBlocks([shape], scope);
  if (block?.type !== 'table') return undefined;
  function* rows(): Generator<Row> {
    yield* tableRows(shape as MdTable, scope);
    for (const lines of linesAt(piece, head.length)) {
      if (typeof lines !== 'string') {
        yield lines;
        continue;
      }
      const part = parsedTable(head + lines, references);
      if (part !== undefined) yield* tableRows(part, scope).slice(1);
    }
  }
  const { type: _, rows: __, ...parts } = block;
  return table({ [Symbol.iterator]: rows }, { ...parts, columns: shape.children[0]?.children.length ?? 0 });
}

function parsedTable(text: string, references: References): MdTable | undefined {
  const lead = references.preamble(text);
  const [only, ...more] = parseMarkdown(lead.text + text, false).children.slice(lead.blocks);
  return only?.type === 'table' && more.length === 0 ? only : undefined;
}

/** The rows from here on: those that say all by themselves as cells, the others as text to parse, some at a time. */
function* linesAt(piece: string, from: number): Generator<string | string[]> {
  let waiting = '';
  let count = 0;
  for (let start = from; start < piece.length; ) {
    const newline = piece.indexOf('\n', start);
    const end = newline < 0 ? piece.length : newline + 1;
    const line = piece.slice(start, end);
    start = end;
    const cells = plainCells(line);
    if (cells === undefined) {
      waiting += line;
      count += 1;
    }
    if (waiting !== '' && (cells !== undefined || count === rowsAtOnce)) {
      yield waiting;
      waiting = '';
      count = 0;
    }
    if (cells !== undefined) yield cells;
  }
  if (waiting !== '') yield waiting;
}

function plainCells(line: string): string[] | undefined {
  if (!plainRow.test(line) || bareLink.test(line)) return undefined;
  const row = line.trimEnd();
  return row.length < 2
    ? undefined
    : row
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
}
