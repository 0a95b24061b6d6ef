// The head block of a message: the same lines, in the same order, for every kind of message file.
import { lineBreak, paragraph, strong, text } from '../../document/build.ts';
import { cleanText, collapseSpace } from '../../document/clean-text.ts';
import type { Paragraph, Phrasing } from '../../document/tree.ts';
import type { Mailbox, MailMessage } from './message.ts';

/** Lists of recipients and fields are shown up to this many characters in all; a mailing to thousands is cut there. */
const longestLine = 200_000;

/** RFC 5322, 3.4: a name and its address, each alone where the other is unknown or the same. */
export function mailboxText({ name, address }: Mailbox): string {
  const mail = oneLine(address);
  const shown = nameAlone(oneLine(name), mail);
  if (mail === '') return shown;
  if (shown === '' || shown.toLowerCase() === mail.toLowerCase()) return mail;
  // 3.2.4: a comma in a name would look like the end of a mailbox.
  return `${/[,;<>@]/.test(shown) && !shown.includes('"') ? `"${shown}"` : shown} <${mail}>`;
}

/** Some programs put the address into the name as well. */
function nameAlone(name: string, address: string): string {
  const repeated = `<${address.toLowerCase()}>`;
  return address !== '' && name.toLowerCase().endsWith(repeated) ? name.slice(0, -repeated.length).trim() : name;
}

export function oneLine(value: string): string {
  return collapseSpace(cleanText(value)).trim();
}

/** A postal address has lines of its own. */
function joinedLines(value: string): string {
  return value
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ');
}

export interface Head {
  readonly block: Paragraph | undefined;
  /** Whether a line was longer than is shown. */
  readonly cut: boolean;
}

export function headBlock(message: MailMessage): Head {
  const lines: (readonly [string, string])[] = [
    ['From', senders(message)],
    ['To', mailboxes(message.to)],
    ['Cc', mailboxes(message.cc)],
    ['Bcc', mailboxes(message.bcc)],
    ['Date', oneLine(message.date ?? '')],
    ['Subject', oneLine(message.subject)],
    ...message.fields.map(({ label, value }) => [label, oneLine(joinedLines(value))] as const),
  ];
  const children: Phrasing[] = [];
  let cut = false;
  for (const [label, value] of lines) {
    if (value === '') continue;
    if (children.length > 0) children.push(lineBreak);
    cut ||= value.length > longestLine;
    children.push(strong(`${label}:`), text(` ${value.slice(0, longestLine)}`));
  }
  return { block: children.length === 0 ? undefined : paragraph(children), cut };
}

/** As mail programs show a message that one sent for another. The same name twice would not tell them apart. */
function senders({ from, sender }: MailMessage): string {
  const authors = mailboxes(from);
  if (sender === undefined || authors === '') return authors;
  const [first = sender] = from;
  const same =
    nameAlone(first.name, first.address).toLowerCase() === nameAlone(sender.name, sender.address).toLowerCase();
  const by = mailboxText(same && sender.address !== '' ? { name: '', address: sender.address } : sender);
  return `${by} on behalf of ${authors}`;
}

function mailboxes(list: readonly Mailbox[]): string {
  const seen = new Set<string>();
  for (const one of list) {
    const shown = mailboxText(one);
    if (shown !== '') seen.add(shown);
  }
  return [...seen].join(', ');
}
