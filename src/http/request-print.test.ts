// The same form has the same fingerprint however it is cut into pieces and whatever its boundary; another has another.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestPrint } from './request-print.ts';

function printOf(body: Buffer, type: string | undefined, cuts: readonly number[] = []): string {
  const print = requestPrint('POST', '/api/v1/convert', type);
  let from = 0;
  for (const cut of [...cuts].map((one) => one % (body.length + 1)).sort((one, other) => one - other)) {
    print.add(body.subarray(from, cut));
    from = cut;
  }
  print.add(body.subarray(from));
  return print.end();
}

const form = (boundary: string, content: string): [Buffer, string] => [
  Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"\r\n\r\n${content}\r\n--${boundary}--\r\n`),
  `multipart/form-data; boundary=${boundary}`,
];

test('boundaries and the way pieces are cut do not count', () => {
  const boundary = fc.stringMatching(/^[A-Za-z0-9'()+_,./:=?-]{8,70}$/);
  fc.assert(
    fc.property(boundary, boundary, fc.string(), fc.array(fc.nat(), { maxLength: 30 }), (one, other, content, cuts) => {
      fc.pre(!content.includes(one) && !content.includes(other) && !one.includes(other) && !other.includes(one));
      fc.pre(!'Content-Disposition: form-data; name="file"'.includes(one));
      expect(printOf(...form(one, content), cuts)).toBe(printOf(...form(other, content)));
      expect(printOf(...form(one, `${content}.`))).not.toBe(printOf(...form(one, content)));
    }),
  );
});

test('plain bodies count byte by byte, with method, path and type', () => {
  const body = Buffer.from('{"source_type":"url"}');
  const plain = printOf(body, 'application/json');
  expect(printOf(body, 'application/json', [3, 9])).toBe(plain);
  expect(printOf(body, 'text/plain')).not.toBe(plain);
  expect(printOf(Buffer.from('{"source_type":"urL"}'), 'application/json')).not.toBe(plain);
  const other = requestPrint('POST', '/api/v1/batch', 'application/json');
  other.add(body);
  expect(other.end()).not.toBe(plain);
});
