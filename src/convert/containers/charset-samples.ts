// The table of language samples: one line per language, with the scripts and character sets it is written in.
import { easternSamples } from './charset-samples-eastern.ts';
import { otherSamples } from './charset-samples-other.ts';
import { westernSamples } from './charset-samples-western.ts';

export interface LanguageSample {
  /** ISO 639-1. */
  readonly language: string;
  /** Frequent words, and words with the letters that are special to the language. */
  readonly words: string;
  readonly text: string;
}

export const languageSamples: readonly LanguageSample[] = [...westernSamples, ...easternSamples, ...otherSamples];
