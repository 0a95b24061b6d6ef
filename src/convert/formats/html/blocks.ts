// HTML text to blocks of the tree, for whole pages and for the fragments that other formats carry.
import type { Block } from '../../document/tree.ts';
import { FlowBuilder } from './flow.ts';
import { findNotes } from './footnotes.ts';
import { baseOf } from './links.ts';
import { typesetsText } from './math-tex.ts';
import { type ParsedPage, parsePage } from './parse.ts';
import type { HtmlContext, HtmlSettings, Page } from './page.ts';
import { walkPage } from './walk-page.ts';

export type { HtmlContext, HtmlSettings } from './page.ts';

/** The blocks of an HTML document or fragment. */
export function htmlToBlocks(html: string, context: HtmlContext, settings: HtmlSettings = {}): Block[] {
  return [...pageBlocks(parsePage(html, context.limits), context, settings)];
}

/** The blocks of a parsed page, one by one as they are finished. */
export function* pageBlocks(parsed: ParsedPage, context: HtmlContext, settings: HtmlSettings): Generator<Block> {
  const body = parsed.body;
  if (body === undefined) return;
  let warned = false;
  const flow = new FlowBuilder(context.limits.depth, (line) => {
    if (!warned) context.warn('nesting-flattened', 'The page nests deeper than can be kept; deeper parts were flattened.', { kind: 'line', start: line });
    warned = true;
  });
  const dropped = new Set<never>();
  const page: Page = {
    flow,
    context,
    settings,
    base: baseOf(parsed, settings.base),
    dropped,
    notes: findNotes([body], dropped),
    texInText: typesetsText(parsed.head, body),
    cut: false,
    tables: [],
  };
  yield* walkPage(page, body);
}
