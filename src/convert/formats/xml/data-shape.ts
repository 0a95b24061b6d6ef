// What a data element looks like: a value, a flat record, or more. Decides between list, table and sections.
import type { XmlElement, XmlNode } from '../../containers/xml-tree.ts';

/** Single children of a record that have children themselves are spread into columns such as `period/instant`. */
const spreadLevels = 3;

export const childElements = (element: XmlElement): XmlElement[] =>
  element.children.filter((one): one is XmlElement => typeof one === 'object');

/** An element without elements in it. */
export const isLeaf = (element: XmlElement): boolean => element.children.every((one) => typeof one === 'string');

const isBlank = (node: XmlNode): boolean => typeof node === 'string' && !/\S/.test(node);

/** Text of its own beside elements: mixed content. */
export const isMixed = (element: XmlElement): boolean =>
  element.children.some((one) => typeof one === 'object') &&
  element.children.some((one) => typeof one === 'string' && !isBlank(one));

export function leafText(element: XmlElement): string {
  const [only] = element.children;
  const all = element.children.length === 1 && typeof only === 'string' ? only : ownText(element);
  return /^\S*$/.test(all) ? all : all.replace(/\s+/g, ' ').trim();
}

const ownText = (element: XmlElement): string => element.children.filter((one) => typeof one === 'string').join('');

/** A record can be one row: its children are values, or single elements that hold only values, a few levels down. */
export function isRecord(element: XmlElement, levels = spreadLevels): boolean {
  let text = false;
  let seen: Set<string> | undefined;
  for (const one of element.children) {
    if (typeof one === 'string') {
      text ||= !isBlank(one);
      continue;
    }
    const leaf = isLeaf(one);
    // Plain values may repeat; what has several columns of its own would lose which belongs to which.
    if (leaf && one.attributes.length === 0) continue;
    seen ??= new Set();
    if (seen.has(one.name.raw)) return false;
    seen.add(one.name.raw);
    if (!leaf && (levels <= 1 || !isRecord(one, levels - 1))) return false;
  }
  return !text || isLeaf(element);
}

/** Visits the cells of a record in document order. Attributes are `@name`, deeper values `child/name`. */
export function visitCells(element: XmlElement, visit: (column: string, value: string) => void, name = ''): void {
  const prefix = name === '' ? '' : `${name}/`;
  for (const one of element.attributes) visit(`${prefix}@${one.name.raw}`, one.value);
  if (isLeaf(element)) {
    const value = leafText(element);
    // A record that is itself a value is named by its element.
    if (name !== '') visit(name, value);
    else if (value !== '') visit(element.name.raw, value);
    return;
  }
  for (const child of element.children) {
    if (typeof child === 'object') visitCells(child, visit, prefix + child.name.raw);
  }
}

/** The columns of records, learnt one at a time, so that it can be decided before rows stream. */
export class RecordShape {
  readonly #columns = new Map<string, number>();
  count = 0;
  /** False as soon as one element is no record. */
  flat = true;

  readonly #addColumn = (column: string): void => {
    if (!this.#columns.has(column)) this.#columns.set(column, this.#columns.size);
  };

  add(element: XmlElement, limit: number): void {
    this.count += 1;
    if (!this.flat) return;
    if (!isRecord(element)) {
      this.flat = false;
      return;
    }
    visitCells(element, this.#addColumn);
    if (this.#columns.size > limit) this.flat = false;
  }

  get columns(): ReadonlyMap<string, number> {
    return this.#columns;
  }

  /** More than one record, with something in it. */
  get isTable(): boolean {
    return this.flat && this.count > 1 && this.#columns.size > 0;
  }
}
