// What an operator may list as inner hosts to fetch from.
import { expect, test } from 'vitest';
import { fetchAllowance } from './fetch-allow.ts';

test('addresses, ranges and names, each for itself alone', () => {
  const allowed = fetchAllowance(['10.1.0.0/16', '127.0.0.1', 'fd00::/8', 'Files.internal']);
  const addresses = ['10.1.2.3', '10.2.0.1', '127.0.0.1', '127.0.0.2', 'fd12::1', 'fe80::1', '::ffff:127.0.0.1', 'x'];
  expect(addresses.filter((address) => allowed?.allowAddress(address))).toEqual(['10.1.2.3', '127.0.0.1', 'fd12::1']);
  expect(
    ['files.internal', 'FILES.INTERNAL', 'a.files.internal', 'internal'].map((name) => allowed?.allowName(name)),
  ).toEqual([true, true, false, false]);
});

test('an empty list allows nothing', () => {
  const none = fetchAllowance([]);
  expect([none?.allowAddress('127.0.0.1'), none?.allowName('localhost')]).toEqual([false, false]);
});

test.each(['300.1.1.1', '10.0.0.0/99', 'http://files.internal', 'a b', '*', '-x', ''])('%j is refused', (entry) => {
  expect(fetchAllowance([entry])).toBeUndefined();
});
