// The shape of a language sample, apart from the samples so that their table can import them all.

export interface LanguageSample {
  /** ISO 639-1. */
  readonly language: string;
  /** Frequent words, and words with the letters that are special to the language. */
  readonly words: string;
  readonly text: string;
}
