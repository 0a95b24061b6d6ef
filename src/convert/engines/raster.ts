// A picture as engines see it: rows of samples and nothing of the file it came from.

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Grey, or red, green and blue; 8 bits each, row by row from the top left, without padding. */
  readonly channels: 1 | 3;
  readonly pixels: Uint8Array;
  /** Dots per inch, where the source says so. */
  readonly dpi?: number;
}
