// A page of a book made ready for the HTML reader: addresses written so that links can be followed through the book,
// what only an e-book has (page breaks, alternatives, navigation) taken out, chapters given the name the contents list.
import type { ReadContext } from '../../format.ts';
import { attribute, type DomElement, type DomNode, detach, elementsIn, insert, textOf } from '../html/dom.ts';
import { cleanAddress, schemeOf } from '../html/links.ts';
import type { ParsedPage } from '../html/parse.ts';
import { dropAttribute, elementsById, newElement, setAttribute } from './dom-edit.ts';
import { navigationTypes } from './navigation.ts';
import type { BookParts, Place } from './parts.ts';

/** Scheme of addresses inside the book while a page is being read; never written. */
const bookScheme = 'book:';

export interface PreparedPage {
  readonly parsed: ParsedPage;
  readonly body: DomElement;
  readonly path: string;
}

/** An address of the book in the one form that does not depend on where it stands. */
function bookAddress({ path, fragment }: Pick<Place, 'path' | 'fragment'>): string {
  return `${bookScheme}${encodeURIComponent(path)}${fragment === undefined ? '' : `#${encodeURIComponent(fragment)}`}`;
}

/** Back from such an address. */
export function placeOf(address: string): { readonly path: string; readonly fragment: string | undefined } | undefined {
  if (!address.startsWith(bookScheme)) return undefined;
  const [path = '', fragment] = address.slice(bookScheme.length).split('#');
  return {
    path: decodeURIComponent(path),
    fragment: fragment === undefined ? undefined : decodeURIComponent(fragment),
  };
}

export const typesOf = (element: DomElement): string =>
  ` ${attribute(element, 'epub:type') ?? ''} ${(attribute(element, 'role') ?? '').replace(/\bdoc-/g, '')} `.toLowerCase();

export const isReference = (link: DomElement): boolean => / noteref /.test(typesOf(link));
export const isNote = (element: DomElement): boolean => / (?:foot|end|rear)note /.test(typesOf(element));

/** Makes addresses of links and pictures independent of the page; addresses out of the book stay as they are. */
export function rewriteAddresses(root: DomElement, from: string, parts: BookParts): void {
  for (const element of [root, ...elementsIn(root)]) {
    for (const one of element.attributes) {
      if (!addressNames.has(one.name)) continue;
      const address = cleanAddress(one.value);
      if (address === '' || schemeOf(address) !== undefined) continue;
      const place = parts.locate(address, from);
      if (place !== undefined) one.value = bookAddress(place);
    }
  }
}

const addressNames = new Set(['href', 'src', 'xlink:href', 'data', 'poster']);

/** Words that lead back from a note, or nothing but a mark: what the HTML reader may take for part of a footnote. */
const backWord = /^(?:back|return|top|up|note|notes|go|to|text|the)$/i;
const longestMark = 20;

export function isMark(link: DomElement): boolean {
  const text = textOf(link, longestMark + 1).trim();
  if (text.length > longestMark) return false;
  return text.split(/[^\p{L}]+/u).every((word) => word.length < 3 || backWord.test(word));
}

/**
 * Marks that lead to a place of the same page are written `#id`, which is where the HTML reader looks for notes. A number
 * that leads back from a note but is not the mark of its reference, such as that of a line, stays a link.
 */
export function shortenMarks({ body, path }: PreparedPage): void {
  const byId = elementsById(elementsIn(body));
  for (const element of elementsIn(body)) {
    const href = element.tag === 'a' ? attribute(element, 'href') : undefined;
    const place = href === undefined ? undefined : placeOf(href);
    if (place?.fragment === undefined || place.path !== path) continue;
    if (!isReference(element) && (!isMark(element) || tellsMore(element, byId.get(place.fragment)))) continue;
    setAttribute(element, 'href', `#${encodeURIComponent(place.fragment)}`);
  }
}

/** Letters and digits of a mark. */
export const bareMark = (element: DomElement): string =>
  textOf(element, longestMark + 1).replace(/[^\p{L}\p{N}]+/gu, '');
/** Elements looked at around a place for the reference that stands there. */
const searched = 50;

function tellsMore(link: DomElement, target: DomElement | undefined): boolean {
  const mark = bareMark(link);
  if (target === undefined || !/\d/.test(mark)) return false;
  if (target.tag === 'a') return isReference(target) && bareMark(target) !== mark;
  let seen = 0;
  for (const element of elementsIn(target)) {
    seen += 1;
    if (seen > searched) return false;
    if (element.tag === 'a' && isReference(element)) return bareMark(element) !== mark;
  }
  return false;
}

/** What was left out of a page. */
export interface LeftOut {
  contents: boolean;
  media: number;
}

const players = new Set(['audio', 'video', 'iframe', 'embed', 'object']);
const preferred = /MathML/i;

/** Takes out and replaces what the HTML reader does not know of books. */
export function adaptPage(page: PreparedPage, isNavigation: boolean): LeftOut {
  const left: LeftOut = { contents: false, media: 0 };
  for (const element of [...elementsIn(page.body)]) {
    if (isNavigation && element.tag === 'nav') {
      if (navigationTypes(element).includes('toc')) left.contents = true;
      detach(element);
    } else if (/ pagebreak /.test(typesOf(element)) && textOf(element, longestMark).trim().length < longestMark) {
      detach(element);
    } else if (isNote(element)) {
      // Notes that open in a window of their own are hidden until then.
      for (const name of ['hidden', 'aria-hidden', 'style']) dropAttribute(element, name);
    } else if (element.tag === 'epub:switch') chooseCase(element);
    else if (element.space === 'svg' && element.tag === 'image') pictureBefore(element);
    else if (players.has(element.tag) && inBook(element)) {
      left.media += replacePlayer(element);
    }
  }
  return left;
}

/** EPUB 3.0, 2.4.3: the first case that is understood, else the default. */
function chooseCase(element: DomElement): void {
  let chosen: DomNode | undefined;
  for (let node = element.first; node !== undefined; node = node.next) {
    if (node.kind !== 'element') continue;
    const understood = node.tag === 'epub:case' && preferred.test(attribute(node, 'required-namespace') ?? '');
    if (understood || (node.tag === 'epub:default' && chosen === undefined)) chosen = node;
    if (understood) break;
  }
  for (let node = element.first; node !== undefined; ) {
    const { next } = node;
    if (node !== chosen) detach(node);
    node = next;
  }
}

/** Levels of a drawing; a picture deeper than that is part of something else. */
const deepestDrawing = 100;

/** Covers are mostly pictures inside a drawing: a picture of its own stands for it. */
function pictureBefore(image: DomElement): void {
  const source = attribute(image, 'xlink:href') ?? attribute(image, 'href');
  let top = image;
  for (let step = 0; top.parent?.kind === 'element' && top.parent.space === 'svg'; step += 1) {
    if (step > deepestDrawing) return;
    top = top.parent;
  }
  const { parent } = top;
  if (source === undefined || parent === undefined) return;
  const attributes = [
    { name: 'src', value: source },
    { name: 'alt', value: attribute(image, 'aria-label') ?? '' },
  ];
  insert(parent, newElement('img', attributes, image.line), top);
}

const sourceOf = (element: DomElement): string | undefined =>
  attribute(element, 'src') ?? attribute(element, 'data') ?? childSource(element);

function childSource(element: DomElement): string | undefined {
  for (let node = element.first; node !== undefined; node = node.next) {
    if (node.kind === 'element' && node.tag === 'source') return attribute(node, 'src');
  }
  return undefined;
}

const inBook = (element: DomElement): boolean => (sourceOf(element) ?? '').startsWith(bookScheme);

/** Sound and film of the book are not in the result: no link could lead to them. A picture stays a picture. */
function replacePlayer(element: DomElement): number {
  const { parent } = element;
  const source = sourceOf(element) ?? '';
  const isPicture =
    /^image\//.test(attribute(element, 'type') ?? '') ||
    /\.(?:svg|png|jpe?g|gif|webp)$/i.test(placeOf(source)?.path ?? '');
  if (parent === undefined) return 0;
  if (element.tag === 'object' || isPicture) {
    const alt = isPicture ? textOf(element, 2_000).replace(/\s+/g, ' ').trim() : '';
    const made = isPicture
      ? newElement(
          'img',
          [
            { name: 'src', value: source },
            { name: 'alt', value: alt },
          ],
          element.line,
        )
      : newElement('div', [], element.line);
    insert(parent, made, element);
    // What stands inside an object is there for readers that cannot show it.
    for (let node = isPicture ? undefined : element.first; node !== undefined; node = element.first) {
      detach(node);
      insert(made, node, undefined);
    }
  }
  detach(element);
  return isPicture ? 0 : 1;
}

export function undecodable(context: ReadContext, replaced: number, path: string): void {
  if (replaced === 0) return;
  const message = `${replaced} characters could not be decoded and became U+FFFD.`;
  context.warn('undecodable-characters', message, { kind: 'path', path });
}
