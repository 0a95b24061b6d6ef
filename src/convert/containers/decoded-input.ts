// A text document as readers that stream want it: the character set found once, the text in pieces, as often as needed.
import { Failure } from '../../core/failure.ts';
import type { ReadContext } from '../format.ts';
import { chunks, type DocumentInput } from '../input.ts';
import { charsetLanguage, createDecoder, detectCharset, mediaTypeCharset } from './charset.ts';

export interface DecodedInput {
  readonly charset: string;
  /** The text from its beginning. Passes after the first stay silent about what could not be decoded. */
  pieces(): Generator<string>;
}

export function decodedInput(input: DocumentInput, context: ReadContext): DecodedInput {
  const declared = input.mediaType === undefined ? undefined : mediaTypeCharset(input.mediaType);
  const charset = detectCharset(input.source, declared === undefined ? {} : { declared });
  const language = charsetLanguage(charset);
  context.describe(language === undefined ? { charset } : { charset, language });
  let told = false;
  function* pieces(): Generator<string> {
    const decoder = createDecoder(charset);
    let done = 0;
    for (const piece of chunks(input.source)) {
      if (context.signal.aborted) throw new Failure('PROCESSING_TIMEOUT', { cause: context.signal.reason });
      context.progress(done, input.source.size);
      done += piece.length;
      const text = decoder.write(piece);
      if (text !== '') yield text;
    }
    const rest = decoder.end();
    if (rest !== '') yield rest;
    if (told || decoder.replaced === 0) return;
    told = true;
    const message = `${decoder.replaced} characters could not be decoded and became U+FFFD.`;
    context.warn('undecodable-characters', message);
  }
  return { charset, pieces };
}
