// The reader of messages in Internet form (RFC 5322, MIME), and of web pages saved in it (RFC 2557).
import { Failure } from '../../../core/failure.ts';
import type { Read } from '../../format.ts';
import { wholeContent } from '../../input.ts';
import { documentBlocks } from '../mail/blocks.ts';
import { mimeMessage } from '../mail/mime-message.ts';

export const read: Read = async function* (input, context) {
  const bytes = wholeContent(input.source, context.limits.wholeFileBytes);
  context.progress(0, bytes.length);
  const message = mimeMessage(bytes, context);
  let shown = false;
  for await (const block of documentBlocks(message, context)) {
    shown = true;
    yield block;
  }
  if (!shown) throw new Failure('EMPTY_DOCUMENT');
  context.progress(bytes.length, bytes.length);
};
