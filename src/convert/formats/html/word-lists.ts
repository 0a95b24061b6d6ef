// Lists of Word and Outlook, which write each item as a paragraph with its mark and spaces as text: they become real ones.
// The mark stands in an element with `mso-list:Ignore`; where those properties were filtered out, before blanks in 7 points.
import {
  classNames,
  collapse,
  type DomElement,
  type DomNode,
  type DomParent,
  detach,
  elementsIn,
  following,
  insert,
  isBlank,
  textOf,
} from './dom.ts';
import { styleValue } from './style.ts';

interface Mark {
  readonly text: string;
  /** What shows the mark, to be taken out. */
  readonly nodes: readonly DomNode[];
}

interface Item {
  readonly paragraph: DomElement;
  readonly mark: Mark;
  /** How deep it is: its level, or its distance from the margin in points. */
  readonly depth: number;
}

interface OpenList {
  readonly depth: number;
  readonly ordered: boolean;
  item: DomElement;
}

const longestMark = 20;
/** A mark stands at the very start, within a few elements. */
const mostNodes = 40;

export function openWordLists(body: DomElement): void {
  const items: Item[] = [];
  const headings: Item[] = [];
  for (const element of elementsIn(body)) {
    const isHeading = /^h[1-6]$/.test(element.tag);
    if (element.tag !== 'p' && !isHeading) continue;
    const mark = mayBeItem(element) ? markOf(element) : undefined;
    if (mark !== undefined) (isHeading ? headings : items).push({ paragraph: element, mark, depth: depthOf(element) });
  }
  for (const { paragraph, mark } of headings) spellMark(paragraph, mark);
  let run: Run | undefined;
  for (const item of items) {
    if (run === undefined || !run.reaches(item.paragraph)) run = new Run(item.paragraph);
    run.add(item);
  }
}

function mayBeItem(element: DomElement): boolean {
  return styleValue(element, 'mso-list') !== undefined || (styleValue(element, 'text-indent') ?? '').startsWith('-');
}

function markOf(paragraph: DomElement): Mark | undefined {
  const before: DomNode[] = [];
  let text = '';
  let seen = 0;
  for (let node = following(paragraph, paragraph); node !== undefined; node = following(node, paragraph)) {
    seen += 1;
    if (seen > mostNodes || text.length > longestMark) return undefined;
    if (node.kind === 'text') {
      text += node.value;
      before.push(node);
    } else if (node.kind === 'element' && styleValue(node, 'mso-list') === 'ignore') {
      return text.trim() === '' ? { text: collapse(textOf(node, longestMark)), nodes: [node] } : undefined;
    } else if (node.kind === 'element' && isFiller(node)) {
      return text.trim() === '' ? undefined : { text: collapse(text), nodes: [...before, node] };
    }
  }
  return undefined;
}

/** The blanks that Word puts between a mark and the text. */
function isFiller(element: DomElement): boolean {
  const font = styleValue(element, 'font') ?? '';
  return /^7(?:\.0)?pt\b.*times/.test(font) && isBlank(element);
}

const points: ReadonlyMap<string, number> = new Map([
  ['pt', 1],
  ['in', 72],
  ['cm', 28.35],
  ['mm', 2.835],
  ['px', 0.75],
]);

function depthOf(paragraph: DomElement): number {
  const level = /\blevel(\d)/.exec(styleValue(paragraph, 'mso-list') ?? '')?.[1];
  if (level !== undefined) return Number(level);
  const margin = styleValue(paragraph, 'margin-left') ?? styleValue(paragraph, 'margin')?.split(/\s+/).at(-1) ?? '';
  const [, size = '', unit = ''] = /^(\d{0,5}\.?\d{0,4})(pt|in|cm|mm|px)$/.exec(margin) ?? [];
  return Math.round((Number(size) || 0) * (points.get(unit) ?? 0));
}

/** Items that follow each other among the children of one element. */
class Run {
  readonly #parent: DomParent | undefined;
  readonly #open: OpenList[] = [];
  /** The node behind the last item. */
  #next: DomNode | undefined;
  #last: DomElement | undefined;

  constructor(first: DomElement) {
    this.#parent = first.parent;
  }

  /** True when nothing but blanks, and paragraphs that Word counts to the last item, stand before the next one. */
  reaches(paragraph: DomElement): boolean {
    if (paragraph.parent !== this.#parent) return false;
    const more: DomElement[] = [];
    let node = this.#next;
    for (; node !== undefined && node !== paragraph; node = node.next) {
      if (node.kind === 'text' && node.value.trim() !== '') return false;
      if (node.kind !== 'element' || showsNothing(node)) continue;
      if (node.tag !== 'p' || !classNames(node).some((name) => name.startsWith('msolistparagraph'))) return false;
      more.push(node);
    }
    if (node === undefined) return false;
    for (const one of more) this.#append(one);
    return true;
  }

  add({ paragraph, mark, depth }: Item): void {
    const number = /^(\d{1,9})[.)]$/.exec(mark.text)?.[1];
    const ordered = number !== undefined;
    while ((this.#open.at(-1)?.depth ?? -1) > depth) this.#open.pop();
    const top = this.#open.at(-1);
    let list = top?.depth === depth && top.ordered === ordered ? (top.item.parent as DomElement) : undefined;
    if (list === undefined) {
      if (top?.depth === depth) this.#open.pop();
      list = this.#begin(paragraph, ordered ? 'ol' : 'ul');
    } else this.#open.pop();
    const item = make(paragraph, 'li');
    if (number !== undefined) item.attributes.push({ name: 'value', value: number });
    insert(list, item, undefined);
    this.#open.push({ depth, ordered, item });
    this.#next = paragraph.next;
    this.#last = item;
    // A number is counted, a sign is drawn by the list; anything else is read with the text.
    if (!ordered && /[\p{L}\p{N}]./u.test(mark.text)) spellMark(paragraph, mark);
    else for (const node of mark.nodes) detach(node);
    this.#append(paragraph);
  }

  /** A list in the item around it, or where its first paragraph stands. */
  #begin(paragraph: DomElement, tag: 'ol' | 'ul'): DomElement {
    const list = make(paragraph, tag);
    const around = this.#open.at(-1)?.item;
    if (around !== undefined) insert(around, list, undefined);
    else if (paragraph.parent !== undefined) insert(paragraph.parent, list, paragraph);
    return list;
  }

  #append(paragraph: DomElement): void {
    if (this.#last === undefined) return;
    detach(paragraph);
    insert(this.#last, paragraph, undefined);
  }
}

const shown = new Set('img svg table hr object video audio iframe input'.split(' '));

function showsNothing(element: DomElement): boolean {
  if (!isBlank(element) || shown.has(element.tag)) return false;
  for (const inner of elementsIn(element)) if (shown.has(inner.tag)) return false;
  return true;
}

/** The mark as a word before the text, with one blank in place of many. */
function spellMark(paragraph: DomElement, { text, nodes }: Mark): void {
  for (const node of nodes) detach(node);
  const spelled = { kind: 'text' as const, value: `${text} `, parent: undefined, previous: undefined, next: undefined };
  insert(paragraph, spelled, paragraph.first);
}

const make = (like: DomElement, tag: string): DomElement => ({
  ...like,
  tag,
  attributes: [],
  parent: undefined,
  previous: undefined,
  next: undefined,
  first: undefined,
  last: undefined,
});
