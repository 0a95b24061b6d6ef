// What an array looks like as a whole, learnt one element at a time, so that it can be decided before rows stream.
import { isPlain, type JsonObject, type JsonValue } from './value.ts';

/** Objects inside a record are spread into columns such as `address.city`, this many levels. */
const spreadLevels = 3;
/** More columns than this make spreading useless: then only the outer keys are columns. */
const spreadColumns = 100;
/** Records with lists of objects inside are written one by one up to this many; more become a table. */
const sectionedRecords = 1_000;
/** Wide tables are no tables when fewer cells than this share would be filled. */
const filledShare = 1 / 20;
/** Distinct keys that are followed; beyond it the array is no table anyway. */
const followedColumns = 20_000;

export type ArrayForm = 'empty' | 'scalars' | 'table' | 'matrix' | 'mixed';

export class ArrayShape {
  count = 0;
  #plain = 0;
  #objects = 0;
  #rows = 0;
  #nested = 0;
  #members = 0;
  #outer = new Set<string>();
  #spread = new Set<string>();
  widest = 0;

  readonly #addColumn = (column: string): void => {
    this.#spread.add(column);
  };

  add(value: JsonValue): void {
    this.count += 1;
    if (isPlain(value)) this.#plain += 1;
    if (typeof value === 'string' || value.kind === 'literal' || value.kind === 'raw') return;
    if (value.kind === 'array') {
      if (value.items.length > 0 && value.items.every(isPlain)) this.#rows += 1;
      this.widest = Math.max(this.widest, value.items.length);
      return;
    }
    this.#objects += 1;
    this.#members += value.keys.length;
    if (holdsRecords(value)) this.#nested += 1;
    if (this.#outer.size <= followedColumns) for (const key of value.keys) this.#outer.add(key);
    if (this.#spread.size <= spreadColumns) visitMembers(value, this.#addColumn);
  }

  /** The rule of docs/json.md for arrays. */
  form(tableColumns: number): ArrayForm {
    if (this.count === 0) return 'empty';
    if (this.#objects === this.count && this.#outer.size > 0) {
      const columns = this.columns().length;
      const fits = columns <= Math.min(tableColumns, followedColumns) && !this.#isSparse(columns);
      if (fits && (this.#nested === 0 || this.count > sectionedRecords)) return 'table';
      return 'mixed';
    }
    if (this.#plain === this.count) return 'scalars';
    if (this.#rows === this.count && this.count > 1 && this.widest <= tableColumns) return 'matrix';
    return 'mixed';
  }

  /** Records that share few keys would make a table of empty cells. */
  #isSparse(columns: number): boolean {
    return columns > spreadColumns && this.#members < columns * this.count * filledShare;
  }

  get spreads(): boolean {
    return this.#spread.size <= spreadColumns;
  }

  columns(): string[] {
    return [...(this.spreads ? this.#spread : this.#outer)];
  }
}

/** Visits the members of a record as table cells, objects inside spread into dotted columns. */
export function visitMembers(
  record: JsonObject,
  visit: (column: string, value: JsonValue) => void,
  prefix = '',
  levels = spreadLevels,
): void {
  const { keys, values } = record;
  for (let at = 0; at < keys.length; at += 1) {
    const value = values[at] as JsonValue;
    const column = prefix === '' ? (keys[at] as string) : prefix + keys[at];
    if (levels > 1 && typeof value === 'object' && value.kind === 'object' && value.keys.length > 0) {
      visitMembers(value, visit, `${column}.`, levels - 1);
    } else visit(column, value);
  }
}

/** True when somewhere inside stands an array with objects in it: a table of its own. */
function holdsRecords(value: JsonValue, inArray = false): boolean {
  if (typeof value === 'string' || value.kind === 'literal' || value.kind === 'raw') return false;
  if (value.kind === 'array') return value.items.some((one) => holdsRecords(one, true));
  return (inArray && value.keys.length > 0) || value.values.some((one) => holdsRecords(one));
}
