// What the parts of this reader share: the state of one document, and the story (body, cell, note, text box) being read.
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import type { Block, Origin } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import type { FieldStack } from './fields.ts';
import type { Leaf } from './leaves.ts';
import type { NoteRegister } from './notes.ts';
import type { Numbered, Numbering } from './numbering.ts';
import type { PageCounter } from './pages.ts';
import type { ParagraphStyle, StyleSheet } from './styles.ts';
import type { Tally } from './tally.ts';

type DrawChart = (part: OpcPart, origin: Origin, context: ReadContext) => Block[];

export interface DocumentState {
  readonly context: ReadContext;
  readonly styles: StyleSheet;
  readonly numbering: Numbering;
  /** Where bookmarks at headings lead to, as GFM names the heading. */
  readonly anchors: ReadonlyMap<string, string>;
  readonly notes: NoteRegister;
  readonly tally: Tally;
  readonly pages: PageCounter;
  /** Draws charts as tables; loaded only for documents that have any. */
  readonly drawChart: DrawChart | undefined;
  /** Documents inside this one that are read once the present element is done. */
  readonly chunks: Chunk[];
  /** How many there were before, for names of their own. */
  chunksRead: number;
}

/** An altChunk: its blocks replace the placeholder in the list it was put into. */
interface Chunk {
  readonly part: OpcPart;
  /** The placeholder. */
  readonly at: Block;
  readonly blocks: Block[];
  readonly origin: Origin;
}

export interface Story {
  readonly document: DocumentState;
  readonly part: OpcPart;
  readonly fields: FieldStack;
  /** Where the paragraph being read stands. */
  readonly origin: Origin;
  /** Reads what stands inside an element as a story of its own: a cell shares the fields around it, a text box does not. */
  blocks(container: OfficeElement, kind: 'cell' | 'box'): Block[];
}

/** One paragraph as it was read, before its neighbours decide what becomes of it. */
export interface ParagraphRecord {
  readonly style: ParagraphStyle;
  readonly outline: number | undefined;
  readonly numbered: Numbered | undefined;
  /** A list by the name of its style alone, where nothing numbers it. */
  readonly listByName: ParagraphStyle['listByName'];
  readonly indent: number | undefined;
  readonly leaves: Leaf[];
  /** What is anchored in it: text boxes, charts, diagrams. */
  readonly after: readonly Block[];
  /** A line of a table of contents. */
  readonly contents: boolean;
  /** Its end is deleted, or it is a drop cap: the next paragraph goes on right here. */
  readonly joinsNext: boolean;
  /** State of the one check box it begins with. */
  readonly checked: boolean | undefined;
  /** The page its first content stands on. */
  readonly page: number;
  readonly origin: Origin;
}
