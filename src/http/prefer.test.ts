// The Prefer header in the forms clients send it, and in forms that mean nothing.
import { expect, test } from 'vitest';
import { waitMs } from './prefer.ts';

test.each([
  [undefined, 25_000],
  ['', 25_000],
  ['respond-async', 0],
  ['Respond-Async', 0],
  ['return=minimal, respond-async', 0],
  ['wait=10', 10_000],
  ['WAIT = 10', 10_000],
  ['wait="7"', 7000],
  ['wait=0', 0],
  ['wait=60', 60_000],
  ['wait=61', 60_000],
  ['wait=999999999', 60_000],
  ['respond-async, wait=10', 10_000],
  ['wait=10; foo=bar, respond-async', 10_000],
  ['wait=3, wait=9', 3000],
  [['respond-async', 'wait=4'], 4000],
  // Nonsense leaves the usual wait.
  ['wait=-1', 25_000],
  ['wait=1.5', 25_000],
  ['wait=soon', 25_000],
  ['wait', 25_000],
  ['x-wait=3', 25_000],
  ['not-respond-async', 25_000],
])('%j', (prefer, expected) => {
  expect(waitMs(prefer, 25_000)).toBe(expected);
});
