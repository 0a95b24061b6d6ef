// Calendar entries that come with invitations (RFC 5545): the fields people look for, of each event, task or note.
import { lineBreak, paragraph, strong, text } from '../../document/build.ts';
import type { Block, Phrasing } from '../../document/tree.ts';
import { mailboxText, oneLine } from './head.ts';
import { parameterField } from './media-type.ts';
import { plainTextBlocks } from './plain-text.ts';

const mostEntries = 1_000;
const mostLines = 200_000;

interface Line {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
}

/** Labels in the order they are shown. */
const labels: readonly (readonly [name: string, label: string])[] = [
  ['SUMMARY', 'Event'],
  ['DTSTART', 'Start'],
  ['DTEND', 'End'],
  ['DUE', 'Due'],
  ['DURATION', 'Duration'],
  ['RRULE', 'Recurrence'],
  ['LOCATION', 'Location'],
  ['ORGANIZER', 'Organizer'],
  ['ATTENDEE', 'Attendees'],
  ['STATUS', 'Status'],
  ['URL', 'Link'],
];
const entryKinds = new Set(['VEVENT', 'VTODO', 'VJOURNAL']);

/** The entries of a calendar; nothing when the text is none. */
export function calendarBlocks(source: string): Block[] {
  const blocks: Block[] = [];
  let entry: Map<string, Line[]> | undefined;
  let inner = 0;
  let entries = 0;
  for (const line of contentLines(source)) {
    if (line.name === 'BEGIN') {
      if (entry !== undefined) inner += 1;
      else if (entryKinds.has(line.value.toUpperCase()) && entries < mostEntries) {
        entry = new Map();
        entries += 1;
      }
    } else if (line.name === 'END') {
      if (inner > 0) inner -= 1;
      else {
        for (const block of entry === undefined ? [] : entryBlocks(entry)) blocks.push(block);
        entry = undefined;
      }
    } else if (entry !== undefined && inner === 0) {
      const known = entry.get(line.name);
      if (known === undefined) entry.set(line.name, [line]);
      else known.push(line);
    }
  }
  return blocks;
}

function entryBlocks(entry: ReadonlyMap<string, readonly Line[]>): Block[] {
  const children: Phrasing[] = [];
  for (const [name, label] of labels) {
    const value = [...new Set((entry.get(name) ?? []).map(shown))].filter((one) => one !== '').join(', ');
    if (value === '') continue;
    if (children.length > 0) children.push(lineBreak);
    children.push(strong(`${label}:`), text(` ${value}`));
  }
  const description = unescaped(entry.get('DESCRIPTION')?.[0]?.value ?? '');
  return [...(children.length === 0 ? [] : [paragraph(children)]), ...plainTextBlocks(description)];
}

function shown({ name, parameters, value }: Line): string {
  if (name === 'ORGANIZER' || name === 'ATTENDEE') {
    return mailboxText({ name: parameters.get('cn') ?? '', address: value.replace(/^mailto:/i, '') });
  }
  if (name === 'DTSTART' || name === 'DTEND' || name === 'DUE') return dateText(value, parameters.get('tzid'));
  return oneLine(unescaped(value));
}

/** 3.3.4 and 3.3.5: a day, a time in UTC, or a time in a zone that is named. */
function dateText(value: string, zone: string | undefined): string {
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(value.trim());
  if (found === null) return oneLine(value);
  const [, year, month, day, hour, minute, second, utc] = found;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  const time = `${date}T${hour}:${minute}:${second}${utc ?? ''}`;
  return zone === undefined || utc === 'Z' ? time : `${time} (${oneLine(zone)})`;
}

/** 3.1: long lines are folded; a name, parameters, a colon, a value. */
function* contentLines(source: string): Generator<Line> {
  const lines: string[] = [];
  for (const line of source.split(/\r\n|[\n\r]/, mostLines)) {
    if (/^[ \t]/.test(line) && lines.length > 0) lines[lines.length - 1] += line.slice(1);
    else lines.push(line);
  }
  for (const line of lines) {
    const colon = valueStart(line);
    if (colon < 0) continue;
    const { value, parameters } = parameterField(line.slice(0, colon));
    yield { name: value.toUpperCase(), parameters, value: line.slice(colon + 1) };
  }
}

/** The first colon that does not stand in quotes. */
function valueStart(line: string): number {
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"') quoted = !quoted;
    else if (line[at] === ':' && !quoted) return at;
  }
  return -1;
}

/** 3.3.11. */
function unescaped(value: string): string {
  return value.replace(/\\([\\;,nN])/g, (_, char: string) => (char === 'n' || char === 'N' ? '\n' : char));
}
