// Where links inside a book lead in the Markdown: to the headings, under the names that GitHub gives them. Found out on a
// first way through the book, because a link may lead forward and a name depends on all headings before it.
import type { Block, Phrasing } from '../../document/tree.ts';
import { type DomElement, type DomNode, following, insert } from '../html/dom.ts';
import { isHeading } from './chapter-titles.ts';
import { newText } from './dom-edit.ts';

/** Around the number of a heading while the book is gone through for the first time; nothing a document can hold. */
const [before, after] = ['\u0001', '\u0002'];

/** Places of one page: ids with the number of the heading they stand at or under. */
export interface PagePlaces {
  readonly ids: ReadonlyMap<string, number>;
  readonly headings: number;
}

/** Numbers the headings of a page in its own text, and notes which id belongs to which. */
export function markHeadings(body: DomElement, first: number): PagePlaces {
  const ids = new Map<string, number>();
  let waiting: string[] = [];
  let current: number | undefined;
  let next = first;
  let heading: DomElement | undefined;
  const settle = (number: number | undefined): void => {
    if (number !== undefined) for (const id of waiting) ids.set(id, number);
    waiting = [];
  };
  for (let node: DomNode | undefined = body; node !== undefined; node = following(node, body)) {
    if (heading !== undefined && !isInside(node, heading)) heading = undefined;
    if (node.kind === 'text') {
      if (heading === undefined && node.value.trim() !== '') settle(current);
      continue;
    }
    if (node.kind !== 'element') continue;
    for (const { name, value } of node.attributes) {
      const names = name === 'id' || name === 'xml:id' || (name === 'name' && node.tag === 'a');
      if (names && value !== '' && !ids.has(value)) waiting.push(value);
    }
    if (heading !== undefined) settle(current);
    else if (isHeading(node)) {
      heading = node;
      current = next;
      next += 1;
      insert(node, newText(`${before}${current}${after}`), node.first);
      settle(current);
    }
  }
  settle(current);
  return { ids, headings: next - first };
}

/** Headings rarely nest anything: a few steps up tell. */
function isInside(node: DomNode, outer: DomElement): boolean {
  let steps = 0;
  for (let at = node.parent; at?.kind === 'element' && steps < 100; at = at.parent, steps += 1) {
    if (at === outer) return true;
  }
  return false;
}

/** The names of headings as GitHub makes them, each once. */
export class HeadingNames {
  readonly #used = new Map<string, number>();
  readonly #byNumber = new Map<number, string>();

  /** Takes up every heading of a block, in order. Depth is bounded by the HTML reader. */
  add(block: Block): void {
    if (block.type === 'heading') this.#addHeading(block.children);
    else if (block.type === 'list') for (const item of block.children) for (const one of item.children) this.add(one);
    else if (block.type === 'blockquote' || block.type === 'footnoteDefinition')
      for (const one of block.children) this.add(one);
  }

  #addHeading(children: readonly Phrasing[]): void {
    const marked = plain(children);
    const numbers = [...marked.matchAll(numberMark)].map((match) => Number(match[1]));
    const text = marked.replace(numberMark, '').replace(/\s+/g, ' ').trim();
    if (text === '' && !children.some(({ type }) => type === 'image')) return;
    const slug = slugOf(text);
    let name = slug;
    let count = this.#used.get(slug) ?? 0;
    while (this.#used.has(name)) {
      count += 1;
      name = `${slug}-${count}`;
    }
    this.#used.set(slug, count);
    this.#used.set(name, this.#used.get(name) ?? 0);
    for (const number of numbers) this.#byNumber.set(number, name);
  }

  /** The name of a heading by its number; undefined where it was not written, or has no name. */
  nameOf(number: number): string | undefined {
    const name = this.#byNumber.get(number);
    return name === '' ? undefined : name;
  }
}

const numberMark = /\u0001(\d+)\u0002/g;

function plain(nodes: readonly Phrasing[]): string {
  return nodes
    .map((one) =>
      'children' in one ? plain(one.children) : one.type === 'text' || one.type === 'inlineCode' ? one.value : '',
    )
    .join('');
}

/** github.com: lower case, without what is no letter, digit, mark, dash or space; spaces become dashes. */
function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
