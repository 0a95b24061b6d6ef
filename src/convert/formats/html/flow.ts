// Puts blocks where they belong: a stack of open containers (quote, item, cell, note) over the inline runs of the
// paragraph at hand. Depth is bounded here; what is deeper lands in the innermost container allowed.
import { bulletList, heading, paragraph } from '../../document/build.ts';
import { withOrigin } from '../../document/origin.ts';
import type { Block, List, ListItem, Origin, Phrasing } from '../../document/tree.ts';
import { InlineRuns } from './inline-runs.ts';

/** An open container of blocks. */
export interface Flow {
  readonly kind: 'root' | 'quote' | 'item' | 'cell' | 'note';
  readonly blocks: Block[];
  /** Item: state of its task box. */
  checked?: boolean;
}

/** A list under construction; blocks that stand in it outside an item join the item before. */
export interface OpenList {
  readonly kind: 'list';
  readonly items: { checked?: boolean; readonly blocks: Block[]; readonly number: number | undefined }[];
}

export type Frame = Flow | OpenList;

export class FlowBuilder {
  readonly inline = new InlineRuns();
  /** Line of the element entered last: where blocks made now come from. */
  line = 1;
  readonly #root: Flow = { kind: 'root', blocks: [] };
  readonly #frames: Frame[] = [this.#root];
  readonly #depth: number;
  readonly #tooDeep: (line: number) => void;
  readonly #hoisted: Block[] = [];
  readonly #stray = new WeakMap<Block, ListItem[]>();
  #startLine = 1;
  /** Above 0 inside a heading: block borders are spaces there. */
  #joined = 0;
  #headingNext = 0;

  constructor(depth: number, tooDeep: (line: number) => void) {
    this.#depth = depth;
    this.#tooDeep = tooDeep;
  }

  get top(): Frame {
    return this.#frames.at(-1) as Frame;
  }

  /** Opens a container; undefined when that would be too deep, and its content joins the one around. */
  open<F extends Frame>(frame: F): F | undefined {
    if (this.#joined > 0) return undefined;
    this.flush();
    if (this.#frames.length > this.#depth) {
      this.#tooDeep(this.line);
      return undefined;
    }
    this.#frames.push(frame);
    return frame;
  }

  close(frame: Frame): void {
    this.flush();
    const at = this.#frames.lastIndexOf(frame);
    if (at > 0) this.#frames.length = at;
  }

  text(value: string, lines = false): void {
    if (this.inline.empty) this.#startLine = this.line;
    this.inline.text(value, lines);
  }

  node(node: Phrasing): void {
    if (this.inline.empty) this.#startLine = this.line;
    this.inline.node(node);
  }

  /** Ends the paragraph at hand. */
  flush(): void {
    if (this.#joined > 0) {
      this.inline.space();
      return;
    }
    for (const phrasing of this.inline.take(this.top.kind === 'cell')) {
      if (this.#headingNext > 0) {
        this.#add(heading(this.#headingNext, withoutBreaks(phrasing)), this.#startLine);
        this.#headingNext = 0;
      } else {
        this.#add(paragraph(phrasing), this.#startLine);
      }
    }
  }

  /** Puts a finished block in its place; `line` is where its element began. */
  block(block: Block, line = this.line): void {
    this.flush();
    if (this.#joined === 0) this.#add(block, line);
  }

  /** Content up to the call of what is returned is one heading, whatever blocks are in it. */
  joinedHeading(depth: number): () => void {
    this.flush();
    if (this.#joined > 0) return () => this.inline.space();
    this.#joined += 1;
    const start = this.line;
    return () => {
      this.#joined -= 1;
      const parts = this.inline.take(true);
      const phrasing = withoutBreaks(parts.flat());
      if (phrasing.length > 0) this.#add(heading(depth, phrasing), start);
    };
  }

  /** The next paragraph is a heading: for heading elements that were never closed and hold a page. */
  headingOnce(depth: number): () => void {
    this.flush();
    this.#headingNext = depth;
    return () => {
      this.flush();
      this.#headingNext = 0;
    };
  }

  get inHeading(): boolean {
    return this.#joined > 0;
  }

  /** Nothing stands yet in the item or cell at hand. */
  get atStart(): boolean {
    return this.inline.empty && this.top.kind !== 'list' && this.top.blocks.length === 0;
  }

  /** Blocks that belong at the end of the document, outside any container. */
  hoist(block: Block, line: number): void {
    this.#hoisted.push(withOrigin(block, lineOrigin(line)));
  }

  /** An item that stands outside a list: joins the list its neighbour before made. */
  strayItem(one: ListItem, line: number): void {
    this.flush();
    const top = this.top;
    if (top.kind !== 'list') this.addItem(top.blocks, one, top.kind === 'root' ? line : undefined);
  }

  /** Adds an item to the bullet list at the end of `blocks`, one that was begun here; else begins one. */
  addItem(blocks: Block[], one: ListItem, line?: number): void {
    const last = blocks.at(-1);
    const siblings = last === undefined ? undefined : this.#stray.get(last);
    if (siblings !== undefined) {
      siblings.push(one);
      return;
    }
    const children = [one];
    const list: List = { ...bulletList(children), ...(line === undefined ? {} : { origin: lineOrigin(line) }) };
    this.#stray.set(list, children);
    blocks.push(list);
  }

  get hasBlocks(): boolean {
    return this.#root.blocks.length > 0;
  }

  /** Blocks finished at the top level since the last call. */
  drain(): Block[] {
    const root = this.#root;
    const last = root.blocks.at(-1);
    if (last === undefined) return [];
    return root.blocks.splice(0, this.#stray.has(last) ? root.blocks.length - 1 : root.blocks.length);
  }

  /** Everything left when the document ends. */
  finish(): Block[] {
    this.flush();
    return [...this.#root.blocks.splice(0), ...this.#hoisted.splice(0)];
  }

  /** Only blocks at the top say where they come from: ranges of the provenance map do not overlap. */
  #add(block: Block, line: number): void {
    const top = this.top;
    if (top.kind !== 'list') {
      top.blocks.push(top.kind === 'root' ? withOrigin(block, lineOrigin(line)) : block);
      return;
    }
    const last = top.items.at(-1);
    if (last === undefined) top.items.push({ blocks: [block], number: undefined });
    else last.blocks.push(block);
  }
}

export const lineOrigin = (start: number): Origin => ({ kind: 'line', start });

/** A heading is one line in Markdown. Calls itself no deeper than marks nest, which inline-runs.ts bounds. */
function withoutBreaks(phrasing: readonly Phrasing[]): Phrasing[] {
  const spaced = phrasing.map((node): Phrasing => {
    if (node.type === 'break') return { type: 'text', value: ' ' };
    return 'children' in node ? { ...node, children: withoutBreaks(node.children) } : node;
  });
  return spaced;
}
