// Who sent a message and who receives it: Internet addresses where the file knows them, not those of a directory inside
// some company ([MS-OXOMSG] 2.2.1, [MS-OXCMSG] 2.2.1).
import { mailboxList } from '../mail/addresses.ts';
import type { HeaderFields } from '../mail/header-fields.ts';
import type { Mailbox, MailMessage } from '../mail/message.ts';
import type { Properties } from './properties.ts';

/** Numbers of the properties that name one person. */
interface PersonKeys {
  readonly names: readonly number[];
  readonly smtp: readonly number[];
  readonly address: number;
}

/** On whose behalf the message was sent, and who sent it. */
const representing: PersonKeys = { names: [0x0042], smtp: [0x5d02], address: 0x0065 };
const sending: PersonKeys = { names: [0x0c1a], smtp: [0x5d01], address: 0x0c1f };
const recipient: PersonKeys = { names: [0x3001, 0x5ff6], smtp: [0x39fe], address: 0x3003 };

export function sendersOf(
  properties: Properties,
  header: HeaderFields | undefined,
): Pick<MailMessage, 'from' | 'sender'> {
  const behalf = person(properties, representing);
  const sender = person(properties, sending);
  const written = mailboxList(header?.raw('from') ?? '')[0];
  const from = completed(isEmpty(behalf) ? sender : behalf, written);
  const other = sender.address !== '' && from.address !== '' && !sameText(sender.address, from.address);
  return { from: isEmpty(from) ? [] : [from], ...(other ? { sender } : {}) };
}

const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The mailbox of a row in the table of recipients. */
export function recipientMailbox(properties: Properties): Mailbox {
  return person(properties, recipient);
}

/** Names without addresses, as a message lists them where it has no table of recipients. */
export function displayedNames(list: string): Mailbox[] {
  return list
    .split(';')
    .map((name) => ({ name: name.trim(), address: '' }))
    .filter(({ name }) => name !== '');
}

function person(properties: Properties, keys: PersonKeys): Mailbox {
  const first = (ids: readonly number[]): string =>
    ids.map((id) => properties.text(id).trim()).find((value) => value !== '') ?? '';
  const name = unquoted(first(keys.names));
  const given = properties.text(keys.address).trim();
  const smtp = [first(keys.smtp), given, name].find(isInternetAddress) ?? '';
  // An address of another system is shown only where nothing else says who it is.
  return { name: name === '' && smtp === '' ? given : name, address: smtp };
}

/** What the Internet header says completes what Outlook keeps. */
function completed(known: Mailbox, written: Mailbox | undefined): Mailbox {
  if (written === undefined || known.address !== '') return known;
  return { name: known.name === '' ? written.name : known.name, address: written.address };
}

export const isEmpty = ({ name, address }: Mailbox): boolean => name === '' && address === '';

function isInternetAddress(value: string): boolean {
  const at = value.lastIndexOf('@');
  return at > 0 && at < value.length - 1 && !/[\s/]/.test(value.slice(0, 320)) && value.length <= 320;
}

function unquoted(name: string): string {
  return name.length > 1 && name.startsWith("'") && name.endsWith("'") ? name.slice(1, -1) : name;
}
