// What stands between two lines: the ends and beginnings of names, addresses and words with hyphens.
import { expect, test } from 'vitest';
import { joinOf } from './line-joins.ts';

interface Look {
  readonly code?: boolean;
  readonly next?: boolean;
  readonly url?: string;
}

/** The two lines as they are read, parted by a bar. */
function read(given: string, { code = false, next = code, url }: Look = {}): string {
  const [end, start] = given.split('|') as [string, string];
  const [first] = start.split(' ') as [string];
  const tail = end.split(' ').at(-1) as string;
  const join = joinOf({ text: end, code, url }, tail, { text: first, code: next, url, line: start }, [], undefined);
  return join === 'space' ? `${end} ${start}` : (join === 'nothing' ? end : end.slice(0, -1)) + start;
}

test.each([
  ['look for some_long_|name here'],
  ['it calls Hay::|stack here'],
  ['write to hay@|example.org today'],
  ['see http://example.org/a?b=|2 and'],
  ['see http://example.org|/hay for it'],
  ['see http://www.|example.org/hay for it'],
  ['read /usr/share/doc/|hay for it'],
  ['see http://example.org/some-|hay for it'],
])('what was parted is whole again: %s', (given) => {
  expect(read(given)).toBe(given.replace('|', ''));
});

test('a hook at the end of a line says that it goes on', () => {
  expect(read('set master_clock_↩|rate here')).toBe('set master_clock_rate here');
  expect(read('confirm it with ↩|and go on')).toBe('confirm it with ↩ and go on');
});

test.each([
  ['see http://example.org.|There is more'],
  ['see http://example.org,|then go'],
  ['look at the file|/etc/hay for it'],
  ['it is called _|by them'],
  ['wrap it with the|@hay.stack sign'],
  ['it begins with http://|and ends'],
  ['see (http://example.org)|/etc/hay'],
  ['what is it for?|why'],
])('text keeps its spaces: %s', (given) => {
  expect(read(given)).toBe(given.replace('|', ' '));
});

test('code goes on after a stop and a sign that gives a value, and ends before text', () => {
  expect(read('https://www.|example.org/', { code: true })).toBe('https://www.example.org/');
  expect(read('--hay=|stack', { code: true })).toBe('--hay=stack');
  expect(read('/usr/share/hay/|and more', { code: true, next: false })).toBe('/usr/share/hay/ and more');
});

test('a hyphen that the address of its link has not was put there for the line', () => {
  expect(read('https://example.org/-|Hay', { url: 'https://example.org/Hay' })).toBe('https://example.org/Hay');
  expect(read('https://example.org/some-|hay', { url: 'https://example.org/some-hay' })).toBe(
    'https://example.org/some-hay',
  );
});

test.each([
  ['Kosten von Hard-|und Software', 'Kosten von Hard- und Software'],
  ['all two-|and three-digit numbers', 'all two- and three-digit numbers'],
  ['some two-|to threefold growth', 'some two- to threefold growth'],
  ['in this mo-|to they are', 'in this moto they are'],
  ['ANY CONSE-|QUENTIAL LOSS', 'ANY CONSEQUENTIAL LOSS'],
  ['the GNU-|LINUX system of today', 'the GNU-LINUX system of today'],
])('hyphens at the ends of lines: %s', (given, expected) => {
  expect(read(given)).toBe(expected);
});

test.each([
  ['ถ้ากระบวนการสร้างสี่|เหลี่ยม', ''],
  ['ໃນທາງກຽດຕິ|ສັກ', ''],
  ['ကျင့်ဝတ်|သိတတ်', ''],
  ['ក្នុងផ្នែក|សេចក្ដី', ''],
  ['བྱ་སྤྱོད་|ཀྱང་', ''],
  ['平等|である', ''],
  ['ใด ๆ|ทั้งสิ้น', ' '],
  ['ဖြစ်သည်။|ထိုသူ', ' '],
  ['ཡོད།|ཁོང', ' '],
  ['และ|Chromium', ' '],
  ['모든|인간은', ' '],
  ['सभी|मनुष्यों', ' '],
])('scripts without spaces between words have none between lines: %s', (given, between) => {
  expect(read(given)).toBe(given.replace('|', between));
});
