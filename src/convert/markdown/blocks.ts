// Walks the blocks of a document with a stack of its own (no recursion, however deep the tree) and writes each of them.
import type { Block, List, ListItem, Paragraph, Phrasing } from '../document/tree.ts';
import { writeInline } from './inline.ts';
import type { LineContext } from './line.ts';
import type { Gap, Output } from './output.ts';
import { footnoteLabel } from './spans.ts';
import { type Wait, writeTable } from './table.ts';
import { codeBlock, comment, frontMatter, htmlBlock, mathBlock } from './verbatim.ts';

/** Containers nested deeper than this are written without their marker: each level costs room on every line. */
const nestingLimit = 500;
/** CommonMark 0.31, 5.2: at most nine digits. */
const largestNumber = 999_999_999;

interface Level {
  readonly blocks: readonly Block[];
  index: number;
  /** The block written last on this level. */
  previous: Block | undefined;
  /** The marker of the list written last. */
  previousMarker: string;
  /** Items of a list that has no blank lines. */
  readonly tight: boolean;
  /** `[x]` of a task item, until it is written. */
  checkbox: string;
  readonly inItem: boolean;
  /** Bullet of the item this level is, for a list that begins on the same line. */
  readonly bullet: string;
  /** Prefix to go back to; undefined where no container was entered. */
  readonly outer: string | undefined;
  /** The block to report when this level ends. */
  readonly owner: Block | undefined;
  readonly start: number;
  readonly list: ListState | undefined;
}

interface ListState {
  readonly list: List;
  readonly marker: string;
  index: number;
  readonly flat: boolean;
  readonly start: number;
  readonly gap: Gap;
}

export type OnBlock = (block: Block, start: number, end: number) => void;

export class BlockWriter {
  readonly #output: Output;
  readonly #onBlock: OnBlock | undefined;
  readonly #root: Level = level([], undefined, undefined, 0);
  #levels: Level[] = [];
  /** Definitions met inside other blocks, to be written after them. */
  readonly #definitions: Block[] = [];

  constructor(output: Output, onBlock?: OnBlock) {
    this.#output = output;
    this.#onBlock = onBlock;
  }

  /** Writes one block of the document; yields where the driver must wait or take what was written. */
  *write(block: Block): Generator<Wait, void, unknown> {
    yield* this.#topLevel(block);
    // Where a definition stands means nothing, and parsers disagree about those within other blocks.
    for (let next = this.#definitions.shift(); next !== undefined; next = this.#definitions.shift()) {
      yield* this.#topLevel(next);
    }
  }

  /** Writes a block that is one line or one fence without the cost of a generator; false for all others. */
  writeLeaf(block: Block): boolean {
    return this.#leafBlock(block, this.#root);
  }

  *#topLevel(block: Block): Generator<Wait, void, unknown> {
    this.#levels = [this.#root];
    yield* this.#block(block, this.#root);
    while (this.#levels.length > 1) {
      const top = this.#levels[this.#levels.length - 1] as Level;
      if (top.list !== undefined) {
        this.#nextItem(top, top.list);
        continue;
      }
      const next = top.blocks[top.index];
      top.index += 1;
      if (next === undefined) this.#leave(top);
      else if (!this.#leafBlock(next, top)) yield* this.#block(next, top);
      if (this.#output.isFull) yield undefined;
    }
  }

  *#block(block: Block, at: Level): Generator<Wait, void, unknown> {
    if (block.type === 'table') {
      let start = 0;
      const begin = (): void => {
        start = this.#begin(block, at);
      };
      if (yield* writeTable(block, this.#output, begin)) this.#report(block, at, start);
    } else if (block.type === 'blockquote') this.#enter(block, at, '>', '> ', block.children);
    else if (block.type === 'list') this.#list(block, at);
    else if (block.type === 'footnoteDefinition') {
      if (at !== this.#root) this.#definitions.push(block);
      else this.#enter(block, at, `[^${footnoteLabel(block.identifier)}]:`, '    ', block.children);
    } else this.#leafBlock(block, at);
  }

  #leafBlock(block: Block, at: Level): boolean {
    switch (block.type) {
      case 'paragraph':
        this.#paragraph(block, at);
        return true;
      case 'heading': {
        const text = writeInline(block.children, headingContext);
        if (text !== '') this.#leaf(block, at, `${'#'.repeat(block.depth)} ${text}`);
        return true;
      }
      case 'thematicBreak':
        // At the start of a document `---` opens front matter, and after a bullet it makes one long rule.
        this.#leaf(block, at, this.#output.afterMarker ? '___' : this.#output.isEmpty ? '***' : '---');
        return true;
      case 'code':
        this.#leaf(block, at, codeBlock(block.value, block.lang));
        return true;
      case 'math':
        this.#leaf(block, at, mathBlock(block.value));
        return true;
      case 'comment':
        this.#leaf(block, at, comment(block.value));
        return true;
      case 'htmlBlock':
        this.#leaf(block, at, htmlBlock(block.value) ?? codeBlock(block.value, 'html'));
        return true;
      case 'yaml':
      case 'toml': {
        const front = this.#output.isEmpty ? frontMatter(block.type, block.value) : undefined;
        this.#leaf(block, at, front ?? codeBlock(block.value, block.type));
        return true;
      }
      default:
        return false;
    }
  }

  #paragraph(block: Paragraph, at: Level): void {
    const first = at.inItem && at.previous === undefined;
    const text = writeInline(block.children, first && at.checkbox === '' ? bulletContext : paragraphContext);
    if (text === '') return;
    const box = at.checkbox === '' ? '' : `${at.checkbox} `;
    at.checkbox = '';
    this.#leaf(block, at, box + text);
  }

  #leaf(block: Block, at: Level, text: string): void {
    const start = this.#begin(block, at);
    this.#output.add(text);
    this.#report(block, at, start);
  }

  /** Writes the gap and the prefix before a block; the byte it begins at. */
  #begin(block: Block, at: Level): number {
    if (at.checkbox !== '') {
      this.#output.begin('none');
      this.#output.add(at.checkbox);
      at.checkbox = '';
      at.previous = checkboxParagraph;
    }
    this.#output.begin(gapBetween(at, block));
    at.previous = block;
    return this.#onBlock === undefined ? 0 : this.#output.position;
  }

  #report(block: Block, at: Level, start: number): void {
    // Blocks within blocks are reported when they know their own place.
    if (this.#onBlock === undefined || (at !== this.#root && block.origin === undefined)) return;
    this.#onBlock(block, start, this.#output.position);
  }

  #enter(block: Block, at: Level, marker: string, indent: string, children: readonly Block[]): void {
    const deep = this.#levels.length > nestingLimit;
    const start = this.#begin(block, at);
    const outer = deep ? undefined : this.#output.enter(marker, indent);
    this.#levels.push(level(children, outer, block, start));
  }

  #list(block: List, at: Level): void {
    if (block.children.length === 0) return;
    const before = at.previous;
    const marker = listMarker(block, at, before, this.#output.afterMarker);
    const flat = this.#levels.length > nestingLimit;
    const start = this.#begin(block, at);
    at.previousMarker = marker;
    const state: ListState = { list: block, marker, index: 0, flat, start, gap: block.spread ? 'blank' : 'line' };
    this.#levels.push(level([], undefined, block, start, state));
  }

  #nextItem(at: Level, state: ListState): void {
    const item: ListItem | undefined = state.list.children[state.index];
    if (item === undefined) {
      this.#leave(at);
      return;
    }
    if (state.index > 0) this.#output.begin(state.flat ? 'blank' : state.gap);
    const marker = state.list.ordered ? `${numberOf(state.list, state.index)}${state.marker}` : state.marker;
    state.index += 1;
    const outer = state.flat ? undefined : this.#output.enter(marker, ' '.repeat(marker.length + 1));
    this.#levels.push({
      ...level(item.children, outer, undefined, 0),
      tight: !state.list.spread,
      checkbox: item.checked === undefined ? '' : item.checked ? '[x]' : '[ ]',
      inItem: !state.flat,
      bullet: state.list.ordered || state.flat ? '' : state.marker,
    });
  }

  #leave(top: Level): void {
    this.#levels.pop();
    if (top.checkbox !== '') {
      this.#output.begin('none');
      this.#output.add(top.checkbox);
    }
    if (top.outer !== undefined) this.#output.leave(top.outer);
    const below = this.#levels[this.#levels.length - 1] as Level;
    if (top.owner !== undefined) this.#report(top.owner, below, top.start);
  }
}

const paragraphContext: LineContext = { place: 'paragraph' };
const bulletContext: LineContext = { place: 'paragraph', afterBullet: true };
const headingContext: LineContext = { place: 'heading' };
const checkboxParagraph: Paragraph = { type: 'paragraph', children: [] };

const level = (
  blocks: readonly Block[],
  outer: string | undefined,
  owner: Block | undefined,
  start: number,
  list?: ListState,
): Level => ({
  blocks,
  index: 0,
  previous: undefined,
  previousMarker: '',
  tight: false,
  checkbox: '',
  inItem: false,
  bullet: '',
  outer,
  owner,
  start,
  list,
});

function gapBetween(at: Level, block: Block): Gap {
  const { previous } = at;
  if (previous === undefined) return 'none';
  if (!at.tight || block.type !== 'list') return 'blank';
  if (previous.type === 'heading') return 'line';
  return previous.type === 'paragraph' && interruptsParagraph(block) ? 'line' : 'blank';
}

/** CommonMark 0.31, 5.3: a list right under a paragraph must begin with 1 and with something in its first item. */
function interruptsParagraph(list: List): boolean {
  if (list.ordered && numberOf(list, 0) !== 1) return false;
  const first = list.children[0];
  if (first === undefined || first.checked !== undefined) return first !== undefined;
  const block = first.children[0];
  if (block?.type !== 'paragraph') return false;
  let start: Phrasing | undefined = block.children[0];
  while (start !== undefined && 'children' in start) start = start.children[0];
  if (start === undefined || start.type === 'break' || start.type === 'html') return false;
  return 'value' in start ? /\S/.test(start.value) : true;
}

/** Lists of one kind side by side would be one list, so their markers take turns (CommonMark 0.31, 5.3). */
function listMarker(list: List, at: Level, before: Block | undefined, afterMarker: boolean): string {
  const [usual, other] = list.ordered ? ['.', ')'] : ['-', '*'];
  const meets = before?.type === 'list' && before.ordered === list.ordered ? at.previousMarker : '';
  // `- - -` on one line would be a rule (4.1), so bullets on one line take turns as well.
  const shared = afterMarker && !list.ordered ? at.bullet : '';
  return (meets || shared) === usual ? (other as string) : (usual as string);
}

function numberOf(list: List, index: number): number {
  const start = Number.isFinite(list.start) ? Math.trunc(list.start as number) : 1;
  return Math.min(Math.max(0, start) + index, largestNumber);
}
