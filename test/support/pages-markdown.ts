// The Markdown of pages given as words, through the same steps as the pages of a PDF file.
import { analysePage } from '../../src/convert/layout/analyse-page.ts';
import { ListJoiner, NumberedRun } from '../../src/convert/layout/continued-lists.ts';
import { withoutFurniture } from '../../src/convert/layout/furniture.ts';
import { joinedPages } from '../../src/convert/layout/joined-pages.ts';
import type { PageContent } from '../../src/convert/layout/page.ts';
import { countHeadings, pageBlocks } from '../../src/convert/layout/page-blocks.ts';
import { RunningMemory } from '../../src/convert/layout/running-memory.ts';
import { pagesOfSpread } from '../../src/convert/layout/spreads.ts';
import { TypeCensus } from '../../src/convert/layout/type-census.ts';
import { markdownOf } from '../../src/convert/markdown/write.ts';

export function pagesMarkdown(...pages: readonly PageContent[]): string {
  const census = new TypeCensus();
  for (const page of pages) census.add(page.words);
  const analysed = pages.flatMap(pagesOfSpread).map(analysePage);
  const items = joinedPages(withoutFurniture(analysed, new RunningMemory(), census.body).pages, census);
  for (const page of items) countHeadings(page, census);
  const run = new NumberedRun();
  const lists = new ListJoiner();
  const blocks = items.flatMap((page, at) =>
    [...pageBlocks(page, census, run, items[at + 1])].flatMap((block, index) => [...lists.push(block, index === 0)]),
  );
  return markdownOf([...blocks, ...lists.end()]);
}
