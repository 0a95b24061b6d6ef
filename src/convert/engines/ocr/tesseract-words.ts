// From Tesseract's lines to words as readers see them. The recogniser places letters only roughly, and now and then
// gives a word the box of half its line: such boxes are cut at their neighbours and drawn together around the ink.
import type { Raster } from '../raster.ts';
import { tesseractConfidence } from './confidence.ts';
import type { OcrWord, PixelBox } from './port.ts';
import type { HocrLine, HocrWord } from './tesseract-hocr.ts';

/** How much wider a letter of a word may seem than the usual one of its line before its box is doubted. */
const widest = 2.2;
/** Height of a box by the height of its line's type. */
const tallest = 1.5;

export function wordsOfLines(lines: readonly HocrLine[], raster: Raster): OcrWord[] {
  return lines.flatMap((line, number) => {
    const boxes = tidied(line, raster);
    return line.words.map((word, index): OcrWord => {
      const box = boxes[index] ?? word;
      const middle = (box.left + box.right) / 2;
      return {
        left: box.left,
        top: box.top,
        right: box.right,
        bottom: box.bottom,
        text: word.text,
        confidence: tesseractConfidence(word.confidence),
        line: number,
        baseline: line.baseline + line.slope * (middle - line.left),
        ...(word.rightToLeft ? { rightToLeft: true } : {}),
      };
    });
  });
}

function tidied(line: HocrLine, raster: Raster): PixelBox[] {
  const letter = usualLetter(line.words);
  const sane = line.words.map((word) => (word.right - word.left) / word.text.length <= widest * letter);
  const boxes = line.words.map(({ left, top, right, bottom }) => ({ left, top, right, bottom }));
  const touched = sane.map((one) => !one);
  for (let index = 0; index + 1 < boxes.length; index += 1) {
    // The one on the left and the one on the right, whichever way the line runs.
    const backwards = line.words[index]?.rightToLeft === true;
    const [a, b] = backwards ? [index + 1, index] : [index, index + 1];
    const [left, right] = [boxes[a], boxes[b]];
    if (!left || !right || left.right <= right.left) continue;
    const cut = sane[b] || !sane[a] ? Math.max(left.left + 1, right.left) : Math.min(right.right - 1, left.right);
    if (cut <= left.left || cut >= right.right) continue;
    left.right = cut;
    right.left = cut;
    touched[a] = true;
    touched[b] = true;
  }
  return boxes.map((box, index) => {
    const tall = box.bottom - box.top > tallest * line.size;
    return touched[index] || tall ? aroundInk(withinLine(box, line, tall), raster) : box;
  });
}

function usualLetter(words: readonly HocrWord[]): number {
  const widths = words.map((word) => (word.right - word.left) / word.text.length).sort((a, b) => a - b);
  return widths[widths.length >> 1] ?? 0;
}

/** The height of the line's type around its baseline: a quarter hangs below. */
function withinLine(box: PixelBox, line: HocrLine, tall: boolean): PixelBox {
  if (!tall) return box;
  const foot = line.baseline + line.slope * ((box.left + box.right) / 2 - line.left);
  const top = Math.max(box.top, Math.floor(foot - line.size));
  const bottom = Math.min(box.bottom, Math.ceil(foot + line.size / 3));
  return bottom > top ? { ...box, top, bottom } : box;
}

/** The smallest box that holds all that is darker than halfway between the darkest and the lightest. */
function aroundInk(box: PixelBox, { width, height, pixels }: Raster): PixelBox {
  const [left, top] = [Math.max(0, Math.floor(box.left)), Math.max(0, Math.floor(box.top))];
  const [right, bottom] = [Math.min(width, Math.ceil(box.right)), Math.min(height, Math.ceil(box.bottom))];
  let [darkest, lightest] = [255, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const value = pixels[y * width + x] as number;
      if (value < darkest) darkest = value;
      if (value > lightest) lightest = value;
    }
  }
  const middle = (darkest + lightest) / 2;
  let found: { left: number; top: number; right: number; bottom: number } | undefined;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      if ((pixels[y * width + x] as number) >= middle) continue;
      found ??= { left: x, top: y, right: x + 1, bottom: y + 1 };
      if (x < found.left) found.left = x;
      if (x + 1 > found.right) found.right = x + 1;
      found.bottom = y + 1;
    }
  }
  return found ?? box;
}
