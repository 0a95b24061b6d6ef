// Reads one line of print: characters, how sure each is, and where along the line it stands.
import type { Raster } from '../../raster.ts';
import { decodeCtc } from './ctc.ts';
import type { LineReader } from './models.ts';
import type { TiltedBox } from './tilted-box.ts';
import { cutLevel } from './turn.ts';

export interface LineCharacter {
  readonly text: string;
  /** 0..1, as the network says. */
  readonly probability: number;
  /** Along the line, 0..1. */
  readonly from: number;
  readonly to: number;
}

const height = 48;
/** The network halves the width three times. */
const grid = 8;
const leastWidth = 48;
/** A line of 80 times its own height; longer ones are squeezed. */
const mostWidth = 3_840;
/**
 * Detected boxes stand off from their print: cut closer, letters are larger and fewer are misread (0.48 -> 0.39 % on
 * clean pages); drawn as wide as the full box would be, the cost stays the same.
 */
const closeness = 0.85;

export async function recogniseLine(
  reader: LineReader,
  raster: Raster,
  box: TiltedBox,
  flipped = false,
): Promise<LineCharacter[]> {
  const natural = (box.width / Math.max(1, box.height)) * height;
  const width = Math.min(mostWidth, Math.max(leastWidth, Math.ceil(natural / grid) * grid));
  const planes = cutLevel(raster, { ...box, height: box.height * closeness }, width, height, flipped);
  const { data, shape } = await reader.network.run(planes, [1, 3, height, width]);
  const steps = shape[1] ?? 0;
  return decodeCtc(data, steps, reader.characters).map(({ text, probability, from, to }) => ({
    text,
    probability,
    from: from / steps,
    to: (to + 1) / steps,
  }));
}
