// An accent and the letter it stands on.
import { expect, test } from 'vitest';
import { accented, isAccent } from './drawn-accents.ts';

test.each([
  ['\u00a8', 'u', 'ü'],
  ['\u00b4', 'E', 'É'],
  ['\u02c7', 's', 'š'],
  ['\u00b4', '\u0131', 'í'],
  ['c', '\u00b8', 'ç'],
  ['~', 'n', 'ñ'],
])('%s and %s are %s', (first, second, whole) => {
  expect(accented(first, second)).toBe(whole);
});

test('what makes no letter stays as it is', () => {
  expect(accented('\u00a8', '4')).toBeUndefined();
  expect(accented('`', '`')).toBeUndefined();
  expect(accented('a', 'b')).toBeUndefined();
  expect(['a', ' ', '\u00e9', "'"].some(isAccent)).toBe(false);
});
