// Cursors: every id comes back out, and nothing else is one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cursorAfter, idOfCursor } from './job-list.ts';

const ids = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString('hex'));

test('a cursor gives its id back', () => {
  fc.assert(fc.property(ids, (id) => idOfCursor(cursorAfter(id)) === id));
});

test('one id has one cursor, and other text is none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[\w-]{22}$/)), (text) => {
      const id = idOfCursor(text);
      expect(id === undefined || cursorAfter(id) === text).toBe(true);
    }),
  );
  for (const text of ['', 'x'.repeat(22), `${'A'.repeat(21)}B`, 'A'.repeat(23)])
    expect(idOfCursor(text)).toBeUndefined();
});
