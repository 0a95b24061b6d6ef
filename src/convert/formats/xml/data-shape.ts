// What a data element looks like: a value, a flat record, or more. Decides between list, table and sections.
import type { XmlElement, XmlNode } from '../../containers/xml-tree.ts';

/** Single children of a record that have children themselves are spread into columns such as `period/instant`. */
const spreadLevels = 3;

export const childElements = (element: XmlElement): XmlElement[] =>
  element.children.filter((one): one is XmlElement => typeof one === 'object');

/** An element without elements in it. */
export const isLeaf = (element: XmlElement): boolean => element.children.every((one) => typeof one === 'string');

export const isBlank = (node: XmlNode): boolean => typeof node === 'string' && !/\S/.test(node);

/** Text of its own beside elements: mixed content. */
export const isMixed = (element: XmlElement): boolean =>
  element.children.some((one) => typeof one === 'object') &&
  element.children.some((one) => typeof one === 'string' && !isBlank(one));

export const leafText = (element: XmlElement): string =>
  element.children
    .filter((one) => typeof one === 'string')
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

/** A record can be one row: its children are values, or single elements that hold only values, a few levels down. */
export function isRecord(element: XmlElement, levels = spreadLevels): boolean {
  if (isMixed(element)) return false;
  const seen = new Set<string>();
  for (const one of childElements(element)) {
    // Plain values may repeat; what has several columns of its own would lose which belongs to which.
    if (isLeaf(one) && one.attributes.length === 0) continue;
    if (seen.has(one.name.raw)) return false;
    seen.add(one.name.raw);
    if (!isLeaf(one) && (levels <= 1 || !isRecord(one, levels - 1))) return false;
  }
  return true;
}

/** The cells of a record: [column, value] in document order. Attributes are `@name`, deeper values `child/name`. */
export function recordCells(element: XmlElement): [string, string][] {
  const cells: [string, string][] = [];
  const gather = (one: XmlElement, prefix: string) => {
    for (const { name, value } of one.attributes) cells.push([`${prefix}@${name.raw}`, value]);
    if (isLeaf(one)) {
      const value = leafText(one);
      // A record that is itself a value is named by its element.
      if (prefix !== '') cells.push([prefix.slice(0, -1), value]);
      else if (value !== '') cells.push([one.name.raw, value]);
      return;
    }
    for (const child of childElements(one)) gather(child, `${prefix}${child.name.raw}/`);
  };
  gather(element, '');
  return cells;
}

/** The columns of records, learnt one at a time, so that it can be decided before rows stream. */
export class RecordShape {
  readonly #columns = new Map<string, number>();
  count = 0;
  /** False as soon as one element is no record. */
  flat = true;

  add(element: XmlElement, limit: number): void {
    this.count += 1;
    if (!this.flat) return;
    if (!isRecord(element)) {
      this.flat = false;
      return;
    }
    for (const [column] of recordCells(element)) {
      if (!this.#columns.has(column)) this.#columns.set(column, this.#columns.size);
    }
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
