// Which frames of an animation show something new: pictures are compared by the mean grey of small fields, lines of text
// by their letters, so that a caption that stays is told once.
import type { OcrWord } from '../../engines/ocr/port.ts';
import type { Raster } from '../../engines/raster.ts';

const fields = 48;
/** Mean grey may differ by this much in each field. */
const sameGrey = 5;
const mostLines = 10_000;

/** Mean grey of each field of a picture. */
export function greyFields({ width, height, channels, pixels }: Raster): Float64Array {
  const sums = new Float64Array(fields * fields);
  const counts = new Float64Array(fields * fields);
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * fields) / height) * fields;
    for (let x = 0; x < width; x += 1) {
      const field = row + Math.floor((x * fields) / width);
      for (const end = at + channels; at < end; at += 1) sums[field] = (sums[field] as number) + (pixels[at] as number);
      counts[field] = (counts[field] as number) + channels;
    }
  }
  return sums.map((sum, field) => sum / Math.max(1, counts[field] as number));
}

export function looksAlike(one: Float64Array, other: Float64Array): boolean {
  return one.every((grey, field) => Math.abs(grey - (other[field] as number)) <= sameGrey);
}

/** The lines that earlier frames have shown. */
export class ShownLines {
  readonly #shown = new Set<string>();

  /** The words of lines that are new, which then count as shown. */
  fresh(words: readonly OcrWord[]): OcrWord[] {
    const lines = new Map<number, string>();
    for (const { line, text } of words) lines.set(line, (lines.get(line) ?? '') + keyOf(text));
    const fresh = words.filter(({ line }) => !this.#shown.has(lines.get(line) ?? ''));
    for (const key of lines.values()) if (this.#shown.size < mostLines) this.#shown.add(key);
    return fresh;
  }
}

const keyOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
