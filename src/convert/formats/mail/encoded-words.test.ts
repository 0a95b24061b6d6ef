// Encoded words of RFC 2047, from its own examples and from what programs really write.
import { expect, test } from 'vitest';
import { decodeWords } from './encoded-words.ts';

test.each([
  ['nothing to decode', 'nothing to decode'],
  ['=?ISO-8859-1?Q?a?=', 'a'],
  ['=?ISO-8859-1?Q?a?= b', 'a b'],
  ['=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=', 'ab'],
  ['=?ISO-8859-1?Q?a?=   =?ISO-8859-2?Q?_b?=', 'a b'],
  ['=?utf-8?b?w7xiZXI=?=', 'über'],
  ['=?utf-8*en?Q?caf=c3=a9?=', 'café'],
  ['a character cut between words: =?UTF-8?Q?=E2=82?= =?UTF-8?Q?=AC?=', 'a character cut between words: €'],
  ['=?ISO-2022-JP?B?GyRCRnxLXBsoQg==?=', '日本'],
  ['=?koi8-r?Q?=F0=D2=C9=D7=C5=D4?=', 'Привет'],
  ['=?no-such-set?Q?caf=C3=A9?=', 'café'],
  ['=?utf-8?Q?not closed', '=?utf-8?Q?not closed'],
  ['=?utf-8?X?other encoding?=', '=?utf-8?X?other encoding?='],
  ['=?utf-8?Q?bad =ZZ code?=', 'bad =ZZ code'],
])('%s', (written, meant) => {
  expect(decodeWords(written)).toBe(meant);
});
