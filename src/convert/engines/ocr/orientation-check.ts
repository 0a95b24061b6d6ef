// Reads a picture the way the letters say it stands, and where they left a doubt and the reading is poor, tries the other
// ways on a part of it before the whole is read again.
import type { Raster } from '../raster.ts';
import { meanConfidence } from './confidence.ts';
import type { Quarter } from './orientation.ts';
import type { OcrRequest, OcrWord } from './port.ts';
import { type Prepared, prepare } from './prepare.ts';
import type { Tesseract } from './tesseract.ts';

export interface UprightReading {
  readonly prepared: Prepared;
  /** In pixels of `prepared.grey`. */
  readonly words: readonly OcrWord[];
}

/** Print read the right way round is surer than this; read upside down it hardly ever is. */
const surelyUpright = 0.7;
/** Another way must be so much better to be taken. */
const clearlyBetter = 1.25;
/** Rows of letters in the part that is tried. */
const triedLetters = 14;

export async function readUpright(
  raster: Raster,
  request: Pick<OcrRequest, 'languages' | 'signal'>,
  tesseract: Tesseract,
  original = false,
): Promise<UprightReading> {
  const prepared = await prepare(raster, { original });
  request.signal.throwIfAborted();
  const words = await tesseract.read(prepared.grey, request.languages);
  const first = { prepared, words };
  if (prepared.doubts.length === 0 || worth(words) >= surelyUpright) return first;
  let best: { readonly turn: Quarter; readonly worth: number } = { turn: prepared.turned, worth: worth(words) };
  for (const turn of prepared.doubts) {
    const tried = await prepare(raster, { turn });
    request.signal.throwIfAborted();
    const found = worth(await tesseract.read(densestBand(tried), request.languages));
    if (found > best.worth * clearlyBetter) best = { turn, worth: found };
  }
  if (best.turn === prepared.turned) return first;
  const again = await prepare(raster, { turn: best.turn, original });
  request.signal.throwIfAborted();
  return { prepared: again, words: await tesseract.read(again.grey, request.languages) };
}

/** Confidence, of words and not of lone marks that grain or a drawing was taken for. */
function worth(words: readonly OcrWord[]): number {
  return meanConfidence(words.filter(({ text }) => /[\p{L}\p{N}]{2}/u.test(text)));
}

/** The band across the picture with the most ink. */
function densestBand({ grey, letterSize }: Prepared): Raster {
  const { width, height, pixels } = grey;
  const rows = Math.min(height, Math.max(200, Math.round(triedLetters * Math.max(letterSize, 20))));
  const dark = new Uint32Array(height);
  for (let y = 0; y < height; y += 1) {
    let count = 0;
    for (let x = 0; x < width; x += 1) if ((pixels[y * width + x] as number) < 128) count += 1;
    // A dark margin is no text.
    dark[y] = count < width / 2 ? count : 0;
  }
  let sum = 0;
  for (let y = 0; y < rows; y += 1) sum += dark[y] as number;
  let [top, most] = [0, sum];
  for (let y = rows; y < height; y += 1) {
    sum += (dark[y] as number) - (dark[y - rows] as number);
    if (sum > most) [most, top] = [sum, y - rows + 1];
  }
  return { width, height: rows, channels: 1, pixels: pixels.subarray(top * width, (top + rows) * width) };
}
