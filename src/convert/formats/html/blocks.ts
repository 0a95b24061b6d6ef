// HTML text to blocks of the tree, for whole pages and for the fragments that other formats carry.
import type { Block } from '../../document/tree.ts';
import type { DomElement, DomNode } from './dom.ts';
import { walk } from './dom.ts';
import { FlowBuilder } from './flow.ts';
import { findNotes } from './footnotes.ts';
import { baseOf } from './links.ts';
import { findMainContent } from './main-content.ts';
import { isTexScript, typesetsText } from './math-tex.ts';
import { type ParsedPage, parsePage } from './parse.ts';
import type { HtmlContext, HtmlSettings, Page } from './page.ts';
import { carriesFormula, isDecoration, isHidden, isIdleNoscript, isMachinery, isSpokenOnly } from './visibility.ts';
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
  const clean = settings.clean ?? context.options.cleanHtml;
  const hidden = hiddenParts(body, clean);
  const cut = clean ? findMainContent(body, hidden) : undefined;
  const dropped: ReadonlySet<DomNode> = cut === undefined ? hidden : new Set([...hidden, ...cut.dropped]);
  const page: Page = {
    flow,
    context,
    settings,
    base: baseOf(parsed, settings.base),
    dropped,
    notes: findNotes([body], dropped),
    texInText: typesetsText(parsed.head, body),
    cut: cut !== undefined,
    tables: [],
  };
  yield* walkPage(page, body);
}

/** Everything that is not shown; parts of a formula stay with the formula. */
export function hiddenParts(body: DomElement, clean: boolean): Set<DomNode> {
  const hidden = new Set<DomNode>();
  walk(
    body,
    (node) => {
      if (node.kind !== 'element' || carriesFormula(node)) return 'skip';
      if (isMachinery(node) || isIdleNoscript(node, clean) || isHidden(node) || isDecoration(node) || (clean && isSpokenOnly(node))) {
        if (isTexScript(node)) return 'skip';
        hidden.add(node);
        return 'skip';
      }
      return undefined;
    },
    () => {},
  );
  return hidden;
}
