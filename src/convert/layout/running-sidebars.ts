// Sidebars that say on page after page what the document has, as those of slides: they are taken out as running titles are.
import type { PageItem, PageItems, TextItem } from './analyse-page.ts';
import { lineText } from './lines.ts';

/** Pages that have a line on their sidebar, from which on it is said again and again. */
const fewestPages = 3;
/** Share of the lines of a sidebar that are: the others tell more of the part that its page belongs to. */
const leastSaid = 0.6;
const mostLines = 2_000;

export interface WithoutSidebars {
  readonly pages: readonly PageItems[];
  /** What was taken out, each line once, and how many words it has on all pages. */
  readonly texts: readonly string[];
  readonly words: number;
}

/** `counts` is on how many pages a line has stood on a sidebar so far. */
export function withoutRunningSidebars(given: readonly PageItems[], counts: Map<string, number>): WithoutSidebars {
  const isFirst = counts.size === 0;
  const asides = new Map<PageItems, readonly TextItem[]>();
  for (const page of given) {
    const items = page.items.filter(isAside);
    if (items.length === 0) continue;
    asides.set(page, items);
    for (const line of new Set(items.flatMap(linesOf))) {
      const count = counts.get(line);
      if (count !== undefined || counts.size < mostLines) counts.set(line, (count ?? 0) + 1);
    }
  }
  if (asides.size === 0) return { pages: given, texts: [], words: 0 };
  const [first] = isFirst ? asides.keys() : [];
  const texts = new Set<string>();
  let words = 0;
  const pages = given.map((page) => {
    const items = asides.get(page);
    if (items === undefined) return page;
    const lines = items.flatMap(linesOf);
    const said = lines.filter((line) => (counts.get(line) ?? 0) >= fewestPages).length;
    if (said < leastSaid * lines.length || (page === first && isUprightPage(page))) return page;
    for (const line of lines) {
      texts.add(line);
      words += line.split(' ').length;
    }
    return { ...page, items: page.items.filter((item) => !isAside(item)) };
  });
  return { pages, texts: [...texts], words };
}

/** No slide: what a letter or a leaflet has beside its text is said once. */
const isUprightPage = ({ content }: PageItems): boolean => content.height > content.width;
const isAside = (item: PageItem): item is TextItem => item.kind === 'text' && item.aside === true;
const linesOf = ({ block }: TextItem): string[] => block.lines.map((line) => lineText(line).trim());
