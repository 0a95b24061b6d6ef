// HTML text to blocks of the tree, for whole pages and for the fragments that other formats carry.
import { heading } from '../../document/build.ts';
import type { Block } from '../../document/tree.ts';
import { openAdmonitions } from './admonitions.ts';
import type { DomElement, DomNode } from './dom.ts';
import { FlowBuilder } from './flow.ts';
import { findNotes } from './footnotes.ts';
import { wrapHeadedNotes } from './headed-notes.ts';
import { baseOf } from './links.ts';
import { type Cut, findMainContent } from './main-content.ts';
import { typesetsText } from './math-tex.ts';
import { articleTitle, type PageFacts, pageFacts } from './metadata.ts';
import type { HtmlContext, HtmlSettings, Page } from './page.ts';
import { type ParsedPage, parsePage } from './parse.ts';
import { readSymbolFonts } from './symbol-fonts.ts';
import { hiddenParts, isMachinery } from './visibility.ts';
import { walkPage } from './walk-page.ts';
import { openWordLists } from './word-lists.ts';

export type { HtmlContext, HtmlSettings } from './page.ts';

/**
 * The blocks of an HTML document or fragment. Only whole pages are cut down to their main content, and only where
 * `clean` (or the option `cleanHtml`) asks for it.
 */
export function htmlToBlocks(html: string, context: HtmlContext, settings: HtmlSettings = {}): Block[] {
  const parsed = parsePage(html, context.limits);
  return [...pageBlocks(parsed, pageFacts(parsed), context, settings)];
}

/** The blocks of a parsed page, one by one as they are finished. */
export function* pageBlocks(
  parsed: ParsedPage,
  facts: PageFacts,
  context: HtmlContext,
  settings: HtmlSettings,
): Generator<Block> {
  const { body } = parsed;
  if (body === undefined) return;
  wrapHeadedNotes(body);
  openAdmonitions(body);
  readSymbolFonts(body);
  openWordLists(body);
  const clean = settings.clean ?? context.options.cleanHtml;
  const hidden = hiddenParts(body, clean);
  const cut = clean && parsed.whole ? findMainContent(body, hidden) : undefined;
  if (cut !== undefined) reportCut(context, cut);
  const dropped = cut === undefined ? hidden : new Set([...hidden, ...cut.dropped]);
  const title = cut === undefined ? undefined : articleTitle(body, dropped, facts);
  if (title !== undefined) yield { ...heading(1, title.text), origin: { kind: 'line', start: title.line } };
  let written = false;
  for (const block of blocksWithout(parsed, body, context, settings, dropped, cut !== undefined)) {
    written = true;
    yield block;
  }
  if (written || hidden.size === 0) return;
  // Scripts would have shown it: better what is hidden than nothing at all.
  let found = false;
  for (const block of blocksWithout(parsed, body, context, settings, machineryOnly(hidden), false)) {
    if (!found)
      context.warn('hidden-content-kept', 'All content of the page is hidden until a script shows it; it was kept.');
    found = true;
    yield block;
  }
}

function blocksWithout(
  parsed: ParsedPage,
  body: DomElement,
  context: HtmlContext,
  settings: HtmlSettings,
  dropped: ReadonlySet<DomNode>,
  cut: boolean,
): Generator<Block> {
  let warned = false;
  const tooDeep = (line: number): void => {
    if (warned) return;
    warned = true;
    const message = `The page nests more than ${context.limits.depth} levels deep; deeper parts were flattened.`;
    context.warn('nesting-limit', message, { kind: 'line', start: line });
  };
  const page: Page = {
    flow: new FlowBuilder(context.limits.depth, tooDeep),
    context,
    settings,
    base: baseOf(parsed, settings.base),
    dropped,
    notes: findNotes(body, dropped),
    texInText: typesetsText(parsed.head, body),
    cut,
    tables: [],
    warned: new Set(),
  };
  return walkPage(page, body);
}

function reportCut(context: HtmlContext, cut: Cut): void {
  context.warn(
    'boilerplate-dropped',
    `${cut.regions} parts of the page outside its main content, about ${cut.characters} characters, were left out; turn the cleaning of web pages off to keep them.`,
  );
}

function machineryOnly(hidden: ReadonlySet<DomNode>): Set<DomNode> {
  return new Set([...hidden].filter((node) => node.kind === 'element' && isMachinery(node)));
}
