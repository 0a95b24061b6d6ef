// Date fields as RFC 5322 defines them and as older programs wrote them.
import { expect, test } from 'vitest';
import { parseMailDate } from './dates.ts';

test.each([
  ['Fri, 21 Nov 1997 09:55:06 -0600', '1997-11-21T15:55:06Z'],
  ['21 Nov 97 09:55:06 GMT', '1997-11-21T09:55:06Z'],
  ['Thu, 13 Feb 1969 23:32 -0330 (Newfoundland Time)', '1969-02-14T03:02:00Z'],
  ['Mon, 1 Jan 24 00:00:00 PST', '2024-01-01T08:00:00Z'],
  ['Sun, 06-Nov-1994 08:49:37 GMT', '1994-11-06T08:49:37Z'],
  ['1 April 2020 10:00:00 +0200', '2020-04-01T08:00:00Z'],
  ['Tue, 30 Foo 2020 10:00:00 +0200', undefined],
  ['yesterday', undefined],
  ['', undefined],
])('%s', (field, date) => {
  expect(parseMailDate(field)).toBe(date);
});
