// Brings every tree into the one form the writer expects, block by block: see docs/markdown-output.md, "Normal form".
import { Failure } from '../../core/failure.ts';
import type { ReadContext } from '../format.ts';
import { limitFailure } from './budget.ts';
import { cleanText } from './clean-text.ts';
import { type Normalizing, normalizePhrasing } from './normalize-phrasing.ts';
import { RowStream, type RowSupply } from './row-stream.ts';
import type { Block, Cell, List, ListItem, Origin, Phrasing, Row, Table, TableCell } from './tree.ts';

type Context = Pick<ReadContext, 'options' | 'limits' | 'warn' | 'budget'> & Partial<Pick<ReadContext, 'signal'>>;

/** Nodes are counted in steps of this many, which costs less than one call each. */
const countStep = 1024;

/** Also stops a reader between blocks when the caller gave up: every step of its own between them would cost time. */
export async function* normalize(blocks: AsyncIterable<Block>, context: Context): AsyncGenerator<Block> {
  const normalizer = normalizerOf(context);
  for await (const block of blocks) {
    for (const one of normalizer.block(block)) yield one;
    normalizer.release();
  }
}

/** The same for a caller with a loop of its own: takes block after block, each released before the next. */
export const normalizerOf = (context: Context): BlockNormalizer => new Normalizer(context);

export interface BlockNormalizer {
  /** The block in normal form: nothing when it is empty, several when it was nested too deep to stay whole. */
  block(block: Block): readonly Block[];
  /** The nodes of the last block are no longer held. */
  release(): void;
}

interface Frame {
  readonly node: Extract<Block, { readonly children: readonly Block[] }> | List | ListItem | undefined;
  readonly children: readonly (Block | ListItem)[];
  index: number;
  readonly out: (Block | ListItem)[];
}

class Normalizer implements Normalizing, BlockNormalizer {
  readonly #context: Context;
  readonly options: Context['options'];
  readonly #warned = new Set<string>();
  #spent = 0;
  #uncounted = 0;
  origin: Origin | undefined;

  constructor(context: Context) {
    this.#context = context;
    this.options = context.options;
  }

  once = (code: string, message: string, origin?: Origin): void => {
    if (this.#warned.has(code)) return;
    this.#warned.add(code);
    this.#context.warn(code, message, origin);
  };

  count = (nodes: number): void => {
    this.#uncounted += nodes;
    if (this.#uncounted >= countStep) this.#spend();
  };

  #spend(): void {
    const nodes = this.#uncounted;
    this.#uncounted = 0;
    this.#spent += nodes;
    this.#context.budget.spend('liveNodes', nodes);
  }

  release(): void {
    this.#uncounted = 0;
    if (this.#spent === 0) return;
    this.#context.budget.release('liveNodes', this.#spent);
    this.#spent = 0;
  }

  block(block: Block): readonly Block[] {
    const { signal } = this.#context;
    if (signal?.aborted === true) throw new Failure('PROCESSING_TIMEOUT', { cause: signal.reason });
    this.origin = block.origin;
    if (block.type === 'paragraph' || block.type === 'heading') {
      this.#uncounted += 1;
      const leaf = this.#leaf(block, 0);
      // A few nodes that the budget surely has are not worth their booking.
      if (this.#uncounted >= countStep || this.#context.budget.left('liveNodes') < countStep) this.#spend();
      return leaf === undefined ? [] : [leaf];
    }
    const blocks = this.#blocks([block], 0);
    if (this.#uncounted > 0) this.#spend();
    return blocks;
  }

  /** Calls itself only through the cells of tables, each of which counts as a level of depth. */
  #blocks(blocks: readonly Block[], depth: number): readonly Block[] {
    const out: Block[] = [];
    const frames: Frame[] = [{ node: undefined, children: blocks, index: 0, out }];
    let levels = depth;
    while (frames.length > 0) {
      const frame = frames[frames.length - 1] as Frame;
      const node = frame.children[frame.index];
      frame.index += 1;
      if (node === undefined) {
        frames.pop();
        if (frame.node === undefined) continue;
        if (frame.node.type !== 'listItem') levels -= 1;
        const closed = close(frame);
        if (closed !== undefined) frames[frames.length - 1]?.out.push(closed);
        continue;
      }
      this.count(1);
      if (node.type === 'listItem') {
        const flat = frame.node?.type !== 'list';
        frames.push({ node: flat ? undefined : node, children: node.children, index: 0, out: flat ? frame.out : [] });
      } else if (node.type === 'blockquote' || node.type === 'footnoteDefinition' || node.type === 'list') {
        if (levels < this.#context.limits.depth) {
          levels += 1;
          frames.push({ node, children: node.children, index: 0, out: [] });
        } else {
          this.#tooDeep();
          frames.push({ node: undefined, children: node.children, index: 0, out: frame.out });
        }
      } else if (node.type === 'table' && levels >= this.#context.limits.depth) {
        this.#tooDeep();
        frames.push({ node: undefined, children: looseCells(node), index: 0, out: frame.out });
      } else {
        const leaf = this.#leaf(node, levels);
        if (leaf !== undefined) frame.out.push(leaf);
      }
    }
    return out;
  }

  #tooDeep(): void {
    const { depth } = this.#context.limits;
    this.once(
      'nesting-limit',
      `Content nested more than ${depth} levels deep was written without its nesting.`,
      this.origin,
    );
  }

  #leaf(node: Block, depth: number): Block | undefined {
    switch (node.type) {
      case 'paragraph':
      case 'heading': {
        const children = normalizePhrasing(node.children, this);
        return children.length === 0 ? undefined : { ...node, children };
      }
      case 'code':
      case 'math':
      case 'comment':
      case 'yaml':
      case 'toml':
      case 'htmlBlock': {
        const value = cleanText(node.value);
        return value === node.value ? node : { ...node, value };
      }
      case 'table':
        return this.#table(node, depth);
      default:
        return node;
    }
  }

  #table(table: Table, depth: number): Table | undefined {
    const { rows } = table;
    const limit = this.#context.limits.tableColumns;
    if (table.columns !== undefined && table.columns > limit) throw limitFailure('tableColumns', limit);
    if (Array.isArray(rows)) {
      const list = rows as readonly Row[];
      return list.length === 0 ? undefined : { ...table, rows: list.map((row) => this.#row(row, depth)) };
    }
    if (depth > 0 && Symbol.iterator in rows) {
      return { ...table, rows: Array.from(rows, (row) => this.#row(row, depth)) };
    }
    if (rows instanceof RowStream) return { ...table, rows: new RowStream(this.#supply(rows, depth)) };
    return { ...table, rows: Symbol.iterator in rows ? this.#rows(rows, depth) : this.#rowsLater(rows, depth) };
  }

  #supply(rows: RowStream, depth: number): RowSupply {
    let held: number | undefined;
    return {
      normal: true,
      next: () => {
        if (held === undefined) held = this.#spent;
        else this.#releaseTo(held);
        const row = rows.next();
        if (row === undefined || row === 'wait') return row;
        return rows.normal ? this.#counted(row) : this.#row(row, depth);
      },
      more: () => rows.more(),
    };
  }

  *#rows(rows: Iterable<Row>, depth: number): Generator<Row> {
    for (const row of rows) {
      const held = this.#spent;
      yield this.#row(row, depth);
      this.#releaseTo(held);
    }
  }

  async *#rowsLater(rows: AsyncIterable<Row>, depth: number): AsyncGenerator<Row> {
    for await (const row of rows) {
      const held = this.#spent;
      yield this.#row(row, depth);
      this.#releaseTo(held);
    }
  }

  /** A streamed row is gone once the next one is asked for. */
  #releaseTo(held: number): void {
    this.#uncounted = 0;
    this.#context.budget.release('liveNodes', this.#spent - held);
    this.#spent = held;
  }

  #counted(row: Row): Row {
    const limit = this.#context.limits.tableColumns;
    if (row.length > limit) throw limitFailure('tableColumns', limit);
    this.count(row.length);
    return row;
  }

  #row(given: Row, depth: number): Row {
    const row = this.#counted(given);
    let changed: Cell[] | undefined;
    for (let at = 0; at < row.length; at += 1) {
      const cell = row[at] as Cell;
      const normal = typeof cell === 'string' ? cleanText(cell) : this.#cell(cell, depth);
      if (normal === cell) continue;
      changed ??= [...row];
      changed[at] = normal;
    }
    return changed ?? row;
  }

  #cell(cell: TableCell, depth: number): TableCell {
    const children: (Phrasing | Block)[] = [];
    let phrasing: Phrasing[] = [];
    const endPhrasing = (): void => {
      if (phrasing.length > 0) children.push(...normalizePhrasing(phrasing, this));
      phrasing = [];
    };
    for (const node of cell.children) {
      if (isPhrasing(node)) phrasing.push(node);
      else {
        endPhrasing();
        children.push(...this.#blocks([node], depth + 1));
      }
    }
    endPhrasing();
    return { ...cell, children };
  }
}

function close(frame: Frame): Block | ListItem | undefined {
  const { node, out } = frame;
  if (node === undefined) return undefined;
  if (node.type === 'listItem') return { ...node, children: out as Block[] };
  if (node.type !== 'list')
    return out.length === 0 && node.type === 'blockquote' ? undefined : { ...node, children: out as Block[] };
  const items = out as ListItem[];
  const filled = (item: ListItem): boolean => item.children.length > 0 || item.checked !== undefined;
  if (!items.some(filled)) return undefined;
  // An empty bullet says nothing; an empty numbered item still counts.
  return { ...node, children: node.ordered ? items : items.filter(filled) };
}

const phrasingTypes = new Set<string>([
  'text',
  'inlineCode',
  'inlineMath',
  'break',
  'emphasis',
  'strong',
  'delete',
  'superscript',
  'subscript',
  'link',
  'image',
  'footnoteReference',
  'html',
] satisfies Phrasing['type'][]);

const isPhrasing = (node: Phrasing | Block): node is Phrasing => phrasingTypes.has(node.type);

/** What stands in the cells of a table that is nested too deep to stay one. */
function looseCells(table: Table): readonly Block[] {
  const blocks: Block[] = [];
  if (!(Symbol.iterator in table.rows)) return blocks;
  for (const row of table.rows) {
    for (const cell of row) {
      if (typeof cell === 'string') blocks.push({ type: 'paragraph', children: [{ type: 'text', value: cell }] });
      else
        for (const node of cell.children)
          blocks.push(isPhrasing(node) ? { type: 'paragraph', children: [node] } : node);
    }
  }
  return blocks;
}
