// THE RULE for XML that holds data (docs/xml.md): repeated records are tables, values are lists, the rest sections.
import type { XmlElement } from '../../containers/xml-tree.ts';
import { bulletList, cell, heading, item, lineBreak, paragraph, strong, table, text } from '../../document/build.ts';
import type { Block, Cell, ListItem, Phrasing, Row } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { childElements, isLeaf, isMixed, isRecord, leafText, RecordShape, visitCells } from './data-shape.ts';
import { documentBlocks } from './document.ts';

/** Headings down to this level, nested lists below. */
const lastHeading = 5;
/** Columns beyond which a table of records no longer reads well; sections are used then. */
export const recordColumns = 200;
/** Values with attributes and names of their own, one after the other, are a table from this many on. */
const listedFacts = 3;

export function dataBlocks(root: XmlElement, context: ReadContext): Block[] {
  context.describe({});
  return [heading(1, root.name.raw), ...contentBlocks(root, 2, context)];
}

/** What an element holds: its attributes and values as a list, then tables and sections. */
function contentBlocks(element: XmlElement, level: number, context: ReadContext): Block[] {
  if (isMixed(element)) return [...attributeList(element), ...documentBlocks(element, 'other', context)];
  const listed: ListItem[] = attributeItems(element);
  const facts: Block[] = [];
  const sections: Block[] = [];
  const value = isLeaf(element) ? leafText(element) : '';
  if (value !== '') sections.push(paragraph(value));
  for (const group of groupsOf(childElements(element))) {
    const placed = groupBlocks(group, level, context);
    if ('item' in placed) listed.push(placed.item);
    else if ('facts' in placed) facts.push(placed.facts);
    else sections.push(...placed.section);
  }
  return [...(listed.length > 0 ? [bulletList(listed)] : []), ...facts, ...sections];
}

/** Neighbours that belong together: the same name, or values that all carry attributes. */
function groupsOf(children: readonly XmlElement[]): XmlElement[][] {
  const groups: XmlElement[][] = [];
  for (const child of children) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (
      group !== undefined &&
      before !== undefined &&
      (before.name.raw === child.name.raw || (isFact(before) && isFact(child)))
    ) {
      group.push(child);
    } else groups.push([child]);
  }
  return groups.flatMap((group) => (oneName(group) || group.length >= listedFacts ? [group] : splitByName(group)));
}

const isFact = (element: XmlElement): boolean => isLeaf(element) && element.attributes.length > 0;
const oneName = (group: readonly XmlElement[]): boolean => group.every((one) => one.name.raw === group[0]?.name.raw);

function splitByName(group: readonly XmlElement[]): XmlElement[][] {
  const split: XmlElement[][] = [];
  for (const one of group) {
    if (split.at(-1)?.[0]?.name.raw === one.name.raw) split.at(-1)?.push(one);
    else split.push([one]);
  }
  return split;
}

function groupBlocks(
  group: readonly XmlElement[],
  level: number,
  context: ReadContext,
): { item: ListItem } | { facts: Block } | { section: Block[] } {
  const first = group[0] as XmlElement;
  const name = first.name.raw;
  if (!oneName(group)) return { facts: factTable(group) };
  if (group.length === 1) {
    if (isLeaf(first)) return { item: valueItem(first) };
    if (level > lastHeading || (isRecord(first, 1) && childElements(first).length <= 12)) {
      return { item: item([paragraph([strong(name)]), ...contentBlocks(first, lastHeading + 1, context)]) };
    }
    return { section: [heading(level, titleOf(first)), ...contentBlocks(first, level + 1, context)] };
  }
  if (group.every((one) => isLeaf(one) && one.attributes.length === 0)) {
    const items = group.map((one) => item([paragraph(leafText(one))]));
    return { item: item([paragraph([strong(name)]), bulletList(items)]) };
  }
  const shape = new RecordShape();
  for (const one of group) shape.add(one, recordColumns);
  if (shape.isTable) {
    const rows = recordTable(shape, () => group);
    return level > lastHeading
      ? { item: item([paragraph([strong(name)]), rows]) }
      : { section: [heading(level, name), rows] };
  }
  if (level > lastHeading) {
    const items = group.map((one) => item([paragraph([strong(titleOf(one))]), ...contentBlocks(one, level, context)]));
    return { item: item([paragraph([strong(name)]), bulletList(items)]) };
  }
  return { section: group.flatMap((one) => sectionBlocks(one, level, context)) };
}

export function sectionBlocks(element: XmlElement, level: number, context: ReadContext): Block[] {
  return [heading(level, titleOf(element)), ...contentBlocks(element, level + 1, context)];
}

export function attributeItems(element: XmlElement): ListItem[] {
  return element.attributes.map(({ name, value }) => named(`@${name.raw}`, value));
}

function attributeList(element: XmlElement): Block[] {
  const items = attributeItems(element);
  return items.length > 0 ? [bulletList(items)] : [];
}

function valueItem(element: XmlElement): ListItem {
  const line = named(element.name.raw, leafText(element));
  return element.attributes.length === 0 ? line : item([...line.children, ...attributeList(element)]);
}

const named = (name: string, value: string): ListItem =>
  item([paragraph(value === '' ? [strong(name)] : [strong(name), text(': '), text(value)])]);

/** A table of records; rows are made when they are asked for, so that they may stream. */
export function recordTable(shape: RecordShape, records: () => Iterable<XmlElement>): Block {
  const { columns } = shape;
  function* rows(): Generator<Row> {
    yield [...columns.keys()];
    for (const record of records()) yield recordRow(record, columns);
  }
  return table({ [Symbol.iterator]: rows }, { columns: columns.size });
}

/** The same column twice in a record: both values, one below the other. */
function recordRow(record: XmlElement, columns: ReadonlyMap<string, number>): Row {
  const cells: (string | string[])[] = new Array<string>(columns.size).fill('');
  visitCells(record, (column, value) => {
    const at = columns.get(column);
    if (at === undefined || value === '') return;
    const before = cells[at];
    if (typeof before === 'object') before.push(value);
    else cells[at] = before === undefined || before === '' ? value : [before, value];
  });
  return cells.map((one) => (typeof one === 'string' ? one : linesCell(one)));
}

function linesCell(values: readonly string[]): Cell {
  const parts: Phrasing[] = [];
  for (const value of values) {
    if (parts.length > 0) parts.push(lineBreak);
    parts.push(text(value));
  }
  return cell(parts);
}

/** Values of different names that all carry attributes (XBRL facts, settings): name, attributes, value. */
function factTable(group: readonly XmlElement[]): Block {
  const attributes = [...new Set(group.flatMap((one) => one.attributes.map(({ name }) => name.raw)))];
  const rows: Row[] = [['name', ...attributes.map((name) => `@${name}`), 'value']];
  for (const one of group) {
    const values = new Map(one.attributes.map(({ name, value }) => [name.raw, value]));
    rows.push([one.name.raw, ...attributes.map((name) => values.get(name) ?? ''), leafText(one)]);
  }
  const valued = rows.slice(1).some((row) => row.at(-1) !== '');
  return table(valued ? rows : rows.map((row) => row.slice(0, -1)));
}

/** What an element calls itself, for the heading of its section. */
function titleOf(element: XmlElement): string {
  const name = element.name.raw;
  for (const wanted of ['title', 'name', 'label', 'text', 'id']) {
    const attribute = element.attributes.find((one) => one.name.local === wanted)?.value;
    const child = childElements(element).find((one) => one.name.local === wanted && isLeaf(one));
    const label = (attribute ?? (child === undefined ? '' : leafText(child))).replace(/\s+/g, ' ').trim();
    if (label !== '' && label.length <= 100) return `${name}: ${label}`;
  }
  return name;
}
