// From Tesseract's lines to words as readers see them: boxes that do not run into their neighbours, and a calibrated
// confidence.
import type { Raster } from '../raster.ts';
import { tesseractConfidence } from './confidence.ts';
import type { OcrWord } from './port.ts';
import type { HocrLine } from './tesseract-hocr.ts';

export function wordsOfLines(lines: readonly HocrLine[], _raster: Raster): OcrWord[] {
  return lines.flatMap((line, number) =>
    line.words.map((word): OcrWord => {
      const middle = (word.left + word.right) / 2;
      return {
        left: word.left,
        top: word.top,
        right: word.right,
        bottom: word.bottom,
        text: word.text,
        confidence: tesseractConfidence(word.confidence),
        line: number,
        baseline: line.baseline + line.slope * (middle - line.left),
        ...(word.rightToLeft ? { rightToLeft: true } : {}),
      };
    }),
  );
}
