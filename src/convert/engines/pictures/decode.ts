// Pictures from bytes to rasters: what the header says is checked before anything is decoded, each frame is brought to
// grey or RGB of bounded size, upright by its EXIF mark, and transparency is laid on the ground its content stands out from.
import type { Metadata, Sharp } from 'sharp';
import { Failure } from '../../../core/failure.ts';
import type { Limits } from '../../../core/limits.ts';
import { limitFailure } from '../../document/budget.ts';
import type { Raster } from '../raster.ts';
import { type BitmapHeader, bitmapHeader, bitmapPixels } from './bitmap.ts';
import { type Orientation, oriented } from './orientation.ts';
import { type PictureKind, pictureKind } from './picture-kind.ts';
import { loadSharp, type OpenPixels } from './sharp-module.ts';
import { type TiffPages, tiffPages } from './tiff-pages.ts';

export type PictureLimits = Pick<Limits, 'imagePixels' | 'imageHeldPixels' | 'rasterPixels' | 'imageFrames'>;

export interface Picture {
  readonly kind: PictureKind;
  /** As stored: not turned by the EXIF mark. */
  readonly width: number;
  readonly height: number;
  /** Frames of an animation or pages of a TIFF, of which no more than `imageFrames` are given. */
  readonly frames: number;
  readonly animated: boolean;
  /** What the decoder found besides pixels: EXIF, IPTC, XMP, text chunks. */
  readonly tags: PictureTags;
  /** One after the other; a frame that cannot be read is left out and told through `lost`. */
  rasters(wanted: (frame: number) => boolean): AsyncGenerator<PictureFrame>;
}

export interface PictureTags {
  readonly exif?: Uint8Array;
  readonly iptc?: Uint8Array;
  readonly xmp?: Uint8Array;
  readonly texts: readonly { readonly keyword: string; readonly text: string }[];
}

export interface PictureFrame {
  /** From 1. */
  readonly number: number;
  /** As stored. */
  readonly width: number;
  readonly height: number;
  /** How the raster was turned to stand upright. */
  readonly orientation: Orientation;
  /** Undefined where nothing of the frame can be read. */
  readonly raster?: Raster;
  /** The file is cut or broken: this is what is left. */
  readonly damaged: boolean;
}

/** Densities outside these are not those of a scanner: 72 and 96 are what programs write when they know nothing. */
const leastDpi = 100;
const mostDpi = 2_400;
/** Frames of an animation are decoded several at a time: each start begins at the first frame again. */
const batchPixels = 8_000_000;

export async function openPicture(bytes: Uint8Array, limits: PictureLimits): Promise<Picture> {
  const kind = pictureKind(bytes);
  if (kind === undefined) throw new Failure('CORRUPTED_FILE', { details: 'The picture is of no known kind.' });
  const sharp = await loadSharp();
  if (kind === 'bmp') return openBitmap(bytes, sharp, limits);
  const pages = kind === 'tiff' ? tiffPages(bytes) : undefined;
  const head = await metadataOf(sharp, pages?.show(0) ?? bytes, limits);
  checkSize(kind, head, limits);
  const frames = pages?.count ?? Math.max(1, head.pages ?? 1);
  const animated = kind !== 'tiff' && frames > 1;
  const decoder = new Decoder(bytes, pages, kind, sharp, limits);
  return {
    kind,
    width: head.width,
    height: head.pageHeight ?? head.height,
    frames,
    animated,
    tags: tagsOf(head),
    rasters: (wanted) =>
      animated ? decoder.animation(head, frames, wanted) : decoder.pages(Math.min(frames, limits.imageFrames), wanted),
  };
}

async function metadataOf(sharp: OpenPixels, bytes: Uint8Array, limits: PictureLimits): Promise<Metadata> {
  try {
    return await sharp(bytes, { limitInputPixels: limits.imagePixels, failOn: 'none' }).metadata();
  } catch (error) {
    throw pictureFailure(error, limits);
  }
}

function pictureFailure(error: unknown, limits: PictureLimits): Failure {
  const message = error instanceof Error ? error.message : '';
  if (/exceeds pixel limit/.test(message)) return limitFailure('imagePixels', limits.imagePixels);
  return new Failure('CORRUPTED_FILE', { details: 'The picture cannot be decoded.', cause: error });
}

/** Kinds that cannot be decoded row by row take memory by their size, so that less is allowed. */
function checkSize(kind: PictureKind, head: Metadata, limits: PictureLimits): void {
  const pixels = head.width * (head.pageHeight ?? head.height);
  if (pixels > limits.imagePixels) throw limitFailure('imagePixels', limits.imagePixels);
  const whole = kind === 'gif' || kind === 'webp' || head.isProgressive;
  if (whole && pixels > limits.imageHeldPixels) throw limitFailure('imageHeldPixels', limits.imageHeldPixels);
}

function orientationOf(head: Metadata): Orientation {
  const value = head.orientation ?? 1;
  return value >= 1 && value <= 8 ? (value as Orientation) : 1;
}

function tagsOf(head: Metadata): PictureTags {
  return {
    ...(head.exif === undefined ? {} : { exif: head.exif }),
    ...(head.iptc === undefined ? {} : { iptc: head.iptc }),
    ...(head.xmp === undefined ? {} : { xmp: head.xmp }),
    texts: head.comments ?? [],
  };
}

const dpiOf = (density: number | undefined): { dpi?: number } =>
  density !== undefined && density >= leastDpi && density <= mostDpi ? { dpi: density } : {};

class Decoder {
  #bytes: Uint8Array;
  readonly #pages: TiffPages | undefined;
  readonly #kind: PictureKind;
  readonly #sharp: OpenPixels;
  readonly #limits: PictureLimits;

  constructor(
    bytes: Uint8Array,
    pages: TiffPages | undefined,
    kind: PictureKind,
    sharp: OpenPixels,
    limits: PictureLimits,
  ) {
    this.#bytes = bytes;
    this.#pages = pages;
    this.#kind = kind;
    this.#sharp = sharp;
    this.#limits = limits;
  }

  /** Pages differ in size, colour and direction. */
  async *pages(count: number, wanted: (frame: number) => boolean): AsyncGenerator<PictureFrame> {
    for (let page = 0; page < count; page += 1) {
      if (!wanted(page + 1)) continue;
      yield await this.#page(page, count === 1);
    }
  }

  async #page(page: number, only: boolean): Promise<PictureFrame> {
    try {
      this.#bytes = this.#pages?.show(page) ?? this.#bytes;
      const head = await metadataOf(this.#sharp, this.#bytes, this.#limits);
      checkSize(this.#kind, head, this.#limits);
      const { width, height } = head;
      const { pixels, info, damaged } = await this.#decode(0, 1, head);
      const stored = rasterFrom(pixels, info, head);
      const orientation = orientationOf(head);
      return { number: page + 1, width, height, orientation, raster: oriented(stored, orientation), damaged };
    } catch (error) {
      // A document of this one page has nothing else to give.
      if (only || !(error instanceof Failure)) throw error;
      return { number: page + 1, width: 0, height: 0, orientation: 1, damaged: true };
    }
  }

  /** Frames of one size, several at a time. */
  async *animation(head: Metadata, frames: number, wanted: (frame: number) => boolean): AsyncGenerator<PictureFrame> {
    const width = head.width;
    const height = head.pageHeight ?? head.height;
    const count = Math.min(frames, this.#limits.imageFrames);
    const step = Math.max(1, Math.min(count, Math.floor(batchPixels / (width * height))));
    for (let from = 0; from < count; from += step) {
      const many = Math.min(step, count - from);
      const numbers = Array.from({ length: many }, (_, at) => from + at + 1);
      if (!numbers.some(wanted)) continue;
      const { pixels, info, damaged } = await this.#decode(from, many, head);
      const size = pixels.length / many;
      for (const [at, number] of numbers.entries()) {
        if (!wanted(number)) continue;
        const part = pixels.subarray(at * size, (at + 1) * size);
        const raster = rasterFrom(part, { ...info, height: info.height / many }, head);
        yield { number, width, height, orientation: 1, raster, damaged };
      }
    }
  }

  /** Strictly first; what is left of a damaged picture where that fails. */
  async #decode(page: number, pages: number, head: Metadata) {
    try {
      return { ...(await this.#pixels(page, pages, head, 'error')), damaged: false };
    } catch {
      try {
        return { ...(await this.#pixels(page, pages, head, 'none')), damaged: true };
      } catch (error) {
        throw pictureFailure(error, this.#limits);
      }
    }
  }

  async #pixels(page: number, pages: number, head: Metadata, failOn: 'error' | 'none') {
    const open = (): Sharp =>
      this.#sharp(this.#bytes, {
        limitInputPixels: this.#limits.imagePixels,
        failOn,
        sequentialRead: true,
        page,
        pages,
      });
    let pipeline = open();
    if (head.hasAlpha) pipeline = pipeline.flatten({ background: await groundOf(open) });
    // Several frames of an animation together are no larger than one picture may be.
    const size =
      pages === 1 ? smallerSize(head.width, head.pageHeight ?? head.height, this.#limits.rasterPixels) : undefined;
    if (size !== undefined) pipeline = pipeline.resize({ ...size, fit: 'fill' });
    const grey = head.space === 'b-w' || head.space === 'grey16';
    const { data, info } = await pipeline
      .toColourspace(grey ? 'b-w' : 'srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { pixels: new Uint8Array(data.buffer, data.byteOffset, data.length), info };
  }
}

function smallerSize(width: number, height: number, most: number): { width: number; height: number } | undefined {
  if (width * height <= most) return undefined;
  const scale = Math.sqrt(most / (width * height));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

function rasterFrom(
  pixels: Uint8Array,
  info: { readonly width: number; readonly height: number; readonly channels: number },
  head: Metadata,
): Raster {
  const { width, height, channels } = info;
  const { dpi } = dpiOf(head.density);
  const facts = {
    width,
    height,
    ...(dpi === undefined ? {} : { dpi: Math.round((dpi * width) / Math.max(1, head.width)) }),
  };
  if (channels === 1 || channels === 3) return { ...facts, channels, pixels };
  throw new Failure('INTERNAL', { cause: `a decoded picture has ${channels} channels` });
}

/** The side a picture is looked at with to choose the ground under it. */
const sampleSide = 512;

/** White, or black where what is painted is nearly white itself. */
async function groundOf(open: () => Sharp): Promise<string> {
  const { data, info } = await open()
    .resize({ width: sampleSide, height: sampleSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  let light = 0;
  let painted = 0;
  let clear = 0;
  for (let at = 0; at + 3 < data.length; at += info.channels) {
    const alpha = data[at + 3] as number;
    light += alpha * (0.3 * (data[at] as number) + 0.59 * (data[at + 1] as number) + 0.11 * (data[at + 2] as number));
    painted += alpha;
    clear += 255 - alpha;
  }
  return clear > 0 && painted > 0 && light / painted > 170 ? '#000000' : '#ffffff';
}

async function openBitmap(bytes: Uint8Array, sharp: OpenPixels, limits: PictureLimits): Promise<Picture> {
  const header = bitmapHeader(bytes);
  if (header === undefined)
    throw new Failure('CORRUPTED_FILE', { details: 'The header of the bitmap makes no sense.' });
  const { width, height } = header;
  if (width * height > limits.imageHeldPixels) throw limitFailure('imageHeldPixels', limits.imageHeldPixels);
  // Without compression the rows are as long as the header says: what is not there need not be made room for.
  if (header.compression === 'none' || header.compression === 'masks') {
    const rows = Math.floor((bytes.length - header.pixelsAt) / Math.max(1, (width * header.bits) / 8));
    if (rows < 1) throw new Failure('CORRUPTED_FILE', { details: 'The bitmap holds no pixels.' });
  }
  return {
    kind: 'bmp',
    width,
    height,
    frames: 1,
    animated: false,
    tags: { texts: [] },
    async *rasters(wanted) {
      if (wanted(1)) yield await bitmapFrame(bytes, header, sharp, limits);
    },
  };
}

async function bitmapFrame(
  bytes: Uint8Array,
  header: BitmapHeader,
  sharp: OpenPixels,
  limits: PictureLimits,
): Promise<PictureFrame> {
  const { width, height } = header;
  const { pixels, cut } = bitmapPixels(bytes, header);
  const size = smallerSize(width, height, limits.rasterPixels);
  const frame = { number: 1, width, height, orientation: 1, damaged: cut } as const;
  if (size === undefined) return { ...frame, raster: { width, height, channels: 3, pixels, ...dpiOf(header.dpi) } };
  const data = await sharp(pixels, { raw: { width, height, channels: 3 }, limitInputPixels: limits.imagePixels })
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer();
  return { ...frame, raster: { ...size, channels: 3, pixels: data } };
}
