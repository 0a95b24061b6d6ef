// Figures and times as people read them.
import { expect, test } from 'vitest';
import { bytes, counted, distance, duration, spoken } from './words.ts';

test('sizes', () => {
  expect([0, 1023, 1536, 20 * 1024 ** 2, 3 * 1024 ** 3, 5000 * 1024 ** 3].map(bytes)).toEqual([
    '0 B',
    '1023 B',
    '1.5 kB',
    '20 MB',
    '3.0 GB',
    '5000 GB',
  ]);
});

test('durations', () => {
  expect([12, 1500, 61_000, 3_660_000].map(duration)).toEqual(['12 ms', '1.5 s', '1 min 1 s', '1 h 1 min']);
});

test('how far away a time is', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  const at = (text: string): string => distance(text, now);
  expect(at('2026-11-15T12:00:10Z')).toBe('in a moment');
  expect(at('2026-11-15T11:30:00Z')).toBe('30 minutes ago');
  expect(at('2026-11-16T11:00:00Z')).toBe('in 23 hours');
  expect(at('2026-12-15T12:00:00Z')).toBe('in 30 days');
});

test('numbers of things and names of fields', () => {
  expect([counted(1, 'page'), counted(1200, 'page')]).toEqual(['1 page', '1,200 pages']);
  expect([spoken('apiGateway'), spoken('ocr_used')]).toEqual(['API gateway', 'OCR used']);
});
