// A MIME message as a message: its header fields, and which of its parts are body and which are attachments.
import type { ReadContext } from '../../format.ts';
import { mailboxList } from './addresses.ts';
import { parseMailDate } from './dates.ts';
import { type HeaderFields, splitHeader } from './header-fields.ts';
import type { MailAttachment, Mailbox, MailMessage } from './message.ts';
import { MimeContent } from './mime-content.ts';
import { type MimePart, parseMime } from './mime-parts.ts';

export function mimeMessage(bytes: Uint8Array, context: ReadContext): MailMessage {
  const top = parseMime(bytes, context);
  return { ...mimeHead(top.fields), ...contentOf(top, context) };
}

/** Body and attachments of a MIME entity whose head block comes from elsewhere (a signed Outlook message). */
export function mimeContent(bytes: Uint8Array, context: ReadContext): Pick<MailMessage, 'bodies' | 'attachments'> {
  return contentOf(parseMime(bytes, context), context);
}

function contentOf(top: MimePart, context: ReadContext): Pick<MailMessage, 'bodies' | 'attachments'> {
  const { bodies, attachments } = new MimeContent(context, (part) => nestedMessage(part, context)).read(top);
  return { bodies, attachments };
}

function nestedMessage(part: MimePart, context: ReadContext): MailAttachment {
  const open = (): MailMessage => mimeMessage(part.content(), context);
  return {
    name: part.name === '' ? nestedSubject(part) : part.name,
    mediaType: part.mediaType,
    size: part.size(),
    content: { kind: 'message', open },
  };
}

/** The subject is what people know a forwarded message by. */
function nestedSubject(part: MimePart): string {
  const bytes = part.content();
  return splitHeader(bytes, 0, bytes.length).fields.text('subject');
}

export function mimeHead(fields: HeaderFields): Omit<MailMessage, 'bodies' | 'attachments'> {
  const people = (name: string): Mailbox[] => fields.all(name).flatMap((value) => mailboxList(value));
  const from = people('from');
  const [sender] = people('sender');
  const date = fields.raw('date');
  return {
    subject: fields.text('subject'),
    from: from.length > 0 || sender === undefined ? from : [sender],
    ...(sender === undefined || from.length === 0 || isAmong(sender, from) ? {} : { sender }),
    to: people('to'),
    cc: people('cc'),
    bcc: people('bcc'),
    ...(date === '' ? {} : { date: parseMailDate(date) ?? date }),
    fields: [],
  };
}

const isAmong = ({ address }: Mailbox, list: readonly Mailbox[]): boolean =>
  address === '' || list.some((one) => one.address.toLowerCase() === address.toLowerCase());
