// Parameters of header fields: quoted, commented, split and encoded (RFC 2045, RFC 2231).
import { expect, test } from 'vitest';
import { parameterField } from './media-type.ts';

test.each<[string, string, Record<string, string>]>([
  ['Text/Plain; charset="utf-8"', 'text/plain', { charset: 'utf-8' }],
  ['text/plain; charset=us-ascii (Plain; text)', 'text/plain', { charset: 'us-ascii' }],
  ['multipart/mixed; boundary="a;b\\"c"', 'multipart/mixed', { boundary: 'a;b"c' }],
  ["attachment; filename*=iso-8859-1'de'Gr%FC%DFe.txt", 'attachment', { filename: 'Grüße.txt' }],
  ["attachment; filename*1=b.txt; filename*0*=utf-8''%C3%A4", 'attachment', { filename: 'äb.txt' }],
  ["attachment; filename=fallback.txt; filename*=utf-8''%E2%82%AC.txt", 'attachment', { filename: '€.txt' }],
  ['attachment; filename="=?utf-8?Q?=C3=A9t=C3=A9.pdf?="', 'attachment', { filename: 'été.pdf' }],
  ['attachment; filename="open', 'attachment', { filename: 'open' }],
  ['attachment; __proto__=x; constructor=y', 'attachment', { ['__proto__']: 'x', constructor: 'y' }],
])('%s', (field, value, parameters) => {
  const read = parameterField(field);
  expect(read.value).toBe(value);
  expect([...read.parameters]).toEqual(Object.entries(parameters));
});
