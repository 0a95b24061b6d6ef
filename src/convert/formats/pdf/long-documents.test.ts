// What goes on from page to page is one piece anywhere in a long document, of which only some pages are held at a time.
import { describe, expect, test } from 'vitest';
import { line, type MakePage, stroke } from '../../../../test/support/pdf-document.ts';
import { never, outcome } from '../../../../test/support/pdf-ocr-outcome.ts';

const pages = 70;
const markdownOf = async (made: readonly MakePage[]): Promise<string> => (await outcome(made, never)).markdown;

describe('a paragraph', () => {
  /** Every page ends in the middle of a sentence that the next one goes on with. */
  const prose = (font: string): MakePage[] =>
    Array.from({ length: pages }, (_, page) => ({
      content: [
        line(72, 500, `wheel of mill ${page} and was ground by the stones until the evening came.`, 11, font),
        line(72, 460, `Every morning the water of pond ${page} ran down the channel to turn the`, 11, font),
      ].join(''),
    }));

  test.each(['F1', 'F6'])('goes on over every page (font %s)', async (font) => {
    const text = await markdownOf(prose(font));
    for (let page = 0; page < pages - 1; page += 1) {
      expect(text).toContain(`pond ${page} ran down the channel to turn the wheel of mill ${page + 1} and`);
    }
  });
});

test('a table over all pages is one, with every row and its head once', async () => {
  const [left, middle, right, top, height] = [72, 272, 472, 740, 24];
  const table = Array.from({ length: pages }, (_, page): MakePage => {
    const rows = [['Mill', 'Sacks'], ...Array.from({ length: 27 }, (_, at) => [`Mill ${page}-${at}`, `${100 + at}`])];
    const bottom = top - rows.length * height;
    return {
      content: [
        ...rows.flatMap(([name = '', count = ''], at) => [
          line(left + 6, top - at * height - 16, name),
          line(middle + 6, top - at * height - 16, count),
          stroke(left, top - at * height, right, top - at * height),
        ]),
        stroke(left, bottom, right, bottom),
        ...[left, middle, right].map((x) => stroke(x, top, x, bottom)),
      ].join(''),
    };
  });
  const text = await markdownOf(table);
  expect(text.match(/^\| --- \| --- \|$/gm)).toHaveLength(1);
  expect(text.match(/^\| Mill \| Sacks \|$/gm)).toHaveLength(1);
  expect(text.match(/^\| Mill \d+-\d+ \| \d+ \|$/gm)).toHaveLength(27 * pages);
});
