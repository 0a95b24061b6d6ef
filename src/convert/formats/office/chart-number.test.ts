// Numbers of charts: dates and shares by their format, everything else exact, and no format can break it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChartNumbers } from './chart-number.ts';

test.each([
  ['4.3', 'General', '4.3'],
  ['0.30000000000000004', 'General', '0.3'],
  ['1234567.891', '#,##0', '1234567.891'],
  ['45292', 'yyyy-mm-dd', '2024-01-01'],
  ['45292.5', 'm/d/yyyy', '1/1/2024'],
  ['0.12345', '0%', '12.345%'],
  ['-2', '$#,##0', '-2'],
  ['1E-3', 'General', '0.001'],
  ['n/a', 'General', 'n/a'],
  ['', '0%', ''],
])('%s as %s is %s', (value, pattern, expected) => {
  expect(new ChartNumbers().write(value, pattern)).toBe(expected);
});

test('dates count from 1904 where the chart says so', () => {
  expect(new ChartNumbers(true).write('0', 'yyyy-mm-dd')).toBe('1904-01-01');
  expect(new ChartNumbers(true).write('2', 'General')).toBe('2');
});

test('any value under any format gives text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.double().map(String), fc.string()), fc.string(), (value, pattern) => {
      expect(typeof new ChartNumbers().write(value, pattern)).toBe('string');
    }),
  );
});

test('past the first hundred formats numbers stay plain, known formats hold', () => {
  const numbers = new ChartNumbers();
  for (let at = 0; at < 100; at += 1) numbers.write('1', `0.${'0'.repeat(at % 60)}"${at}"`);
  numbers.write('45292', 'yyyy');
  expect(numbers.write('45292', 'yyyy')).toBe('45292');
  expect(numbers.write('0.5', '0%')).toBe('0.5');
});
