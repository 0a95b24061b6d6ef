// Hands pictures of pages to the engine that reads them, keeps count of what came back, and remembers small pictures that
// come again on every page, such as a letterhead.
import { createHash } from 'node:crypto';
import { Failure } from '../../../core/failure.ts';
import type { OcrEngine, OcrReading, PrintedLine } from '../../engines/ocr/port.ts';
import type { Raster } from '../../engines/raster.ts';
import type { ReadContext } from '../../format.ts';
import type { Word } from '../../layout/page.ts';

/** Pictures handed in at one time, however many the engine would take: each holds the pixels of a page. */
const mostAtOnce = 8;
/** Readings that are remembered, and of pictures up to how many pixels. */
const mostRemembered = 64;
const rememberedPixels = 1_500_000;

export class OcrDesk {
  readonly #context: ReadContext;
  readonly #known = new Map<string, Promise<OcrReading>>();
  readonly #pages = new Set<number>();
  #engine: OcrEngine | undefined;
  #waiting = 0;
  #chars = 0;
  #sum = 0;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /** Only an engine that is there says how many pictures it reads at one time. */
  async open(): Promise<void> {
    // What keeps it from being loaded is told with the first picture.
    await this.#opened().catch(() => undefined);
  }

  /** Pictures of another page may be handed in before the answers to the last ones are there. */
  get isFree(): boolean {
    return this.#waiting < Math.min(mostAtOnce, this.#engine?.parallel ?? 1);
  }

  /** Nothing is being read. */
  get isIdle(): boolean {
    return this.#waiting === 0;
  }

  /** The pictures of one page, one after the other; they count as one. */
  async read(pictures: readonly Raster[]): Promise<OcrReading[]> {
    this.#waiting += 1;
    try {
      const readings: OcrReading[] = [];
      for (const picture of pictures) readings.push(await this.#readOne(picture));
      return readings;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Where lines of print are to be seen in a picture; undefined where it cannot be told. */
  async linesIn(picture: Raster): Promise<readonly PrintedLine[] | undefined> {
    await this.open();
    return this.#engine?.lines(picture);
  }

  async #opened(): Promise<OcrEngine> {
    this.#engine ??= await this.#context.engines.ocr();
    return this.#engine;
  }

  #readOne(picture: Raster): Promise<OcrReading> {
    if (picture.width * picture.height > rememberedPixels) return this.#ask(picture);
    const key = createHash('sha256')
      .update(`${picture.width} ${picture.channels} `)
      .update(picture.pixels)
      .digest('hex');
    let reading = this.#known.get(key);
    if (reading === undefined) {
      reading = this.#ask(picture);
      if (this.#known.size < mostRemembered) this.#known.set(key, reading);
    }
    return reading;
  }

  async #ask(picture: Raster): Promise<OcrReading> {
    const { options, signal } = this.#context;
    if (signal.aborted) throw stopped(signal);
    try {
      return await (await this.#opened()).read(picture, {
        type: options.ocrType,
        languages: options.ocrLanguages ?? defaultLanguages,
        signal,
      });
    } catch (error) {
      if (signal.aborted) throw stopped(signal);
      throw error;
    }
  }

  /** Words of a page that were taken over. */
  note(page: number, words: readonly Word[]): void {
    if (words.length === 0) return;
    this.#pages.add(page);
    for (const { text, confidence } of words) {
      this.#chars += text.length;
      this.#sum += text.length * (confidence ?? 0);
    }
  }

  describe(): void {
    if (this.#pages.size === 0) return;
    this.#context.describe({
      ocrUsed: true,
      ocrPages: [...this.#pages].sort((one, other) => one - other),
      ocrConfidence: Math.round((1000 * this.#sum) / Math.max(1, this.#chars)) / 1000,
    });
  }
}

const defaultLanguages: readonly string[] = ['en'];

const stopped = (signal: AbortSignal): Failure => new Failure('PROCESSING_TIMEOUT', { cause: signal.reason });

/** A failure that is not the picture's: no other page would fare better. */
export function endsReading(error: unknown): boolean {
  return !(error instanceof Failure) || error.code === 'UNSUPPORTED_LANGUAGE' || error.code === 'PROCESSING_TIMEOUT';
}
