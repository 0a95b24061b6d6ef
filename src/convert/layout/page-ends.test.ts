// Letterheads of several lines and boxes at the ends of pages go, also where they touch the text.
import { expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { PageContent } from './page.ts';

const texts = ['Hay is mown', 'Carts are drawn', 'Barns are filled', 'Doors are shut'];
const at = { left: 60, size: 10 };

/** Four pages with lines right above or below their text. */
const printed = (lines: readonly string[], top: (height: number) => number): PageContent[] =>
  texts.map((text, page) =>
    pageOf(
      [
        ...lines.flatMap((line, row) => set([line], { left: 250, top: top(842) + 12 * row, size: 10 })),
        ...set([`${text} in many words over the width of the page`, 'and in more of them, as ever.'], {
          ...at,
          top: top(842) < 400 ? top(842) + 12 * lines.length : top(842) - 26,
        }),
        ...set(['A paragraph of the middle, which is the same on all.'], { ...at, top: 400 }),
      ],
      { number: page + 1, height: 842 },
    ),
  );

const letterhead = ['Hay and Sons', 'Lake Road 14', 'hay@example.org'];

test('the lines of a letterhead go from every page, and the text stays', () => {
  for (const top of [() => 70, (height: number) => height - 70]) {
    const text = pagesMarkdown(...printed(letterhead, top));
    for (const line of letterhead) expect(text).not.toContain(line);
    for (const line of texts) expect(text).toContain(`${line} in many words`);
    expect(text.match(/paragraph of the middle/g)).toHaveLength(4);
  }
});

test('what stands further in stays, and so does what few pages say', () => {
  expect(pagesMarkdown(...printed(letterhead, () => 150))).toContain('Lake Road 14');
  const [first, ...rest] = printed(letterhead, () => 70) as [PageContent, ...PageContent[]];
  const others = rest.map((page) => ({ ...page, words: page.words.filter(({ left }) => left < 250) }));
  expect(pagesMarkdown(first, ...others)).toContain('Lake Road 14');
});
