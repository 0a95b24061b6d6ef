// Which pages are read as pictures.
import { expect, test } from 'vitest';
import { formulaPage } from '../../../../test/support/formula-page.ts';
import { pageOf, setLines } from '../../../../test/support/page-words.ts';
import { formulaFont } from '../../layout/formulas.ts';
import { FontTrust } from './garbled-text.ts';
import type { PictureCover } from './picture-regions.ts';
import { planOf } from './scan-plan.ts';

const noPictures = { share: 0, regions: () => [] } as unknown as PictureCover;

test('LaTeX of displayed formulas is not taken for text of no language', () => {
  const tex = 'qzrtkwvb xkcdqzwt zkrtqvwx wvxzkqrt bqzxwvkt ktzwbqxv';
  const lines = setLines(
    Array.from({ length: 12 }, () => tex),
    { left: 60, top: 100 },
  );
  const kindIn = (font: string): string => {
    const content = pageOf(lines.map((word) => ({ ...word, style: { ...word.style, font } })));
    return planOf(formulaPage([]), content, noPictures, 'auto', false, new FontTrust()).kind;
  };
  expect(kindIn(formulaFont)).toBe('none');
  // The same as letters of a font are suspected.
  expect(kindIn('Times')).toBe('garbled');
});
