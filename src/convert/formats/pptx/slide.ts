// One slide: its title as a heading, then what stands on it, then the notes and comments that belong to it.
import { Failure } from '../../../core/failure.ts';
import type { OfficeElement } from '../../containers/office-xml.ts';
import { heading, paragraph, quote, strong, text } from '../../document/build.ts';
import { placedAt, withOrigin } from '../../document/origin.ts';
import type { Block, Phrasing } from '../../document/tree.ts';
import { isBlank, paragraphPhrasing, plainText, withoutEdges } from '../office/drawing-text.ts';
import { type Inheritance, nonVisual, placeholderOf } from './placeholders.ts';
import { shapeTreeBlocks } from './shapes.ts';
import { originOf, type SlideScope } from './slide-scope.ts';

export interface SlideContent {
  readonly title: Block | undefined;
  /** The title without marks. */
  readonly words: string;
  readonly blocks: readonly Block[];
}

export function slideContent(root: OfficeElement, scope: SlideScope): SlideContent {
  const tree = root.at('p:cSld', 'p:spTree');
  if (tree === undefined) return { title: undefined, words: '', blocks: [] };
  for (const shape of tree.elements('p:sp')) {
    const placeholder = placeholderOf(shape);
    if (placeholder?.type !== 'title' && placeholder?.type !== 'ctrTitle') continue;
    const words = titlePhrasing(shape, scope);
    if (words.length === 0) continue;
    // A slide that opens a deck or a section stands above the slides that follow it.
    const opens = placeholder.type === 'ctrTitle' || scope.inherited.layoutType === 'secHead';
    const origin = originOf(scope, nonVisual(shape)?.child('p:cNvPr')?.get('name'));
    const title = withOrigin(heading(opens || !scope.opened.yet ? 1 : 2, words), origin);
    if (opens) scope.opened.yet = true;
    return { title, words: plainText(shape.child('p:txBody')), blocks: shapeTreeBlocks(tree, scope, shape) };
  }
  return { title: undefined, words: '', blocks: shapeTreeBlocks(tree, scope) };
}

/** A heading is one line: paragraphs and line breaks of a title become spaces. */
function titlePhrasing(shape: OfficeElement, scope: SlideScope): Phrasing[] {
  const nodes: Phrasing[] = [];
  for (const one of shape.child('p:txBody')?.elements('a:p') ?? []) {
    for (const node of paragraphPhrasing(one, { part: scope.part, plainBold: true })) {
      nodes.push(node.type === 'break' ? text(' ') : node);
    }
    nodes.push(text(' '));
  }
  return nodes.every(isBlank) ? [] : withoutEdges(nodes);
}

/** The speaker notes as a quotation that says what it is. */
export function notesBlocks(scope: SlideScope, inheritance: Inheritance): Block[] {
  const part = scope.part.related('notesSlide');
  if (part === undefined) return [];
  let root: OfficeElement;
  try {
    root = part.tree();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
    scope.context.warn('damaged-part', 'The notes of a slide are damaged and were left out.', originOf(scope));
    return [];
  }
  const tree = root.at('p:cSld', 'p:spTree');
  const inherited = inheritance.of(part, 'notesMaster');
  const [first, ...rest] = tree === undefined ? [] : shapeTreeBlocks(tree, { ...scope, part, inherited });
  if (first === undefined) return [];
  const label = strong('Notes:');
  const blocks =
    first.type === 'paragraph'
      ? [paragraph([label, text(' '), ...first.children]), ...rest]
      : [paragraph([label]), first, ...rest];
  return [placedAt(quote(blocks), originOf(scope))];
}
