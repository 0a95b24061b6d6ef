// Lists and definition lists of XML documents.
import { attributeOf, type XmlElement, type XmlNode } from '../../containers/xml-tree.ts';
import { bulletList, item, orderedList, paragraph, strong, text } from '../../document/build.ts';
import type { Block, ListItem, Phrasing } from '../../document/tree.ts';
import { childElements } from './data-shape.ts';
import { phrasingOf } from './document-inline.ts';
import type { DocumentScope, Inside } from './document-scope.ts';
import { roleOf } from './vocabulary.ts';

/** `list-type="order"` (JATS), `type="ordered"` and `rend="numbered"` (TEI), `numeration` (DocBook). */
function isOrdered(element: XmlElement): boolean {
  const type =
    attributeOf(element, 'list-type') ??
    attributeOf(element, 'type') ??
    attributeOf(element, 'rend') ??
    attributeOf(element, 'style') ??
    '';
  return /^(?:order|ordered|number|numbered|arabic|alpha-lower|alpha-upper|roman-lower|roman-upper|ol)/i.test(type);
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
  const items: ListItem[] = [];
  for (const child of childElements(element)) {
    const kind = roleOf(child, scope.vocabulary);
    if (kind === 'title' || child.name.local === 'head')
      before.push(paragraph([strong(phrasingOf(child.children, scope))]));
    else if (kind === 'drop') continue;
    else {
      const content =
        kind === 'item'
          ? itemContent(child, level, scope, inside)
          : inside({ ...child, children: [child] }, level, scope);
      if (content.length > 0) items.push(item(content));
    }
  }
  if (items.length === 0) return before;
  const start = Number.parseInt(attributeOf(element, 'startingnumber') ?? attributeOf(element, 'start') ?? '1', 10);
  const ordered = role === 'ordered' || isOrdered(element);
  return [...before, ordered ? orderedList(items, start >= 0 && start < 1e9 ? start : 1) : bulletList(items)];
}

/** A label (JATS, 2.3.7: the printed number) says the same as the marker of the list, unless it is a word. */
function itemContent(element: XmlElement, level: number, scope: DocumentScope, inside: Inside): Block[] {
  const label = childElements(element).find((one) => one.name.local === 'label');
  if (label === undefined) return inside(element, level, scope);
  const rest = inside({ ...element, children: element.children.filter((one) => one !== label) }, level, scope);
  const line = phrasingOf(label.children, scope);
  const shown = line.map((one) => ('value' in one ? one.value : '')).join('');
  if (line.length === 0 || /^[([]?(?:[0-9]{1,3}|[a-zA-Z]|[ivxlc]{1,6})[.)\]]*$|^[^\p{L}\p{N}]{1,3}$/iu.test(shown))
    return rest;
  return prefixed([strong(line), text(' ')], rest);
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

/** Puts inline content before the first paragraph. */
function prefixed(prefix: readonly Phrasing[], blocks: readonly Block[]): Block[] {
  const [first, ...rest] = blocks;
  if (first?.type === 'paragraph') return [{ ...first, children: [...prefix, ...first.children] }, ...rest];
  return [paragraph(prefix), ...blocks];
}
