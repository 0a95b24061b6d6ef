// What a mode decides, and that it decides it against every wish.
import { expect, test } from 'vitest';
import { defaultOptions, parseOptions } from '../convert/options.ts';
import { plans } from '../core/plan.ts';
import { checkMode, optionsOfMode } from './modes.ts';

const wishes = parseOptions([
  ['extractImages', true],
  ['ocrMode', 'always'],
  ['includeLinks', false],
  ['password', 'secret'],
]).options;

test('convert leaves the options alone', () => {
  expect(optionsOfMode('convert', wishes)).toEqual(wishes);
});

test('minimal keeps structure only: no formatting, no images, no OCR', () => {
  const decided = { preserveFormatting: false, extractImages: false, ocrMode: 'never' };
  expect(optionsOfMode('minimal', wishes)).toEqual({ ...wishes, ...decided });
  expect(optionsOfMode('minimal', defaultOptions)).toEqual({ ...defaultOptions, ...decided });
});

test('vision reads every page with the advanced engine', () => {
  const given = parseOptions([
    ['ocrMode', 'never'],
    ['ocrType', 'basic'],
  ]).options;
  expect(optionsOfMode('vision', given)).toEqual({ ...given, ocrMode: 'always', ocrType: 'advanced' });
});

test('vision needs a plan that has it', () => {
  expect(() => checkMode('vision', plans.starter)).toThrow('does not include');
  for (const mode of ['convert', 'minimal'] as const) expect(() => checkMode(mode, plans.starter)).not.toThrow();
  for (const plan of [plans.pro, plans.scale]) expect(() => checkMode('vision', plan)).not.toThrow();
});
