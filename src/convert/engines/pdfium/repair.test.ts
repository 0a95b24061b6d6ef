// A PDF without its end gets one that names the catalogue.
import { expect, test } from 'vitest';
import { bytesSource } from '../../input.ts';
import { withTrailer } from './repair.ts';

const read = (text: string): string | undefined => {
  const source = withTrailer(bytesSource(Buffer.from(text, 'latin1')));
  return source === undefined ? undefined : Buffer.from(source.read(0, source.size)).toString('latin1');
};

test('the last catalogue is the one that counts', () => {
  const text = '%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\n12 3 obj\n<< /Pages 2 0 R /Type/Catalog >>\nendobj\n';
  expect(read(text)).toBe(`${text}\ntrailer\n<< /Root 12 3 R >>\nstartxref\n0\n%%EOF\n`);
});

test('without a catalogue nothing is made up', () => {
  expect(read('%PDF-1.4\n1 0 obj << /Type /Page >> endobj')).toBeUndefined();
  expect(read('%PDF-1.4\n(/Catalog of ships) Tj')).toBeUndefined();
});

test('reads across the seam are whole', () => {
  const text = '1 0 obj <</Type /Catalog>> endobj';
  const source = withTrailer(bytesSource(Buffer.from(text)));
  const whole = read(text) ?? '';
  for (let from = 0; from < whole.length; from += 5) {
    expect(Buffer.from(source?.read(from, 9) ?? []).toString('latin1')).toBe(whole.slice(from, from + 9));
  }
});
