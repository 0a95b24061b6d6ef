// What the document itself says of a block: the level its outline or its tags give it as a heading.
import type { PageItem, PageItems } from './analyse-page.ts';
import { isBullet } from './list-marks.ts';
import { bareTitle, outlineKey } from './page.ts';
import { blockText, type TextBlock } from './paragraphs.ts';

/** An entry of an outline is no longer than this. */
const mostLines = 4;
const mostChars = 200;

/** A level, 0 for no heading, undefined where the document does not say: its outline first, then its tags. */
export function declaredLevel(block: TextBlock, { content, items }: PageItems): number | undefined {
  if (content.outline !== undefined && block.lines.length <= mostLines) {
    const text = blockText(block);
    const level = text.length > mostChars ? undefined : outlineLevel(text, content.outline, items);
    // What is below is often listed above it, in the type of the text.
    if (level !== undefined && isMostSeen(block, outlineKey(text), items)) return level;
  }
  return taggedLevel(block, content.headingTags);
}

function outlineLevel(
  text: string,
  outline: ReadonlyMap<string, number>,
  items: readonly PageItem[],
): number | undefined {
  if (isBullet(text)) return undefined;
  const level = outline.get(outlineKey(text));
  if (level !== undefined) return level;
  const bare = bareTitle(text);
  if (bare === text) return undefined;
  const key = outlineKey(bare);
  const found = outline.get(key);
  // A list of what is below has numbers that the titles there have not.
  return found !== undefined && titlesOf(items).has(key) ? undefined : found;
}

/**
 * What may be a title on a page, as an outline would have it, and the block that says it in the largest or boldest type; asked
 * for once a page, and only where there is an outline.
 */
const titles = new WeakMap<readonly PageItem[], ReadonlyMap<string, TextBlock>>();

function titlesOf(items: readonly PageItem[]): ReadonlyMap<string, TextBlock> {
  const known = titles.get(items);
  if (known !== undefined) return known;
  const found = new Map<string, TextBlock>();
  for (const item of items) {
    if (item.kind !== 'text' || item.inMargin || item.block.lines.length > mostLines) continue;
    const key = outlineKey(blockText(item.block));
    const other = found.get(key);
    if (other === undefined || weightOf(item.block) > weightOf(other)) found.set(key, item.block);
  }
  titles.set(items, found);
  return found;
}

/** A tenth larger is more than bold. */
const weightOf = ({ size, bold }: TextBlock): number => size * (bold ? 1.1 : 1);

const isMostSeen = (block: TextBlock, key: string, items: readonly PageItem[]): boolean =>
  weightOf(block) >= 0.98 * weightOf(titlesOf(items).get(key) ?? block);

/** The level that most of a block's words are tagged with; 0 where they are tagged as something else. */
function taggedLevel(block: TextBlock, tags: ReadonlyMap<number, number> | undefined): number | undefined {
  if (tags === undefined) return undefined;
  let words = 0;
  let tagged = 0;
  let level = 0;
  for (const line of block.lines) {
    for (const word of line.words) {
      words += 1;
      const found = tags.get(word.style.content);
      if (found === undefined) continue;
      tagged += 1;
      level = found;
    }
  }
  return tagged > 0.6 * words ? level : 0;
}
