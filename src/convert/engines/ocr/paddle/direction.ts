// Tells whether a line cut out of a picture stands on its head.
import type { Raster } from '../../raster.ts';
import type { Network } from './models.ts';
import type { TiltedBox } from './tilted-box.ts';
import { cutLevel } from './turn.ts';

const height = 48;
const width = 192;
/** Below it the line stays as it is: nearly all do, and a wrong turn costs the whole line. */
const leastProbability = 0.9;

export async function standsOnHead(direction: Network, raster: Raster, box: TiltedBox): Promise<boolean> {
  const drawn = Math.max(1, Math.min(width, Math.round((box.width / Math.max(1, box.height)) * height)));
  const cut = cutLevel(raster, box, drawn, height, false);
  // A short line stands at the left of the network's field, on grey as it was trained.
  const field = new Float32Array(3 * height * width);
  for (let row = 0; row < 3 * height; row++) field.set(cut.subarray(row * drawn, (row + 1) * drawn), row * width);
  const { data } = await direction.run(field, [1, 3, height, width]);
  return (data[1] ?? 0) > leastProbability;
}
