// Notes and warnings that generators of manuals set as tables: an icon or a word at the left, what is to be noted beside it.
// They are opened to a paragraph with the word, and what it says.
import { attribute, classNames, collapse, type DomElement, detach, elementsIn, insert, textOf } from './dom.ts';

const kinds = /^(?:note|tip|hint|important|warning|caution|attention|danger)$/i;
const mostCells = 3;
const longestLabel = 24;
const largestTable = 200;

export function openAdmonitions(body: DomElement): void {
  const found: { table: DomElement; label: string; cell: DomElement }[] = [];
  for (const element of elementsIn(body)) {
    if (element.tag !== 'table') continue;
    const cells = cellsOf(element);
    const [first, ...others] = cells;
    const cell = others.at(-1);
    if (first === undefined || cell === undefined) continue;
    const icon = labelOf(first);
    if (icon === undefined || !(kinds.test(icon) || isNamed(element))) continue;
    const title = others.length > 1 ? collapse(textOf(others[0] as DomElement, longestLabel + 1)) : '';
    if (title.length <= longestLabel) found.push({ table: element, label: title === '' ? icon : title, cell });
  }
  for (const { table, label, cell } of found) open(table, label, cell);
}

/** The cells of a table that is as small as such a note; none of another. */
function cellsOf(table: DomElement): DomElement[] {
  const cells: DomElement[] = [];
  let rows = 0;
  let seen = 0;
  for (const element of elementsIn(table)) {
    seen += 1;
    if (element.tag === 'tr') rows += 1;
    if (element.tag === 'td' || element.tag === 'th') cells.push(element);
    // What is to be noted stands last, and may be long.
    if (element.tag === 'table' || rows > 2 || cells.length > mostCells) return [];
    if (seen > largestTable && cells.length < 2) return [];
  }
  return rows === 0 ? [] : cells;
}

/** A word, or what an icon is called. */
function labelOf(cell: DomElement): string | undefined {
  let label = collapse(textOf(cell, longestLabel + 1));
  for (const element of elementsIn(cell)) {
    if (label !== '') break;
    label = collapse(attribute(element, 'alt') ?? attribute(element, 'title') ?? '');
  }
  const word = label.replace(/^\[|[\]:]$/g, '');
  return word === '' || label.length > longestLabel ? undefined : word;
}

/** Called a note by its class, or by that of what it is in. */
function isNamed(table: DomElement): boolean {
  const { parent } = table;
  const around = parent?.kind === 'element' ? classNames(parent) : [];
  return [...classNames(table), ...around].some((name) => kinds.test(name) || /^admonition/.test(name));
}

function open(table: DomElement, label: string, cell: DomElement): void {
  const { parent } = table;
  if (parent === undefined) return;
  const make = (tag: string): DomElement => ({ ...table, tag, attributes: [], first: undefined, last: undefined });
  const [word, strong] = [make('p'), make('b')];
  insert(strong, { kind: 'text', value: label, parent: undefined, previous: undefined, next: undefined }, undefined);
  insert(word, strong, undefined);
  insert(parent, word, table);
  const inside = make('div');
  insert(parent, inside, table);
  for (let node = cell.first; node !== undefined; node = cell.first) {
    detach(node);
    insert(inside, node, undefined);
  }
  detach(table);
}
