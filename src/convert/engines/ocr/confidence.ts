// How sure a reading is: one scale for all engines, and the mean that a page reports.
import type { OcrWord } from './port.ts';

/** Tesseract's 0..100 for a word as a share. */
export function tesseractConfidence(given: number): number {
  return Math.min(1, Math.max(0, given / 100));
}

/** Mean over all characters, 0 where there are none. */
export function meanConfidence(words: readonly Pick<OcrWord, 'text' | 'confidence'>[]): number {
  let characters = 0;
  let sum = 0;
  for (const { text, confidence } of words) {
    characters += text.length;
    sum += text.length * confidence;
  }
  return characters === 0 ? 0 : sum / characters;
}
