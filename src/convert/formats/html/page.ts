// What the handlers of elements share while one page is walked: the tree under construction and the page's settings.
import type { ReadContext } from '../../format.ts';
import type { DomElement, DomNode } from './dom.ts';
import type { FlowBuilder } from './flow.ts';
import type { Notes } from './footnotes.ts';
import type { OpenTable } from './tables.ts';

export type HtmlContext = Pick<ReadContext, 'options' | 'limits' | 'warn' | 'saveImage' | 'budget' | 'describe'>;

export interface HtmlSettings {
  /** Address of the document, for relative links; a <base> in the page is read against it. */
  readonly base?: string;
  /** Keep the main content only; the option `cleanHtml` when left out. */
  readonly clean?: boolean;
  /** The address to write for a link; undefined keeps the text without a link. */
  readonly resolveLink?: (href: string) => string | undefined;
  /** The address to write for an image; undefined keeps the alternative text. */
  readonly resolveImage?: (src: string) => string | undefined;
  /** The bytes of an image inside the document, for its text to be read. */
  readonly imageBytes?: (src: string) => Uint8Array | undefined;
}

export interface Page {
  readonly flow: FlowBuilder;
  readonly context: HtmlContext;
  readonly settings: HtmlSettings;
  /** Address that relative ones are read against. */
  readonly base: string | undefined;
  /** Elements left out: not shown, or not part of the main content. */
  readonly dropped: ReadonlySet<DomNode>;
  readonly notes: Notes;
  /** The page loads a script that typesets TeX between delimiters in its text. */
  readonly texInText: boolean;
  /** Main content was cut out of a page: controls and icons in it are no content. */
  readonly cut: boolean;
  /** Data tables being read, outermost first. */
  readonly tables: OpenTable[];
  /** Warnings that are given once for the page. */
  readonly warned: Set<string>;
}

/** Called when an element's children have been walked. */
export type Leave = () => void;

/** What to do with an element: pass over it, or walk its children and then call `Leave`. */
export type Handler = (page: Page, element: DomElement) => Leave | 'skip' | undefined;
