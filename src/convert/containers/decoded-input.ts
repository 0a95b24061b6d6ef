// A text document as readers that stream want it: the character set found once, the text in pieces, as often as needed.
import { Failure } from '../../core/failure.ts';
import type { ReadContext } from '../format.ts';
import type { ByteSource, DocumentInput } from '../input.ts';
import { decodePieces, detectCharset, mediaTypeCharset } from './charset.ts';

export interface DecodedInput {
  readonly charset: string;
  /** The text from its beginning. Passes after the first stay silent about what could not be decoded. */
  pieces(): Generator<string>;
}

export function decodedInput(input: DocumentInput, context: ReadContext): DecodedInput {
  const declared = input.mediaType === undefined ? undefined : mediaTypeCharset(input.mediaType);
  const charset = detectCharset(input.source, declared === undefined ? {} : { declared });
  context.describe({ charset });
  const { source } = input;
  const watched: ByteSource = {
    size: source.size,
    read(offset, length) {
      if (context.signal.aborted) throw new Failure('PROCESSING_TIMEOUT', { cause: context.signal.reason });
      context.progress(offset, source.size);
      return source.read(offset, length);
    },
  };
  let told = false;
  return {
    charset,
    pieces: () =>
      decodePieces(watched, charset, (replaced) => {
        if (told || replaced === 0) return;
        told = true;
        context.warn('undecodable-bytes', `${replaced} characters could not be decoded from ${charset}.`);
      }),
  };
}
