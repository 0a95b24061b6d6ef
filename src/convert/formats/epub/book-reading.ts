// What is known of a book while it is read: where its links lead, which notes were moved, which pictures were kept.

import { Failure } from '../../../core/failure.ts';
import { decodeText } from '../../containers/charset.ts';
import type { ZipEntry } from '../../containers/zip.ts';
import type { Block } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { pageBlocks } from '../html/blocks.ts';
import type { DomElement } from '../html/dom.ts';
import { pageFacts } from '../html/metadata.ts';
import type { HtmlContext, HtmlSettings } from '../html/page.ts';
import { parsePage } from '../html/parse.ts';
import { imageTypes } from '../image-types.ts';
import { HeadingNames, markHeadings, type PagePlaces } from './anchors.ts';
import { adaptPage, type PreparedPage, placeOf, rewriteAddresses, shortenMarks, undecodable } from './chapter.ts';
import { giveTitles, HeadingLevels } from './chapter-titles.ts';
import type { Navigation } from './navigation.ts';
import { NoteNames, renameNotes } from './note-names.ts';
import { bringNotes, dropMoved, type MovedNotes } from './notes.ts';
import type { Book, ManifestItem } from './package-document.ts';

/** Pages of notes kept parsed, so that each chapter finds its notes without reading them again. */
const openPages = 3;
/** How often pages are opened for the notes in them: a book in which each page refers to all others stays linear. */
const mostOpened = 2_000;
const frontPages = new Set(['cover', 'title-page', 'titlepage', 'toc']);

export class BookReading {
  readonly #book: Book;
  readonly #navigation: Navigation;
  readonly #context: ReadContext;
  readonly #levels = new HeadingLevels();
  readonly #names = new HeadingNames();
  readonly #noteNames = new NoteNames();
  readonly #places = new Map<string, PagePlaces & { readonly first: number }>();
  readonly #moved: MovedNotes = new Map();
  readonly #notePages = new Map<string, DomElement | undefined>();
  readonly #images = new Map<string, string | undefined>();
  readonly #shown = new Set<string>();
  #headings = 0;
  #media = 0;
  #pictures = 0;
  #opened = 0;

  constructor(book: Book, navigation: Navigation, context: ReadContext) {
    this.#book = book;
    this.#navigation = navigation;
    this.#context = context;
  }

  bytes(entry: ZipEntry): Uint8Array {
    return this.#book.parts.archive.bytes(entry);
  }

  /** First way through a page: what it is called, where its ids stand, which notes and pictures it uses. */
  scan(item: ManifestItem): void {
    try {
      const page = this.#prepare(item, true);
      if (page === undefined) return;
      const first = this.#headings;
      const places = markHeadings(page.body, first);
      this.#headings += places.headings;
      this.#places.set(item.path, { ...places, first });
      const silent: HtmlContext = { ...this.#context, warn: () => {}, saveImage: () => undefined };
      const settings = { clean: false, resolveLink: () => '#', resolveImage: (src: string) => this.#note(src) };
      for (const block of blocksOf(page, silent, settings)) this.#names.add(block);
    } catch (error) {
      // Told on the second way, when the page is due.
      if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
    }
  }

  /** Between the two ways: what is opened on the second is opened as on the first. */
  startWriting(): void {
    this.#notePages.clear();
    this.#opened = 0;
  }

  #note(source: string): undefined {
    const place = placeOf(source);
    if (place !== undefined) this.#shown.add(place.path);
  }

  /** Second way: the blocks of the page. */
  *chapter(item: ManifestItem, number: number): Generator<Block> {
    const page = this.#prepare(item, false);
    if (page === undefined) return;
    const rename = this.#noteNames.forChapter(number);
    const settings: HtmlSettings = {
      clean: false,
      resolveLink: (href) => this.#link(href, item.path),
      resolveImage: (src) => this.#image(src),
      imageBytes: (src) => this.#imageBytes(src),
    };
    for (const block of blocksOf(page, this.#context, settings)) yield renameNotes(block, rename);
  }

  /** The page as the HTML reader is to see it; undefined when nothing of it is to be read. */
  #prepare(item: ManifestItem, scanning: boolean): PreparedPage | undefined {
    const { entry, path } = item;
    if (entry === undefined) return undefined;
    const { text, replaced } = decodeText(this.bytes(entry), { html: true });
    if (!scanning) undecodable(this.#context, replaced, path);
    const parsed = parsePage(text, this.#context.limits);
    if (parsed.body === undefined) return undefined;
    const page: PreparedPage = { parsed, body: parsed.body, path };
    rewriteAddresses(page.body, path, this.#book.parts);
    const isNavigation = path === this.#navigation.page;
    const left = adaptPage(page, isNavigation);
    if (!scanning) this.#media += left.media;
    bringNotes(page, (other) => this.#notePage(other), this.#moved);
    const emptied = dropMoved(page, isNavigation && left.contents ? new Set() : this.#moved.get(path));
    if (left.contents && !scanning) {
      const message = 'The table of contents of the book was left out; its entries are the headings.';
      this.#context.warn('contents-dropped', message, { kind: 'path', path });
    }
    if (emptied) return undefined;
    giveTitles(page, {
      entries: this.#navigation.byPath.get(path) ?? [],
      levels: this.#levels,
      counting: scanning,
      isFrontPage: frontPages.has(this.#book.guide.get(path) ?? ''),
    });
    shortenMarks(page);
    return page;
  }

  #notePage(path: string): DomElement | undefined {
    if (this.#notePages.has(path)) return this.#notePages.get(path);
    this.#opened += 1;
    if (this.#opened > mostOpened) return undefined;
    const entry = this.#book.spine.some((item) => item.path === path) ? this.#book.parts.find(path) : undefined;
    let body: DomElement | undefined;
    if (entry !== undefined) {
      const { text } = decodeText(this.bytes(entry), { html: true });
      body = parsePage(text, this.#context.limits).body;
      if (body !== undefined) {
        rewriteAddresses(body, path, this.#book.parts);
        adaptPage({ parsed: parsePage('', this.#context.limits), body, path }, false);
      }
    }
    const [oldest] = this.#notePages.keys();
    if (this.#notePages.size >= openPages && oldest !== undefined) this.#notePages.delete(oldest);
    this.#notePages.set(path, body);
    return body;
  }

  /** The heading a link leads to; undefined where the Markdown has none, and the text stays. */
  #link(href: string, from: string): string | undefined {
    const place = href.startsWith('#') ? { path: from, fragment: decodeURIComponent(href.slice(1)) } : placeOf(href);
    if (place === undefined) return href;
    const page = this.#places.get(place.path);
    if (page === undefined) return undefined;
    const number = place.fragment === undefined ? page.first : page.ids.get(place.fragment);
    if (number === undefined || number >= page.first + page.headings) return undefined;
    const name = this.#names.nameOf(number);
    return name === undefined ? undefined : `#${name}`;
  }

  #image(source: string): string | undefined {
    const place = placeOf(source);
    if (place === undefined) return source;
    this.#pictures += 1;
    return this.imageUrl(place.path);
  }

  #imageBytes(source: string): Uint8Array | undefined {
    const place = placeOf(source);
    const entry = place === undefined ? undefined : this.#book.parts.find(place.path);
    return entry === undefined ? undefined : this.bytes(entry);
  }

  /** Keeps a picture of the book, once however often it is shown. */
  imageUrl(path: string): string | undefined {
    if (!this.#context.options.extractImages) return undefined;
    if (this.#images.has(path)) return this.#images.get(path);
    const url = this.#save(path);
    this.#images.set(path, url);
    return url;
  }

  #save(path: string): string | undefined {
    const entry = this.#book.parts.find(path);
    const origin = { kind: 'path', path } as const;
    if (entry === undefined) {
      this.#context.warn('image-missing', 'A picture is shown that the book does not hold.', origin);
      return undefined;
    }
    try {
      const listed = [...this.#book.items.values()].find((item) => item.path === path)?.mediaType;
      const mediaType = listed?.startsWith('image/') ? listed : typeByName(path);
      return this.#context.saveImage({ bytes: this.bytes(entry), mediaType, name: path });
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
      this.#context.warn('image-unreadable', 'A picture is damaged and was left out.', origin);
      return undefined;
    }
  }

  /** The cover, where the book names one that no page shows (EPUB 3.3, D.5.2; OPF 2 by habit). */
  coverItem(): ManifestItem | undefined {
    const cover = [...this.#book.items.values()].find(({ properties }) => properties.has('cover-image'));
    return cover === undefined || this.#shown.has(cover.path) ? undefined : cover;
  }

  /** Tells once what of the book is not in the result. */
  tellLeftOut(): void {
    if (this.#media > 0) {
      this.#context.warn(
        'media-not-converted',
        `${this.#media} recordings, films or embedded files of the book were left out.`,
      );
    }
    if (this.#pictures > 0 && !this.#context.options.extractImages) {
      const message = `${this.#pictures} pictures are not in the result; extract images to keep them.`;
      this.#context.warn('image-not-extracted', message);
    }
  }
}

function blocksOf(page: PreparedPage, context: HtmlContext, settings: HtmlSettings): Generator<Block> {
  return pageBlocks(page.parsed, pageFacts(page.parsed), context, settings);
}

function typeByName(path: string): string {
  const extension = /\.([a-z0-9]{2,5})$/i.exec(path)?.[1]?.toLowerCase() ?? 'bin';
  return imageTypes.get(extension) ?? `image/${extension}`;
}
