// Signed and encrypted Outlook messages: their content is a MIME entity in their only attachment ([MS-OXOSMIME] 2.1).
import type { ReadContext } from '../../format.ts';
import type { ByteSource } from '../../input.ts';
import type { MailAttachment, MailMessage } from '../mail/message.ts';
import { mimeContent } from '../mail/mime-message.ts';
import { unwrapPkcs7 } from '../mail/pkcs7.ts';

type Content = Pick<MailMessage, 'bodies' | 'attachments'>;

/** What the message really says, or undefined where it is neither signed nor encrypted, or cannot be told. */
export function signedContent(
  messageClass: string,
  attachments: readonly MailAttachment[],
  context: ReadContext,
  whole: (source: ByteSource) => Uint8Array,
): Content | undefined {
  const [only] = attachments;
  if (!/^ipm\.(?:note|schedule\.meeting\.\w+)\.(?:smime|secure)/i.test(messageClass.slice(0, 200))) return undefined;
  if (attachments.length !== 1 || only?.content.kind !== 'file') return undefined;
  const bytes = whole(only.content.open());
  if (/^multipart\//i.test(only.mediaType) || /\.multipartsigned$/i.test(messageClass))
    return mimeContent(bytes, context);
  const wrapped = unwrapPkcs7(bytes);
  if (wrapped.kind === 'content') {
    context.warn('signature-not-checked', 'The message is signed; the signature was not checked.');
    return mimeContent(wrapped.bytes, context);
  }
  if (wrapped.kind === 'encrypted') {
    context.warn('encrypted-message', 'The message is encrypted; only its head could be read.');
    const reason = 'it is encrypted.';
    return { bodies: [], attachments: [{ ...only, content: { kind: 'absent', reason } }] };
  }
  return undefined;
}
