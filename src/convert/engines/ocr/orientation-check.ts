// Reads a picture the way its letters say it stands. Where they left a doubt and the reading is poor, the other ways are
// tried on a part of it before the whole is read again.
import type { Raster } from '../raster.ts';
import { meanConfidence } from './confidence.ts';
import type { Quarter } from './orientation.ts';
import type { OcrRequest, OcrWord } from './port.ts';
import { type Prepared, prepare } from './prepare.ts';
import type { Recogniser } from './tesseract.ts';

export interface UprightReading {
  readonly prepared: Prepared;
  /** In pixels of `prepared.grey`. */
  readonly words: readonly OcrWord[];
}

/** Another engine's word on how the picture has to be turned: degrees clockwise, and by what margin it is sure (0..1). */
export type AskTurn = (picture: Raster) => Promise<{ readonly turn: number; readonly margin: number }>;

type Request = Pick<OcrRequest, 'languages' | 'signal'>;

/** Print read the right way round is surer than this; read upside down it hardly ever is. */
const surelyUpright = 0.7;
/** Another way must be so much better to be taken. */
const clearlyBetter = 1.25;
const clearMargin = 0.1;
/** Size of the part that is tried, in letters: five or six lines of half a page. */
const triedRows = 14;
const triedColumns = 60;

export async function readUpright(
  raster: Raster,
  request: Request,
  recogniser: Recogniser,
  askTurn?: AskTurn,
): Promise<UprightReading> {
  const prepared = await prepare(raster);
  if (prepared.hopeless) return { prepared, words: [] };
  const words = await read(prepared.grey, request, recogniser);
  const first = { prepared, words };
  const found = worth(words);
  if (found >= surelyUpright) return first;
  const asked = askTurn === undefined ? undefined : await askedTurn(raster, askTurn);
  if (asked !== undefined) {
    if (asked.turn === prepared.turned && Math.abs(asked.level - prepared.levelled) < 1) return first;
    return readAgain(raster, asked, request, recogniser);
  }
  if (prepared.doubts.length === 0) return first;
  let best: { readonly turn: Quarter; readonly worth: number } = { turn: prepared.turned, worth: found };
  for (const turn of prepared.doubts) {
    const tried = await prepare(raster, { turn });
    const value = worth(await read(densestBand(tried), request, recogniser));
    if (value > best.worth * clearlyBetter) best = { turn, worth: value };
  }
  return best.turn === prepared.turned ? first : readAgain(raster, { turn: best.turn }, request, recogniser);
}

async function read(picture: Raster, request: Request, recogniser: Recogniser): Promise<OcrWord[]> {
  request.signal.throwIfAborted();
  return request.languages.length === 0 ? [] : recogniser.read(picture, request.languages);
}

async function readAgain(
  raster: Raster,
  view: { readonly turn: Quarter; readonly level?: number },
  request: Request,
  recogniser: Recogniser,
): Promise<UprightReading> {
  const prepared = await prepare(raster, view);
  return { prepared, words: await read(prepared.grey, request, recogniser) };
}

/** In quarters and what is left of it; undefined where the other engine does not know. */
async function askedTurn(
  raster: Raster,
  ask: AskTurn,
): Promise<{ readonly turn: Quarter; readonly level: number } | undefined> {
  const { turn, margin } = await ask(raster);
  if (margin < clearMargin) return undefined;
  const quarters = Math.round(turn / 90);
  return { turn: ((((quarters % 4) + 4) % 4) * 90) as Quarter, level: turn - quarters * 90 };
}

/** Confidence, of words and not of lone marks that grain or a drawing was taken for. */
function worth(words: readonly OcrWord[]): number {
  return meanConfidence(words.filter(({ text }) => /[\p{L}\p{N}]{2}/u.test(text)));
}

/** The middle of the band across the picture that has the most ink. */
function densestBand({ grey, letterSize }: Prepared): Raster {
  const { width, height, pixels } = grey;
  const letter = Math.max(letterSize, 16);
  const rows = Math.min(height, Math.max(200, Math.round(triedRows * letter)));
  const columns = Math.min(width, Math.max(400, Math.round(triedColumns * letter)));
  const left = (width - columns) >> 1;
  const dark = new Uint32Array(height);
  for (let y = 0; y < height; y += 1) {
    let count = 0;
    for (let at = y * width + left; at < y * width + left + columns; at += 1) {
      if ((pixels[at] as number) < 128) count += 1;
    }
    // A dark margin is no text.
    dark[y] = count < columns / 2 ? count : 0;
  }
  let sum = 0;
  for (let y = 0; y < rows; y += 1) sum += dark[y] as number;
  let [top, most] = [0, sum];
  for (let y = rows; y < height; y += 1) {
    sum += (dark[y] as number) - (dark[y - rows] as number);
    if (sum > most) [most, top] = [sum, y - rows + 1];
  }
  const band = new Uint8Array(rows * columns);
  for (let y = 0; y < rows; y += 1) {
    const from = (top + y) * width + left;
    band.set(pixels.subarray(from, from + columns), y * columns);
  }
  return { width: columns, height: rows, channels: 1, pixels: band };
}
