// A list while its items come in: nested by indent, and ended where marks or numbers do not go on, so that every item
// keeps the number it has on the page.
import { bulletList, item, orderedList } from '../document/build.ts';
import type { Block, List, ListItem } from '../document/tree.ts';
import { isLettered, type ListMark } from './list-marks.ts';

interface OpenItem {
  readonly parts: (Block | OpenList)[];
  readonly checked: boolean | undefined;
}

interface OpenList {
  left: number;
  /** Where the text of its last item begins. */
  inner: number;
  readonly kind: string;
  readonly ordered: boolean;
  /** Counted in letters or Roman numbers, which Markdown cannot: its items are bullets, and begin with their marks. */
  readonly lettered: boolean;
  /** Counted as Roman numbers, if the first mark can be one. */
  readonly roman: number | undefined;
  start: number;
  readonly items: OpenItem[];
}

/** Where an item stands, and where its text begins. */
export interface ItemPlace {
  readonly left: number;
  readonly inner: number;
  readonly size: number;
}

/** In parts of the type size: how far a block may begin from where the text of an item does. */
const alongside = 0.6;
/** A quote in an item stands further in than its text. */
const furtherIn = 3;

export class OpenLists {
  readonly #root: OpenList;
  /** From the outermost list to the one that the last item is in. */
  readonly #open: OpenList[];

  constructor(place: ItemPlace, mark: ListMark, blocks: Block[]) {
    this.#root = listFrom(place, mark, blocks);
    this.#open = [this.#root];
  }

  /** False, and nothing done, where the item begins a list of its own after this one. */
  add(place: ItemPlace, mark: ListMark, blocks: Block[]): boolean {
    const step = 0.7 * Math.max(1, place.size);
    let depth = this.#open.length - 1;
    while (depth > 0 && place.left < (this.#open[depth] as OpenList).left - step) depth -= 1;
    const list = this.#open[depth] as OpenList;
    const inside = place.left > list.left + step;
    if (!inside && depth === 0 && !goesOn(list, mark)) return false;
    this.#open.length = depth + 1;
    if (inside) this.#begin(list, place, mark, blocks);
    else if (goesOn(list, mark)) {
      if (isRoman(list, mark)) list.start = list.roman as number;
      list.inner = place.inner;
      list.items.push(itemFrom(mark, blocks));
    } else {
      this.#open.pop();
      this.#begin(this.#open[depth - 1] as OpenList, place, mark, blocks);
    }
    return true;
  }

  /** At the top of the next column: the list goes on there from the place of an item with its mark; false where none has it. */
  moveTo({ left }: ItemPlace, mark: ListMark): boolean {
    const known = this.#open.findLast((list) => list.kind === mark.kind && goesOn(list, mark));
    if (known === undefined) return false;
    const step = left - known.left;
    for (const list of this.#open) {
      list.left += step;
      list.inner += step;
    }
    return true;
  }

  /** A block that stands below the text of the last item of one of the lists; false, and nothing done, where it does not. */
  append(left: number, size: number, block: Block): boolean {
    const near = alongside * size;
    // Code is indented in itself.
    const furthest = block.type === 'code' ? Number.POSITIVE_INFINITY : furtherIn * size;
    const depth = this.#open.findLastIndex(({ inner }) => left - inner >= -near && left - inner <= furthest);
    if (depth < 0) return false;
    this.#open.length = depth + 1;
    this.#open[depth]?.items.at(-1)?.parts.push(block);
    return true;
  }

  toBlock(): List {
    return blockOf(this.#root);
  }

  /** A list within the last item of another one. */
  #begin(within: OpenList, place: ItemPlace, mark: ListMark, blocks: Block[]): void {
    const list = listFrom(place, mark, blocks);
    within.items.at(-1)?.parts.push(list);
    this.#open.push(list);
  }
}

function listFrom({ left, inner }: ItemPlace, mark: ListMark, blocks: Block[]): OpenList {
  return {
    left,
    inner,
    kind: mark.kind,
    ordered: mark.ordered,
    lettered: isLettered(mark),
    roman: mark.roman,
    start: mark.number ?? mark.roman ?? 1,
    items: [itemFrom(mark, blocks)],
  };
}

const itemFrom = ({ checked }: ListMark, blocks: Block[]): OpenItem => ({ parts: [...blocks], checked });

function goesOn(list: OpenList, mark: ListMark): boolean {
  if (!list.ordered || !mark.ordered) return list.ordered === mark.ordered;
  if (list.lettered !== isLettered(mark)) return false;
  return mark.number === list.start + list.items.length || isRoman(list, mark);
}

/** The next Roman number: `i.` is told from the letter by the `ii.` after it. */
const isRoman = ({ roman, items }: OpenList, mark: ListMark): boolean =>
  roman !== undefined && mark.roman === roman + items.length;

function blockOf(open: OpenList): List {
  const items: ListItem[] = open.items.map(({ parts, checked }) =>
    item(
      parts.map((part) => ('items' in part ? blockOf(part) : part)),
      checked,
    ),
  );
  return open.ordered && !open.lettered ? orderedList(items, open.start) : bulletList(items);
}
