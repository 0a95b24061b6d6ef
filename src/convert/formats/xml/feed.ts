// RSS 0.9x and 2.0, RDF site summaries (RSS 1.0) and Atom, one entry at a time, so that a feed of any size is flat in
// memory: the title is the first heading, each entry a heading with its link, date, author and content.
import type { XmlName, XmlScanner } from '../../containers/xml.ts';
import {
  attributeOf,
  elementsOf,
  firstElement,
  readElement,
  type TreeSettings,
  textOf,
  type XmlElement,
} from '../../containers/xml-tree.ts';
import { bulletList, heading, image, item, link, paragraph, strong, text } from '../../document/build.ts';
import { placedAt } from '../../document/origin.ts';
import type { Block, ListItem, Phrasing } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { htmlToBlocks } from '../html/blocks.ts';
import { htmlText, markupOf } from './markup.ts';

/** Spellings of undeclared prefixes count as well: many feeds forget the declaration. */
const contentSpaces = ['http://purl.org/rss/1.0/modules/content/', 'undeclared:content'];
const dublinCore = ['http://purl.org/dc/elements/1.1/', 'http://purl.org/dc/terms/', 'undeclared:dc'];
const entryNames = new Set(['item', 'entry']);
const atomSpaces = ['http://www.w3.org/2005/Atom', 'http://purl.org/atom/ns#'];

/** RDF is a feed only when it holds RSS; other RDF is data. */
export function isFeed(name: XmlName): boolean {
  if (name.local === 'rss' || name.local === 'feed') return name.uri === '' || atomSpaces.includes(name.uri);
  return name.local === 'RDF' && /^http:\/\/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns#$/.test(name.uri);
}

/** What stands on the way to the entries: passed through, not an element of its own. */
const wrappers = new Set(['rss', 'RDF', 'feed', 'channel']);

export function* feedBlocks(scanner: XmlScanner, settings: TreeSettings, context: ReadContext): Generator<Block> {
  const head = new FeedHead(context);
  let index = 0;
  for (let event = scanner.next(); event !== 'end'; event = scanner.next()) {
    if (event !== 'open') continue;
    if (scanner.depth === 2 && wrappers.has(scanner.name.local)) continue;
    const element = readElement(scanner, settings);
    if (!entryNames.has(element.name.local)) {
      head.add(element);
      continue;
    }
    yield* head.blocks();
    index += 1;
    for (const block of entryBlocks(element, context)) {
      yield placedAt(block, { kind: 'path', path: `entry ${index}` });
    }
  }
  yield* head.blocks();
}

/** The feed's own title, description and link: written before the first entry, late parts at the end. */
class FeedHead {
  readonly #context: ReadContext;
  #parts: XmlElement[] = [];
  #titled = false;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  add(element: XmlElement): void {
    // The list of entries (RSS 1.0) and hints for programs are not text.
    if (silent.has(element.name.local)) return;
    this.#parts.push(element);
  }

  *blocks(): Generator<Block> {
    if (this.#parts.length === 0) return;
    const parts = this.#parts;
    this.#parts = [];
    const title = parts.find((one) => one.name.local === 'title' && isMain(one));
    if (title !== undefined && !this.#titled) {
      this.#titled = true;
      const shown = inlineText(title);
      if (shown !== '') {
        this.#context.describe({ title: shown });
        yield heading(1, shown);
      }
    }
    for (const name of ['description', 'subtitle', 'tagline', 'summary']) {
      const about = parts.find((one) => one.name.local === name && isMain(one));
      if (about === undefined) continue;
      for (const block of below(1, contentBlocks(about, this.#context)))
        yield placedAt(block, { kind: 'path', path: name });
      break;
    }
    const facts = factItems(parts, headFacts);
    if (facts.length > 0) yield bulletList(facts);
    const language = parts.find((one) => one.name.local === 'language');
    if (language !== undefined) this.#context.describe({ language: textOf(language).trim() });
  }
}

const silent = new Set([
  'items',
  'updatePeriod',
  'updateFrequency',
  'updateBase',
  'ttl',
  'docs',
  'generator',
  'cloud',
  'skipHours',
  'skipDays',
  'textinput',
  'textInput',
  'rating',
  'icon',
  'logo',
  'image',
  'id',
]);

const isMain = (element: XmlElement): boolean =>
  element.name.uri === '' ||
  atomSpaces.includes(element.name.uri) ||
  element.name.uri.startsWith('http://purl.org/rss/1.0/') ||
  element.name.uri.startsWith('http://my.netscape.com/');

function* entryBlocks(entry: XmlElement, context: ReadContext): Generator<Block> {
  const title = elementsOf(entry, 'title').find(isMain) ?? firstElement(entry, 'title');
  const shown = title === undefined ? '' : inlineText(title);
  const target = linkOf(entry);
  if (shown !== '') yield heading(2, shown);
  else if (target !== undefined) yield heading(2, target);
  const facts = factItems(
    entry.children.filter((one) => typeof one === 'object'),
    entryFacts,
  );
  if (target !== undefined) facts.unshift(fact('Link', [link(target, target)]));
  if (facts.length > 0) yield bulletList(facts);
  const content =
    entry.children.find(
      (one): one is XmlElement =>
        typeof one === 'object' && one.name.local === 'encoded' && contentSpaces.includes(one.name.uri),
    ) ??
    elementsOf(entry, 'content').find(isMain) ??
    elementsOf(entry, 'description').find(isMain) ??
    elementsOf(entry, 'summary').find(isMain) ??
    firstElement(entry, 'description');
  if (content !== undefined) yield* below(2, contentBlocks(content, context));
  for (const enclosure of elementsOf(entry, 'enclosure')) {
    const url = attributeOf(enclosure, 'url');
    if (url === undefined) continue;
    const type = attributeOf(enclosure, 'type') ?? '';
    yield paragraph(type.startsWith('image/') ? [image(url, '')] : [text('Attachment: '), link(url, url)]);
  }
}

/** Headings of the content go below the heading it stands under; their order among themselves stays. */
function below(level: number, blocks: readonly Block[]): Block[] {
  const highest = Math.min(6, ...blocks.map((block) => (block.type === 'heading' ? block.depth : 6)));
  const shift = Math.max(0, level + 1 - highest);
  return blocks.map((block) =>
    block.type === 'heading' ? { ...block, ...heading(block.depth + shift, block.children) } : block,
  );
}

/** HTML escaped or in CDATA, XHTML as elements (RFC 4287, 3.1), or plain text. */
function contentBlocks(element: XmlElement, context: ReadContext): Block[] {
  const type = attributeOf(element, 'type') ?? 'html';
  const source = attributeOf(element, 'src');
  if (source !== undefined) return [paragraph([link(source, source)])];
  if (element.children.some((one) => typeof one === 'object')) {
    return htmlToBlocks(markupOf(element.children), context, { clean: false });
  }
  const value = textOf(element);
  if (value.trim() === '') return [];
  const plain = type === 'text' || type === 'text/plain' || !/[<&]/.test(value);
  if (!plain) return htmlToBlocks(value, context, { clean: false });
  return value
    .split(/\n[ \t]*\n/)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .map((part) => paragraph(part));
}

type FactRow = readonly [label: string, names: readonly string[]];
const headFacts: readonly FactRow[] = [
  ['Link', ['link']],
  ['Author', ['author', 'managingEditor', 'creator']],
  ['Publisher', ['publisher']],
  ['Date', ['lastBuildDate', 'updated', 'modified', 'pubDate', 'date']],
  ['Copyright', ['copyright', 'rights']],
  ['Category', ['category']],
];
const entryFacts: readonly FactRow[] = [
  ['Date', ['pubDate', 'published', 'issued', 'updated', 'modified', 'date']],
  ['Author', ['author', 'creator']],
  ['Categories', ['category', 'subject']],
  ['Comments', ['comments']],
];

function factItems(parts: readonly XmlElement[], rows: readonly FactRow[]): ListItem[] {
  const items: ListItem[] = [];
  for (const [label, names] of rows) {
    const found = names.map((name) =>
      parts.filter((one) => one.name.local === name && (isMain(one) || dublinCore.includes(one.name.uri))),
    );
    const chosen = found.find((one) => one.length > 0) ?? [];
    const values = [...new Set(chosen.map(factText).filter((value) => value !== ''))];
    if (values.length === 0) continue;
    const joined = values.join(', ');
    items.push(fact(label, /^https?:\/\/\S+$/.test(joined) ? [link(joined, joined)] : [text(joined)]));
  }
  return items;
}

const fact = (label: string, value: Phrasing[]): ListItem => item([paragraph([strong(label), text(': '), ...value])]);

/** Atom puts names, addresses and terms into attributes and children of their own. */
function factText(element: XmlElement): string {
  const { local } = element.name;
  if (local === 'link')
    return attributeOf(element, 'rel') === 'self' ? '' : (attributeOf(element, 'href') ?? inlineText(element));
  if (local === 'category') return attributeOf(element, 'label') ?? attributeOf(element, 'term') ?? inlineText(element);
  const name = firstElement(element, 'name');
  if (name === undefined) return inlineText(element);
  const mail = firstElement(element, 'email');
  return mail === undefined ? inlineText(name) : `${inlineText(name)} (${inlineText(mail)})`;
}

/** RSS: the text of `link`, or a guid that is one. Atom: the alternate link. */
function linkOf(entry: XmlElement): string | undefined {
  const links = elementsOf(entry, 'link').filter(isMain);
  const alternate = links.find((one) => (attributeOf(one, 'rel') ?? 'alternate') === 'alternate') ?? links[0];
  const target = alternate === undefined ? '' : (attributeOf(alternate, 'href') ?? textOf(alternate)).trim();
  if (target !== '') return target;
  const guid = firstElement(entry, 'guid');
  const named = guid !== undefined && attributeOf(guid, 'isPermaLink') !== 'false' ? textOf(guid).trim() : '';
  return /^https?:\/\//.test(named) ? named : undefined;
}

/** Titles may hold escaped HTML (RFC 4287, 3.1.1.2; common in RSS): only the text counts. */
function inlineText(element: XmlElement): string {
  const raw = textOf(element);
  const bare = /<[a-zA-Z/!][^<>]{0,500}>|&(?:#|[a-zA-Z]{2,8};)/.test(raw) ? htmlText(raw) : raw;
  return bare.replace(/\s+/g, ' ').trim();
}
