// The table of language samples that the statistics on letters and languages are made from.
import type { LanguageSample } from './charset-language-sample.ts';
import { cyrillicSamples } from './charset-samples-cyrillic.ts';
import { easternSamples } from './charset-samples-eastern.ts';
import { southernSamples } from './charset-samples-southern.ts';
import { westernSamples } from './charset-samples-western.ts';

export const languageSamples: readonly LanguageSample[] = [
  ...westernSamples,
  ...easternSamples,
  ...cyrillicSamples,
  ...southernSamples,
];
