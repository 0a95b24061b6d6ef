// The package document of a book (OPF): what it holds, in which order it is read, what it says of itself (EPUB 3.3,
// chapter 5; OPF 2.0.1). Where it is missing or empty, the pages of the package are read in the order of their names.
import { Failure } from '../../../core/failure.ts';
import { attributeOf, descendants, elementsOf, findElement, type XmlElement } from '../../containers/xml-tree.ts';
import type { ZipArchive, ZipEntry } from '../../containers/zip.ts';
import type { ReadContext } from '../../format.ts';
import { BookParts } from './parts.ts';

export interface ManifestItem {
  readonly path: string;
  readonly entry: ZipEntry | undefined;
  readonly mediaType: string;
  readonly properties: ReadonlySet<string>;
  /** Id of the item to read instead, where this one is of a kind that not every reader knows. */
  readonly fallback: string | undefined;
}

export interface Book {
  readonly parts: BookParts;
  /** Name of the package document. */
  readonly path: string;
  readonly metadata: XmlElement | undefined;
  readonly items: ReadonlyMap<string, ManifestItem>;
  /** Items in reading order, each once. */
  readonly spine: readonly ManifestItem[];
  /** Ids of items with a role of their own: the NCX, the cover of EPUB 2. */
  readonly ncx: ManifestItem | undefined;
  /** EPUB 2: paths of pages with a role, such as `cover` or `title-page`. */
  readonly guide: ReadonlyMap<string, string>;
}

const containerName = 'META-INF/container.xml';
/** Items that may stand in for one another before that is taken for a circle. */
const longestFallback = 20;

export function openBook(archive: ZipArchive, context: ReadContext): Book {
  const container =
    archive.find(containerName) ?? archive.entries.find(({ name }) => /(?:^|\/)META-INF\/container\.xml$/i.test(name));
  const prefix = container === undefined ? '' : container.name.slice(0, container.name.length - containerName.length);
  const parts = new BookParts(archive, prefix, context);
  const opf = packageEntry(parts, container) ?? archive.entries.find(({ name }) => /\.opf$/i.test(name));
  const root = opf === undefined ? undefined : parts.xml(opf);
  const book = root === undefined || opf === undefined ? undefined : readPackage(root, opf.name, parts, context);
  if (book !== undefined && book.spine.length > 0) return book;
  context.warn(
    'book-index-missing',
    'The list of chapters is missing or empty; pages were read in the order of names.',
  );
  const pages = pagesByName(archive);
  if (pages.length === 0) throw new Failure('CORRUPTED_FILE', { details: 'The book holds no pages.' });
  const empty: Book = {
    parts,
    path: opf?.name ?? containerName,
    metadata: undefined,
    items: new Map(),
    spine: [],
    ncx: undefined,
    guide: new Map(),
  };
  return { ...(book ?? empty), spine: pages };
}

/** EPUB 3.3, 4.2.6.3.1: the first rootfile of the kind is the book. */
function packageEntry(parts: BookParts, container: ZipEntry | undefined): ZipEntry | undefined {
  const root = container === undefined ? undefined : parts.xml(container);
  if (root === undefined) return undefined;
  for (const element of descendants(root)) {
    if (element.name.local !== 'rootfile') continue;
    const path = attributeOf(element, 'full-path') ?? '';
    const entry = path === '' ? undefined : parts.locate(encodeURI(path), '')?.entry;
    if (entry !== undefined && /opf|package|^$/i.test(attributeOf(element, 'media-type') ?? '')) return entry;
  }
  return undefined;
}

function readPackage(root: XmlElement, path: string, parts: BookParts, context: ReadContext): Book {
  const items = new Map<string, ManifestItem>();
  for (const element of elementsOf(findElement(root, 'manifest') ?? root, 'item')) {
    const id = attributeOf(element, 'id');
    const place = parts.locate(attributeOf(element, 'href') ?? '', path);
    if (id === undefined || items.has(id) || place === undefined) continue;
    items.set(id, {
      path: place.path,
      entry: place.entry,
      mediaType: (attributeOf(element, 'media-type') ?? '').trim().toLowerCase(),
      properties: new Set((attributeOf(element, 'properties') ?? '').split(/\s+/)),
      fallback: attributeOf(element, 'fallback'),
    });
  }
  const spine = findElement(root, 'spine');
  const ncx =
    items.get(attributeOf(spine, 'toc') ?? '') ??
    [...items.values()].find(({ mediaType }) => mediaType === 'application/x-dtbncx+xml');
  const guide = new Map<string, string>();
  for (const element of elementsOf(findElement(root, 'guide') ?? root, 'reference')) {
    const place = parts.locate(attributeOf(element, 'href') ?? '', path);
    if (place !== undefined) guide.set(place.path, (attributeOf(element, 'type') ?? '').toLowerCase());
  }
  return {
    parts,
    path,
    metadata: findElement(root, 'metadata'),
    items,
    spine: readSpine(spine, items, context),
    ncx,
    guide,
  };
}

function readSpine(
  spine: XmlElement | undefined,
  items: ReadonlyMap<string, ManifestItem>,
  context: ReadContext,
): ManifestItem[] {
  const found = new Map<string, ManifestItem>();
  let unknown = 0;
  let doubled = 0;
  for (const reference of spine === undefined ? [] : elementsOf(spine, 'itemref')) {
    const item = items.get(attributeOf(reference, 'idref') ?? '');
    if (item === undefined) unknown += 1;
    else if (found.has(item.path)) doubled += 1;
    else found.set(item.path, readable(item, items));
  }
  if (unknown > 0) context.warn('chapter-missing', `${unknown} chapters are listed that the book does not hold.`);
  if (doubled > 0)
    context.warn('chapter-repeated', `${doubled} chapters are listed more than once; each was read once.`);
  return [...found.values()];
}

export const isPage = ({ mediaType, path }: Pick<ManifestItem, 'mediaType' | 'path'>): boolean =>
  /^(?:application\/xhtml\+xml|text\/(?:x-)?html|image\/svg\+xml|text\/x-oeb1-document)$/.test(mediaType) ||
  (!mediaType.startsWith('image/') && /\.(?:x?html?|svg)$/i.test(path));

/** EPUB 3.3, 5.6.2.1: the item itself, or the first of its stand-ins that is a page. */
function readable(item: ManifestItem, items: ReadonlyMap<string, ManifestItem>): ManifestItem {
  let at: ManifestItem | undefined = item;
  for (let step = 0; at !== undefined && step < longestFallback; step += 1) {
    if (isPage(at) && at.entry !== undefined) return at;
    at = at.fallback === undefined ? undefined : items.get(at.fallback);
  }
  return item;
}

/** Names with numbers in them in the order of the numbers. */
function pagesByName(archive: ZipArchive): ManifestItem[] {
  const order = new Intl.Collator('en', { numeric: true });
  return archive.entries
    .filter(({ name }) => /\.x?html?$/i.test(name))
    .sort((a, b) => order.compare(a.name, b.name))
    .map((entry) => ({
      path: entry.name,
      entry,
      mediaType: 'application/xhtml+xml',
      properties: new Set<string>(),
      fallback: undefined,
    }));
}
