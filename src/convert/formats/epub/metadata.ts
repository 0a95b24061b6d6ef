// What a book says of itself, from the metadata of its package document in both forms: OPF 2 with attributes
// (`opf:role`), EPUB 3 with elements that refine others (EPUB 3.3, 5.5).
import { attributeOf, elementsOf, textOf, type XmlElement } from '../../containers/xml-tree.ts';
import { bulletList, item, paragraph, strong, text } from '../../document/build.ts';
import type { Block } from '../../document/tree.ts';
import type { DocumentFacts } from '../../format.ts';
import { plainText } from '../html/dom.ts';
import { parsePage } from '../html/parse.ts';

type Fact = readonly [label: string, values: readonly string[]];

export interface BookFacts {
  readonly facts: DocumentFacts;
  /** The list that stands before the text, if there is anything to say. */
  readonly head: Block | undefined;
}

const opf = 'http://www.idpf.org/2007/opf';
const longestValue = 5_000;
const mostValues = 100;

/** MARC relator codes of people who made the text; the labels of the list. */
const roles: ReadonlyMap<string, string> = new Map([
  ['aut', 'Authors'],
  ['edt', 'Editors'],
  ['trl', 'Translators'],
  ['ill', 'Illustrators'],
  ['nrt', 'Narrators'],
  ['aui', 'Introduction'],
  ['aft', 'Afterword'],
]);

export function bookFacts(metadata: XmlElement | undefined, liveNodes: number): BookFacts {
  if (metadata === undefined) return { facts: {}, head: undefined };
  // Old books wrap their elements once more: <dc-metadata>, <x-metadata>.
  const groups = [metadata, ...elementsOf(metadata).filter(({ name }) => /-metadata$/i.test(name.local))];
  const all = groups.flatMap((group) => elementsOf(group));
  const refined = refinements(all);
  const values = (name: string): string[] =>
    unique(
      all
        .filter((one) => one.name.local.toLowerCase() === name && one.name.local !== 'meta')
        .map((one) => flat(textOf(one))),
    );
  const named = (role: string): string[] =>
    unique(people(all, refined).flatMap(([code, name]) => (code === role ? [name] : [])));
  const titles = titlesOf(all, refined);
  const authors = named('aut');
  const [language] = values('language');
  const list: Fact[] = [
    ['Title', titles],
    ...[...roles].map(([code, label]): Fact => [label, named(code)]),
    ['Series', unique(seriesOf(all))],
    ['Publisher', values('publisher')],
    ['Date', [publicationDate(all)]],
    ['Language', values('language')],
    ['Identifier', values('identifier')],
    ['Subjects', values('subject')],
    ['Description', values('description').map((one) => withoutTags(one, liveNodes))],
  ];
  const items = list.flatMap(([label, found]) => {
    const shown = found.filter((one) => one !== '').join(label === 'Title' ? ': ' : ', ');
    return shown === '' ? [] : [item([paragraph([strong(`${label}:`), text(` ${shown}`)])])];
  });
  return {
    facts: {
      ...(titles[0] === undefined ? {} : { title: titles[0] }),
      ...(authors.length === 0 ? {} : { author: authors.join(', ') }),
      ...(language !== undefined && /^[A-Za-z]{2,3}(?:[-_]|$)/.test(language)
        ? { language: language.replaceAll('_', '-') }
        : {}),
    },
    head: items.length === 0 ? undefined : bulletList(items),
  };
}

const flat = (value: string): string =>
  value
    .slice(0, longestValue * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestValue);
const unique = (values: readonly string[]): string[] =>
  [...new Set(values.filter((one) => one !== ''))].slice(0, mostValues);

/** EPUB 3.3, 5.5.4: `<meta refines="#id" property="role">aut</meta>`, by the id and the property. */
function refinements(all: readonly XmlElement[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const one of all) {
    const refines = attributeOf(one, 'refines');
    const property = attributeOf(one, 'property');
    if (one.name.local !== 'meta' || refines === undefined || property === undefined) continue;
    const key = `${refines.replace(/^#/, '')} ${property}`;
    if (!found.has(key)) found.set(key, flat(textOf(one)));
  }
  return found;
}

function people(all: readonly XmlElement[], refined: ReadonlyMap<string, string>): [role: string, name: string][] {
  return all.flatMap((one): [string, string][] => {
    const kind = one.name.local.toLowerCase();
    if (kind !== 'creator' && kind !== 'contributor') return [];
    const given =
      attributeOf(one, 'role', opf) ?? attributeOf(one, 'role') ?? refined.get(`${attributeOf(one, 'id') ?? ''} role`);
    const role = given?.toLowerCase() ?? (kind === 'creator' ? 'aut' : '');
    // A creator of another trade is still the one who made the book.
    return [[roles.has(role) || kind === 'contributor' ? role : 'aut', flat(textOf(one))]];
  });
}

/** The main title first, its subtitle after it; further titles (of a collection, an edition) are left out. */
function titlesOf(all: readonly XmlElement[], refined: ReadonlyMap<string, string>): string[] {
  const titles = all
    .filter((one) => one.name.local.toLowerCase() === 'title')
    .map((one) => ({ text: flat(textOf(one)), kind: refined.get(`${attributeOf(one, 'id') ?? ''} title-type`) }))
    .filter((one) => one.text !== '');
  const main = titles.find(({ kind }) => kind === 'main') ?? titles[0];
  const subtitle = titles.find(({ kind }) => kind === 'subtitle');
  return unique([main?.text ?? '', subtitle === main ? '' : (subtitle?.text ?? '')]);
}

function seriesOf(all: readonly XmlElement[]): string[] {
  return all.flatMap((one) => {
    if (one.name.local !== 'meta') return [];
    if (attributeOf(one, 'property') === 'belongs-to-collection') return [flat(textOf(one))];
    return attributeOf(one, 'name') === 'calibre:series' ? [flat(attributeOf(one, 'content') ?? '')] : [];
  });
}

/** OPF 2 tells dates apart by `opf:event`; the day of publication is the one that matters. */
function publicationDate(all: readonly XmlElement[]): string {
  const dates = all.filter((one) => one.name.local.toLowerCase() === 'date');
  const event = (one: XmlElement): string => attributeOf(one, 'event', opf) ?? attributeOf(one, 'event') ?? '';
  const chosen =
    dates.find((one) => event(one) === 'publication') ?? dates.find((one) => event(one) === '') ?? dates[0];
  const value = flat(textOf(chosen));
  // A moment of the day says nothing about a book; the year 101 is how one program writes "unknown".
  return /^0101-/.test(value) ? '' : value.replace(/^(\d{4}-\d\d-\d\d)T.*$/, '$1');
}

/** Descriptions are often HTML. */
function withoutTags(value: string, liveNodes: number): string {
  if (!/<[a-z!/]/i.test(value)) return value;
  const { body } = parsePage(value.replace(/<(?:br|\/p|\/div|\/li)\b/gi, ' $&'), { liveNodes });
  return body === undefined ? value : plainText(body);
}
