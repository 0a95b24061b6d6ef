// Small changes to a parsed page before it is read: take out, put in, copy. Links between nodes are kept whole, and
// nothing here calls itself, whatever the depth of the page.
import { type DomElement, type DomParent, type DomText, following, insert } from '../html/dom.ts';

const unplaced = { parent: undefined, previous: undefined, next: undefined };

export const newText = (value: string): DomText => ({ kind: 'text', value, ...unplaced });

export function newElement(tag: string, attributes: DomElement['attributes'], line: number): DomElement {
  const empty = { ...unplaced, first: undefined, last: undefined, content: undefined };
  return { kind: 'element', tag, space: 'html', attributes, line, ...empty };
}

export function setAttribute(element: DomElement, name: string, value: string): void {
  const known = element.attributes.find((one) => one.name === name);
  if (known === undefined) element.attributes.push({ name, value });
  else known.value = value;
}

export function dropAttribute(element: DomElement, name: string): void {
  const at = element.attributes.findIndex((one) => one.name === name);
  if (at >= 0) element.attributes.splice(at, 1);
}

/** Appends a copy of what an element holds; the number of nodes, or undefined when it is more than `most`. */
export function copyContent(from: DomElement, to: DomElement, most: number): number | undefined {
  const copies = new Map<DomParent, DomElement>([[from, to]]);
  let count = 0;
  for (let node = following(from, from); node !== undefined; node = following(node, from)) {
    count += 1;
    if (count > most) return undefined;
    const parent = node.parent === undefined ? undefined : copies.get(node.parent);
    if (parent === undefined) continue;
    if (node.kind === 'text') insert(parent, newText(node.value), undefined);
    if (node.kind !== 'element') continue;
    const copy: DomElement = {
      ...node,
      ...unplaced,
      attributes: node.attributes.map((one) => ({ ...one })),
      first: undefined,
      last: undefined,
    };
    insert(parent, copy, undefined);
    copies.set(node, copy);
  }
  return count;
}

/** Elements with an id, by their id; the first of several counts. Old pages name places by `<a name>`. */
export function elementsById(elements: Iterable<DomElement>): Map<string, DomElement> {
  const found = new Map<string, DomElement>();
  for (const element of elements) {
    for (const { name, value } of element.attributes) {
      if (value === '' || found.has(value)) continue;
      if (name === 'id' || name === 'xml:id' || (name === 'name' && element.tag === 'a')) found.set(value, element);
    }
  }
  return found;
}
