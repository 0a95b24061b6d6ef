// Calendar entries of invitations.
import { expect, test } from 'vitest';
import { markdownOf } from '../../markdown/write.ts';
import { calendarBlocks } from './calendar.ts';

const calendar = (...lines: string[]): string => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');

test('the fields of an event, not those of its alarm', () => {
  const source = calendar(
    'BEGIN:VEVENT',
    'SUMMARY;LANGUAGE=en:Long',
    '  title',
    'DTSTART;TZID="Europe/Oslo: CET":20240301T090000',
    'DTEND:20240301T100000Z',
    'ORGANIZER;CN="Ann, B":mailto:ann@example.com',
    'ATTENDEE;ROLE=REQ-PARTICIPANT:mailto:bob@example.com',
    'ATTENDEE:MAILTO:cy@example.com',
    'BEGIN:VALARM',
    'DESCRIPTION:Reminder',
    'END:VALARM',
    'DESCRIPTION:One\\, two\\nthree',
    'END:VEVENT',
    'BEGIN:VTODO',
    'SUMMARY:Later',
    'DUE;VALUE=DATE:20240401',
    'END:VTODO',
  );
  expect(markdownOf(calendarBlocks(source))).toBe(
    [
      '**Event:** Long title\\',
      '**Start:** 2024-03-01T09:00:00 (Europe/Oslo: CET)\\',
      '**End:** 2024-03-01T10:00:00Z\\',
      '**Organizer:** "Ann, B" \\<ann@example.com>\\',
      '**Attendees:** bob@example.com, cy@example.com',
      '',
      'One, two\\',
      'three',
      '',
      '**Event:** Later\\',
      '**Due:** 2024-04-01',
      '',
    ].join('\n'),
  );
});

test('what is no calendar gives nothing', () => {
  expect(calendarBlocks('BEGIN:VCARD\nFN:Ann\nEND:VCARD')).toEqual([]);
  expect(calendarBlocks('')).toEqual([]);
});
