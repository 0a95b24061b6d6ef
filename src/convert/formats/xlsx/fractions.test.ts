// Fractions: known results, and that what is shown is the number again, as near as the denominator allows.
import fc from 'fast-check';
import { format } from 'numfmt';
import { expect, test } from 'vitest';
import { fractions } from './fractions.ts';
import { numberFormat } from './number-format.ts';

test.each([
  ['# ?/?', 1.5, '1 1/2'],
  ['# ?/?', 0.5, '1/2'],
  ['# ?/?', -0.25, '-1/4'],
  ['# ?/?', 0, '0'],
  ['# ?/?', -0.001, '0'],
  ['# ?/?', 44_561.999994, '44562'],
  ['# ??/??', 5.96875, '5 31/32'],
  ['# ??/??', 0.96875, '31/32'],
  ['# ??/??', Math.PI, '3 1/7'],
  ['#\\ ???/???', Math.PI, '3 16/113'],
  ['# ?/8', 43.98, '44'],
  ['# ?/8', 43.9, '43 7/8'],
  ['# ??/16', 0.5, '8/16'],
  ['?/?', 6.067, '6/1'],
  ['??/??', 2.75, '11/4'],
  ['0 ?/?', 0.75, '0 3/4'],
  ['_($* # ?/?_);[Red]_($* (# ?/?)', 2.5, '$2 1/2'],
  ['_($* # ?/?_);[Red]_($* (# ?/?)', -2.5, '$(2 1/2)'],
  ['#" "?/?" in"', 7.125, '7 1/8 in'],
  ['# ?/?;[Red]\\-# ?/?', -1.75, '-1 3/4'],
])('%s shows %s as %s', (pattern, value, shown) => {
  expect(fractions(pattern)?.(value)).toBe(shown);
  expect(numberFormat(pattern, false).number(value)).toBe(shown);
});

test('what is shown is as near as the denominator allows, and below the next whole number agrees with numfmt', () => {
  const settings = { locale: 'en-US', throws: true } as const;
  for (const [pattern, most] of [
    ['# ???/???', 999],
    ['# ?/8', 8],
    ['# ??/16', 16],
    ['# ?/?', 9],
  ] as const) {
    const fast = fractions(pattern);
    fc.assert(
      fc.property(
        fc.integer({ min: -999, max: 999_999 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (whole, rest) => {
          const value = whole < 0 ? whole - rest : whole + rest;
          const text = fast?.(value) ?? '';
          const [, sign, wholes = '', over = '0', under = '1'] =
            /^(-?)(?:(\d+)(?= |$))? ?(?:(\d+)\/(\d+))?$/.exec(text) ?? [];
          const again = (Number(wholes) + Number(over) / Number(under)) * (sign === '-' ? -1 : 1);
          expect(Math.abs(again - value)).toBeLessThanOrEqual(1 / most + 1e-9);
          expect(Number(under)).toBeLessThanOrEqual(most);
          expect(Number(over)).toBeLessThan(Number(under));
          if (rest > 0.1 && rest < 0.9) {
            expect(text).toBe(format(pattern, value, settings).replace(/ +/g, ' ').replace(/- /, '-').trim());
          }
        },
      ),
    );
  }
});

test('other shapes are left alone', () => {
  for (const pattern of ['0.00', '#\\:#/#', '# 0/0', '# ?/?;0;0', '[<1]# ?/?', 'd/m', '# ?/?;', '@'])
    expect(fractions(pattern)).toBeUndefined();
  expect(fractions('# ?/?')?.(1e12)).toBeUndefined();
});
