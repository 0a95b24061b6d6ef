// Word documents (ECMA-376, WordprocessingML): the body streams by, one block after the other; notes and comments follow.
import { Failure } from '../../../core/failure.ts';
import type { OfficeElement } from '../../containers/office-xml.ts';
import { OpcPackage, type OpcPart } from '../../containers/opc.ts';
import type { Read, ReadContext } from '../../format.ts';
import { packageFacts } from '../office/properties.ts';
import { hasInnerLinks, headingAnchors } from './anchors.ts';
import { readChunks } from './chunks.ts';
import { NoteRegister, noteDefinitions } from './notes.ts';
import { Numbering } from './numbering.ts';
import { PageCounter } from './pages.ts';
import type { DocumentState } from './scope.ts';
import { StoryReader } from './story.ts';
import { StyleSheet } from './styles.ts';
import { Tally } from './tally.ts';

/** Parts with headers and footers that are looked into. */
const mostHeaders = 100;

export const read: Read = async function* (input, context) {
  const opc = new OpcPackage(input.source, context);
  const main = opc.mainPart('.main+xml', 'word/document.xml');
  // Once for links within the document, and once for its text.
  main.expectRepetition();
  const styles = new StyleSheet(treeOf(main.related('styles'), context));
  const numberingTree = treeOf(main.related('numbering'), context);
  const { countedPages, ...facts } = packageFacts(opc);
  context.describe({ ...(styles.language === undefined ? {} : { language: styles.language }), ...facts });

  // Number formats take a large module, which most documents can do without.
  const hasCharts = opc.archive.entries.some((entry) => entry.name.toLowerCase().includes('chart'));
  const drawChart = hasCharts ? (await import('../office/chart.ts')).chartBlocks : undefined;
  const state = (anchors: ReadonlyMap<string, string>, speaking: ReadContext): DocumentState => ({
    context: speaking,
    styles,
    numbering: new Numbering(numberingTree, styles),
    anchors,
    notes: new NoteRegister(),
    tally: new Tally(),
    pages: new PageCounter(),
    drawChart,
    chunks: [],
    chunksRead: 0,
  });
  const anchors = (await hasInnerLinks(main))
    ? await headingAnchors(main, state(new Map(), silent(context)))
    : new Map<string, string>();
  const document = state(anchors, context);

  const place = { part: undefined, paragraphs: 0 };
  const body = new StoryReader(document, main, place, undefined, true);
  const { out } = body.flow;
  let reached = 0;
  for await (const elements of main.childrenBySome('w:body')) {
    for (const element of elements) {
      body.read(element);
      if (document.chunks.length > 0) await readChunks(document, out);
      const { page } = document.pages;
      if (page !== reached) context.progress(page, Math.max(page, countedPages ?? 1));
      reached = page;
      if (out.length > 0) for (const block of out.splice(0)) yield block;
    }
  }
  for (const block of body.flow.finish().splice(0)) yield block;

  yield* noteDefinitions(main, document, (part, note, kind) => {
    const story = new StoryReader(document, part, { part: kind, paragraphs: 0 });
    story.readAll(note);
    return story.flow.finish();
  });
  if (hasHeaders(main, context)) document.tally.add('headers');
  if (context.options.pages !== undefined && !document.pages.drawn && (countedPages ?? 1) > 1) {
    context.warn('page-numbers-unknown', 'The file does not say where its pages begin; pages were counted by breaks.');
  }
  document.tally.tell(context);
  context.describe({ pages: Math.max(countedPages ?? 1, document.pages.page) });
};

/** The same context without a voice, for the first look at a document. */
function silent(context: ReadContext): ReadContext {
  return {
    ...context,
    options: { ...context.options, extractImages: false },
    warn: () => {},
    saveImage: () => undefined,
  };
}

/** A damaged part beside the text costs what it says, not the text. */
function treeOf(part: OpcPart | undefined, context: ReadContext): OfficeElement | undefined {
  try {
    return part?.tree();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
    context.warn('damaged-part', 'A part of the document is damaged and was passed over.');
    return undefined;
  }
}

function hasHeaders(main: OpcPart, context: ReadContext): boolean {
  const parts = [...main.allRelated('header'), ...main.allRelated('footer')].slice(0, mostHeaders);
  for (const part of parts) {
    const tree = treeOf(part, context);
    if (tree === undefined) continue;
    for (const words of tree.descendants('w:t')) if (words.text().trim() !== '') return true;
  }
  return false;
}
