// Running titles, footers, page numbers and watermarks: what repeats in the margins from page to page is taken out once the
// pages are known. A single page keeps all it has.
import type { PageItem, PageItems } from './analyse-page.ts';
import { lineText } from './lines.ts';

/** Shares of the page's height that count as margins. */
const band = 0.12;
/** A text is furniture when it stands in the margin of at least so many pages. */
const fewestPages = 3;
/** Items looked at from either end of a page. */
const reach = 4;
const longestText = 200;

export interface Furniture {
  /** What was taken out, each text once, in the order it was met. */
  readonly texts: readonly string[];
  readonly pages: readonly PageItems[];
}

export function withoutFurniture(pages: readonly PageItems[]): Furniture {
  if (pages.length < fewestPages) return { texts: [], pages };
  const counts = new Map<string, number>();
  for (const page of pages) {
    const seen = new Set<string>();
    for (const { key } of marginTexts(page)) seen.add(key);
    for (const key of seen) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const needed = Math.max(fewestPages, Math.min(6, Math.ceil(pages.length * 0.3)));
  const texts = new Map<string, string>();
  const kept = pages.map((page) => {
    const dropped = new Set<PageItem>();
    for (const { item, key, text } of marginTexts(page)) {
      if ((counts.get(key) ?? 0) < needed) continue;
      dropped.add(item);
      if (!texts.has(key)) texts.set(key, text);
    }
    return dropped.size === 0 ? page : { ...page, items: page.items.filter((item) => !dropped.has(item)) };
  });
  return { texts: [...texts.values()], pages: kept };
}

interface MarginText {
  readonly item: PageItem;
  readonly key: string;
  readonly text: string;
}

function marginTexts({ items, content }: PageItems): MarginText[] {
  const found: MarginText[] = [];
  for (const [at, item] of items.entries()) {
    if (item.kind !== 'text' || item.block.lines.length > 3) continue;
    const { block } = item;
    const turned = Math.abs(block.lines[0]?.words[0]?.style.angle ?? 0) > 8;
    const upper = block.bottom < band * content.height;
    const lower = block.top > (1 - band) * content.height;
    if (!turned && !item.inMargin && !((upper || lower) && (at < reach || at >= items.length - reach))) continue;
    if (!turned && !upper && !lower) continue;
    const text = block.lines.map(lineText).join(' ').trim();
    if (text.length > longestText) continue;
    const place = turned ? 'turned' : upper ? 'upper' : 'lower';
    found.push({ item, text, key: `${place} ${keyOf(text)}` });
  }
  return found;
}

/** The same on every page: numbers and roman numerals stand for one another. */
function keyOf(text: string): string {
  const bare = text.toLowerCase().replace(/\s+/g, ' ');
  if (/^[\W\s]*[ivxlc]{1,7}[\W\s]*$/.test(bare)) return '#';
  return bare.replace(/\d+/g, '#').replace(/^[\W_]*#[\W_]*$/, '#');
}
