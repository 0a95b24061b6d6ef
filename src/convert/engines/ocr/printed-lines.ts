// Sees where lines of print stand in a picture without reading them, at a tenth of what reading costs.
import { Failure } from '../../../core/failure.ts';
import type { Raster } from '../raster.ts';
import type { PrintedLine } from './port.ts';

/** Pixels: smaller pictures are read as soon as they are looked at. */
const smallPicture = 60_000;
/** The longer side of the picture as it is searched: print of the usual size is still seen there. */
const usualSide = 640;
const mostSide = 960;
/** Of larger pictures, this share of their pixels each way. */
const largeScale = 0.4;

/** Undefined where it cannot be told. */
export async function printedLines(raster: Raster, threads?: number): Promise<readonly PrintedLine[] | undefined> {
  if (raster.width * raster.height < smallPicture) return undefined;
  const longest = Math.max(raster.width, raster.height);
  const side = Math.min(longest, mostSide, Math.max(usualSide, Math.round(longest * largeScale)));
  try {
    const [{ detectLines }, { keptModels }] = await Promise.all([
      import('./paddle/detect.ts'),
      import('./paddle/models.ts'),
    ]);
    const detector = await keptModels(threads === undefined ? {} : { threads }).detector();
    return (await detectLines(detector, raster, side)).map(({ box }) => box);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // It only spares work: without the networks the picture is read as if nobody had looked.
    return undefined;
  }
}
