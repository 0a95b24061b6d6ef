// Guesses the legacy character set of a text from its letters.
import { analyse } from 'chardet';
import { canonicalCharset } from './charset-decoder.ts';

export function guessLegacyCharset(passages: Uint8Array): string {
  for (const { name } of analyse(passages)) {
    const charset = canonicalCharset(name);
    if (charset !== undefined && !charset.startsWith('utf')) return charset;
  }
  return 'windows-1252';
}
