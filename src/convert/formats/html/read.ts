// The HTML reader: decodes the bytes, parses the page and hands its blocks on.
import { decodeText, mediaTypeCharset } from '../../containers/charset.ts';
import type { Read } from '../../format.ts';
import { wholeContent } from '../../input.ts';
import { pageBlocks } from './blocks.ts';
import { documentFacts, pageFacts } from './metadata.ts';
import { parsePage } from './parse.ts';

export const read: Read = async function* (input, context) {
  const bytes = wholeContent(input.source, context.limits.wholeFileBytes);
  const declared = input.mediaType === undefined ? undefined : mediaTypeCharset(input.mediaType);
  const { text, charset, replaced } = decodeText(bytes, {
    html: true,
    ...(declared === undefined ? {} : { declared }),
  });
  if (replaced > 0) {
    context.warn('undecodable-characters', `${replaced} characters could not be decoded and became U+FFFD.`);
  }
  const parsed = parsePage(text, context.limits);
  const facts = pageFacts(parsed);
  context.describe({ pages: 1, charset, ...documentFacts(facts) });
  context.progress(bytes.length / 2, bytes.length);
  yield* pageBlocks(parsed, facts, context, {});
  context.progress(bytes.length, bytes.length);
};
