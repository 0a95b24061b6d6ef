// What kind of item a message is, by its class ([MS-OXOMSG], [MS-OXOCAL], [MS-OXOTASK], [MS-OXOCNTC], [MS-OXOJRNL]), and the
// fields such an item is known by. THE TABLE: one entry per kind, one row per field.
import type { MailField } from '../mail/message.ts';
import { propertySets } from './named-properties.ts';
import type { Properties, PropertyKey } from './properties.ts';

interface Row {
  readonly label: string;
  /** The first of them that is there. */
  readonly keys: readonly PropertyKey[];
  readonly as: 'text' | 'time' | 'day' | 'yes' | 'share' | readonly string[];
}

interface Kind {
  /** Beginning of the message class. */
  readonly prefix: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

const row = (label: string, as: Row['as'], ...keys: PropertyKey[]): Row => ({ label, as, keys });
const named =
  (set: number) =>
  (id: number): PropertyKey => ({ set, id });
const calendar = named(propertySets.appointment);
const task = named(propertySets.task);
const address = named(propertySets.address);
const journal = named(propertySets.journal);

const meeting: readonly Row[] = [
  row('Start', 'time', calendar(0x820d), 0x0060),
  row('End', 'time', calendar(0x820e), 0x0061),
  row('All day', 'yes', calendar(0x8215)),
  row('Location', 'text', calendar(0x8208)),
  row('Recurrence', 'text', calendar(0x8232)),
];
const taskRows: readonly Row[] = [
  row('Status', ['Not started', 'In progress', 'Completed', 'Waiting on someone else', 'Deferred'], task(0x8101)),
  row('Complete', 'share', task(0x8102)),
  row('Start', 'day', task(0x8104)),
  row('Due', 'day', task(0x8105)),
  row('Completed', 'day', task(0x810f)),
  row('Owner', 'text', task(0x811f)),
];
const report: readonly Row[] = [
  row('Original subject', 'text', 0x0049),
  row('Original author', 'text', 0x004d),
  row('Original date', 'time', 0x004e),
  row('Reported', 'time', 0x0032),
];

const kinds: readonly Kind[] = [
  { prefix: 'ipm.appointment', title: 'Appointment', rows: meeting },
  { prefix: 'ipm.schedule.meeting.request', title: 'Meeting request', rows: meeting },
  { prefix: 'ipm.schedule.meeting.canceled', title: 'Meeting cancellation', rows: meeting },
  { prefix: 'ipm.schedule.meeting.resp.pos', title: 'Meeting response: accepted', rows: meeting },
  { prefix: 'ipm.schedule.meeting.resp.tent', title: 'Meeting response: tentative', rows: meeting },
  { prefix: 'ipm.schedule.meeting.resp.neg', title: 'Meeting response: declined', rows: meeting },
  { prefix: 'ipm.schedule.meeting', title: 'Meeting', rows: meeting },
  { prefix: 'ipm.taskrequest.accept', title: 'Task response: accepted', rows: taskRows },
  { prefix: 'ipm.taskrequest.decline', title: 'Task response: declined', rows: taskRows },
  { prefix: 'ipm.taskrequest', title: 'Task request', rows: taskRows },
  { prefix: 'ipm.task', title: 'Task', rows: taskRows },
  {
    prefix: 'ipm.contact',
    title: 'Contact',
    rows: [
      row('Name', 'text', 0x3001),
      row('Nickname', 'text', 0x3a4f),
      row('Job title', 'text', 0x3a17),
      row('Department', 'text', 0x3a18),
      row('Company', 'text', 0x3a16),
      row('Email', 'text', address(0x8083)),
      row('Email 2', 'text', address(0x8093)),
      row('Email 3', 'text', address(0x80a3)),
      row('Business phone', 'text', 0x3a08),
      row('Business phone 2', 'text', 0x3a1b),
      row('Mobile phone', 'text', 0x3a1c),
      row('Home phone', 'text', 0x3a09),
      row('Other phone', 'text', 0x3a1f),
      row('Business fax', 'text', 0x3a24),
      row('Business address', 'text', address(0x801b)),
      row('Home address', 'text', address(0x801a)),
      row('Other address', 'text', address(0x801c)),
      row('Messaging address', 'text', address(0x8062)),
      row('Web page', 'text', address(0x802b), 0x3a51),
      row('Birthday', 'day', 0x3a42),
      row('Anniversary', 'day', 0x3a41),
    ],
  },
  { prefix: 'ipm.distlist', title: 'Contact group', rows: [row('Name', 'text', address(0x8053), 0x3001)] },
  {
    prefix: 'ipm.activity',
    title: 'Journal entry',
    rows: [
      row('Activity', 'text', journal(0x8700)),
      row('Start', 'time', journal(0x8706)),
      row('End', 'time', journal(0x8708)),
    ],
  },
  { prefix: 'ipm.stickynote', title: 'Note', rows: [] },
  { prefix: 'ipm.post', title: 'Post', rows: [] },
];
/** Reports have the class of the message they are about in the middle. */
const reports: readonly (readonly [suffix: string, title: string])[] = [
  ['.dr', 'Delivery receipt'],
  ['.ndr', 'Undelivered'],
  ['.ipnrn', 'Read receipt'],
  ['.ipnnrn', 'Deleted unread'],
];

/** The fields of an item that is more than a letter; none for a letter. */
export function kindFields(messageClass: string, properties: Properties): MailField[] {
  const wanted = messageClass.toLowerCase();
  const reported = wanted.startsWith('report.') ? reports.find(([suffix]) => wanted.endsWith(suffix)) : undefined;
  const found = kinds.find(({ prefix }) => wanted === prefix || wanted.startsWith(`${prefix}.`));
  const kind = reported === undefined ? found : { title: reported[1], rows: report };
  if (kind === undefined) return [];
  const fields = [{ label: 'Type', value: kind.title }];
  for (const { label, keys, as } of kind.rows) {
    const value = keys.map((key) => shown(properties, key, as)).find((one) => one !== '');
    if (value !== undefined) fields.push({ label, value });
  }
  return fields;
}

function shown(properties: Properties, key: PropertyKey, as: Row['as']): string {
  if (as === 'text') return properties.text(key).trim();
  if (as === 'time') return properties.time(key) ?? '';
  if (as === 'day') return properties.time(key)?.slice(0, 10) ?? '';
  const value = properties.integer(key);
  if (value === undefined) return '';
  if (as === 'yes') return value === 0 ? '' : 'yes';
  if (as === 'share') return value >= 0 && value <= 1 ? `${Math.round(value * 100)} %` : '';
  return as[value] ?? '';
}
