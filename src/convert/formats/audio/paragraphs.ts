// Joins what was said into paragraphs: a pause begins a new one, and a long speech is parted at the end of a sentence.
import type { SpeechSegment } from '../../engines/speech/port.ts';
import { sentenceEnd } from '../../engines/speech/sentence-end.ts';

export interface SpokenParagraph {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Weighted by length. */
  readonly confidence: number;
}

/** Seconds without a word that part one thought from the next. */
const pause = 1.2;
/** From here on the next end of a sentence ends the paragraph, and at the last nothing is waited for. */
const longSeconds = 100;
const longestSeconds = 150;

export class ParagraphBuilder {
  #segments: SpeechSegment[] = [];

  /** The paragraph that is complete now that this follows it. */
  add(segment: SpeechSegment): SpokenParagraph | undefined {
    const [first] = this.#segments;
    const last = this.#segments.at(-1);
    let complete: SpokenParagraph | undefined;
    if (first !== undefined && last !== undefined) {
      const length = last.end - first.start;
      const ends = sentenceEnd.test(last.text.trimEnd().slice(-4));
      const isOver =
        segment.start - last.end > pause ||
        (length > longSeconds && ends) ||
        segment.end - first.start > longestSeconds;
      if (isOver) complete = this.finish();
    }
    this.#segments.push(segment);
    return complete;
  }

  finish(): SpokenParagraph | undefined {
    const segments = this.#segments;
    const [first] = segments;
    const last = segments.at(-1);
    if (first === undefined || last === undefined) return undefined;
    this.#segments = [];
    const letters = segments.reduce((sum, { text }) => sum + text.length, 0);
    return {
      start: first.start,
      end: last.end,
      // The model itself writes the space before a word, in the languages that have one.
      text: segments
        .map(({ text }) => text)
        .join('')
        .trim(),
      confidence: segments.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters,
    };
  }
}
