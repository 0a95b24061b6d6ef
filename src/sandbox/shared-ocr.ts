// OCR inside a child: pictures are offered to idle children first and read here when none has time, so that the pages of
// one document use every core. Pixels and readings travel as files; nothing a document says crosses this way.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Engines } from '../convert/engines/engines.ts';
import type { OcrEngine, OcrReading, OcrRequest } from '../convert/engines/ocr/port.ts';
import type { Raster } from '../convert/engines/raster.ts';
import {
  type ConversionTask,
  messageLimits,
  type PictureTask,
  pixelsPath,
  type RecogniseMessage,
  readingPath,
} from './protocol.ts';

/** Smaller pictures are read sooner than they are handed over. */
const leastPixels = 200_000;

export interface Offers {
  /** Engines for one task, sharing pictures with up to so many other children. */
  engines(task: ConversionTask, helpers: number, ask: (ask: number, picture: PictureTask) => void): Engines;
  /** The parent's answer to an offer. */
  answered(ask: number, read: boolean): void;
}

export function createOffers(own: Engines): Offers {
  const open = new Map<number, (read: boolean) => void>();
  let asks = 0;

  async function handOver(
    task: ConversionTask,
    raster: Raster,
    request: OcrRequest,
    ask: (ask: number, picture: PictureTask) => void,
  ): Promise<OcrReading | undefined> {
    asks += 1;
    const number = asks;
    const files = [pixelsPath(task, number), readingPath(task, number)] as const;
    try {
      writeFileSync(files[0], raster.pixels, { flag: 'wx' });
      const read = await new Promise<boolean>((resolve) => {
        open.set(number, resolve);
        ask(number, {
          width: raster.width,
          height: raster.height,
          channels: raster.channels,
          ...(raster.dpi === undefined ? {} : { dpi: raster.dpi }),
          ocrType: request.type,
          languages: request.languages,
        });
      });
      return read ? (JSON.parse(readFileSync(files[1], 'utf8')) as OcrReading) : undefined;
    } finally {
      open.delete(number);
      for (const file of files) rmSync(file, { force: true });
    }
  }

  return {
    engines(task, helpers, ask) {
      if (helpers === 0) return own;
      let handed = 0;
      return {
        speech: () => own.speech(),
        async ocr(): Promise<OcrEngine> {
          const engine = await own.ocr();
          return {
            parallel: engine.parallel + helpers,
            // Sooner seen here than handed over.
            lines: (raster) => engine.lines(raster),
            async read(raster, request) {
              const pixels = raster.width * raster.height;
              const fits = Math.max(raster.width, raster.height) <= messageLimits.pictureSide;
              if (handed < helpers && pixels >= leastPixels && fits) {
                handed += 1;
                try {
                  const reading = await handOver(task, raster, request, ask);
                  if (reading !== undefined) return reading;
                } finally {
                  handed -= 1;
                }
              }
              return engine.read(raster, request);
            },
          };
        },
      };
    },
    answered: (ask, read) => open.get(ask)?.(read),
  };
}

/** Reads a picture for another child. */
export async function readForOther(message: RecogniseMessage, own: Engines): Promise<void> {
  const { picture } = message;
  const pixels = readFileSync(message.pixelsPath);
  const { width, height, channels } = picture;
  if (pixels.length !== width * height * channels) throw new Error('the pixels are not of the size that was told');
  const engine = await own.ocr();
  const reading = await engine.read(
    { width, height, channels, pixels, ...(picture.dpi === undefined ? {} : { dpi: picture.dpi }) },
    { type: picture.ocrType, languages: picture.languages, signal: new AbortController().signal },
  );
  writeFileSync(message.readingPath, JSON.stringify(reading), { flag: 'wx' });
}
