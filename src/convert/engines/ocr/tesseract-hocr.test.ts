// Tesseract's hOCR becomes lines of words with boxes, baselines and confidence.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOfHocr } from './tesseract-hocr.ts';

const page = (body: string): string => `<div class='ocr_page' title='bbox 0 0 500 400'>${body}</div>`;

test('lines, words, baselines and escaped text', () => {
  const lines = linesOfHocr(
    page(`<div class='ocr_separator' title="bbox 44 43 626 67"></div>
     <p class='ocr_par' lang='eng' title="bbox 45 87 462 153">
     <span class='ocr_line' title="bbox 45 87 462 153; baseline 0.02 -17; x_size 87.75; x_descenders 13.5">
      <span class='ocrx_word' id='word_1_1' title='bbox 45 87 262 153; x_wconf 92'>R&amp;D</span>
      <span class='ocrx_word' id='word_1_2' title='bbox 321 87 462 153; x_wconf 96'><strong>&lt;5&#39;</strong></span>
     </span>
     <span class='ocr_header' title="bbox 10 200 90 220"><span class='ocrx_word' title='bbox 10 200 90 220; x_wconf 7'>end</span></span>
    </p>`),
  );
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({ left: 45, bottom: 153, slope: 0.02, baseline: 136, size: 87.75 });
  expect(lines[0]?.words).toEqual([
    { left: 45, top: 87, right: 262, bottom: 153, text: 'R&D', confidence: 92, rightToLeft: false },
    { left: 321, top: 87, right: 462, bottom: 153, text: "<5'", confidence: 96, rightToLeft: false },
  ]);
  expect(lines[1]).toMatchObject({ slope: 0, baseline: 220, size: 20 });
});

test('words run from right to left where their paragraph or they themselves do', () => {
  const word = (dir: string, text: string): string =>
    `<span class='ocrx_word' title='bbox 1 1 9 9; x_wconf 90'${dir}>${text}</span>`;
  const [line] = linesOfHocr(
    page(
      `<p class='ocr_par' dir='rtl' title="bbox 1 1 9 9"><span class='ocr_line' title="bbox 1 1 9 9">${word('', 'a')}${word(" dir='ltr'", 'b')}</span></p>`,
    ),
  );
  expect(line?.words.map(({ text, rightToLeft }) => [text, rightToLeft])).toEqual([
    ['a', true],
    ['b', false],
  ]);
});

test('empty words, empty boxes and words outside of lines are left out', () => {
  const lines = linesOfHocr(
    page(`<span class='ocrx_word' title='bbox 1 1 9 9; x_wconf 90'>lost</span>
      <span class='ocr_line' title="bbox 1 1 9 9">
      <span class='ocrx_word' title='bbox 1 1 9 9; x_wconf 95'> </span>
      <span class='ocrx_word' title='bbox 5 5 5 9; x_wconf 95'>flat</span>
      <span class='ocrx_word' title='x_wconf 95'>nowhere</span></span>`),
  );
  expect(lines).toEqual([]);
});

test('any text is taken without an error, and every word is whole', () => {
  const pieces = fc.constantFrom(
    '<span class=\'ocr_line\' title="bbox 1 2 3 4">',
    "<span class='ocrx_word' title='bbox 1 2 3 4; x_wconf 5'>",
    '</span>',
    '<p ',
    '&amp;',
    '>',
    "'",
    'word',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      for (const line of linesOfHocr(parts.join(''))) {
        for (const word of line.words) {
          expect(word.text).not.toBe('');
          expect(word.right).toBeGreaterThan(word.left);
        }
      }
    }),
  );
});
