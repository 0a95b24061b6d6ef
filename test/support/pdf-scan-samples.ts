// What pages of tests for scans show: a little ink, a sentence and a short one.
import { line, type MakePage } from './pdf-document.ts';
import { pictureOf, scanPage } from './pdf-scan.ts';

export const small = { width: 300, height: 200 };
export const ink = await pictureOf(line(30, 100, 'Some ink on paper', 20), 72, small);
export const scan: MakePage = scanPage(ink, '', small);

export const prose =
  'The mill stands at the end of the valley, where the river bends twice before it reaches the sea, and every morning ' +
  'the miller opens the gates.';
export const short = 'The mill stands at the end of the valley.';
