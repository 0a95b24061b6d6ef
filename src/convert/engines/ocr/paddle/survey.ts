// Tells how a picture has to be turned to stand upright and level, by any angle: photographs come as they were taken.
import type { Raster } from '../../raster.ts';
import { commonAngle, detectLines } from './detect.ts';
import type { Network, PaddleModels } from './models.ts';
import { recogniseLine } from './recognise.ts';
import { stretchOf, type TiltedBox } from './tilted-box.ts';

export interface Survey {
  /** Degrees clockwise, -180..180, that bring the lines level and upright. */
  readonly turn: number;
  /** By how much reading the lines that way round went better than on their heads, 0..1; 0 where nothing was found. */
  readonly margin: number;
}

/** Tried in turn, until enough long lines are found: slanting print breaks into pieces where it is drawn too small. */
const searchSides = [736, 1_280, 1_920] as const;
const enoughLines = 3;
const longLine = 5;
/** Lines that are tried both ways round, and how much of each, in heights. */
const triedLines = 5;
const triedLength = 10;
/** A line shorter than this, in heights, tells no angle. */
const leastLength = 2;

export async function surveyPicture(models: PaddleModels, picture: Raster): Promise<Survey> {
  const lines = await longestLines(await models.detector(), picture);
  if (lines.length === 0) return { turn: 0, margin: 0 };
  const common = commonAngle(lines);
  const upright = (box: TiltedBox): boolean => Math.abs(apart(box.angle, common)) > Math.PI / 4;
  // Lines along the common angle, or a quarter turn from it: whichever make up more of the print.
  const length = (boxes: readonly TiltedBox[]): number => boxes.reduce((sum, { width }) => sum + width, 0);
  const level = lines.filter((box) => !upright(box));
  const standing = lines.filter(upright);
  const [main, angle] = length(level) >= length(standing) ? [level, common] : [standing, common + Math.PI / 2];
  const reader = await models.lines('english');
  let margin = 0;
  const tried = main.slice(0, triedLines);
  for (const box of tried) {
    const share = Math.min(1, (triedLength * box.height) / box.width);
    // Turned with the rest: the detector may have drawn this one from its other end.
    const along = Math.abs(apart(box.angle, angle)) > Math.PI / 2 ? box.angle + Math.PI : box.angle;
    const part = stretchOf({ ...box, angle: along }, 0.5 - share / 2, 0.5 + share / 2);
    const asIs = await recogniseLine(reader, picture, part);
    const onHead = await recogniseLine(reader, picture, part, true);
    margin += (sureness(asIs) - sureness(onHead)) / tried.length;
  }
  return { turn: degrees(margin >= 0 ? -angle : Math.PI - angle), margin: Math.abs(margin) };
}

async function longestLines(detector: Network, picture: Raster): Promise<TiltedBox[]> {
  let lines: TiltedBox[] = [];
  for (const side of searchSides) {
    lines = (await detectLines(detector, picture, side))
      .map(({ box }) => box)
      .filter(({ width, height }) => width >= height * leastLength)
      .sort((a, b) => b.width - a.width);
    const isDrawnLarger = side >= Math.max(picture.width, picture.height);
    if (isDrawnLarger) break;
    if (lines.filter(({ width, height }) => width >= height * longLine).length >= enoughLines) break;
  }
  return lines;
}

/** The turn from one direction to another, -pi..pi. */
function apart(angle: number, other: number): number {
  return Math.atan2(Math.sin(angle - other), Math.cos(angle - other));
}

function sureness(characters: readonly { probability: number }[]): number {
  if (characters.length === 0) return 0;
  return characters.reduce((sum, { probability }) => sum + probability, 0) / characters.length;
}

function degrees(radians: number): number {
  const turn = (apart(radians, 0) * 180) / Math.PI;
  return Math.round(turn * 100) / 100;
}
