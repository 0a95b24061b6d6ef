// Progress as people read it: pages where pages are counted, never a number that is none.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JobRow } from '../storage/schema.ts';
import { conversionProgress } from './page-progress.ts';

const job = (filename: string | null, input_size = 1_000_000): JobRow =>
  ({ filename, media_type: null, input_size }) as JobRow;

test.each([
  ['a.pdf', 0, 12, 10, 'Page 1 of 12'],
  ['a.pdf', 2, 12, 24, 'Page 3 of 12'],
  ['a.pptx', 5, 10, 53, 'Slide 6 of 10'],
  ['a.tif', 1, 2, 53, 'Page 2 of 2'],
  // All pages are read, or their number is not known.
  ['a.docx', 3, 3, 95, 'Converting the document.'],
  // Bytes, halves, and a text file that calls itself a PDF.
  ['a.csv', 500, 1000, 53, 'Converting the document.'],
  ['a.epub', 0.5, 10, 14, 'Converting the document.'],
  ['a.pdf', 500_000, 1_000_000, 53, 'Converting the document.'],
  [null, 2, 12, 24, 'Converting the document.'],
] as const)('%s: %d of %d', (name, done, total, percentage, message) => {
  expect(conversionProgress(job(name), done, total)).toEqual({ step: 'conversion', percentage, message });
});

test('the percentage stays between the steps before and after, and grows with the work', () => {
  const amount = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(amount, amount, amount, (one, other, total) => {
      const [less, more] = one < other ? [one, other] : [other, one];
      const [a, b] = [less, more].map((done) => conversionProgress(job('a.pdf'), done, total).percentage);
      expect([a, b].every((value) => value !== undefined && value >= 10 && value <= 95)).toBe(true);
      expect(b ?? 0).toBeGreaterThanOrEqual(a ?? 0);
    }),
  );
});
