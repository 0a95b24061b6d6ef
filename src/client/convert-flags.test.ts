// Every option of the library is a flag, and its checks are the library's.
import { describe, expect, it } from 'vitest';
import { defaultOptions, optionTable } from '../convert/options.ts';
import { Failure } from '../core/failure.ts';
import { convertFlags, kebab, optionsFrom } from './convert-flags.ts';
import { helpText } from './help-text.ts';
import { parseArguments } from './parse-arguments.ts';

const options = (...args: string[]) => optionsFrom(parseArguments(args, convertFlags), []);

describe('flags of the options', () => {
  it('exist for each row of the table and stand in the help', () => {
    const help = helpText();
    for (const option of Object.keys(optionTable)) {
      expect(convertFlags.map((flag) => flag.name)).toContain(kebab(option));
      expect(help).toMatch(new RegExp(`--(\\[no-\\])?${kebab(option)}\\b`));
    }
  });

  it('have names of their own', () => {
    const spellings = convertFlags.flatMap((flag) => [flag.name, flag.alias, flag.short].filter((one) => one));
    expect(new Set(spellings).size).toBe(spellings.length);
  });

  it('give the defaults when none is used', () => {
    expect(options()).toEqual(defaultOptions);
  });

  it('reach the library checked', () => {
    expect(
      options(
        '--ocr',
        'advanced',
        '--no-include-links',
        '--page-markers',
        '--pages=1-3,7',
        '--ocr-languages',
        'en, de',
      ),
    ).toMatchObject({
      ocrType: 'advanced',
      includeLinks: false,
      pageMarkers: true,
      pages: [
        { first: 1, last: 3 },
        { first: 7, last: 7 },
      ],
      ocrLanguages: ['en', 'de'],
    });
    expect(options('--ocr-languages', 'en').ocrLanguages).toEqual(['en']);
    expect(options('--password', 'a,b').password).toBe('a,b');
  });

  it.each([
    [['--pages', '3-1'], '--pages must be page numbers'],
    [['--ocr-languages', 'English'], '--ocr-languages must be a list'],
    [['--ocr', 'best'], "--ocr-type must be 'basic' or 'advanced'"],
    [['--extract-images', '--no-preserve-formatting'], '--extract-images needs --preserve-formatting'],
  ])('refuse %j by the name of the flag', (args, text) => {
    expect(() => options(...args)).toThrow(Failure);
    try {
      options(...args);
    } catch (error) {
      expect((error as Failure).details).toContain(text);
    }
  });
});

describe('help', () => {
  it('fits a terminal of 100 columns', () => {
    for (const line of helpText().split('\n')) expect(line.length).toBeLessThanOrEqual(101);
  });
});
