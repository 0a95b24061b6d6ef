// Lists of mailboxes (RFC 5322, 3.4 and its appendix A), and anything else that stands in such fields.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mailboxList } from './addresses.ts';
import { mailboxText } from './head.ts';

test.each([
  ['John Doe <jdoe@machine.example>', 'John Doe <jdoe@machine.example>'],
  [
    '"Joe Q. Public" <john.q.public@example.com>, jdoe@example.org',
    'Joe Q. Public <john.q.public@example.com> | jdoe@example.org',
  ],
  ['"Giant; \\"Big\\" Box" <sysservices@example.net>', 'Giant; "Big" Box <sysservices@example.net>'],
  [
    'A Group:Ed Jones <c@a.test>,joe@where.test,John <jdoe@one.test>;',
    'Ed Jones <c@a.test> | joe@where.test | John <jdoe@one.test>',
  ],
  ['Undisclosed recipients:;', 'Undisclosed recipients'],
  [
    'Pete(A nice (deep) chap) <pete(his account)@silly.test(his host)>',
    'Pete <pete(his account)@silly.test(his host)>',
  ],
  ['carol@example.com (Carol \\) C.)', 'Carol \\) C. <carol@example.com>'],
  ["'Ann' <ann@example.com>", 'Ann <ann@example.com>'],
  ['<@host.example:user@route.example>', 'user@route.example'],
  ['=?utf-8?Q?M=C3=BCller=2C_J?= <j@example.de>', '"Müller, J" <j@example.de>'],
  ['no address at all', 'no address at all'],
  [',, ;', ''],
  ['open <end@example.com', 'open <end@example.com>'],
])('%s', (field, meant) => {
  expect(mailboxList(field).map(mailboxText).join(' | ')).toBe(meant);
});

test('what was written for a plain list is read back', () => {
  const word = fc.stringMatching(/^[A-Za-z]{1,10}$/);
  const box = fc.record({ name: word, address: fc.tuple(word, word).map(([a, b]) => `${a}@${b}.example`) });
  fc.assert(
    fc.property(fc.array(box, { maxLength: 5 }), (boxes) => {
      expect(mailboxList(boxes.map(({ name, address }) => `${name} <${address}>`).join(', '))).toEqual(boxes);
    }),
  );
});
