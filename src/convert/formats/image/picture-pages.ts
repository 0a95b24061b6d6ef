// The pages that are read in a picture: each frame through the engine, several at a time where it can, then as a page for
// the layout. Images given as documents and pictures inside documents both come this way.
import { Failure } from '../../../core/failure.ts';
import type { OcrReading, OcrRequest } from '../../engines/ocr/port.ts';
import type { Picture, PictureFrame } from '../../engines/pictures/decode.ts';
import { storedPlace } from '../../engines/pictures/orientation.ts';
import type { Raster } from '../../engines/raster.ts';
import type { ReadContext } from '../../format.ts';
import { lettersOf, withoutNoise } from '../../layout/ocr-noise.ts';
import { ocrPage } from '../../layout/ocr-page.ts';
import type { Box, PageContent } from '../../layout/page.ts';
import { DocumentSizes } from '../../layout/type-size.ts';
import { greyFields, looksAlike, ShownLines } from './frames-alike.ts';

export interface PicturePage {
  readonly frame: PictureFrame;
  /** Undefined where the frame shows no text, or none that is new. */
  readonly content?: PageContent;
  /** Words left out as noise. */
  readonly dropped: number;
  /** The frame says the same as one before it and was not read. */
  readonly repeated: boolean;
  /** What kept the frame from being read. */
  readonly failure?: Failure;
}

/** Fewer letters and digits than this on a page are no text. */
const fewestLetters = 2;
/** Smaller pictures hold no line of type. */
export const leastSide = 8;

export const ocrRequest = ({ options, signal }: Pick<ReadContext, 'options' | 'signal'>): OcrRequest => ({
  type: options.ocrType,
  languages: options.ocrLanguages ?? ['en'],
  signal,
});

export async function* picturePages(
  picture: Picture,
  context: Pick<ReadContext, 'options' | 'signal' | 'engines'>,
  wanted: (frame: number) => boolean = () => true,
): AsyncGenerator<PicturePage> {
  const request = ocrRequest(context);
  const engine = await context.engines.ocr();
  const shown = picture.animated ? new ShownLines() : undefined;
  let last: Float64Array | undefined;
  const sizes = new DocumentSizes();
  const waiting: { readonly frame: PictureFrame; readonly reading: Promise<OcrReading | Failure> }[] = [];
  const next = async (): Promise<PicturePage> => {
    const { frame, reading } = waiting.shift() as (typeof waiting)[number];
    return pageOf(picture, frame, await reading, sizes, shown);
  };
  for await (const frame of picture.rasters(wanted)) {
    const { raster } = frame;
    const fields = picture.animated && raster !== undefined ? greyFields(raster) : undefined;
    const repeated = fields !== undefined && last !== undefined && looksAlike(fields, last);
    if (fields !== undefined && !repeated) last = fields;
    if (raster === undefined || repeated || Math.min(raster.width, raster.height) < leastSide || isBlank(raster)) {
      while (waiting.length > 0) yield await next();
      yield { frame: bare(frame), dropped: 0, repeated };
      continue;
    }
    // A failure is looked at in its turn; until then it must not count as one nobody handles.
    const reading = engine.read(raster, request).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'OCR_FAILED') return error;
      throw error;
    });
    reading.catch(() => {});
    waiting.push({ frame, reading });
    if (waiting.length >= Math.max(1, engine.parallel)) yield await next();
  }
  while (waiting.length > 0) yield await next();
}

/** Lightest and darkest differ by less than this: paper, a wall, a lens cap. */
const leastContrast = 12;

function isBlank({ channels, pixels }: Raster): boolean {
  for (let channel = 0; channel < channels; channel += 1) {
    let least = 255;
    let most = 0;
    for (let at = channel; at < pixels.length; at += channels) {
      const value = pixels[at] as number;
      if (value < least) least = value;
      if (value > most) most = value;
      if (most - least >= leastContrast) return false;
    }
  }
  return true;
}

/** The frame without its pixels, which nobody needs once it is read. */
const bare = ({ number, width, height, damaged }: PictureFrame): PictureFrame => ({ number, width, height, damaged });

function pageOf(
  picture: Picture,
  frame: PictureFrame,
  reading: OcrReading | Failure,
  sizes: DocumentSizes,
  shown: ShownLines | undefined,
): PicturePage {
  if (reading instanceof Failure) return { frame: bare(frame), dropped: 0, repeated: false, failure: reading };
  const { words, dropped } = withoutNoise(reading.words);
  const fresh = shown === undefined ? words : shown.fresh(words);
  let letters = 0;
  for (const { text } of fresh) letters += lettersOf(text);
  const page = { frame: bare(frame), dropped, repeated: false };
  if (letters < fewestLetters || frame.raster === undefined) return page;
  const { width, height, dpi } = frame.raster;
  const content = ocrPage(
    { ...reading, words: fresh },
    {
      number: frame.number,
      width,
      height,
      ...(dpi === undefined ? {} : { dpi }),
      place: placeOn(picture, frame, frame.raster),
      sizes,
    },
  );
  return { ...page, content };
}

/** From the raster to the pixels of the picture as it is stored. */
function placeOn(picture: Picture, frame: PictureFrame, { width, height }: Raster): (box: Box) => Box {
  const swapped = picture.orientation >= 5;
  const x = (swapped ? frame.height : frame.width) / width;
  const y = (swapped ? frame.width : frame.height) / height;
  return (box) =>
    storedPlace(
      { left: box.left * x, top: box.top * y, right: box.right * x, bottom: box.bottom * y },
      picture.orientation,
      frame.width,
      frame.height,
    );
}
