// The shape of a parsed page: siblings and parents are linked, so that walking needs no recursion and no stack, and
// moving a node costs the same however many siblings it has. Built by parse.ts, read by everything else here.

export interface DomText {
  readonly kind: 'text';
  value: string;
  parent: DomParent | undefined;
  previous: DomNode | undefined;
  next: DomNode | undefined;
}

/** Comments and doctypes: kept only because the parser holds on to them. */
export interface DomOther {
  readonly kind: 'comment' | 'doctype';
  readonly value: string;
  parent: DomParent | undefined;
  previous: DomNode | undefined;
  next: DomNode | undefined;
}

export interface DomElement {
  readonly kind: 'element';
  /** Lower case for HTML; as the standard spells it in SVG and MathML. */
  readonly tag: string;
  readonly space: 'html' | 'svg' | 'math' | 'other';
  readonly attributes: { name: string; value: string }[];
  /** Line of the source where the start tag ends, from 1. */
  readonly line: number;
  parent: DomParent | undefined;
  previous: DomNode | undefined;
  next: DomNode | undefined;
  first: DomNode | undefined;
  last: DomNode | undefined;
  /** What a <template> holds: not part of the page. */
  content: DomRoot | undefined;
}

export interface DomRoot {
  readonly kind: 'document' | 'fragment';
  first: DomNode | undefined;
  last: DomNode | undefined;
  readonly parent: undefined;
}

export type DomNode = DomText | DomOther | DomElement;
export type DomParent = DomElement | DomRoot;

/** An attribute's value, undefined when it is not there. Attributes stay a list: names come from the document. */
export function attribute(element: DomElement, name: string): string | undefined {
  for (const one of element.attributes) if (one.name === name) return one.value;
  return undefined;
}

export function hasAttribute(element: DomElement, name: string): boolean {
  return attribute(element, name) !== undefined;
}

/** Takes a node out of its parent. */
export function detach(node: DomNode): void {
  const { parent, previous, next } = node;
  if (parent === undefined) return;
  if (previous === undefined) parent.first = next;
  else previous.next = next;
  if (next === undefined) parent.last = previous;
  else next.previous = previous;
  node.parent = undefined;
  node.previous = undefined;
  node.next = undefined;
}

/** Puts a node before another, or at the end. */
export function insert(parent: DomParent, node: DomNode, before: DomNode | undefined): void {
  const previous = before === undefined ? parent.last : before.previous;
  node.parent = parent;
  node.previous = previous;
  node.next = before;
  if (previous === undefined) parent.first = node;
  else previous.next = node;
  if (before === undefined) parent.last = node;
  else before.previous = node;
}

/** The node that follows in document order inside `root`; `skip` passes over the node's children. */
export function following(node: DomNode | DomRoot, root: DomParent, skip = false): DomNode | undefined {
  if (!skip && 'first' in node && node.first !== undefined) return node.first;
  for (let at: DomNode | DomParent | undefined = node; at !== undefined && at !== root; at = at.parent) {
    if ('next' in at && at.next !== undefined) return at.next;
  }
  return undefined;
}

/**
 * Goes through everything inside `root`: `enter` is called for each node and says 'skip' to pass over its children,
 * `leave` for each element whose children were gone through.
 */
export function walk(root: DomParent, enter: (node: DomNode) => unknown, leave: (element: DomElement) => void): void {
  let node = root.first;
  while (node !== undefined) {
    const skipped = enter(node) === 'skip';
    if (node.kind === 'element' && !skipped) {
      if (node.first !== undefined) {
        node = node.first;
        continue;
      }
      leave(node);
    }
    while (node.next === undefined) {
      const parent: DomParent | undefined = node.parent;
      if (parent === undefined || parent === root || parent.kind !== 'element') return;
      leave(parent);
      node = parent;
    }
    node = node.next;
  }
}

/** Every element inside `root`, in document order. */
export function* elementsIn(root: DomParent): Generator<DomElement> {
  for (let node = following(root, root); node !== undefined; node = following(node, root)) {
    if (node.kind === 'element') yield node;
  }
}

export function* childElements(parent: DomParent): Generator<DomElement> {
  for (let node = parent.first; node !== undefined; node = node.next) if (node.kind === 'element') yield node;
}

const silent = new Set(['script', 'style', 'template', 'noscript', 'head', 'title']);

/** Nodes looked at for a text of limited length: the limit also bounds a search through empty elements. */
const nodesLeast = 2000;
const nodesPerCharacter = 5;

/** The text inside a node as one string, scripts and styles left out; no more than about `limit` characters. */
export function textOf(root: DomParent, limit = Number.POSITIVE_INFINITY): string {
  let text = '';
  let skip = false;
  let nodes = nodesLeast + limit * nodesPerCharacter;
  for (let node = following(root, root); node !== undefined; node = following(node, root, skip)) {
    skip = node.kind === 'element' && silent.has(node.tag) && node.space === 'html';
    if (node.kind === 'text') text += node.value;
    nodes -= 1;
    if (text.length > limit || nodes < 0) break;
  }
  return text;
}

/** True when an element is sure to hold no text; one too large to tell is not blank. */
export function isBlank(root: DomElement): boolean {
  let nodes = nodesLeast;
  for (let node = following(root, root); node !== undefined; node = following(node, root)) {
    nodes -= 1;
    if (nodes < 0 || (node.kind === 'text' && node.value.trim() !== '')) return false;
  }
  return true;
}

/** The text with white space runs made one space. */
export function plainText(root: DomParent, limit = Number.POSITIVE_INFINITY): string {
  return collapse(textOf(root, limit));
}

export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The words of a class attribute, in lower case. */
export function classNames(element: DomElement): string[] {
  const value = attribute(element, 'class');
  return value === undefined ? [] : value.toLowerCase().split(/\s+/).filter(Boolean);
}
