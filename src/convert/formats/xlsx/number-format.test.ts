// Numbers as Excel shows them: known results for each family of formats, and the fast paths against numfmt itself.
import fc from 'fast-check';
import { format, getFormatFromId, isDateFormat } from 'numfmt';
import { expect, test } from 'vitest';
import { fastDate } from './fast-date.ts';
import { fastFixed, fastGeneral } from './fast-fixed.ts';
import { builtInPattern, general, numberFormat } from './number-format.ts';

const settings = { locale: 'en-US', dateSpanLarge: false, throws: true } as const;

test.each([
  ['General', '0.30000000000000004', '0.3'],
  ['General', '0.333333333333333', '0.333333333'],
  ['General', '12345678901', '12345678901'],
  ['General', '123456789012', '1.23457E+11'],
  ['General', '-22.300000000000001', '-22.3'],
  ['General', '1E-3', '0.001'],
  ['General', 'not a number', 'not a number'],
  ['0.00', '1.005', '1.01'],
  ['0%', '0.125', '13%'],
  ['#,##0', '-1234567.5', '-1,234,568'],
  ['#,##0.00', '999.995', '1,000.00'],
  ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', '-5', '$(5.00)'],
  ['#,##0.00;[Red](#,##0.00)', '-1234.5', '(1,234.50)'],
  ['[<10]"few";"many"', '12', 'many'],
  ['# ?/?', '1.5', '1 1/2'],
  ['0.00E+00', '12345', '1.23E+04'],
  ['yyyy-mm-dd', '45000', '2023-03-15'],
  ['yyyy\\-mm\\-dd\\ hh:mm:ss', '45000.5', '2023-03-15 12:00:00'],
  ['[$-409]d\\-mmm\\-yy;@', '45000', '15-Mar-23'],
  ['mmmm d, yyyy', '38971', 'September 11, 2006'],
  ['[h]:mm:ss', '1.5', '36:00:00'],
  ['h:mm AM/PM', '0.75', '6:00 PM'],
  // The marks within numbers are the program's in any language; names of months and days are those of the format.
  ['[$€-407] #,##0.00', '1212.5', '€ 1,212.50'],
  ['#,##0.00\\ [$€-40C];[Red]\\-#,##0.00\\ [$€-40C]', '-1234.5', '-1,234.50 €'],
  ['[$-409]0.00;[$-407]-0.00', '-1.5', '-1.50'],
  ['#,##0.00\\ [$€-de-DE]', '1234.5', '1,234.50 €'],
  ['[$kr-sv-SE,1] #,##0', '1234', 'kr 1,234'],
  ['[$-x-sysdate]dddd, mmmm dd, yyyy', '45000', 'Wednesday, March 15, 2023'],
  ['[$-407]d. mmmm yyyy', '45000', '15. März 2023'],
  ['"[$€-407]"0.0', '1.5', '[$€-407]1.5'],
  // Excel's own formats of many countries end in a space that belongs to the last mark.
  ['_ * #,##0.00_ ;_ * \\-#,##0.00_ ;_ * "-"??_ ;_ @_ ', '1234.5', '1,234.50'],
  ['0.00_ ;[Red]\\-0.00\\ ', '-1.005', '-1.01'],
  ['0.00e+00', '12345', '1.23E+04'],
  ['[$-411]ggge"年"m"月"d"日";@', '45000.5', '令和5年3月15日'],
  ['[$-411]ge.mm.dd', '43585', 'H31.04.30'],
  ['[$-411]gg ee', '43586', '令 01'],
  ['[$-411]ggge"ge"', '9855', '大正15ge'],
  ['[$-404]e/m/d', '45000', '112/3/15'],
  ['[$-404]e-mm-dd', '45000', '112-03-15'],
  ['[$-404]ggge', '100', '1900'],
  ['[$-409]e', '45000', '2023'],
  ['h:mm a/p', '0.75', '6:00 P'],
  ['yyyy"年"m"月"d"日"', '45000', '2023年3月15日'],
  ['m/d/yyyy', '59', '2/28/1900'],
  ['0;-0;;@', '0', ''],
])('%s shows %s as %s', (pattern, raw, shown) => {
  expect(numberFormat(pattern, false).text(raw)).toBe(shown);
});

test('the 1904 system counts from another day', () => {
  expect(numberFormat('yyyy-mm-dd', true).number(0)).toBe('1904-01-01');
  expect(numberFormat('0', true).number(0)).toBe('0');
});

test('time that has passed is the same in both systems, and only that of 1904 goes back before its first day', () => {
  for (const in1904 of [false, true]) {
    expect(numberFormat('[h]:mm', in1904).number(1.5)).toBe('36:00');
    expect(numberFormat('[ss]', in1904).number(0.5)).toBe('43200');
  }
  expect(numberFormat('[h]:mm', true).number(-1.5)).toBe('-36:00');
  expect(numberFormat('[$-411]ge.m.d', true).number(43_538)).toBe('R5.3.15');
  expect(numberFormat('h:mm', true).number(-0.25)).toBe('-6:00');
  expect(numberFormat('[h]:mm', false).number(-1.5)).toBe('-1.5');
});

test('sections for text add to it or hide it', () => {
  expect(numberFormat('0;0;0;"<"@">"', false).words('a')).toBe('<a>');
  expect(numberFormat(';;;', false).words('secret')).toBe('');
  expect(numberFormat('0.00', false).words('a')).toBe('a');
});

test('what is no format shows the number plainly', () => {
  expect(numberFormat('"open', false).number(1234.5)).toBe('1234.5');
  expect(numberFormat('0'.repeat(10_000), false)).toBe(general);
  expect([0, 14, 22, 49, 58, 99].map(builtInPattern)).toEqual([
    'General',
    'm/d/yyyy',
    'm/d/yyyy h:mm',
    '@',
    'm/d/yyyy',
    'General',
  ]);
});

test('formats that need no loading are what numfmt says they are', () => {
  for (let id = 0; id <= 58; id += 1) expect(builtInPattern(id)).toBe(getFormatFromId(id));
  const pieces = [
    'y',
    'yy',
    'yyyy',
    'm',
    'mm',
    'd',
    'dd',
    'h',
    'hh',
    's',
    'ss',
    '-',
    '/',
    ' ',
    '.',
    ',',
    '\\-',
    ':',
    'T',
  ];
  const marks = fc.constantFrom(...pieces, '\\.', '\\,', ';@', '[$-409]', '0', '#,##0', '.0', '%');
  fc.assert(
    fc.property(fc.array(marks, { minLength: 1, maxLength: 7 }), (parts) => {
      const pattern = parts.join('');
      if (fastFixed(pattern) === undefined && fastDate(pattern) === undefined) return;
      const shown = numberFormat(pattern, false);
      if (shown === general) expect(() => format(pattern, 1, settings)).toThrow();
      else expect(shown.date).toBe(isDateFormat(pattern));
      expect(shown === general || format(pattern, 1, settings) !== undefined).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

const numbers = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
  fc.integer().map((value) => value / 1000),
  fc.integer({ min: -100_000, max: 100_000 }).map((value) => value / 8),
);

test('the fast way for decimals agrees with numfmt, or declines', () => {
  for (const pattern of ['0', '0.0', '0.00', '0.0000', '#,##0', '#,##0.00', '0%', '0.00%', '#,##0.0%']) {
    const fast = fastFixed(pattern);
    fc.assert(
      fc.property(numbers, (value) => {
        expect(fast?.(value) ?? format(pattern, value, settings)).toBe(format(pattern, value, settings));
      }),
    );
    expect(fast?.(1234.26)).toBeDefined();
  }
  expect(fastFixed('0.00;(0.00)')).toBeUndefined();
});

test('the fast way for General agrees with numfmt, or declines', () => {
  fc.assert(
    fc.property(numbers, (value) => {
      expect(general.number(value)).toBe(format('General', value, settings));
    }),
    { numRuns: 1000 },
  );
  expect(fastGeneral(1 / 3)).toBe('0.333333333');
});

test('the fast way for dates agrees with numfmt, or declines', () => {
  const days = fc.integer({ min: -10, max: 2_958_470 });
  const times = fc.tuple(days, fc.integer({ min: 0, max: 86_399 })).map(([day, second]) => day + second / 86_400);
  for (const pattern of [
    'yyyy-mm-dd',
    'd/m/yy',
    'm/d/yyyy h:mm',
    'dd.mm.yyyy hh:mm:ss',
    'h:mm:ss',
    'mm:ss',
    '[$-409]m/d/yy h:mm;@',
  ]) {
    const fast = fastDate(pattern);
    expect(fast?.(45_000.25)).toBeDefined();
    fc.assert(
      fc.property(fc.oneof(days, times), (value) => {
        expect(fast?.(value) ?? format(pattern, value, settings)).toBe(format(pattern, value, settings));
      }),
      { numRuns: 300 },
    );
  }
  for (const pattern of ['mmm d', 'ddd', '[h]:mm', 'ss.0', 'h AM/PM', 'yyyy"y"', '[$-407]d.m.yyyy'])
    expect(fastDate(pattern)).toBeUndefined();
});
