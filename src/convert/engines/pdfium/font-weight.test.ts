// Bold fonts by their names.
import { expect, test } from 'vitest';
import { isBoldByName } from './font-weight.ts';

test.each([
  'Arial-BoldMT',
  'CMBX10',
  'SFBX1095',
  'SFSX1000',
  'LMRoman12-Bold',
  'NimbusRomNo9L-Medi',
  'CMB10',
  'Inter-SemiBold',
  'HelveticaNeueLTStd-BdIt',
  'FuturaStd-Heavy',
  'FrutigerLTStd-Hv',
  'HiraKakuProN-W6',
  't1xb',
])('%s is bold', (name) => expect(isBoldByName(name)).toBe(true));
test.each([
  'LMRoman10-Regular',
  'NimbusSanL-Regu',
  'CharterBT-Roman',
  'CMR10',
  'SFRM1000',
  'CMTI10',
  'Avenir-Light',
  'Helvetica',
  'TimesNewRomanPSMT',
  'Courier New',
  'CMSSI10',
  'SFST1000',
  'HiraMinProN-W3',
  'FranklinGothicBook',
])('%s is not', (name) => expect(isBoldByName(name)).toBe(false));
test.each(['HelveticaNeue', 'TimesTen', 'F17', 'BlackChancery', ''])('%s says nothing', (name) =>
  expect(isBoldByName(name)).toBeUndefined(),
);
