// The characters of a page as columns of numbers, which are quicker to fill and to read than objects.

/** The characters of a page in the order the file draws them, as columns of numbers. */
export interface CharTable {
  readonly count: number;
  readonly code: Uint32Array;
  readonly left: Float32Array;
  readonly top: Float32Array;
  readonly right: Float32Array;
  readonly bottom: Float32Array;
  /** Index into `styles`. */
  readonly style: Uint16Array;
  /** 1: the engine put it there (a space or line end between words). 2: its code could not be mapped to Unicode. */
  readonly flags: Uint8Array;
  /** Texts that were read from the font program where the PDF does not say what a character means. */
  readonly recovered: ReadonlyMap<number, string>;
}

/** Hebrew, Arabic and their neighbours, with the presentation forms (Unicode, bidirectional classes R and AL). */
export function isRightToLeft(code: number): boolean {
  return (code >= 0x590 && code <= 0x8ff) || (code >= 0xfb1d && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc);
}

export function hasRightToLeft({ count, code }: CharTable): boolean {
  for (let at = 0; at < count; at += 1) if (isRightToLeft(code[at] as number)) return true;
  return false;
}

export const generatedChar = 1;
export const unmappedChar = 2;
