// Reads pictures: each frame or page is read by OCR and goes through the layout of all pages. A picture without text
// gives what its file says of it, never an empty result.
import type { Block } from '../../document/tree.ts';
import { openPicture, type Picture } from '../../engines/pictures/decode.ts';
import type { PictureKind } from '../../engines/pictures/picture-kind.ts';
import type { Read, ReadContext } from '../../format.ts';
import { wholeContent } from '../../input.ts';
import { analysePage, type PageItems } from '../../layout/analyse-page.ts';
import { withoutFurniture } from '../../layout/furniture.ts';
import { joinedPages } from '../../layout/joined-pages.ts';
import type { PageContent } from '../../layout/page.ts';
import { countHeadings, pageBlocks } from '../../layout/page-blocks.ts';
import { TypeCensus } from '../../layout/type-census.ts';
import { wantsPage } from '../../options.ts';
import { type PictureFacts, pictureDescription, pictureFacts, writtenFacts } from './picture-facts.ts';
import { picturePages } from './picture-pages.ts';

/** Pages that are held at one time: sizes of type and repeated lines are counted over them. */
const heldPages = 32;

const titles: Record<PictureKind, string> = {
  jpeg: 'JPEG image',
  png: 'PNG image',
  gif: 'GIF image',
  webp: 'WebP image',
  tiff: 'TIFF image',
  bmp: 'BMP image',
};

export const read: Read = async function* (input, context) {
  const picture = await openPicture(wholeContent(input.source, context.limits.wholeFileBytes), context.limits);
  const facts = pictureFacts(picture.tags);
  describe(picture, facts, context);
  if (context.options.ocrMode === 'never') {
    context.warn('ocr-off', 'Text in the picture was not read, as OCR is turned off.');
    yield* pictureDescription(picture, titles[picture.kind], facts);
    return;
  }
  const tally = new Tally();
  const census = new TypeCensus();
  let held: PageItems[] = [];
  let begun = false;
  const head = function* (): Generator<Block> {
    if (!begun) yield* writtenFacts(facts);
    begun = true;
  };
  const wanted = (frame: number): boolean => wantsPage(context.options, frame);
  for await (const { frame, content, dropped, repeated, failure } of picturePages(picture, context, wanted)) {
    context.progress(frame.number - 1, picture.frames);
    tally.noise += dropped;
    if (repeated) tally.repeated += 1;
    const origin = { kind: 'page', page: frame.number } as const;
    if (failure !== undefined && picture.frames === 1) throw failure;
    if (failure !== undefined) context.warn('page-unreadable', `Page ${frame.number} could not be read.`, origin);
    if (frame.damaged) tally.damaged ??= frame.number;
    if (content === undefined) continue;
    tally.add(content);
    census.add(content.words);
    held.push(analysePage(content));
    if (held.length < heldPages) continue;
    yield* head();
    yield* written(held, picture, census, context);
    held = [];
  }
  if (held.length > 0) {
    yield* head();
    yield* written(held, picture, census, context);
  }
  tally.tell(picture, context);
  if (!begun) yield* pictureDescription(picture, titles[picture.kind], facts);
};

function describe({ frames }: Picture, facts: PictureFacts, context: ReadContext): void {
  context.describe({
    pages: frames,
    ...(facts.title === undefined ? {} : { title: facts.title }),
    ...(facts.author === undefined ? {} : { author: facts.author }),
  });
}

function* written(
  held: readonly PageItems[],
  { animated }: Picture,
  census: TypeCensus,
  context: ReadContext,
): Generator<Block> {
  // Frames of an animation are no pages of one text.
  const pages = animated ? held : joinedPages(withoutRunning(held, context), census);
  for (const page of pages) countHeadings(page, census);
  for (const page of pages) {
    if (context.options.pageMarkers) yield { type: 'comment', value: `page ${page.content.number}` };
    yield* pageBlocks(page, census);
  }
}

function withoutRunning(held: readonly PageItems[], context: ReadContext): readonly PageItems[] {
  const { pages, texts } = withoutFurniture(held);
  if (texts.length > 0) {
    const shown = texts.slice(0, 5).map((text) => `"${text.slice(0, 80)}"`);
    context.warn(
      'running-text',
      `Texts that repeat in the margins of pages were left out, such as ${shown.join(', ')}.`,
    );
  }
  return pages;
}

/** What is told once all frames are read. */
class Tally {
  noise = 0;
  repeated = 0;
  damaged: number | undefined;
  readonly #pages: number[] = [];
  #characters = 0;
  #sum = 0;

  add({ number, words }: PageContent): void {
    this.#pages.push(number);
    for (const { text, confidence } of words) {
      this.#characters += text.length;
      this.#sum += text.length * (confidence ?? 0);
    }
  }

  tell({ frames, animated }: Picture, context: ReadContext): void {
    const { imageFrames } = context.limits;
    if (this.damaged !== undefined) {
      const origin = { kind: 'page', page: this.damaged } as const;
      context.warn('image-damaged', 'The picture is damaged or cut off; what is left of it was read.', origin);
    }
    if (frames > imageFrames) {
      context.warn('frames-left-out', `The picture has ${frames} frames; the first ${imageFrames} were read.`);
    }
    if (this.repeated > 0) {
      const message = `${this.repeated} frames look like the one before them and were not read again.`;
      context.warn('frames-repeated', message);
    }
    if (this.noise > 0) {
      context.warn('ocr-noise-dropped', `${this.noise} words that are most likely not text were left out.`);
    }
    context.describe({ ocrUsed: true });
    if (this.#characters === 0) {
      context.warn('no-text-in-picture', animated ? 'No frame shows text.' : 'The picture shows no text.');
      return;
    }
    context.describe({
      ocrPages: this.#pages,
      ocrConfidence: Math.round((1000 * this.#sum) / this.#characters) / 1000,
    });
  }
}
