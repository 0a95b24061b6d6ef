// The reader of e-books (EPUB 2 and 3): the pages of the book in reading order, each through the HTML reader. The book is
// gone through twice, once to learn where its links lead, once to write it; only one page is held at a time.
import { Failure } from '../../../core/failure.ts';
import { ZipArchive } from '../../containers/zip.ts';
import { image, paragraph } from '../../document/build.ts';
import { placedAt } from '../../document/origin.ts';
import type { Block } from '../../document/tree.ts';
import type { Read, ReadContext } from '../../format.ts';
import { bytesSource } from '../../input.ts';
import { wantsPage } from '../../options.ts';
import { BookReading } from './book-reading.ts';
import { bookFacts } from './metadata.ts';
import { readNavigation } from './navigation.ts';
import { isPage, type ManifestItem, openBook } from './package-document.ts';
import { refuseProtected } from './protection.ts';

export const read: Read = async function* (input, context) {
  const archive = new ZipArchive(input.source, context);
  const book = openBook(archive, context);
  refuseProtected(book, context);
  const navigation = readNavigation(book, context);
  const { facts, head } = bookFacts(book.metadata, context.limits.liveNodes);
  context.describe({ ...facts, pages: navigation.printedPages || Math.max(1, book.spine.length) });
  const reading = new BookReading(book, navigation, context);
  const chapters = book.spine
    .map((item, index) => ({ item, number: index + 1 }))
    .filter(({ number }) => wantsPage(context.options, number));

  for (const { item, number } of chapters) {
    if (context.signal.aborted) throw new Failure('PROCESSING_TIMEOUT', { cause: context.signal.reason });
    if (isPage(item)) reading.scan(item);
    context.progress(number / 2, book.spine.length);
  }
  reading.startWriting();
  if (head !== undefined && wantsPage(context.options, 1)) yield { ...head, origin: { kind: 'path', path: book.path } };
  yield* coverBlocks(reading, context);
  for (const { item, number } of chapters) {
    const origin = { kind: 'path', path: item.path } as const;
    if (context.options.pageMarkers) yield { type: 'comment', value: `chapter ${number}`, origin };
    for await (const block of chapterBlocks(item, number, reading, context)) yield placedAt(block, origin);
    context.progress(book.spine.length / 2 + number / 2, book.spine.length);
  }
  reading.tellLeftOut();
};

/** A cover that no page shows. */
function* coverBlocks(reading: BookReading, context: ReadContext): Generator<Block> {
  const cover = reading.coverItem();
  if (cover === undefined || !context.options.extractImages || !wantsPage(context.options, 1)) return;
  const url = reading.imageUrl(cover.path);
  if (url !== undefined) yield { ...paragraph([image(url, 'Cover')]), origin: { kind: 'path', path: cover.path } };
}

async function* chapterBlocks(
  item: ManifestItem,
  number: number,
  reading: BookReading,
  context: ReadContext,
): AsyncGenerator<Block> {
  const origin = { kind: 'path', path: item.path } as const;
  const { entry } = item;
  try {
    if (entry === undefined)
      context.warn('chapter-missing', 'A chapter is listed that the book does not hold.', origin);
    else if (isPage(item)) yield* reading.chapter(item, number);
    else if (item.mediaType.startsWith('image/')) {
      const url = reading.imageUrl(item.path);
      if (url !== undefined) yield paragraph([image(url, '')]);
    } else {
      const bytes = reading.bytes(entry);
      yield* context.readEmbedded({ source: bytesSource(bytes), name: item.path, mediaType: item.mediaType });
    }
  } catch (error) {
    // One page that cannot be read leaves the others; limits still stop the conversion.
    if (!(error instanceof Failure) || !passable.has(error.code)) throw error;
    context.warn('chapter-unreadable', `A chapter could not be read and was left out: ${error.message}`, origin);
  }
}

const passable = new Set(['CORRUPTED_FILE', 'UNSUPPORTED_FORMAT', 'EMPTY_DOCUMENT']);
