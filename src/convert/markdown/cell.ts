// What a table cell may hold is one line, so blocks in a cell become phrasing with line breaks (docs/markdown-output.md).
import { Failure } from '../../core/failure.ts';
import { inlineCode, lineBreak, strong, text } from '../document/build.ts';
import type { Block, Cell, ListItem, Phrasing, Row } from '../document/tree.ts';
import { comment } from './verbatim.ts';

type Content = Phrasing | Block;

interface Step {
  readonly content: Iterator<Content | Row | ListItem>;
  /** Numbers the items of an ordered list. */
  number?: number;
}

const blockTypes = new Set<string>([
  'heading',
  'paragraph',
  'thematicBreak',
  'code',
  'math',
  'blockquote',
  'list',
  'table',
  'footnoteDefinition',
  'comment',
  'yaml',
  'toml',
  'htmlBlock',
] satisfies Block['type'][]);

const isBlock = (node: Content): node is Block => blockTypes.has(node.type);

/** A literal cell: its line breaks are line breaks. */
function literalPhrasing(value: string): readonly Phrasing[] {
  if (!/[\r\n]/.test(value)) return [text(value)];
  return value.split(/\r\n?|\n/).flatMap((line, at) => (at === 0 ? [text(line)] : [lineBreak, text(line)]));
}

export function cellPhrasing(cell: Cell): readonly Phrasing[] {
  if (typeof cell === 'string') return literalPhrasing(cell);
  if (!cell.children.some(isBlock)) return cell.children as readonly Phrasing[];
  return flatten(cell.children);
}

function flatten(children: readonly Content[]): Phrasing[] {
  const line: Phrasing[] = [];
  const steps: Step[] = [{ content: children[Symbol.iterator]() }];
  // True where the next content belongs on the present line: at the start, and after the marker of a list item.
  let open = true;
  let between = '';
  const startLine = (): void => {
    if (!open) line.push(between === '' ? lineBreak : text(between));
    between = '';
    open = true;
  };
  let inBlock = true;
  while (steps.length > 0) {
    const step = steps[steps.length - 1] as Step;
    const { value: node, done } = step.content.next();
    if (done) {
      steps.pop();
      continue;
    }
    if (isRow(node)) {
      startLine();
      steps.push({ content: joinedCells(node) });
      continue;
    }
    if (node.type === 'listItem') {
      startLine();
      const marker = step.number === undefined ? '- ' : `${step.number}. `;
      if (step.number !== undefined) step.number += 1;
      line.push(text(marker + (node.checked === undefined ? '' : node.checked ? '[x] ' : '[ ] ')));
      steps.push({ content: node.children[Symbol.iterator]() });
      continue;
    }
    if (!isBlock(node)) {
      if (inBlock) startLine();
      inBlock = false;
      open = false;
      line.push(node);
      continue;
    }
    inBlock = true;
    switch (node.type) {
      case 'paragraph':
        if (node.children.length === 0) break;
        startLine();
        line.push(...node.children);
        open = false;
        break;
      case 'heading':
        if (node.children.length === 0) break;
        startLine();
        line.push(strong(node.children));
        open = false;
        break;
      case 'code':
      case 'yaml':
      case 'toml':
        for (const one of node.value.split(/\r\n?|\n/)) {
          if (one === '') continue;
          startLine();
          line.push(inlineCode(one));
          open = false;
        }
        break;
      case 'math':
        startLine();
        line.push({ type: 'inlineMath', value: node.value });
        open = false;
        break;
      case 'comment':
      case 'htmlBlock':
        startLine();
        line.push({ type: 'html', value: node.type === 'comment' ? comment(node.value) : node.value });
        open = false;
        break;
      case 'thematicBreak':
        break;
      case 'blockquote':
        steps.push({ content: node.children[Symbol.iterator]() });
        break;
      case 'footnoteDefinition':
        startLine();
        line.push({ type: 'footnoteReference', identifier: node.identifier }, text(': '));
        steps.push({ content: node.children[Symbol.iterator]() });
        break;
      case 'list':
        steps.push({
          content: node.children[Symbol.iterator](),
          ...(node.ordered ? { number: node.start ?? 1 } : {}),
        });
        break;
      case 'table':
        steps.push({ content: syncRows(node.rows) });
        break;
    }
  }
  return line;
}

const isRow = (node: Content | Row | ListItem): node is Row => Array.isArray(node);

/** Cells of a table within a cell stand on one line, apart by a slash. */
function* joinedCells(row: Row): Generator<Content> {
  let first = true;
  for (const cell of row) {
    if (!first) yield text(' / ');
    first = false;
    const content = typeof cell === 'string' ? literalPhrasing(cell) : cell.children;
    yield* content;
  }
}

function syncRows(rows: Iterable<Row> | AsyncIterable<Row>): Iterator<Row> {
  if (Symbol.iterator in rows) return rows[Symbol.iterator]();
  throw new Failure('INTERNAL', { cause: 'a table inside a cell must have its rows at hand' });
}
