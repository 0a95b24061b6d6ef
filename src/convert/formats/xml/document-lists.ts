// Lists and definition lists of XML documents.
import { attributeOf, type XmlElement, type XmlNode } from '../../containers/xml-tree.ts';
import { bulletList, item, orderedList, paragraph, prefixed, strong, text } from '../../document/build.ts';
import { numberText } from '../../document/number-text.ts';
import type { Block, List, ListItem, Phrasing } from '../../document/tree.ts';
import { childElements } from './data-shape.ts';
import { phrasingOf } from './document-inline.ts';
import type { DocumentScope, Inside } from './document-scope.ts';
import { roleOf } from './vocabulary.ts';

/** `list-type="order"` (JATS), `type="ordered"` and `rend="numbered"` (TEI), `numeration` (DocBook). */
function typeOf(element: XmlElement): string {
  return (
    attributeOf(element, 'list-type') ??
    attributeOf(element, 'numeration') ??
    attributeOf(element, 'type') ??
    attributeOf(element, 'rend') ??
    attributeOf(element, 'style') ??
    ''
  );
}

const isOrdered = (type: string): boolean => /^(?:order|ordered|number|numbered|arabic|ol)/i.test(type);

/** What it counts in if not in digits: `alpha-lower` (JATS), `loweralpha` (DocBook). */
const counting: readonly (readonly [RegExp, string])[] = [
  [/^(?:alpha-?lower|lower-?alpha)/i, 'lowerAlpha'],
  [/^(?:alpha-?upper|upper-?alpha)/i, 'upperAlpha'],
  [/^(?:roman-?lower|lower-?roman)/i, 'lowerRoman'],
  [/^(?:roman-?upper|upper-?roman)/i, 'upperRoman'],
];

/** The printed mark of an item stands apart from what it says. */
interface ReadItem {
  readonly mark: string | undefined;
  readonly content: Block[];
}

export function listBlock(
  element: XmlElement,
  role: 'list' | 'ordered',
  level: number,
  scope: DocumentScope,
  inside: Inside,
): Block[] {
  if (scope.vocabulary === 'tei' && childElements(element).some((one) => one.name.local === 'label')) {
    return termsBlock(element, level, scope, inside);
  }
  const before: Block[] = [];
  const items: ReadItem[] = [];
  for (const child of childElements(element)) {
    const kind = roleOf(child, scope.vocabulary);
    if (kind === 'title' || child.name.local === 'head')
      before.push(paragraph([strong(phrasingOf(child.children, scope))]));
    else if (kind === 'drop') continue;
    else {
      const read =
        kind === 'item'
          ? readItem(child, level, scope, inside)
          : { mark: undefined, content: inside({ ...child, children: [child] }, level, scope) };
      if (read.content.length > 0) items.push(read);
    }
  }
  if (items.length === 0) return before;
  return [...before, countedList(items, element, role)];
}

/** By the marks that are printed, else by what the list says of itself. What Markdown cannot count is spelled out. */
function countedList(items: readonly ReadItem[], element: XmlElement, role: 'list' | 'ordered'): List {
  const plain = items.map(({ content }) => item(content));
  const type = typeOf(element);
  const ordered = role === 'ordered' || isOrdered(type);
  const first = numberIn(items[0]?.mark);
  if (
    first !== undefined &&
    items.every(({ mark }, at) => (mark === undefined ? ordered : numberIn(mark) === first + at))
  )
    return orderedList(plain, first);
  const given = Number.parseInt(attributeOf(element, 'startingnumber') ?? attributeOf(element, 'start') ?? '1', 10);
  const start = given >= 0 && given < 1e9 ? given : 1;
  const format = counting.find(([pattern]) => pattern.test(type))?.[1];
  const marks = items.map(
    ({ mark }, at) => mark ?? (format === undefined ? undefined : `${numberText(start + at, format)}.`),
  );
  if (marks.every((mark) => mark === undefined)) return ordered ? orderedList(plain, start) : bulletList(plain);
  return bulletList(
    items.map(({ content }, at) => item(marks[at] === undefined ? content : prefixed(`${marks[at]} `, content))),
  );
}

function numberIn(mark: string | undefined): number | undefined {
  const found = /^[([]?(\d{1,9})[.)\]]*$/.exec(mark ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}

/** A label (JATS, 2.3.7) is the mark of its item as printed, unless it is a word. */
function readItem(element: XmlElement, level: number, scope: DocumentScope, inside: Inside): ReadItem {
  const label = childElements(element).find((one) => one.name.local === 'label');
  if (label === undefined) return { mark: undefined, content: inside(element, level, scope) };
  const content = inside({ ...element, children: element.children.filter((one) => one !== label) }, level, scope);
  const line = phrasingOf(label.children, scope);
  const shown = line
    .map((one) => ('value' in one ? one.value : ''))
    .join('')
    .trim();
  if (line.length === 0 || /^[^\p{L}\p{N}]{1,3}$/u.test(shown)) return { mark: undefined, content };
  if (/^[([]?(?:[0-9]{1,9}|[a-zA-Z]|[ivxlc]{1,6})[.)\]]*$/i.test(shown)) return { mark: shown, content };
  return { mark: undefined, content: prefixed([strong(line), text(' ')], content) };
}

const termNames = new Set(['term', 'dt', 'glossterm', 'pt', 'label', 'dthd']);
const pairNames = new Set(['varlistentry', 'dlentry', 'def-item', 'glossentry', 'plentry', 'dlhead']);

/** Terms and what they mean as a list of bold terms. */
export function termsBlock(element: XmlElement, level: number, scope: DocumentScope, inside: Inside): Block[] {
  const before: Block[] = [];
  const items: ListItem[] = [];
  let terms: Phrasing[] = [];
  let meaning: Block[] = [];
  const flush = () => {
    if (terms.length === 0 && meaning.length === 0) return;
    items.push(
      item(terms.length === 0 ? meaning : prefixed([strong(terms), text(meaning.length > 0 ? ': ' : '')], meaning)),
    );
    terms = [];
    meaning = [];
  };
  const take = (children: readonly XmlNode[]) => {
    for (const child of children) {
      if (typeof child === 'string') continue;
      if (pairNames.has(child.name.local)) {
        flush();
        take(child.children);
        flush();
      } else if (termNames.has(child.name.local)) {
        if (meaning.length > 0) flush();
        if (terms.length > 0) terms.push(text(', '));
        terms.push(...phrasingOf(child.children, scope));
      } else if (roleOf(child, scope.vocabulary) === 'title')
        before.push(paragraph([strong(phrasingOf(child.children, scope))]));
      else meaning.push(...inside(child, level, scope));
    }
  };
  take(element.children);
  flush();
  return items.length > 0 ? [...before, bulletList(items)] : before;
}
