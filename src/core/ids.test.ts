// Ids: the layout of UUIDv7, and that every written form leads back to the same id and nothing else does.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asUuid, newId, parseId } from './ids.ts';

test('an id is a UUIDv7 that sorts by time', () => {
  const earlier = newId(1_700_000_000_000);
  const later = newId(1_700_000_000_001);
  expect(earlier < later).toBe(true);
  expect(asUuid(earlier)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(earlier.slice(0, 12), 16)).toBe(1_700_000_000_000);
});

test('every form of an id is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), (time) => {
      const id = newId(time);
      for (const form of [id, `conv_${id}`, asUuid(id), asUuid(id).toUpperCase(), `conv_${asUuid(id)}`]) {
        expect(parseId(form, 'conv')).toBe(id);
      }
    }),
  );
});

test('anything else is no id', () => {
  fc.assert(fc.property(fc.string(), (text) => parseId(text, 'conv') === undefined));
  expect(parseId(`batch_${newId(0)}`, 'conv')).toBeUndefined();
  expect(parseId(`conv_${newId(0)}0`, 'conv')).toBeUndefined();
});
