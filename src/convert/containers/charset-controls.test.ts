// The quick look at bytes finds exactly what the look at the text would take out of ASCII.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsControls, withoutControls } from './charset-controls.ts';

test('a single control byte is found wherever it stands', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.nat(),
      fc.integer({ min: 0, max: 127 }),
      fc.nat(7),
      (size, place, byte, shift) => {
        const bytes = new Uint8Array(size + shift).fill(0x61).subarray(shift);
        bytes[place % size] = byte;
        const text = Buffer.from(bytes).toString('latin1');
        // A lone ESC begins no sequence and a lone backspace strikes nothing out: both are dropped and counted.
        const changed = withoutControls(text).text !== text;
        expect(holdsControls(bytes)).toBe(changed);
      },
    ),
    { numRuns: 2000 },
  );
});

test('bytes beyond ASCII are left to the look at the text', () => {
  expect(holdsControls(Buffer.from('größe'))).toBe(true);
  expect(withoutControls('größe \u009b1m').dropped).toBe(1);
});

test.each([
  ['colours', 'a\u001b[1;31mb\u001b[0mc', 'abc', 0],
  ['window titles', 'a\u001b]0;title\u0007b', 'ab', 0],
  ['overstrikes', '_\bxx\bx', 'xx', 0],
  ['a backspace with nothing after it', 'ab\b\nc', 'ab\nc', 1],
  ['a mark in the middle', 'a\ufeffb', 'ab', 0],
  ['other controls', 'a\u0000\u0001\u007fb', 'ab', 3],
  ['line ends, tabs and form feeds stay', 'a\r\n\tb\fc\u0085', 'a\r\n\tb\fc\u0085', 0],
])('%s', (_name, text, expected, dropped) => {
  expect(withoutControls(text)).toEqual({ text: expected, dropped });
});
