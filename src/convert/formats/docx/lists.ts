// Joins the numbered paragraphs of a story to nested lists while it streams by: nesting by level inside one list, by
// indentation between different ones.
import type { Block, List, ListItem, Origin } from '../../document/tree.ts';

/** Edges that differ by less look the same. */
const tolerance = 60;
/** Word has nine levels; lists of different kinds under each other rarely get that far. */
const deepestLists = 32;

export interface ItemPlace {
  /** The list it counts in. */
  readonly list: string;
  readonly level: number;
  /** Left edge of the text in twips. */
  readonly indent: number;
  readonly ordered: boolean;
  readonly value: number;
  readonly checked?: boolean | undefined;
}

type OpenItem = { type: 'listItem'; checked?: boolean; children: Block[] };
type OpenList = { type: 'list'; ordered: boolean; start?: number; children: OpenItem[]; origin?: Origin };

interface OpenLevel {
  readonly list: string;
  readonly level: number;
  readonly indent: number;
  node: OpenList;
  last: number;
}

export class ListBuilder {
  readonly #levels: OpenLevel[] = [];
  /** Lists of the outermost level that are complete but for their last one. */
  #roots: OpenList[] = [];

  get open(): boolean {
    return this.#levels.length > 0;
  }

  /** Levels of nested items around the present one that count themselves, such as 1 > 2 for the number 1.2.1. */
  shows(list: string, level: number): boolean {
    let found = 0;
    for (const open of this.#levels) if (open.list === list && open.level < level && open.node.ordered) found += 1;
    return found === level;
  }

  /** The number that follows the last item of a list that has none of its own. */
  nextValue(list: string, level: number): number {
    return (this.#levels.findLast((open) => open.list === list && open.level === level)?.last ?? 0) + 1;
  }

  add(place: ItemPlace, content: Block | undefined, origin: Origin): void {
    const level = this.#levelFor(place, origin);
    const item: OpenItem = { type: 'listItem', children: content === undefined ? [] : [content] };
    if (place.checked !== undefined) item.checked = place.checked;
    level.node.children.push(item);
    level.last = place.value;
  }

  /** The level an item belongs to, after closing what it ends and opening what it begins. */
  #levelFor(place: ItemPlace, origin: Origin): OpenLevel {
    const levels = this.#levels;
    const own = levels.findLastIndex((open) => open.list === place.list && open.level <= place.level);
    if (own >= 0) levels.length = own + 1;
    else if (levels.some((open) => open.list === place.list)) {
      // Only deeper levels of the list are open: this one takes the place of the outermost of them.
      levels.length = levels.findIndex((open) => open.list === place.list) + 1;
      return this.#beside(place, origin);
    } else {
      while (levels.length > 1 && (levels.at(-1)?.indent ?? 0) > place.indent + tolerance) levels.pop();
    }
    const top = levels.at(-1);
    if (top === undefined) return this.#open(place, origin, undefined);
    const deeper = top.list === place.list ? place.level > top.level : place.indent > top.indent + tolerance;
    if (deeper && levels.length < deepestLists) return this.#open(place, origin, top);
    if (top.node.ordered === place.ordered && this.#continues(top, place)) return top;
    return this.#beside(place, origin);
  }

  #continues(top: OpenLevel, place: ItemPlace): boolean {
    return place.ordered ? top.list === place.list && place.value === top.last + 1 : true;
  }

  /** A new list in the same place as the innermost one. */
  #beside(place: ItemPlace, origin: Origin): OpenLevel {
    this.#levels.pop();
    return this.#open(place, origin, this.#levels.at(-1));
  }

  #open(place: ItemPlace, origin: Origin, parent: OpenLevel | undefined): OpenLevel {
    const node: OpenList = { type: 'list', ordered: place.ordered, children: [] };
    if (place.ordered) node.start = Math.max(0, place.value);
    if (parent === undefined) {
      node.origin = origin;
      this.#roots.push(node);
    } else parent.node.children.at(-1)?.children.push(node as List);
    const level: OpenLevel = {
      list: place.list,
      level: place.level,
      indent: place.indent,
      node,
      last: place.value - 1,
    };
    this.#levels.push(level);
    return level;
  }

  /** Puts a block under the item whose text it is aligned with; false when it stands left of all of them. */
  continueWith(block: Block, indent: number | 'any', before?: Block): boolean {
    const at = indent === 'any' ? this.#levels.length - 1 : this.#aligned(indent);
    const item = this.#levels[at]?.node.children.at(-1);
    if (item === undefined) return false;
    this.#levels.length = at + 1;
    if (before !== undefined) item.children.push(before);
    item.children.push(block);
    return true;
  }

  #aligned(indent: number): number {
    if (indent <= tolerance) return -1;
    return this.#levels.findLastIndex((open) => open.indent > tolerance && open.indent <= indent + tolerance);
  }

  /** The lists that are complete now; none stays open. */
  close(): List[] {
    const lists = this.#roots as List[];
    this.#roots = [];
    this.#levels.length = 0;
    for (const list of lists) dropEmptyEnd(list.children as ListItem[]);
    return lists;
  }
}

/** Empty items count as long as others follow. */
function dropEmptyEnd(items: ListItem[]): void {
  for (let last = items.at(-1); last !== undefined; last = items.at(-1)) {
    if (last.children.length > 0 || last.checked !== undefined) return;
    items.pop();
  }
}
