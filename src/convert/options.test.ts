// Options: defaults, checks that name the field in the caller's spelling, and page ranges.
import { describe, expect, test } from 'vitest';
import { Failure } from '../core/failure.ts';
import { defaultOptions, parseOptions, publicOptions, wantsPage } from './options.ts';

const parse = (given: Record<string, unknown>) => parseOptions(Object.entries(given)).options;
const failureOf = (given: Record<string, unknown>): Failure => {
  try {
    parseOptions(Object.entries(given), (name) => `--${name}`);
  } catch (error) {
    if (error instanceof Failure) return error;
  }
  throw new Error('it was accepted');
};

test('the defaults are those of the contract', () => {
  expect(defaultOptions).toEqual({
    ocrType: 'basic',
    ocrMode: 'auto',
    preserveFormatting: true,
    outputFormat: 'markdown',
    extractImages: false,
    includeLinks: true,
    cleanHtml: true,
    pageMarkers: false,
  });
});

describe('a wrong value is refused and its field named', () => {
  test.each([
    ['ocrType', 'magic'],
    ['ocrType', 1],
    ['preserveFormatting', 'yes'],
    ['outputFormat', 'html'],
    ['ocrLanguages', []],
    ['ocrLanguages', ['English']],
    ['ocrLanguages', 'en'],
    ['pages', '0'],
    ['pages', '3-1'],
    ['pages', '1;2'],
    ['pages', 3],
    ['userAgent', 'a\nb'],
    ['userAgent', ''],
    ['password', ''],
  ])('%s: %j', (name, value) => {
    expect(failureOf({ [name]: value })).toMatchObject({ code: 'REQUEST_002', field: `--${name}` });
  });
});

test('an impossible combination is refused', () => {
  expect(failureOf({ extractImages: true, preserveFormatting: false }).code).toBe('REQUEST_003');
});

test('unknown names are reported, known ones with null are left at their default', () => {
  const given = Object.entries({ colour: 1, toString: 1, ocrType: null });
  const parsed = parseOptions(given, (name) => `--${name}`);
  expect(parsed.unknown).toEqual(['colour', 'toString']);
  expect(parsed.options).toEqual(defaultOptions);
});

test('page ranges choose pages', () => {
  const options = parse({ pages: ' 1-3, 7' });
  expect([1, 2, 3, 4, 6, 7, 8].filter((page) => wantsPage(options, page))).toEqual([1, 2, 3, 7]);
  expect(wantsPage(defaultOptions, 99)).toBe(true);
});

test('secrets are not among the public options', () => {
  expect(publicOptions(parse({ password: 'geheim', ocrType: 'advanced' }))).toEqual({
    ...defaultOptions,
    ocrType: 'advanced',
  });
});
