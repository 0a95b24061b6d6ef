// The body of an Outlook message in the forms it is kept in: HTML, RTF that wraps HTML or text, plain text
// ([MS-OXBBODY] 2.1).
import { Failure } from '../../../core/failure.ts';
import { decodeText } from '../../containers/charset.ts';
import type { ReadContext } from '../../format.ts';
import { wholeContent } from '../../input.ts';
import { codePageCharset } from '../mail/code-pages.ts';
import { decompressRtf } from '../mail/compressed-rtf.ts';
import type { MailAlternatives, MailBody } from '../mail/message.ts';
import { rtfBodies } from '../mail/rtf-body.ts';
import type { Properties } from './properties.ts';

const bodyOrigin = { kind: 'path', path: 'body' } as const;

export function bodyOf(properties: Properties, context: ReadContext): MailAlternatives {
  // Reports on delivery may have their text in a property of its own.
  const plain = properties.text(0x1000) || properties.text(0x1001);
  const text: MailBody[] = plain.trim() === '' ? [] : [{ kind: 'text', text: plain }];
  const html = htmlOf(properties, context);
  if (html.trim() !== '') return [{ kind: 'html', html }, ...text];
  return [...rtfOf(properties, context), ...text];
}

function htmlOf(properties: Properties, context: ReadContext): string {
  const stream = properties.binary(0x1013);
  if (stream === undefined) return properties.text(0x1013);
  const declared = codePageCharset(properties.integer(0x3fde));
  const { text, replaced } = decodeText(wholeContent(stream, context.limits.wholeFileBytes), {
    html: true,
    ...(declared === undefined ? {} : { declared }),
  });
  if (replaced > 0) {
    const message = `${replaced} characters could not be decoded and became U+FFFD.`;
    context.warn('undecodable-characters', message, bodyOrigin);
  }
  return text;
}

function rtfOf(properties: Properties, context: ReadContext): MailAlternatives {
  const stream = properties.binary(0x1009);
  if (stream === undefined || stream.size === 0) return [];
  try {
    const { wholeFileBytes } = context.limits;
    const bytes = decompressRtf(wholeContent(stream, wholeFileBytes), wholeFileBytes);
    context.budget.spend('inflatedBytes', bytes.length);
    return rtfBodies(bytes, context);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
    context.warn('mail-body-damaged', 'The formatted body is damaged; its plain text was taken, if any.', bodyOrigin);
    return [];
  }
}
