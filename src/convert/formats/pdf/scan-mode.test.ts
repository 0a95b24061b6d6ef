// What the mode of OCR does to pages: none of them read, all of them, or those that need it.
import { describe, expect, test } from 'vitest';
import { line, type MakePage, Typist } from '../../../../test/support/pdf-document.ts';
import { never, outcome } from '../../../../test/support/pdf-ocr-outcome.ts';
import { silentFont } from '../../../../test/support/pdf-scan.ts';
import { prose, scan, short } from '../../../../test/support/pdf-scan-samples.ts';
import { readingOf } from '../../../../test/support/scripted-ocr.ts';

describe('the mode', () => {
  test('never: nothing is read, and it is said', async () => {
    const { markdown, codes } = await outcome([scan, { content: line(72, 600, short) }], never, { ocrMode: 'never' });
    expect(markdown).toBe(`${short}\n`);
    expect(codes).toEqual(['page-without-text']);
  });

  test('never: letters that are drawn or called spaces are told of, a blank page is not', async () => {
    const silent: MakePage = (file) => ({
      content: new Typist(72, 700).paragraph(prose).content.replaceAll('/F1', '/Silent'),
      resources: { Font: { Silent: silentFont(file) } },
    });
    const stroke = (at: number): string => `${72 + 8 * (at % 50)} ${600 - 14 * Math.floor(at / 50)} 3 8 re f\n`;
    const outlines = { content: Array.from({ length: 200 }, (_, at) => stroke(at)).join('') };
    const { codes, context } = await outcome([silent, outlines, { content: '' }], never, { ocrMode: 'never' });
    expect(codes).toEqual(['page-without-text', 'page-without-text']);
    expect(context.warnings.map(({ origin }) => origin)).toEqual([
      { kind: 'page', page: 1 },
      { kind: 'page', page: 2 },
    ]);
  });

  test('always: every page is read, whatever it says', async () => {
    const { markdown, context, ocr } = await outcome(
      [{ content: line(72, 600, short) }],
      (raster) => readingOf(raster, ['What is seen']),
      { ocrMode: 'always', ocrType: 'advanced' },
    );
    expect(markdown).toBe('What is seen\n');
    expect(context.facts.ocrPages).toEqual([1]);
    expect(ocr.asked[0]).toMatchObject({ raster: { channels: 3 }, request: { type: 'advanced' } });
  });

  test('auto: a page of text is not drawn', async () => {
    const content = new Typist()
      .heading('The mill')
      .paragraph(prose)
      .table([
        ['a', 'b'],
        ['1', '2'],
      ]).content;
    expect((await outcome([{ content }], never)).markdown).toContain('# The mill');
  });
});
