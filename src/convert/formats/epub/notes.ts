// Notes that stand in another file than their references, as most books keep them: each is brought to the end of the page
// that refers to it, so that the HTML reader finds both ends, and is taken out of the file it stood in.
import {
  attribute,
  type DomElement,
  type DomNode,
  type DomParent,
  detach,
  elementsIn,
  insert,
  isBlank,
  plainText,
} from '../html/dom.ts';
import { bareMark, isMark, isNote, isReference, type PreparedPage, placeOf } from './chapter.ts';
import { isHeading } from './chapter-titles.ts';
import { copyContent, elementsById, newElement, setAttribute } from './dom-edit.ts';

/** Gives the body of a page of the book, with addresses rewritten; undefined when there is no such page. */
export type OpenPage = (path: string) => DomElement | undefined;

/** Ids of notes that were brought to other pages, by the page they stood in. */
export type MovedNotes = Map<string, Set<string>>;

/** Larger than this is no note. */
const largestNote = 2_000;
/** What is copied into one page in all: notes that stand in each other could be copied without end. */
const mostCopied = 200_000;

interface Reference {
  readonly link: DomElement;
  readonly path: string;
  readonly fragment: string;
}

export function bringNotes(page: PreparedPage, open: OpenPage, moved: MovedNotes): void {
  const brought = new Map<DomElement, string | undefined>();
  const indexes = new Map<string, Map<string, DomElement>>();
  let left = mostCopied;
  for (const { link, path, fragment } of references(page)) {
    const index = indexes.get(path) ?? indexOf(path === page.path ? page.body : open(path));
    indexes.set(path, index);
    const target = index.get(fragment);
    const holder = target === undefined ? undefined : noteHolder(target);
    if (holder === undefined) continue;
    if (!isReference(link) && !leadsBack(holder, page.path, link)) continue;
    if (path === page.path) {
      setAttribute(link, 'epub:type', 'noteref');
      continue;
    }
    if (!brought.has(holder)) {
      const note = newElement('aside', [], link.line);
      const most = isBlank(holder) ? 0 : Math.min(largestNote, left);
      const copied = most === 0 ? undefined : copyContent(holder, note, most);
      // What turned out too large was copied in vain, and counts as well.
      left -= copied ?? most;
      const id = `note of ${page.path} ${brought.size}`;
      setAttribute(note, 'id', id);
      setAttribute(note, 'epub:type', 'footnote');
      dropWaysBack(note, page.path, bareMark(link));
      if (copied !== undefined) insert(page.body, note, undefined);
      brought.set(holder, copied === undefined ? undefined : id);
    }
    const id = brought.get(holder);
    if (id === undefined) continue;
    setAttribute(link, 'epub:type', 'noteref');
    setAttribute(link, 'href', `#${encodeURIComponent(id)}`);
    const ids = moved.get(path) ?? new Set<string>();
    moved.set(path, ids.add(fragment));
  }
}

/** A mark of the note that leads back to the page it is brought to says nothing there; other words and numbers stay. */
function dropWaysBack(note: DomElement, path: string, mark: string): void {
  for (const link of [...elementsIn(note)]) {
    const place = link.tag === 'a' ? placeOf(attribute(link, 'href') ?? '') : undefined;
    if (place?.path !== path || !isMark(link)) continue;
    const text = bareMark(link);
    if (text !== mark && /\d/.test(text)) continue;
    const { next } = link;
    // The point or bracket after a number goes with it.
    if (next?.kind === 'text' && text !== '') next.value = next.value.replace(/^[.:)\]]\s/, '');
    detach(link);
  }
}

const indexOf = (body: DomElement | undefined): Map<string, DomElement> =>
  body === undefined ? new Map() : elementsById(elementsIn(body));

/** The HTML reader takes no longer text for the mark of a note. */
const longestMark = 12;
const label = /^[[(]?[\w*†‡§¶#]{1,8}[\])]?\.?$/u;

/** Links that may refer to a note: marked as such, or a raised or bracketed mark. */
function references(page: PreparedPage): Reference[] {
  const found: Reference[] = [];
  for (const link of elementsIn(page.body)) {
    const place = link.tag === 'a' ? placeOf(attribute(link, 'href') ?? '') : undefined;
    if (place?.fragment === undefined) continue;
    const certain = isReference(link);
    // A reference marked up in a page of its own file is found by the HTML reader.
    if (certain && place.path === page.path) continue;
    if (certain ? plainText(link, longestMark + 1).length > longestMark : !isRaised(link)) continue;
    found.push({ link, path: place.path, fragment: place.fragment });
  }
  return found;
}

function isRaised(link: DomElement): boolean {
  const text = plainText(link, 12);
  if (!label.test(text)) return false;
  const raised = (node: DomNode | DomParent | undefined): boolean => node?.kind === 'element' && node.tag === 'sup';
  if (raised(link.parent) || /^[[(]/.test(text)) return true;
  for (let node = link.first; node !== undefined; node = node.next) if (raised(node)) return true;
  return link.parent?.kind === 'element' && raised(link.parent.parent);
}

const blocks = new Set(['li', 'p', 'div', 'aside', 'section', 'blockquote']);
const inline = new Set(['a', 'span', 'sup', 'b', 'strong', 'em', 'i', 'small', 'cite']);

/** The block that holds a note: the place itself, or the block in which an anchor stands. */
function noteHolder(target: DomElement): DomElement | undefined {
  let at: DomElement | undefined = target;
  for (let step = 0; step < 5 && at !== undefined; step += 1) {
    const parent: DomElement | undefined = at.parent?.kind === 'element' ? at.parent : undefined;
    if (isNote(at) || at.tag === 'li') return at;
    if (blocks.has(at.tag)) return parent !== undefined && (parent.tag === 'li' || isNote(parent)) ? parent : at;
    if (!inline.has(at.tag)) return undefined;
    at = parent;
  }
  return undefined;
}

/** Looked at in a note for its way back. */
const searched = 500;

function leadsBack(holder: DomElement, path: string, link: DomElement): boolean {
  const ids = new Set<string>();
  for (let at: DomParent | undefined = link, step = 0; at?.kind === 'element' && step < 3; at = at.parent, step += 1) {
    for (const { name, value } of at.attributes) if (name === 'id' || name === 'name') ids.add(value);
  }
  let seen = 0;
  for (const element of elementsIn(holder)) {
    seen += 1;
    if (seen > searched) return false;
    const place = element.tag === 'a' ? placeOf(attribute(element, 'href') ?? '') : undefined;
    if (place?.path === path && place.fragment !== undefined && ids.has(place.fragment)) return true;
  }
  return false;
}

/** Takes the notes out that stand elsewhere now; true when nothing but headings is left of the page. */
export function dropMoved(page: PreparedPage, ids: ReadonlySet<string> | undefined): boolean {
  if (ids === undefined) return false;
  const index = elementsById(elementsIn(page.body));
  const holders = new Set<DomElement>();
  for (const id of ids) {
    const target = index.get(id);
    const holder = target === undefined ? undefined : noteHolder(target);
    if (holder !== undefined) holders.add(holder);
  }
  for (const holder of holders) detach(holder);
  return !hasText(page.body);
}

/** Whether there is text outside of headings. */
function hasText(body: DomElement): boolean {
  for (const element of [body, ...elementsIn(body)]) {
    for (let node = element.first; node !== undefined; node = node.next) {
      if (node.kind === 'text' && node.value.trim() !== '' && !inHeading(element)) return true;
      if (node.kind === 'element' && node.tag === 'img') return true;
    }
  }
  return false;
}

/** Steps up from a text in search of a heading around it. */
const reach = 12;

function inHeading(element: DomElement): boolean {
  for (
    let at: DomParent | undefined = element, step = 0;
    at?.kind === 'element' && step < reach;
    at = at.parent, step += 1
  ) {
    if (isHeading(at)) return true;
  }
  return false;
}
