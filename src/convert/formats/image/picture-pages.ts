// The pages that are read in a picture: each frame through the engine, several at a time where it can, then as a page for
// the layout. Images given as documents and pictures inside documents both come this way.
import { Failure } from '../../../core/failure.ts';
import type { OcrEngine, OcrReading, OcrRequest } from '../../engines/ocr/port.ts';
import type { Picture, PictureFrame } from '../../engines/pictures/decode.ts';
import { storedPlace } from '../../engines/pictures/orientation.ts';
import type { Raster } from '../../engines/raster.ts';
import type { ReadContext } from '../../format.ts';
import { lettersOf, withoutNoise } from '../../layout/ocr-noise.ts';
import { ocrPage } from '../../layout/ocr-page.ts';
import type { Box, PageContent } from '../../layout/page.ts';
import { DocumentSizes } from '../../layout/type-size.ts';
import { type ContentArea, contentArea } from './content-area.ts';
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
const leastSide = 8;

const ocrRequest = ({ options, signal }: Pick<ReadContext, 'options' | 'signal'>): OcrRequest => ({
  type: options.ocrType,
  languages: options.ocrLanguages ?? ['en'],
  signal,
});

export async function* picturePages(
  picture: Picture,
  context: Pick<ReadContext, 'options' | 'signal' | 'engines'>,
  wanted: (frame: number) => boolean = () => true,
  isWorthReading: (engine: OcrEngine, raster: Raster) => Promise<boolean> = async () => true,
): AsyncGenerator<PicturePage> {
  const request = ocrRequest(context);
  const engine = await context.engines.ocr();
  const shown = picture.animated ? new ShownLines() : undefined;
  let last: Float64Array | undefined;
  const sizes = new DocumentSizes();
  const waiting: { readonly read: ReadFrame; readonly reading: Promise<OcrReading | Failure> }[] = [];
  const next = async (): Promise<PicturePage> => {
    const { read, reading } = waiting.shift() as (typeof waiting)[number];
    return pageOf(read, await reading, sizes, shown);
  };
  for await (const frame of picture.rasters(wanted)) {
    const { raster } = frame;
    const fields = picture.animated && raster !== undefined ? greyFields(raster) : undefined;
    const repeated = fields !== undefined && last !== undefined && looksAlike(fields, last);
    if (fields !== undefined && !repeated) last = fields;
    const mayBeRead =
      raster !== undefined && !repeated && Math.min(raster.width, raster.height) >= leastSide && !isBlank(raster);
    const area = mayBeRead ? contentArea(raster) : undefined;
    if (raster === undefined || area === undefined || !(await isWorthReading(engine, area.raster))) {
      while (waiting.length > 0) yield await next();
      yield { frame: bare(frame), dropped: 0, repeated };
      continue;
    }
    // A failure is looked at in its turn; until then it must not count as one nobody handles.
    const reading = engine.read(area.raster, request).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'OCR_FAILED') return error;
      throw error;
    });
    reading.catch(() => {});
    const { width, height, dpi } = area.raster;
    const place = placeOn(frame, raster, area);
    waiting.push({ read: { frame: bare(frame), width, height, dpi, place }, reading });
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
const bare = ({ raster: _, ...frame }: PictureFrame): PictureFrame => frame;

/** What is known of a frame while it is read: all but its pixels. */
interface ReadFrame {
  readonly frame: PictureFrame;
  readonly width: number;
  readonly height: number;
  readonly dpi: number | undefined;
  readonly place: (box: Box) => Box;
}

function pageOf(
  { frame, width, height, dpi, place }: ReadFrame,
  reading: OcrReading | Failure,
  sizes: DocumentSizes,
  shown: ShownLines | undefined,
): PicturePage {
  if (reading instanceof Failure) return { frame, dropped: 0, repeated: false, failure: reading };
  const { words, dropped } = withoutNoise(reading.words);
  const fresh = shown === undefined ? words : shown.fresh(words);
  let letters = 0;
  for (const { text } of fresh) letters += lettersOf(text);
  const page = { frame, dropped, repeated: false };
  if (letters < fewestLetters) return page;
  const settings = { number: frame.number, width, height, ...(dpi === undefined ? {} : { dpi }), place };
  return { ...page, content: ocrPage({ ...reading, words: fresh }, { ...settings, sizes }) };
}

/** From the part that was read to the pixels of the picture as it is stored. */
function placeOn(frame: PictureFrame, raster: Raster, { left, top }: ContentArea): (box: Box) => Box {
  const { orientation } = frame;
  const x = (orientation >= 5 ? frame.height : frame.width) / raster.width;
  const y = (orientation >= 5 ? frame.width : frame.height) / raster.height;
  return (box) =>
    storedPlace(
      {
        left: (left + box.left) * x,
        top: (top + box.top) * y,
        right: (left + box.right) * x,
        bottom: (top + box.bottom) * y,
      },
      orientation,
      frame.width,
      frame.height,
    );
}
