// THE RULE for JSON (docs/json.md): scalars and flat objects are lists, deeper objects sections, records tables.
import type { Limits } from '../../../core/limits.ts';
import {
  bulletList,
  cell,
  heading,
  inlineCode,
  item,
  lineBreak,
  paragraph,
  strong,
  table,
  text,
} from '../../document/build.ts';
import type { Block, Cell, ListItem, Phrasing, Row, TableCell } from '../../document/tree.ts';
import { ArrayShape, visitMembers } from './shape.ts';
import { isPlain, type JsonArray, type JsonObject, type JsonValue, jsonText } from './value.ts';

/** A list longer than this is a table instead, whose rows stream. */
export const longestList = 10_000;
/** Headings down to this level, nested lists below. */
const lastHeading = 5;

/** The blocks of one value, sections starting with headings of `level`. `name` is what items of an array are called. */
export function blocksOf(value: JsonValue, level: number, name: string, limits: Limits): Block[] {
  if (isPlain(value) || typeof value === 'string') return [paragraph(scalar(value))];
  if (value.kind === 'object') return objectBlocks(value, level, limits);
  if (value.kind === 'array') return arrayBlocks(value, level, name, limits);
  return [paragraph(scalar(value))];
}

function objectBlocks(object: JsonObject, level: number, limits: Limits): Block[] {
  const listed: (readonly [key: string, value: JsonValue])[] = [];
  const sections: Block[] = [];
  object.keys.forEach((key, at) => {
    const value = object.values[at] as JsonValue;
    if (level > lastHeading || fitsList(value)) listed.push([key, value]);
    else sections.push(heading(level, title(key)), ...blocksOf(value, level + 1, key, limits));
  });
  if (listed.length === 0) return sections;
  const members =
    listed.length > longestList
      ? memberTable(listed)
      : bulletList(listed.map(([key, value]) => namedItem(key, value, limits)));
  return [members, ...sections];
}

/** An object with very many members: one row each. */
function memberTable(members: readonly (readonly [key: string, value: JsonValue])[]): Block {
  function* rows(): Generator<Row> {
    yield ['key', 'value'];
    for (const [key, value] of members) yield [title(key), cellOf(value)];
  }
  return table({ [Symbol.iterator]: rows }, { columns: 2 });
}

/** Values that read well as an item of a list: scalars, lists of scalars, objects of scalars. */
function fitsList(value: JsonValue): boolean {
  if (typeof value === 'string' || isPlain(value)) return true;
  if (value.kind === 'array') return value.items.every(isPlain);
  return value.kind === 'object' && value.values.every(isPlain);
}

function arrayBlocks(array: JsonArray, level: number, name: string, limits: Limits): Block[] {
  const shape = new ArrayShape();
  for (const one of array.items) shape.add(one);
  switch (shape.form(limits.tableColumns)) {
    case 'empty':
      return [paragraph(scalar(array))];
    case 'scalars':
      return array.items.length > longestList
        ? [valueColumn(() => array.items)]
        : [bulletList(array.items.map((one) => item(lines(one))))];
    case 'table':
      return [recordTable(shape, () => array.items)];
    case 'matrix':
      return [
        table(
          array.items.map((one) => matrixRow(one)),
          { header: false, columns: shape.widest },
        ),
      ];
    case 'mixed':
      if (level > lastHeading) return [bulletList(array.items.map((one) => item(itemBlocks(one, level, limits))))];
      return array.items.flatMap((one, at) => elementBlocks(one, at, level, name, limits));
  }
}

export function valueColumn(values: () => Iterable<JsonValue>): Block {
  function* rows(): Generator<Row> {
    yield ['value'];
    for (const value of values()) yield [cellOf(value)];
  }
  return table({ [Symbol.iterator]: rows }, { columns: 1 });
}

/** One element of an array that is neither a table nor a plain list: a section of its own. */
export function elementBlocks(value: JsonValue, index: number, level: number, name: string, limits: Limits): Block[] {
  const label = labelOf(value);
  const head = `${title(name)} ${index + 1}${label === undefined ? '' : `: ${label}`}`;
  return [heading(level, head), ...blocksOf(value, level + 1, name, limits)];
}

function namedItem(key: string, value: JsonValue, limits: Limits): ListItem {
  const name = strong(title(key));
  if (typeof value === 'string' || isPlain(value)) {
    const [first, ...rest] = lines(value);
    const content = first?.type === 'paragraph' ? first.children : [];
    return item([paragraph([name, text(': '), ...content]), ...rest]);
  }
  return item([paragraph([name]), ...itemBlocks(value, lastHeading + 1, limits)]);
}

function itemBlocks(value: JsonValue, level: number, limits: Limits): Block[] {
  if (typeof value === 'string' || isPlain(value)) return lines(value);
  return blocksOf(value, Math.max(level, lastHeading + 1), '', limits);
}

/** A table of records; rows are made when they are asked for, so that they may stream. */
export function recordTable(shape: ArrayShape, records: () => Iterable<JsonValue>): Block {
  const columns = shape.columns();
  const places = new Map(columns.map((column, at) => [column, at]));
  const { spreads } = shape;
  function* rows(): Generator<Row> {
    yield columns.map(title);
    for (const record of records()) yield recordRow(record, places, spreads);
  }
  return table({ [Symbol.iterator]: rows }, { columns: columns.length });
}

function recordRow(record: JsonValue, places: ReadonlyMap<string, number>, spreads: boolean): Row {
  const cells: (JsonValue | undefined)[] = new Array<JsonValue | undefined>(places.size).fill(undefined);
  const more = new Map<number, JsonValue[]>();
  if (typeof record === 'object' && record.kind === 'object') {
    const fill = (column: string, value: JsonValue): void => {
      const place = places.get(column);
      if (place === undefined) return;
      if (cells[place] === undefined) cells[place] = value;
      else if (more.get(place)?.push(value) === undefined) more.set(place, [value]);
    };
    visitMembers(record, fill, '', spreads ? undefined : 1);
  }
  return cells.map((value, at) => {
    const others = more.get(at);
    if (value === undefined) return '';
    return others === undefined ? cellOf(value) : linesCell([value, ...others]);
  });
}

/** The same key more than once: all values, one below the other. */
function linesCell(values: readonly JsonValue[]): Cell {
  const parts: TableCell['children'][number][] = [];
  for (const value of values) {
    const one = cellOf(value);
    if (parts.length > 0) parts.push(lineBreak);
    parts.push(...(typeof one === 'string' ? [text(one)] : one.children));
  }
  return cell(parts);
}

function matrixRow(value: JsonValue): Row {
  return typeof value === 'object' && value.kind === 'array' ? value.items.map(cellOf) : [cellOf(value)];
}

/** Scalars as they are, anything nested as JSON in code. */
function cellOf(value: JsonValue): Cell {
  if (typeof value === 'string') return value;
  return value.kind === 'literal' ? value.raw : cell([inlineCode(jsonText(value))]);
}

/** Strings are text; numbers, true, false, null and empty containers are code, so that "1" and 1 differ. */
function scalar(value: JsonValue): Phrasing[] {
  if (typeof value !== 'string') return [inlineCode(jsonText(value))];
  const parts: Phrasing[] = [];
  value.split('\n').forEach((line, at) => {
    if (at > 0) parts.push(lineBreak);
    if (line !== '') parts.push(text(line));
  });
  return value === '' ? [inlineCode('""')] : parts;
}

/** A string with blank lines is several paragraphs. */
function lines(value: JsonValue): Block[] {
  if (typeof value !== 'string' || !value.includes('\n')) return [paragraph(scalar(value))];
  const parts = value.split(/\n[ \t]*\n\s*/).filter((part) => part.trim() !== '');
  return parts.length === 0 ? [paragraph(scalar(''))] : parts.map((part) => paragraph(scalar(part.trim())));
}

const title = (key: string): string => (key.trim() === '' ? '""' : key);

/** What a record calls itself, for the heading of its section. */
function labelOf(value: JsonValue): string | undefined {
  if (typeof value === 'string' || value.kind !== 'object') return undefined;
  for (const wanted of ['title', 'name', 'label', 'id']) {
    const at = value.keys.indexOf(wanted);
    const found = at < 0 ? undefined : value.values[at];
    const label = typeof found === 'string' ? found : found?.kind === 'literal' ? found.raw : '';
    if (label !== undefined && label !== '' && label.length <= 80 && !label.includes('\n')) return label;
  }
  return undefined;
}
