// Words of a font that does not know its letters are read from their picture, however few they are.
import { expect, test } from 'vitest';
import { line, type MakePage, Typist } from '../../../../test/support/pdf-document.ts';
import { never, outcome } from '../../../../test/support/pdf-ocr-outcome.ts';
import { unknownFont } from '../../../../test/support/pdf-scan.ts';
import { prose } from '../../../../test/support/pdf-scan-samples.ts';
import { readingOf, type Script } from '../../../../test/support/scripted-ocr.ts';

/** A line in a font without letters over pages of prose. */
const under =
  (text: string): MakePage =>
  (file) => ({
    content: line(61, 691, text, 14, 'Unknown') + new Typist(61, 650).paragraph(prose).paragraph(prose).content,
    resources: { Font: { Unknown: unknownFont(file) } },
  });

test('a title of three words is read at its place, and the text below stays as it is', async () => {
  const script: Script = (raster) => readingOf(raster, ['WATER MILL TOOLKIT'], { size: raster.height / 50 });
  const { markdown, ocr } = await outcome([under('WATER MILL TOOLKIT')], script);
  expect(ocr.asked).toHaveLength(1);
  expect(markdown.startsWith('# WATER MILL TOOLKIT\n\n')).toBe(true);
  expect(markdown.split(prose.slice(0, 40))).toHaveLength(3);
  expect(markdown).not.toContain('\ufffd');
});

test.each(['* * * * * * * * * * * *', 'Mill'])(
  'signs and short names by themselves are not worth a look: %s',
  async (text) => {
    expect((await outcome([under(text)], never)).markdown).toContain(prose.slice(0, 40));
  },
);
