// An Outlook file as a message ([MS-OXMSG]): head, body, recipients and attachments out of storages and properties.
import type { OleStorage } from '../../containers/ole.ts';
import type { ReadContext } from '../../format.ts';
import { wholeContent } from '../../input.ts';
import { codePageCharset } from '../mail/code-pages.ts';
import { parseMailDate } from '../mail/dates.ts';
import { type HeaderFields, splitHeader } from '../mail/header-fields.ts';
import type { MailAttachment, Mailbox, MailMessage } from '../mail/message.ts';
import { mimeHead } from '../mail/mime-message.ts';
import { attachmentOf } from './attachment.ts';
import { bodyOf } from './body.ts';
import { kindFields } from './kinds.ts';
import { NamedProperties } from './named-properties.ts';
import { displayedNames, isEmpty, recipientMailbox, sendersOf } from './people.ts';
import { Properties, propertyHeaders } from './properties.ts';
import { signedContent } from './signed.ts';

export function outlookMessage(root: OleStorage, context: ReadContext): MailMessage {
  return messageIn(root, propertyHeaders.top, new NamedProperties(root), context);
}

function messageIn(storage: OleStorage, header: number, named: NamedProperties, context: ReadContext): MailMessage {
  const { wholeFileBytes } = context.limits;
  const properties = new Properties(storage, header, named, wholeFileBytes);
  properties.charset =
    codePageCharset(properties.integer(0x3ffd)) ?? codePageCharset(properties.integer(0x3fde)) ?? undefined;
  const partsOf = (prefix: string): Properties[] => {
    const parts: Properties[] = [];
    for (const name of storage.names) {
      const part = name.toLowerCase().startsWith(prefix) ? storage.storage(name) : undefined;
      if (part === undefined) continue;
      context.budget.spend('archiveEntries', 1);
      const one = new Properties(part, propertyHeaders.part, named, wholeFileBytes);
      one.charset = properties.charset;
      parts.push(one);
    }
    return parts;
  };
  const transport = transportHeader(properties);
  const written = transport === undefined ? undefined : mimeHead(transport);
  const date = dateOf(properties, transport);
  const messageClass = properties.text(0x001a).trim();
  const attachments: MailAttachment[] = partsOf('__attach_version1.0_').map((part) =>
    attachmentOf(part, (inner) => messageIn(inner, propertyHeaders.message, named, context)),
  );
  const signed = signedContent(messageClass, attachments, context, (source) => wholeContent(source, wholeFileBytes));
  const message: MailMessage = {
    subject: subjectOf(properties),
    ...sendersOf(properties, transport),
    ...recipientsOf(properties, partsOf('__recip_version1.0_'), written),
    ...(date === undefined ? {} : { date }),
    fields: kindFields(messageClass, properties),
    bodies: [bodyOf(properties, context)],
    attachments,
  };
  return signed === undefined ? message : { ...message, ...signed };
}

/** [MS-OXCMSG] 2.2.1.46: the subject may begin with a mark and the length of its prefix. */
function subjectOf(properties: Properties): string {
  const subject = properties.text(0x0037) || `${properties.text(0x003d)}${properties.text(0x0e1d)}`;
  return subject.charCodeAt(0) === 1 ? subject.slice(2) : subject;
}

/** When it was sent; else when it arrived; else when it was made. */
function dateOf(properties: Properties, header: HeaderFields | undefined): string | undefined {
  return (
    properties.time(0x0039) ??
    parseMailDate(header?.raw('date') ?? '') ??
    properties.time(0x0e06) ??
    properties.time(0x3007)
  );
}

/** The header the message travelled with; some versions put a line of their own before it. */
function transportHeader(properties: Properties): HeaderFields | undefined {
  const text = properties.text(0x007d).replace(/^Microsoft Mail Internet Headers[^\r\n]{0,100}\r?\n/, '');
  if (text.trim() === '') return undefined;
  const bytes = Buffer.from(text);
  return splitHeader(bytes, 0, bytes.length).fields;
}

type Recipients = Pick<MailMessage, 'to' | 'cc' | 'bcc'>;

/** [MS-OXOMSG] 2.2.3.1: 1, 2 and 3 are primary, copy and blind copy; upper bits say how delivery went. */
function recipientsOf(
  properties: Properties,
  table: readonly Properties[],
  written: Recipients | undefined,
): Recipients {
  const byType = (type: number): Mailbox[] =>
    table
      .filter((one) => ((one.integer(0x0c15) ?? 1) & 0xf) === type)
      .map(recipientMailbox)
      .filter((one) => !isEmpty(one));
  const listed = { to: byType(1), cc: byType(2), bcc: byType(3) };
  const either = (field: keyof Recipients, names: number): readonly Mailbox[] => {
    if (listed[field].length > 0) return listed[field];
    const header = written?.[field] ?? [];
    return header.length > 0 ? header : displayedNames(properties.text(names));
  };
  return { to: either('to', 0x0e04), cc: either('cc', 0x0e03), bcc: either('bcc', 0x0e02) };
}
