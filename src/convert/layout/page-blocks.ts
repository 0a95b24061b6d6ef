// Pieces of pages as blocks of the tree: headings, lists nested by indent, code, tables and paragraphs, each with its place.
import { code, heading, image, paragraph, quote } from '../document/build.ts';
import type { Block, Origin } from '../document/tree.ts';
import { isAbstractHead } from './abstract-words.ts';
import { boxOfItem, type PageItem, type PageItems, type TextItem } from './analyse-page.ts';
import { isAmongAuthors } from './authors.ts';
import { confidenceOf } from './block-confidence.ts';
import { isBlockQuote } from './block-quotes.ts';
import { isCaption } from './captions.ts';
import { beginsWithText, codeText, isCode, isTerm, isTyped } from './code-blocks.ts';
import { endsEntry } from './contents-entry.ts';
import { NumberedRun } from './continued-lists.ts';
import { declaredLevel } from './declared-level.ts';
import { displayOf, holdsFormula } from './formulas.ts';
import { isHeading, type Surroundings } from './headings.ts';
import { Hyphens } from './hyphens.ts';
import { type InlineSettings, phrasingOf } from './inline.ts';
import { areKeptLines, keptPhrasing } from './kept-lines.ts';
import { withShortLeaders } from './leaders.ts';
import type { Line } from './lines.ts';
import { isListItem, markOf, startOf, textsOf } from './list-items.ts';
import { isLettered } from './list-marks.ts';
import { addAll } from './many.ts';
import { numberDepth } from './numbering-scheme.ts';
import { OpenLists } from './open-lists.ts';
import { type Box, type LinkArea, meet } from './page.ts';
import { findNotes } from './page-notes.ts';
import { blockOf, blockText, type TextBlock } from './paragraphs.ts';
import { tableBlock } from './tables.ts';
import { isExplained } from './terms.ts';
import type { TypeCensus } from './type-census.ts';

/** Words of a sentence that is stressed as a whole. */
const fewestStressed = 5;

/** What is known of a page before its blocks are made. */
interface Known {
  readonly census: TypeCensus;
  /** It knows the numbers of the pages before. */
  readonly run: NumberedRun;
  readonly notes: ReturnType<typeof findNotes>;
  readonly hyphens: Hyphens;
  readonly title: TextBlock | undefined;
  /** The page after it. */
  readonly next: PageItems | undefined;
}

/** `run` knows the numbers of the pages before. */
export function* pageBlocks(
  page: PageItems,
  census: TypeCensus,
  run = new NumberedRun(),
  next?: PageItems,
): Generator<Block> {
  const { items, content } = page;
  const title = content.number === 1 ? titleOf(page, census) : undefined;
  if (title !== undefined && givenLevel(title, declaredLevel(title, page), census) === undefined)
    census.noteTitle(title);
  const hyphens = new Hyphens(items, census.hyphens);
  yield* blocksOf(page, { census, run, notes: findNotes(page, census.body), hyphens, title, next });
  for (const comment of content.comments ?? []) {
    const who = comment.author === '' ? 'Comment: ' : `Comment by ${comment.author}: `;
    const said = quote([paragraph(who + comment.text.replace(/\s+/g, ' '))]);
    yield placed(said, originOf(content.number, content.shown?.(comment) ?? comment));
  }
}

function* blocksOf(page: PageItems, known: Known): Generator<Block> {
  const { items, content } = page;
  const { census, run, notes, hyphens, title } = known;
  const onContents = page.contents;
  const texts = textsOf(page, known.next);
  let list: ListOnPage | undefined;
  /** Where the text before a list begins, in the same column. */
  let margin: number | undefined;
  const origin = (box: Box): Origin => originOf(content.number, content.shown?.(box) ?? box);
  /** Looks that all of a block has are not marked again. */
  const inlineOf = (block: TextBlock): InlineSettings => ({
    bold: block.bold,
    italic: block.italic,
    monospace: block.monospace,
    links: linksOn(content.links, block),
    notes,
    hyphens,
    skip: 0,
  });
  const endList = (): Block[] => {
    if (list === undefined) return [];
    const { open, box, lines } = list;
    list = undefined;
    return [placed(open.toBlock(), origin(box), lines)];
  };
  /** What stands inside the last item of the list, below its text. */
  const isPutInList = (made: Block, block: TextBlock): boolean => {
    if (list === undefined || margin === undefined || !standsInside(block, list.lines.at(-1) as Line, margin))
      return false;
    if (!list.open.append(block.left, block.size, withoutPlace(made))) return false;
    list = grown(list, block);
    return true;
  };
  for (let at = 0; at < items.length; at += 1) {
    const one = items[at] as PageItem;
    if (one.kind === 'table') {
      yield* endList();
      yield placed(
        tableBlock(one.table, content.number, content.links, hyphens, notes),
        origin(one.table),
        one.table.segments,
      );
      continue;
    }
    if (one.kind === 'figure') {
      yield* endList();
      yield placed(paragraph([image(one.figure.url, one.figure.alt)]), origin(one.figure));
      continue;
    }
    if (one.kind === 'picture') {
      yield* endList();
      for (const made of blocksOf(
        { ...one.page, quoted: true },
        { ...known, run: new NumberedRun(), notes: undefined, title: undefined },
      )) {
        yield withoutHeading(made);
      }
      continue;
    }
    const { block } = one;
    if (one.opens) margin = undefined;
    const quoted = behindBar(items, at);
    if (quoted.length > 0) {
      const inner = quoted.map(({ bar: _, ...item }) => item);
      const said = [...blocksOf({ ...page, items: inner, quoted: true }, known)];
      const whole = blockOf(quoted.flatMap(({ block: { lines } }) => lines));
      at += quoted.length - 1;
      const made = quote(said.map(withoutPlace));
      if (isPutInList(made, whole)) continue;
      yield* endList();
      yield placed(made, origin(whole), whole.lines);
      continue;
    }
    if (one.author === true) {
      yield* endList();
      yield placed(paragraph(keptPhrasing(block, inlineOf(block))), origin(block), block.lines);
      continue;
    }
    const around = surroundings(page, at, onContents);
    if (isHeading(block, census, around)) {
      yield* endList();
      run.end();
      margin = block.left;
      const given = givenLevel(block, around.tagged, census);
      const level = given === undefined ? (block === title ? 1 : census.levelOf(block)) : census.levelGiven(given);
      const children = phrasingOf(block.lines, { ...inlineOf(block), bold: true, italic: true });
      yield placed(heading(Math.min(6, Math.max(1, level)), children), origin(block), block.lines);
      continue;
    }
    const note = notes?.ofBlock(block);
    if (note !== undefined) {
      yield* endList();
      const children = phrasingOf(block.lines, { ...inlineOf(block), notes: undefined, skip: note.skip });
      const { identifier } = note;
      const definition: Block = { type: 'footnoteDefinition', identifier, children: [paragraph(children)] };
      yield placed(definition, origin(block), block.lines);
      continue;
    }
    const mark = one.whole === true || block.lines.some(holdsFormula) ? undefined : markOf(block);
    if (
      mark !== undefined &&
      (isListItem(mark, texts, one, onContents || endsEntry(block.lines.at(-1) as Line)) || run.continues(mark))
    ) {
      run.note(mark);
      const children = phrasingOf(withShortLeaders(block.lines), {
        ...inlineOf(block),
        // An item is no block of code, but may be code in a line.
        monospace: block.monospace && (census.allMonospace || !isUniform(block)),
        skip: isLettered(mark) ? 0 : mark.length,
      });
      const blocks = [paragraph(children)];
      const place = { left: block.left, size: block.size, inner: innerLeft(block) };
      if (one.opens && list !== undefined && block.top < (list.lines.at(-1) as Line).top) {
        if (!list.open.moveTo(place, mark)) yield* endList();
      }
      if (list?.open.add(place, mark, blocks) === true) {
        list = grown(list, block);
      } else {
        yield* endList();
        list = { box: block, open: new OpenLists(place, mark, blocks), lines: [...block.lines] };
      }
      continue;
    }
    const isTerms = !census.allMonospace && isTerm(block, items[at + 1]);
    const made = textBlock(block, inlineOf(block), origin(block), census, isTerms, page);
    if (isPutInList(made, block)) continue;
    yield* endList();
    if (made.type === 'paragraph' && !isTerms && page.quoted !== true && isBlockQuote(items, at)) {
      yield placed(quote([withoutPlace(made)]), origin(block));
    } else {
      margin = block.left;
      yield made;
    }
  }
  yield* endList();
}

/** Large type in a picture is no heading of the text around it. */
function withoutHeading(block: Block): Block {
  if (block.type !== 'heading') return block;
  const { depth: _, ...rest } = block;
  return { ...rest, type: 'paragraph' };
}

function withoutPlace({ origin: _, ...made }: Block): Block {
  return made;
}

/** What stands behind the bar of an item, from it on. */
function behindBar(items: readonly PageItem[], at: number): readonly TextItem[] {
  const found: TextItem[] = [];
  const bar = barOf(items[at]);
  for (let next = at; bar !== undefined && barOf(items[next]) === bar; next += 1) found.push(items[next] as TextItem);
  return found;
}

const barOf = (item: PageItem | undefined): Box | undefined => (item?.kind === 'text' ? item.bar : undefined);

/** The level that the document itself gives a heading, or else its number; an abstract stands beside the sections. */
function givenLevel(
  block: TextBlock,
  tagged: number | undefined,
  { numbering, outline }: TypeCensus,
): number | undefined {
  const start = startOf(block);
  const ofDepth = outline.levelOf(start);
  if (ofDepth !== undefined) return ofDepth;
  if (tagged !== undefined && tagged > 0) return tagged;
  return isAbstractHead(start) ? 1 : (numbering.levelOf(start) ?? outline.levelOfOther(start) ?? numberDepth(start));
}

/** The first heading of the first page, where no other on it is larger; before all text, sections that are tagged may be. */
function titleOf(page: PageItems, census: TypeCensus): TextBlock | undefined {
  const headings = page.items.flatMap((one, at) => {
    if (one.kind !== 'text' || one.author === true) return [];
    const around = surroundings(page, at, page.contents);
    return isHeading(one.block, census, around) ? [{ ...around, block: one.block }] : [];
  });
  const [title] = headings;
  if (title === undefined) return undefined;
  const others = title.first && title.tagged === 0 ? headings.filter(({ tagged }) => tagged === 0) : headings;
  return others.some(({ block }) => block.size > title.block.size) ? undefined : title.block;
}

/** A list that is still open, with the lines of all its blocks and the place they take. */
interface ListOnPage {
  readonly box: Box;
  readonly open: OpenLists;
  readonly lines: Line[];
}

/** The list with one more block; its lines are added to, so that a list of any length is gone through once. */
function grown(list: ListOnPage, block: TextBlock): ListOnPage {
  addAll(list.lines, block.lines);
  return { ...list, box: joined(list.box, block) };
}

/** Where the text of an item begins, after its mark. */
function innerLeft({ left, lines }: TextBlock): number {
  const [first, second] = lines as readonly [Line, Line?];
  if (second !== undefined && second.left > left) return second.left;
  return first.words[1]?.left ?? left;
}

/** Further in than the text before the list, and right below its last item. */
function standsInside({ left, top, size }: TextBlock, last: Line, margin: number): boolean {
  return left > margin + 0.8 * size && top >= last.top && top - last.bottom < 2 * size;
}

/** The links that lie on a block. */
function linksOn(links: readonly LinkArea[], { top, bottom, lines }: TextBlock): readonly LinkArea[] {
  if (links.length === 0) return links;
  // A paragraph that was joined with its other half stands in two places.
  const last = lines.at(-1);
  const joined = last !== undefined && (last.bottom > bottom || last.top < top);
  return joined ? links : links.filter((link) => link.bottom > top && link.top < bottom);
}

function textBlock(
  block: TextBlock,
  settings: InlineSettings,
  origin: Origin,
  census: TypeCensus,
  isTerms: boolean,
  page: PageItems,
): Block {
  const formula = displayOf(block.lines);
  if (formula !== undefined) return placed({ type: 'math', value: formula }, origin, block.lines);
  if (isTyped(block) && !census.allMonospace && !isTerms && isCode(block)) {
    return placed(code(codeText(block)), origin, block.lines);
  }
  const look = {
    ...settings,
    bold: block.bold && (census.bodyBold || !isStressed(block)),
    monospace: block.monospace && !isTerms && (census.allMonospace || !beginsWithText(block)),
  };
  const children = areKeptLines(block, page)
    ? keptPhrasing(block, look)
    : phrasingOf(withShortLeaders(block.lines), look);
  return placed(paragraph(children), origin, block.lines);
}

/** A block that was just made, with its place and how sure its words are. It is not copied: there are thousands. */
function placed(block: Block, origin: Origin, lines: Parameters<typeof confidenceOf>[0] = []): Block {
  const made: { origin?: Origin; confidence?: number } = block;
  made.origin = origin;
  const confidence = confidenceOf(lines);
  if (confidence !== undefined) made.confidence = confidence;
  return block;
}

/** Sentences that are bold say that they matter; labels and captions are bold to be found. */
function isStressed(block: TextBlock): boolean {
  const text = blockText(block);
  return /[.!?][)”"’]?$/.test(text) && text.split(' ').length >= fewestStressed && !isCaption(text);
}

function surroundings(page: PageItems, at: number, onContents: boolean): Surroundings {
  const { items, content } = page;
  const self = items[at];
  const before = items[at - 1];
  const after = items[at + 1];
  const box = self?.kind === 'text' ? self.block : undefined;
  const top = box?.top ?? 0;
  const bottom = box?.bottom ?? 0;
  const above = before === undefined ? 100 : top - boxOfItem(before).bottom;
  const below = after === undefined ? 100 : boxOfItem(after).top - bottom;
  return {
    page: content.number,
    above: above < 0 ? 100 : above,
    below: below < 0 ? 100 : below,
    touches: below <= 0 && below > -0.5 * (box?.size ?? 0),
    previous: before?.kind === 'text' ? before.block : undefined,
    next: after?.kind === 'text' ? after.block : undefined,
    inMargin: self?.kind === 'text' && self.inMargin && !isSlideTitle(self.block, items, content),
    first: content.number === 1 && page.quoted !== true && items.findIndex(({ kind }) => kind === 'text') === at,
    onContents: onContents || (self?.kind === 'text' && self.entry === true),
    tagged: box === undefined ? undefined : declaredLevel(box, page),
    linked: () => box !== undefined && isLinked(box, content),
    explained: () => isExplained(items, at),
    amongAuthors: () => box !== undefined && content.number === 1 && isAmongAuthors(box, items),
  };
}

/** It leads elsewhere, in the document or out of it. */
function isLinked(box: Box, { links, jumps = [] }: PageItems['content']): boolean {
  const meets = (area: Box): boolean => meet(area, box);
  return links.some(meets) || jumps.some(meets);
}

/** The title of a slide stands where a page has its running title, but nothing on it is larger. */
function isSlideTitle(block: TextBlock, items: readonly PageItem[], { width, height }: PageItems['content']): boolean {
  return width > height && items.every((one) => one.kind !== 'text' || one.block.size <= 1.02 * block.size);
}

/** Every heading of a page, told to the census before levels are given, and how its lines end. */
export function countHeadings(page: PageItems, census: TypeCensus): void {
  census.hyphens.add(page.items);
  const texts = page.items.flatMap((one, at) =>
    one.kind === 'text' && one.author !== true
      ? [{ block: one.block, around: surroundings(page, at, page.contents) }]
      : [],
  );
  if ((page.content.headingTags?.size ?? 0) > 0) {
    for (const { block, around } of texts) if ((around.tagged ?? 0) > 0) census.noteTagged(block);
  }
  for (const { block, around } of texts) {
    census.listed.note(block, around.onContents, around.page);
    // The head of an abstract is set in a type of its own.
    if (isHeading(block, census, around) && !isAbstractHead(startOf(block)))
      census.noteHeading(block, around.tagged || undefined);
  }
}

function originOf(page: number, box: Box): Origin {
  const round = (value: number): number => Math.round(value * 10) / 10;
  return { kind: 'page', page, box: [round(box.left), round(box.top), round(box.right), round(box.bottom)] };
}

/** All but its mark is set in one look. */
function isUniform({ lines }: TextBlock): boolean {
  const [, first, ...others] = lines.flatMap(({ words }) => words);
  return others.every(({ style }) => style === first?.style);
}

function joined(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}
