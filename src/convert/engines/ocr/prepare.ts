// Brings a picture into the form recognisers read best: grey, upright, level, clean, dark on light and at the right
// scale. Every step is taken only where the picture needs it.
import { loadSharp } from '../pictures/sharp-module.ts';
import type { Raster } from '../raster.ts';
import { orientationOf, type Quarter } from './orientation.ts';
import type { OcrArea } from './port.ts';
import { withBoxesInverted } from './prepare-boxes.ts';
import { type Grey, greyOf, reduced } from './prepare-grey.ts';
import { type Ink, inkOf } from './prepare-ink.ts';
import { type Leader, leadersOf, withoutLeaders } from './prepare-leaders.ts';
import { invertedGrey, strengthened } from './prepare-levels.ts';
import { letterLike, type Mark, marksOf } from './prepare-marks.ts';
import { type Noise, noiseOf, withoutSpecks } from './prepare-noise.ts';
import { withoutRules } from './prepare-rules.ts';
import { uprightSize, viewOf } from './prepare-view.ts';
import { shadedAreas } from './shaded-areas.ts';

export interface Prepared {
  /** Grey, dark on light, `scale` times the size of the upright picture. */
  readonly grey: Raster;
  /** The same before drawn lines and leaders were taken off it. */
  readonly ruled: Raster;
  /** Shaded areas of it, before light print was inverted. */
  readonly areas: readonly OcrArea[];
  readonly leaders: readonly Leader[];
  /** The same view of the picture as it came, in colour if it has any; only where it was asked for. */
  readonly original?: Raster;
  /** Degrees clockwise: in quarters, and on top of them to level the lines. */
  readonly turned: Quarter;
  readonly levelled: number;
  /** Other quarters it may have to be turned by, the likeliest first; the reading tells. */
  readonly doubts: readonly Quarter[];
  /** Pixels of `grey` per pixel of the upright picture. */
  readonly scale: number;
  /** Size of the upright picture in the scale of the picture handed in. */
  readonly width: number;
  readonly height: number;
  /** Usual height of a letter in pixels of `grey`; 0 where nothing looks like one. */
  readonly letterSize: number;
  /** Grain and nothing else: a recogniser would take long to find letters in it. */
  readonly hopeless: boolean;
}

export interface PrepareOptions {
  /** Turn by this much, whatever the letters say; and level by so many degrees clockwise. */
  readonly turn?: Quarter;
  readonly level?: number;
  /** Give the picture as it came as well, in the same view. */
  readonly original?: boolean;
}

/** Pixels of the view that tilt and direction are told from. */
const lookPixels = 2_500_000;
/** Pixels that go into a recogniser: a page of newsprint at 300 dots per inch. */
const mostPixels = 24_000_000;
/** Tesseract counts places in 16 bits, with a sign. */
const longestSide = 30_000;
/** Sizes of letters that are read well as they are; others are brought to a size that is read best, or cheapest. */
const [smallLetter, largeLetter] = [13, 18];
const [enlargedLetter, reducedLetter] = [18, 14];
/** In a noisy picture letters are enlarged up to this size: measured, 22 % of characters wrong become 2 %. */
const noisyLetter = 21;
const mostEnlarged = 4;
/** More specks, or more grain, than any clean page has. */
const speckled = 0.003;
const grainy = 8;
/** The grainiest pages that can be read have less. */
const heavyGrain = 40;

/** Times as many dark letters as light ones: the insides of light letters are dark as well. */
const mostOnPanels = 2;

export async function prepare(raster: Raster, options: PrepareOptions = {}): Promise<Prepared> {
  const grey = greyOf(raster);
  const noise = noiseOf(grey);
  const clean = await smoothed(grey, noise);
  const factor = Math.max(1, Math.ceil(Math.sqrt((clean.width * clean.height) / lookPixels)));
  const { ink, marks } = writingOf(reduced(clean, factor));
  const orientation = orientationOf(marks, options.turn);
  const turned = orientation.turn;
  // Lines that fall to the right are levelled by turning the other way.
  const levelled = options.level ?? (orientation.tilt === 0 ? 0 : -orientation.tilt);
  const { width, height } = uprightSize(raster, { turn: turned, level: levelled });
  const size = orientation.size * factor;
  const scale = scaleOf(size, width, height, clean !== grey);
  const view = { turn: turned, level: levelled, scale, outside: ink.paper };
  const upright = (await viewOf(clean, view)) as Grey;
  const dark = strengthened(ink.light ? invertedGrey(upright) : upright, ink.contrast);
  const letterSize = size * scale;
  const areas = shadedAreas(dark, letterSize);
  const ruled = withBoxesInverted(dark, letterSize);
  const print = withoutRules(ruled, letterSize);
  const leaders = leadersOf(print, letterSize);
  return {
    grey: withoutLeaders(print, leaders, letterSize),
    ruled,
    areas,
    leaders,
    ...(options.original ? { original: await viewOf(raster, view) } : {}),
    turned,
    levelled,
    doubts: orientation.others,
    scale,
    width,
    height,
    letterSize,
    hopeless: noise.grain >= heavyGrain && !orientation.lined,
  };
}

/** A dark page may carry light panels, and most of its letters there: then they are what counts, and dark on light. */
function writingOf(grey: Grey): { readonly ink: Ink; readonly marks: Mark[] } {
  const ink = inkOf(grey);
  const marks = marksOf(ink.mask, ink.width, ink.height);
  if (!ink.light) return { ink, marks };
  const onPanels = inkOf(grey, false);
  const dark = marksOf(onPanels.mask, ink.width, ink.height);
  return letterLike(dark).length > mostOnPanels * letterLike(marks).length
    ? { ink: onPanels, marks: dark }
    : { ink, marks };
}

function scaleOf(size: number, width: number, height: number, noisy: boolean): number {
  const sound = size < smallLetter ? enlargedLetter : size > largeLetter ? reducedLetter : size;
  const wanted = noisy ? noisyLetter : sound;
  const wished = size > 0 ? wanted / size : 1;
  return Math.min(
    mostEnlarged,
    wished,
    Math.sqrt(mostPixels / (width * height)),
    longestSide / Math.max(width, height),
  );
}

/** At its own scale: enlarged specks would no longer be told from print. */
async function smoothed(grey: Grey, { grain, specks }: Noise): Promise<Grey> {
  if (specks < speckled && grain < grainy) return grey;
  const { width, height, pixels } = specks < speckled ? grey : withoutSpecks(grey);
  const open = await loadSharp();
  const opened = open(pixels, { raw: { width, height, channels: 1 }, limitInputPixels: false });
  // Measured on grainy pages: a blur keeps thin strokes that a median takes away, and is no use against specks.
  const smooth = grain >= grainy ? opened.blur(1) : opened.median(3);
  const result = await smooth.toColourspace('b-w').raw().toBuffer();
  return { width, height, channels: 1, pixels: new Uint8Array(result.buffer, result.byteOffset, result.length) };
}
