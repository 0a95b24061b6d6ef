// What readers may ask of an engine that reads text in pictures, whichever engine it is and wherever it runs.
import type { Raster } from '../raster.ts';

/** In pixels from the top left of the upright picture. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface OcrWord extends PixelBox {
  readonly text: string;
  /** 0..1, calibrated so that engines can be compared. */
  readonly confidence: number;
  /** Words of one printed line share a number; numbers rise in reading order. */
  readonly line: number;
  /** Where the line of print stands: its baseline at the middle of the word. */
  readonly baseline?: number;
  /** Thickness of its strokes, where it could be told. */
  readonly stroke?: number;
  readonly italic?: boolean;
  readonly rightToLeft?: boolean;
}

/** A drawn line, such as the edge of a table cell. */
export interface OcrRule extends PixelBox {
  readonly horizontal: boolean;
}

/** An area of one ground that is not that of the paper, such as a shaded row of a table. */
export interface OcrArea extends PixelBox {
  /** Its grey, 0 is black. */
  readonly level: number;
}

export interface OcrReading {
  /** Size of the upright picture: the space of all boxes. Same scale as the picture handed in. */
  readonly width: number;
  readonly height: number;
  /** Degrees clockwise the picture was turned to stand upright, in quarters. */
  readonly turned: 0 | 90 | 180 | 270;
  /** Degrees clockwise it was turned on top of that to level its lines. */
  readonly levelled: number;
  readonly words: readonly OcrWord[];
  readonly rules: readonly OcrRule[];
  readonly areas: readonly OcrArea[];
  /** Mean over all characters, 0..1; 0 where there are none. */
  readonly confidence: number;
}

/** A line of print that was seen and not read: a rectangle around its middle. */
export interface PrintedLine {
  readonly x: number;
  readonly y: number;
  /** Along the line of print. */
  readonly width: number;
  readonly height: number;
  /** The way it runs, radians clockwise as shown. */
  readonly angle: number;
}

export interface OcrRequest {
  readonly type: 'basic' | 'advanced';
  /** ISO 639-1 codes of installed languages, the likeliest first. */
  readonly languages: readonly string[];
  readonly signal: AbortSignal;
}

export interface OcrEngine {
  /** How many pictures are worth handing in before the first answer: they may be read at the same time. */
  readonly parallel: number;
  /** Fails with OCR_FAILED where the engine itself breaks; a picture without text gives no words. */
  read(raster: Raster, request: OcrRequest): Promise<OcrReading>;
  /** Where lines of print are, at a small part of what reading costs; undefined where it cannot be told. */
  lines(raster: Raster): Promise<readonly PrintedLine[] | undefined>;
}
