// Guesses the legacy character set of a text without Unicode: reads the bytes in every candidate and keeps the reading
// that is the likeliest text in one of the languages written in it.
import { createDecoder } from './charset-decoder.ts';
import { textModel } from './charset-model.ts';

interface Candidate {
  readonly charset: string;
  readonly languages: readonly string[];
  /** Log-probability of meeting the character set at all: decides where readings are equally good. */
  readonly prior: number;
}

const candidate = (charset: string, languages: string, prior: number): Candidate => ({
  charset,
  languages: languages.split(' '),
  prior,
});

/** THE TABLE of candidates, the likeliest first. */
const candidates: readonly Candidate[] = [
  candidate('windows-1252', 'en de fr es pt it nl sv da no fi is ca id', 0),
  candidate('windows-1251', 'ru uk bg sr be mk', -0.5),
  candidate('windows-1250', 'pl cs hu sk ro hr sl de', -0.7),
  candidate('shift_jis', 'ja', -0.7),
  candidate('gb18030', 'zh-hans', -0.7),
  candidate('big5', 'zh-hant', -1),
  candidate('euc-kr', 'ko', -1),
  candidate('euc-jp', 'ja', -1.5),
  candidate('windows-1254', 'tr', -1),
  candidate('windows-1253', 'el', -1),
  candidate('windows-1255', 'he', -1),
  candidate('windows-1256', 'ar fa', -1),
  candidate('windows-1257', 'lt lv et', -1.2),
  candidate('windows-1258', 'vi', -1.5),
  candidate('windows-874', 'th', -1),
  candidate('iso-8859-2', 'pl cs hu sk ro hr sl', -1),
  candidate('koi8-r', 'ru', -1),
  candidate('koi8-u', 'uk be', -1.5),
  candidate('iso-8859-15', 'fr fi de es et nl', -2.5),
  candidate('iso-8859-5', 'ru bg sr mk be', -3.5),
  candidate('iso-8859-7', 'el', -2),
  candidate('iso-8859-6', 'ar', -2),
  candidate('iso-8859-8', 'he', -2.5),
  candidate('iso-8859-13', 'lt lv et', -2.5),
  candidate('iso-8859-4', 'lt lv et', -3.5),
  candidate('iso-8859-16', 'ro', -3),
  candidate('ibm866', 'ru be', -2.5),
  candidate('x-mac-cyrillic', 'ru uk bg sr', -4),
  candidate('macintosh', 'en fr de es it pt nl sv', -3.5),
];

/** Share of the bytes over 0x7f that may mean nothing in a candidate: passages are cut at both ends. */
const toleratedBroken = 0.03;
const brokenLog = -12;

/** `passages` are stretches of the text around bytes over 0x7f, as the census keeps them. */
export function guessLegacyCharset(passages: Uint8Array): string {
  let high = 0;
  for (const byte of passages) if (byte >= 0x80) high += 1;
  let best = 'windows-1252';
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const { charset, languages, prior } of candidates) {
    const decoder = createDecoder(charset);
    const decoded = decoder.write(passages) + decoder.end();
    if (decoder.replaced > 1 + high * toleratedBroken) continue;
    // windows-1258 writes tone marks as characters of their own; the samples have whole letters.
    const text = charset === 'windows-1258' ? decoded.normalize('NFC') : decoded;
    for (const language of languages) {
      const score = textModel(language)(text) + prior + decoder.replaced * brokenLog;
      if (score > bestScore) {
        best = charset;
        bestScore = score;
      }
    }
  }
  return best;
}
