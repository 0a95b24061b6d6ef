// Lists that go on over the end of a page: a number that stands alone there is told by the one before it, and the parts
// become one list again.
import type { Block, List } from '../document/tree.ts';
import type { ListMark } from './list-marks.ts';

/** Which number was last, while the pages of a document are made into blocks. */
export class NumberedRun {
  #last: ListMark | undefined;

  /** True where the mark is the next one after the last. */
  continues({ kind, number }: ListMark): boolean {
    const last = this.#last;
    return last?.number !== undefined && last.kind === kind && number === last.number + 1;
  }

  note(mark: ListMark): void {
    if (mark.ordered) this.#last = mark;
  }

  /** A heading ends every list. */
  end(): void {
    this.#last = undefined;
  }
}

/** Holds the last list of a page back until it is known whether the next page goes on with it. */
export class ListJoiner {
  #held: List | undefined;
  /** Notes at the foot of its page, which may stand between two of its items. */
  #notes: Block[] = [];

  /** What can be written now; `opensPage` for the first block of a page. */
  *push(block: Block, opensPage: boolean): Generator<Block> {
    const held = this.#held;
    if (held !== undefined && block.type === 'footnoteDefinition' && this.#notes.length < mostHeld) {
      this.#notes.push(block);
      return;
    }
    if (held !== undefined && opensPage && block.type === 'list' && goesOn(held, block)) {
      this.#held = { ...held, children: [...held.children, ...block.children] };
      return;
    }
    yield* this.end();
    if (block.type === 'list') this.#held = block;
    else yield block;
  }

  *end(): Generator<Block> {
    if (this.#held !== undefined) yield this.#held;
    yield* this.#notes;
    this.#held = undefined;
    this.#notes = [];
  }
}

/** Items of a list that is still held: a document that is one list is written in parts. */
const mostHeld = 500;

function goesOn(list: List, next: List): boolean {
  if (list.ordered !== next.ordered || list.children.length > mostHeld) return false;
  return !list.ordered || (next.start ?? 1) === (list.start ?? 1) + list.children.length;
}
