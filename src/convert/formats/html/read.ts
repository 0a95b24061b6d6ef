// The HTML reader: decodes the bytes, parses the page and hands its blocks on.
import type { Read } from '../../format.ts';
import { wholeContent } from '../../input.ts';
import { decodeText } from '../../containers/charset.ts';
import { pageBlocks } from './blocks.ts';
import { parsePage } from './parse.ts';

export const read: Read = async function* (input, context) {
  const bytes = wholeContent(input.source, context.limits.wholeFileBytes);
  const declared = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(input.mediaType ?? '')?.[1];
  const { text, charset, replaced } = decodeText(bytes, { html: true, ...(declared === undefined ? {} : { declared }) });
  context.describe({ charset });
  if (replaced > 0) context.warn('undecodable-text', `${replaced} characters could not be decoded as ${charset}.`);
  const parsed = parsePage(text, context.limits);
  yield* pageBlocks(parsed, context, {});
};
