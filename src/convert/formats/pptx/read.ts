// Reads presentations (pptx, pptm, ppsx, potx): one slide after the other, each with its notes and comments. See docs/pptx.md.
import { Failure } from '../../../core/failure.ts';
import type { OfficeElement } from '../../containers/office-xml.ts';
import { OpcPackage, type OpcPart } from '../../containers/opc.ts';
import { rule } from '../../document/build.ts';
import type { Block } from '../../document/tree.ts';
import type { Read } from '../../format.ts';
import { wantsPage } from '../../options.ts';
import { isOn } from '../office/drawing-text.ts';
import { packageFacts } from '../office/properties.ts';
import { type Authors, commentAuthors, commentBlocks } from './comments.ts';
import { Inheritance } from './placeholders.ts';
import { notesBlocks, slideContent } from './slide.ts';
import { slideList } from './slide-list.ts';
import { type Deck, originOf, type SlideScope, warnOnce } from './slide-scope.ts';

interface Presentation extends Deck {
  readonly inheritance: Inheritance;
  readonly authors: Authors;
  /** The deck says no title of its own, so that of its first slide is taken. */
  readonly untitled: boolean;
}

/** What PowerPoint writes when nobody gave a title. */
const noTitle = 'PowerPoint Presentation';
const longestTitle = 1_000;

export const read: Read = async function* (input, context) {
  const opc = new OpcPackage(input.source, context);
  const presentation = opc.mainPart('presentation.main+xml', 'ppt/presentation.xml');
  const root = presentation.tree();
  const slides = slideList(opc, presentation, root, context);
  const { countedPages: _, ...facts } = packageFacts(opc);
  context.describe({ ...facts, pages: slides.length });

  const deck: Presentation = {
    inheritance: new Inheritance(root.child('p:defaultTextStyle')),
    authors: commentAuthors(presentation, context),
    once: warnOnce(context),
    context,
    rightToLeft: isOn(root.get('rtl')),
    keptImages: new Map(),
    opened: { yet: false },
    untitled: facts.title === undefined || facts.title === noTitle,
  };
  let begun = false;
  let section: string | undefined;
  for (const [at, listed] of slides.entries()) {
    const slide = at + 1;
    section = listed.section ?? section;
    if (wantsPage(context.options, slide)) {
      const origin = originOf({ slide });
      if (section !== undefined) yield { type: 'comment', value: `section: ${section}`, origin };
      section = undefined;
      if (context.options.pageMarkers) yield { type: 'comment', value: `slide ${slide}`, origin };
      for (const block of slideBlocks(listed.part, slide, begun, deck)) {
        begun = true;
        yield block;
      }
    }
    context.progress(slide, slides.length);
  }
};

function* slideBlocks(part: OpcPart | undefined, slide: number, begun: boolean, deck: Presentation): Generator<Block> {
  const { context } = deck;
  const origin = originOf({ slide });
  const root = part === undefined ? undefined : treeOf(part);
  if (part === undefined || root === undefined) {
    context.warn('slide-missing', 'A slide is missing from the file or damaged and was left out.', origin);
    return;
  }
  if (root.get('show') === '0' || root.get('show') === 'false') {
    context.warn('hidden-slide-kept', 'A slide that is hidden in the show was kept.', origin);
  }
  const inherited = deck.inheritance.of(part, 'slideLayout');
  const scope: SlideScope = { part, slide, inherited, ...deck };
  const { title, words, blocks } = slideContent(root, scope);
  if (slide === 1 && deck.untitled && words !== '') context.describe({ title: words.slice(0, longestTitle) });
  const after = [...notesBlocks(scope, deck.inheritance), ...commentBlocks(scope, deck.authors)];
  if (title !== undefined) yield title;
  // Without a heading nothing else would part the slide from the one before.
  else if (begun && blocks.length + after.length > 0) yield { ...rule, origin };
  yield* blocks;
  yield* after;
}

function treeOf(part: OpcPart): OfficeElement | undefined {
  try {
    return part.tree();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
    return undefined;
  }
}
