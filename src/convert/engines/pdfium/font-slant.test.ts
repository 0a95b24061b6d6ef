// Slanted fonts and those of typewriters by their names.
import { expect, test } from 'vitest';
import { isSlantedByName, isTypewriterByName } from './font-slant.ts';

test.each([
  'CMTI10',
  'CMSL12',
  'CMBXTI10',
  'CMITT10',
  'SFTI1000',
  'SFSL1095',
  'LMRomanSlant10-Regular',
  'NimbusRomNo9L-ReguItal',
  'NimbusMonL-ReguObli',
  'MinionPro-It',
  'MyriadPro-SemiboldIt',
  't1xbi',
  'Times-Italic',
])('%s is slanted', (name) => expect(isSlantedByName(name)).toBe(true));
test.each([
  'CMMI10',
  'CMR10',
  'CMSY10',
  'SFRM1000',
  'SFTT1000',
  'ITCGaramond',
  'Capitals-Regular',
  'Digital-7',
  't1xr',
])('%s is not, as far as it says', (name) => expect(isSlantedByName(name)).toBe(false));

test.each(['CMTT10', 'CMSLTT10', 'SFST1000', 'SFIT1000', 't1xtt', 't1xbtt-Slant_167', 'LetterGothicStd'])(
  '%s is a typewriter',
  (name) => expect(isTypewriterByName(name)).toBe(true),
);
test.each(['SFTI1000', 'SFSL1000', 't1xr', 'CenturyGothic'])('%s is none', (name) =>
  expect(isTypewriterByName(name)).toBe(false),
);
