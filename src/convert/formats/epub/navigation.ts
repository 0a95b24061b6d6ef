// The table of contents of a book: the navigation document of EPUB 3 (5.4 of EPUB 3.3, chapter 7), else the NCX of
// EPUB 2 (OPF 2.0.1, 2.4.1). It names chapters; it is never content by itself.
import { decodeText } from '../../containers/charset.ts';
import {
  attributeOf,
  elementsOf,
  findElement,
  firstElement,
  textOf,
  type XmlElement,
} from '../../containers/xml-tree.ts';
import type { ReadContext } from '../../format.ts';
import { attribute, type DomElement, elementsIn, plainText, walk } from '../html/dom.ts';
import { parsePage } from '../html/parse.ts';
import type { Book } from './package-document.ts';

export interface NavigationEntry {
  readonly label: string;
  readonly path: string;
  readonly fragment: string | undefined;
  /** From 1. */
  readonly depth: number;
}

export interface Navigation {
  /** Entries by the part they lead to, in order. */
  readonly byPath: ReadonlyMap<string, readonly NavigationEntry[]>;
  /** Path of the navigation document, if it is the kind that is a page as well. */
  readonly page: string | undefined;
  /** Pages of the printed book, where the book lists them. */
  readonly printedPages: number;
}

const longestLabel = 500;
const mostEntries = 100_000;

export function readNavigation(book: Book, context: ReadContext): Navigation {
  const item = [...book.items.values()].find(({ properties }) => properties.has('nav'));
  const entries: NavigationEntry[] = [];
  let printedPages = 0;
  if (item?.entry !== undefined) {
    const { text } = decodeText(book.parts.archive.bytes(item.entry), { html: true });
    const { body } = parsePage(text, context.limits);
    for (const nav of body === undefined ? [] : [...elementsIn(body)].filter(({ tag }) => tag === 'nav')) {
      const types = navigationTypes(nav);
      if (types.includes('toc') && entries.length === 0) entries.push(...navEntries(nav, item.path, book));
      if (types.includes('page-list')) printedPages ||= [...elementsIn(nav)].filter(({ tag }) => tag === 'a').length;
    }
  }
  const ncx = book.ncx?.entry === undefined || book.ncx === item ? undefined : book.parts.xml(book.ncx.entry);
  if (ncx !== undefined && book.ncx !== undefined) {
    if (entries.length === 0) entries.push(...ncxEntries(ncx, book.ncx.path, book));
    const list = findElement(ncx, 'pageList');
    if (list !== undefined) printedPages ||= elementsOf(list, 'pageTarget').length;
  }
  const byPath = new Map<string, NavigationEntry[]>();
  for (const entry of entries.slice(0, mostEntries)) {
    const siblings = byPath.get(entry.path);
    if (siblings === undefined) byPath.set(entry.path, [entry]);
    else siblings.push(entry);
  }
  return { byPath, page: item?.path, printedPages };
}

/** `epub:type` of a nav element; one without a type is the table of contents of a careless book. */
export function navigationTypes(nav: DomElement): readonly string[] {
  const types = `${attribute(nav, 'epub:type') ?? ''} ${(attribute(nav, 'role') ?? '').replace('doc-', '')}`;
  const found = types.trim().toLowerCase().split(/\s+/);
  return found[0] === '' ? ['toc'] : found;
}

function navEntries(nav: DomElement, from: string, book: Book): NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  let depth = 0;
  walk(
    nav,
    (node) => {
      if (node.kind !== 'element') return 'skip';
      if (node.tag === 'ol' || node.tag === 'ul') depth += 1;
      if (node.tag !== 'a') return undefined;
      addEntry(entries, plainText(node, longestLabel), attribute(node, 'href') ?? '', depth, from, book);
      return 'skip';
    },
    (element) => {
      if (element.tag === 'ol' || element.tag === 'ul') depth -= 1;
    },
  );
  return entries;
}

function addEntry(to: NavigationEntry[], label: string, href: string, depth: number, from: string, book: Book): void {
  const name = label.replace(/\s+/g, ' ').trim();
  const place = href === '' || name === '' ? undefined : book.parts.locate(href, from);
  if (place === undefined || to.length >= mostEntries) return;
  to.push({
    label: name.slice(0, longestLabel),
    path: place.path,
    fragment: place.fragment,
    depth: Math.max(1, depth),
  });
}

/** Points within points; the depth of the tree is bounded where it is parsed. */
function ncxEntries(ncx: XmlElement, from: string, book: Book): NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  const map = findElement(ncx, 'navMap');
  const open: { readonly points: readonly XmlElement[]; next: number }[] = [
    { points: map === undefined ? [] : elementsOf(map, 'navPoint'), next: 0 },
  ];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const point = top.points[top.next];
    top.next += 1;
    if (point === undefined) {
      open.pop();
      continue;
    }
    const label = textOf(firstElement(point, 'navLabel')).slice(0, longestLabel);
    addEntry(entries, label, attributeOf(firstElement(point, 'content'), 'src') ?? '', open.length, from, book);
    open.push({ points: elementsOf(point, 'navPoint'), next: 0 });
  }
  return entries;
}
