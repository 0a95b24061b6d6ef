// Lists of all kinds: bullets, numbers, terms with descriptions, and items that lost their list.
import { bulletList, item, orderedList, prefixed, strong } from '../../document/build.ts';
import { numberText } from '../../document/number-text.ts';
import type { Block, List, ListItem, Phrasing } from '../../document/tree.ts';
import { attribute, type DomElement, hasAttribute } from './dom.ts';
import type { Flow, OpenList } from './flow.ts';
import type { Handler, Page } from './page.ts';
import { styleValue } from './style.ts';

export const readList: Handler = (page, element) => {
  // A list of notes is written as the notes themselves.
  if (page.notes.lists.has(element)) return border(page);
  const open = page.flow.open<OpenList>({ kind: 'list', items: [] });
  if (open === undefined) return border(page);
  const { line } = page.flow;
  const ordered = element.tag === 'ol';
  const format = countedIn(element);
  const spelled = ordered && (hasAttribute(element, 'reversed') || format !== undefined);
  return () => {
    page.flow.close(open);
    const lists = spelled ? [spelledList(open, element, format)] : listsOf(open, ordered);
    for (const list of lists) if (list.children.length > 0) page.flow.block(list, line);
  };
};

/** The lists a list element stands for: a number out of sequence starts another one, since Markdown counts by itself. */
function listsOf(open: OpenList, ordered: boolean): List[] {
  const lists: List[] = [];
  let items: ListItem[] = [];
  let start = 1;
  let expected = 1;
  const close = (): void => {
    if (items.length > 0) lists.push(ordered ? orderedList(items, start) : bulletList(items));
    items = [];
  };
  for (const one of open.items) {
    if (one.blocks.length === 0 && one.checked === undefined) continue;
    if (ordered && one.number !== undefined && (one.number !== expected || items.length === 0)) {
      if (one.number !== expected) close();
      if (items.length === 0) start = one.number;
      expected = one.number;
    }
    items.push(item(one.blocks, one.checked));
    expected += 1;
  }
  close();
  return lists;
}

/** Block borders where an element has no container of its own. */
export function border(page: Page): () => void {
  page.flow.flush();
  return () => page.flow.flush();
}

const wholeNumber = /^\s*[+-]?\d{1,9}/;

function numberOf(element: DomElement, name: string): number | undefined {
  const found = wholeNumber.exec(attribute(element, name) ?? '');
  return found === null ? undefined : Number.parseInt(found[0], 10);
}

export const readItem: Handler = (page, element) => {
  if (page.notes.definitions.has(element)) return readNote(page, element);
  page.flow.flush();
  const list = page.flow.top;
  if (list.kind !== 'list') return strayItem(page, element);
  const flow = page.flow.open<Flow>({ kind: 'item', blocks: [] });
  if (flow === undefined) return border(page);
  const number = numberOf(element, 'value') ?? (list.items.length === 0 ? startOf(element) : undefined);
  return () => {
    page.flow.close(flow);
    const { blocks, checked } = flow;
    list.items.push({ blocks, number, ...(checked === undefined ? {} : { checked }) });
  };
};

/** HTML, 4.4.5: the first number of the list around; negative ones cannot be written. */
function startOf(element: DomElement): number | undefined {
  const parent = element.parent;
  if (parent?.kind !== 'element' || parent.tag !== 'ol') return undefined;
  const start = numberOf(parent, 'start');
  return start === undefined || start < 0 ? undefined : start;
}

/** Items outside a list: neighbours become one list, as they look. */
function strayItem(page: Page, element: DomElement): () => void {
  const parent = element.parent;
  const inNotes = parent?.kind === 'element' && page.notes.lists.has(parent);
  const flow = inNotes ? undefined : page.flow.open<Flow>({ kind: 'item', blocks: [] });
  if (flow === undefined) return border(page);
  const { line } = page.flow;
  return () => {
    page.flow.close(flow);
    if (flow.blocks.length > 0) page.flow.strayItem(item(flow.blocks), line);
  };
}

/** What a list counts in if not in digits: HTML, 4.4.5 (`type`), and css-counter-styles-3, 6. */
const types = new Map([
  ['a', 'lowerAlpha'],
  ['A', 'upperAlpha'],
  ['i', 'lowerRoman'],
  ['I', 'upperRoman'],
]);
const styles = /\b(lower|upper)-(alpha|latin|roman)\b/;

function countedIn(element: DomElement): string | undefined {
  const style = styles.exec(styleValue(element, 'list-style-type') ?? styleValue(element, 'list-style') ?? '');
  if (style !== null) return `${style[1]}${style[2] === 'roman' ? 'Roman' : 'Alpha'}`;
  return types.get(attribute(element, 'type')?.trim() ?? '');
}

/** Markdown only counts up, and in digits: a list that counts down or in letters spells its numbers out. */
function spelledList(open: OpenList, element: DomElement, format = 'decimal'): List {
  const kept = open.items.filter((one) => one.blocks.length > 0);
  const step = hasAttribute(element, 'reversed') ? -1 : 1;
  let number = numberOf(element, 'start') ?? (step < 0 ? kept.length : 1);
  const items = kept.map((one): ListItem => {
    number = one.number ?? number;
    const spelled = prefixed(`${numberText(number, format)}. `, one.blocks);
    number += step;
    return item(spelled, one.checked);
  });
  return { type: 'list', ordered: false, children: items };
}

/** <dl>: one bullet per term, which is strong; its descriptions are bullets below it. */
export const readTerms: Handler = (page) => {
  const open = page.flow.open<OpenList>({ kind: 'list', items: [] });
  if (open === undefined) return border(page);
  const { line } = page.flow;
  return () => {
    page.flow.close(open);
    for (const list of listsOf(open, false)) page.flow.block(list, line);
  };
};

export const readTerm: Handler = (page) => {
  page.flow.flush();
  const list = page.flow.top;
  if (list.kind !== 'list') return border(page);
  const flow = page.flow.open<Flow>({ kind: 'item', blocks: [] });
  if (flow === undefined) return border(page);
  return () => {
    page.flow.close(flow);
    const blocks = flow.blocks.map(
      (block): Block => (block.type === 'paragraph' ? { ...block, children: strengthened(block.children) } : block),
    );
    list.items.push({ blocks, number: undefined });
  };
};

function strengthened(children: readonly Phrasing[]): readonly Phrasing[] {
  return children.length === 1 && children[0]?.type === 'strong' ? children : [strong(children)];
}

/** <dd>: a bullet below its term; a group may have several. A description that is a list stands there itself. */
export const readDescription: Handler = (page) => {
  page.flow.flush();
  const list = page.flow.top;
  if (list.kind !== 'list') return border(page);
  const flow = page.flow.open<Flow>({ kind: 'item', blocks: [] });
  if (flow === undefined) return border(page);
  return () => {
    page.flow.close(flow);
    if (flow.blocks.length === 0) return;
    const term = list.items.at(-1);
    if (term === undefined) {
      list.items.push({ blocks: flow.blocks, number: undefined });
      return;
    }
    const items = flow.blocks.every((block) => block.type === 'list' && !block.ordered)
      ? flow.blocks.flatMap((block) => (block.type === 'list' ? block.children : []))
      : [item(flow.blocks)];
    for (const one of items) page.flow.addItem(term.blocks, one);
  };
};

/** A note's text, written as a footnote definition. */
export const readNote: Handler = (page, element) => {
  const identifier = page.notes.definitions.get(element);
  const flow = identifier === undefined ? undefined : page.flow.open<Flow>({ kind: 'note', blocks: [] });
  if (identifier === undefined || flow === undefined) return border(page);
  const { line } = page.flow;
  return () => {
    page.flow.close(flow);
    const children = flow.blocks.filter((block) => block.type !== 'footnoteDefinition');
    const nested = flow.blocks.filter((block) => block.type === 'footnoteDefinition');
    const note: Block = { type: 'footnoteDefinition', identifier, children };
    for (const one of [...nested, note]) {
      if (page.flow.top.kind === 'root') page.flow.block(one, line);
      else page.flow.hoist(one, line);
    }
  };
};

/** A box to tick that opens an item makes it a task. */
export function isTaskBox(page: Page): boolean {
  return page.flow.top.kind === 'item' && page.flow.atStart;
}
