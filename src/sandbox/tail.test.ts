// The tail is the end of what was added, whatever the size of the pieces.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTail } from './tail.ts';

it('keeps the last bytes of all that was added', () => {
  const piece = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '\n'), maxLength: 40 });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 1, max: 30 }), (pieces, limit) => {
      const tail = createTail(limit);
      for (const one of pieces) tail.add(Buffer.from(one));
      expect(tail.text()).toBe(pieces.join('').slice(-limit));
    }),
  );
});

it('does not grow with very many very small pieces', () => {
  const tail = createTail(10);
  for (let index = 0; index < 100_000; index += 1) tail.add(Buffer.from(String(index % 10)));
  expect(tail.text()).toBe('0123456789');
});

it('forgets what it is told to forget', () => {
  const tail = createTail(10);
  tail.add(Buffer.from('of the former task'));
  tail.clear();
  expect(tail.text()).toBe('');
});
