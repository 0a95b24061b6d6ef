// What stands before the text of a document: title, people, dates, abstract. One small reading per vocabulary.
import {
  attributeOf,
  descendants,
  elementsOf,
  findElement,
  firstElement,
  textOf,
  type XmlElement,
  type XmlNode,
} from '../../containers/xml-tree.ts';
import { bulletList, heading, item, paragraph, strong, text } from '../../document/build.ts';
import type { Block, Phrasing } from '../../document/tree.ts';
import { phrasingOf } from './document-inline.ts';
import type { DocumentScope, Inside } from './document-scope.ts';
import { titleLine } from './document-title.ts';

interface Front {
  readonly blocks: Block[];
  /** Children of the root that are done with. */
  readonly used: Set<XmlNode>;
  /** A heading of the first level was written. */
  readonly titled: boolean;
}

/** The facts of a document: a label, and the values found for it. */
type Facts = readonly (readonly [label: string, values: readonly string[]])[];

export function frontBlocks(root: XmlElement, scope: DocumentScope, inside: Inside): Front {
  switch (scope.vocabulary) {
    case 'jats':
      return jatsFront(root, scope, inside);
    case 'tei':
      return teiFront(root, scope);
    case 'patent':
      return patentFront(root, scope);
    case 'odf':
    case 'word':
    case 'other':
      return { blocks: [], used: new Set(), titled: false };
    default:
      return bookFront(root, scope, inside);
  }
}

const flat = (value: string): string => value.replace(/\s+/g, ' ').trim();
const flatText = (element: XmlElement | undefined): string => flat(textOf(element));

function headed(title: Phrasing[], people: readonly string[], facts: Facts, scope: DocumentScope): Block[] {
  const blocks: Block[] = [];
  if (title.length > 0) blocks.push(heading(1, title));
  const authors = [...new Set(people.filter((one) => one !== ''))].join(', ');
  if (authors !== '') blocks.push(paragraph(authors));
  const items = facts.flatMap(([label, values]) => {
    const shown = [...new Set(values.map(flat).filter((one) => one !== ''))].join(', ');
    return shown === '' ? [] : [item([paragraph([strong(label), text(`: ${shown}`)])])];
  });
  if (items.length > 0) blocks.push(bulletList(items));
  const named = title
    .map((one) => ('value' in one ? one.value : 'children' in one ? plain(one.children) : ''))
    .join('');
  scope.context.describe({
    ...(named === '' ? {} : { title: flat(named) }),
    ...(authors === '' ? {} : { author: authors }),
  });
  return blocks;
}

function plain(nodes: readonly Phrasing[]): string {
  return nodes.map((one) => ('value' in one ? one.value : 'children' in one ? plain(one.children) : '')).join('');
}

/** JATS and BITS: front matter of an article or a book. */
function jatsFront(root: XmlElement, scope: DocumentScope, inside: Inside): Front {
  const front = firstElement(root, 'front') ?? firstElement(root, 'front-stub') ?? firstElement(root, 'book-meta');
  if (front === undefined) return { blocks: [], used: new Set(), titled: false };
  const meta = firstElement(front, 'article-meta') ?? front;
  const titles = firstElement(meta, 'title-group') ?? firstElement(meta, 'book-title-group') ?? meta;
  const title = firstElement(titles, 'article-title') ?? firstElement(titles, 'book-title');
  const people = elementsOf(meta, 'contrib-group').flatMap((group) => elementsOf(group, 'contrib'));
  const authors = people.filter((one) => (attributeOf(one, 'contrib-type') ?? 'author') === 'author');
  const journal = findElement(front, 'journal-title');
  const doi = elementsOf(meta, 'article-id').find((one) => attributeOf(one, 'pub-id-type') === 'doi');
  const blocks = headed(
    title === undefined ? [] : phrasingOf(title.children, scope),
    authors.map(jatsName),
    [
      ['Journal', [flatText(journal)]],
      ['DOI', [flatText(doi)]],
      ['Published', [publicationDate(meta)]],
      ['Keywords', elementsOf(meta, 'kwd-group').flatMap((group) => elementsOf(group, 'kwd').map(flatText))],
    ],
    scope,
  );
  for (const name of ['abstract', 'trans-abstract']) {
    for (const one of elementsOf(meta, name)) {
      const { line, used } = titleLine(one, scope);
      const content = inside({ ...one, children: one.children.filter((child) => !used.has(child)) }, 3, scope);
      if (content.length > 0) blocks.push(heading(2, line.length > 0 ? line : [text('Abstract')]), ...content);
    }
  }
  leftOut(front, scope);
  return { blocks, used: new Set([front]), titled: title !== undefined };
}

function jatsName(contrib: XmlElement): string {
  const name = findElement(contrib, 'name');
  if (name === undefined) return flatText(findElement(contrib, 'string-name') ?? findElement(contrib, 'collab'));
  return flat(['given-names', 'surname', 'suffix'].map((part) => flatText(firstElement(name, part))).join(' '));
}

function publicationDate(meta: XmlElement): string {
  const dates = elementsOf(meta, 'pub-date');
  const chosen =
    dates.find((one) => /epub|pub$/.test(attributeOf(one, 'pub-type') ?? attributeOf(one, 'date-type') ?? '')) ??
    dates[0];
  if (chosen === undefined) return '';
  const iso = attributeOf(chosen, 'iso-8601-date');
  if (iso !== undefined) return iso;
  const parts = ['year', 'month', 'day']
    .map((part) => flatText(firstElement(chosen, part)))
    .filter((part) => part !== '');
  const numeric = parts.length > 1 && parts.every((part) => /^\d{1,4}$/.test(part));
  return numeric ? parts.map((part) => part.padStart(2, '0')).join('-') : parts.toReversed().join(' ');
}

/** DocBook and DITA: the title and what `info` says about the document. */
function bookFront(root: XmlElement, scope: DocumentScope, inside: Inside): Front {
  const { line, used } = titleLine(root, scope);
  const infos = root.children.filter(
    (one): one is XmlElement => typeof one === 'object' && /^(?:.*info|prolog)$/.test(one.name.local),
  );
  for (const info of infos) used.add(info);
  const authors = infos.flatMap((info) =>
    [...descendants(info)].filter((one) => one.name.local === 'author').map(bookName),
  );
  const blocks = headed(
    line,
    authors,
    [['Date', infos.map((info) => flatText(firstElement(info, 'date') ?? firstElement(info, 'pubdate')))]],
    scope,
  );
  for (const info of infos) {
    const abstract = firstElement(info, 'abstract');
    if (abstract !== undefined) blocks.push(heading(2, 'Abstract'), ...inside(abstract, 3, scope));
  }
  return { blocks, used, titled: line.length > 0 };
}

function bookName(author: XmlElement): string {
  const parts = ['honorific', 'firstname', 'givenname', 'othername', 'surname', 'lineage'].map((name) =>
    findElement(author, name),
  );
  const named = flat(parts.map(flatText).join(' '));
  return named === '' ? flatText(findElement(author, 'orgname') ?? author) : named;
}

function teiFront(root: XmlElement, scope: DocumentScope): Front {
  const header = firstElement(root, 'teiHeader');
  const titles = header === undefined ? undefined : findElement(header, 'titleStmt');
  if (header === undefined || titles === undefined) return { blocks: [], used: new Set(), titled: false };
  const title = firstElement(titles, 'title');
  const publication = findElement(header, 'publicationStmt');
  const blocks = headed(
    title === undefined ? [] : phrasingOf(title.children, scope),
    elementsOf(titles, 'author').map(flatText),
    [
      ['Publisher', [flatText(firstElement(publication, 'publisher'))]],
      ['Date', [flatText(firstElement(publication, 'date'))]],
    ],
    scope,
  );
  leftOut(header, scope);
  return { blocks, used: new Set([header]), titled: title !== undefined };
}

/** Patent publications: three generations of the same document. */
function patentFront(root: XmlElement, scope: DocumentScope): Front {
  const isMeta = (one: XmlNode): one is XmlElement =>
    typeof one === 'object' &&
    /^(?:us-bibliographic-data-(?:application|grant)|subdoc-bibliographic-information|SDOBI)$/.test(one.name.local);
  const meta = root.children.find(isMeta);
  if (meta === undefined) return { blocks: [], used: new Set(), titled: false };
  const all = [...descendants(meta)];
  const title = all.find((one) => /^(?:invention-title|title-of-invention|B540)$/.test(one.name.local));
  const number = all.find((one) => /^(?:publication-reference|document-id|B110)$/.test(one.name.local));
  const people = all.filter((one) => /^(?:inventor|first-named-inventor|B721)$/.test(one.name.local)).map(personName);
  const blocks = headed(
    title === undefined ? [] : phrasingOf(title.children, scope),
    [],
    [
      ['Publication', [number === undefined ? '' : words(number)]],
      ['Inventors', people],
    ],
    scope,
  );
  leftOut(meta, scope);
  return { blocks, used: new Set([meta]), titled: title !== undefined };
}

function personName(person: XmlElement): string {
  const parts = ['first-name', 'given-name', 'FNM', 'last-name', 'family-name', 'SNM'].map((name) =>
    flatText(findElement(person, name)),
  );
  return flat(parts.join(' '));
}

/** The texts below an element, a space between them. */
function words(element: XmlElement): string {
  const leaves = [...descendants(element)].filter((one) =>
    one.children.some((child) => typeof child === 'string' && child.trim() !== ''),
  );
  return flat(leaves.map((one) => flat(one.children.filter((child) => typeof child === 'string').join(' '))).join(' '));
}

/** Front matter is for catalogues: most of it is not shown, and that is said. */
function leftOut(front: XmlElement, scope: DocumentScope): void {
  scope.context.warn(
    'metadata-left-out',
    `Of the front matter <${front.name.raw}> only title, people, dates, identifiers, keywords and abstract are shown.`,
  );
}
