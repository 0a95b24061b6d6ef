// The one document tree: names and shapes of mdast, plus where each block came from. Readers build it, the writer
// reads it, nothing else makes Markdown. Nodes are plain data; builders are in build.ts.

/** Where in the source a block stands. Pages, slides and lines count from 1; boxes are [left, top, right, bottom] in points. */
export type Origin =
  | { readonly kind: 'page'; readonly page: number; readonly box?: readonly [number, number, number, number] }
  | { readonly kind: 'slide'; readonly slide: number; readonly shape?: string }
  | { readonly kind: 'sheet'; readonly sheet: string; readonly range?: string }
  | { readonly kind: 'paragraph'; readonly index: number; readonly part?: string }
  | { readonly kind: 'line'; readonly start: number; readonly end?: number }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'time'; readonly start: number; readonly end: number };

interface Placed {
  readonly origin?: Origin;
  /** 0..1, only where an engine guessed (OCR, speech). */
  readonly confidence?: number;
}

// Phrasing: what stands inside a line.
export interface Text {
  readonly type: 'text';
  readonly value: string;
}
export interface InlineCode {
  readonly type: 'inlineCode';
  readonly value: string;
}
export interface InlineMath {
  readonly type: 'inlineMath';
  /** LaTeX without delimiters. */
  readonly value: string;
}
export interface Break {
  readonly type: 'break';
}
export interface Emphasis {
  readonly type: 'emphasis';
  readonly children: readonly Phrasing[];
}
export interface Strong {
  readonly type: 'strong';
  readonly children: readonly Phrasing[];
}
export interface Delete {
  readonly type: 'delete';
  readonly children: readonly Phrasing[];
}
/** Written as <sup>, which GFM renders; mdast has no name of its own for it. */
export interface Superscript {
  readonly type: 'superscript';
  readonly children: readonly Phrasing[];
}
/** Written as <sub>. */
export interface Subscript {
  readonly type: 'subscript';
  readonly children: readonly Phrasing[];
}
export interface Link {
  readonly type: 'link';
  readonly url: string;
  readonly title?: string;
  readonly children: readonly Phrasing[];
}
export interface Image {
  readonly type: 'image';
  readonly url: string;
  readonly alt: string;
  readonly title?: string;
  /** The bytes of a picture whose text is to be read and put behind it; never written. */
  readonly picture?: () => Uint8Array | undefined;
}
export interface FootnoteReference {
  readonly type: 'footnoteReference';
  readonly identifier: string;
}
/** Raw inline HTML that a reader vouches for: inert tags only, never script, handlers or embeds. */
export interface InlineHtml {
  readonly type: 'html';
  readonly value: string;
}

export type Phrasing =
  | Text
  | InlineCode
  | InlineMath
  | Break
  | Emphasis
  | Strong
  | Delete
  | Superscript
  | Subscript
  | Link
  | Image
  | FootnoteReference
  | InlineHtml;

// Flow: what stands on lines of its own.
export interface Heading extends Placed {
  readonly type: 'heading';
  readonly depth: 1 | 2 | 3 | 4 | 5 | 6;
  readonly children: readonly Phrasing[];
}
export interface Paragraph extends Placed {
  readonly type: 'paragraph';
  readonly children: readonly Phrasing[];
}
export interface ThematicBreak extends Placed {
  readonly type: 'thematicBreak';
}
export interface Code extends Placed {
  readonly type: 'code';
  readonly lang?: string;
  readonly value: string;
}
export interface MathBlock extends Placed {
  readonly type: 'math';
  /** LaTeX without delimiters. */
  readonly value: string;
}
export interface Blockquote extends Placed {
  readonly type: 'blockquote';
  readonly children: readonly Block[];
}
export interface List extends Placed {
  readonly type: 'list';
  readonly ordered: boolean;
  /** First number of an ordered list; 1 when left out. */
  readonly start?: number;
  /** Blank lines between items. */
  readonly spread?: boolean;
  readonly children: readonly ListItem[];
}
export interface ListItem {
  readonly type: 'listItem';
  /** A task list item when set. */
  readonly checked?: boolean;
  readonly children: readonly Block[];
}
/**
 * Rows may be an array or stream from an iterable, so that a sheet of a million rows is never held. A cell may be a
 * plain string (the fast path: literal text). The first row is the header unless `header` is false.
 */
export interface Table extends Placed {
  readonly type: 'table';
  readonly align?: readonly Align[];
  /** False: no row is a header; the writer leaves the header line empty. */
  readonly header?: boolean;
  /** Number of columns, needed when rows stream and may grow wider than the first one. */
  readonly columns?: number;
  readonly rows: Iterable<Row> | AsyncIterable<Row>;
}
export type Align = 'left' | 'right' | 'center' | null;
export type Row = readonly Cell[];
export type Cell = string | TableCell;
export interface TableCell {
  readonly type: 'tableCell';
  readonly colspan?: number;
  readonly rowspan?: number;
  readonly children: readonly (Phrasing | Block)[];
}
export interface FootnoteDefinition extends Placed {
  readonly type: 'footnoteDefinition';
  readonly identifier: string;
  readonly children: readonly Block[];
}
/** A marker such as `slide 3`, written as an HTML comment. */
export interface Comment extends Placed {
  readonly type: 'comment';
  readonly value: string;
}
/** Front matter: only as the very first block of a document. */
export interface FrontMatter extends Placed {
  readonly type: 'yaml' | 'toml';
  readonly value: string;
}
/** Raw HTML block that a reader vouches for: inert tags only. */
export interface HtmlBlock extends Placed {
  readonly type: 'htmlBlock';
  readonly value: string;
}

export type Block =
  | Heading
  | Paragraph
  | ThematicBreak
  | Code
  | MathBlock
  | Blockquote
  | List
  | Table
  | FootnoteDefinition
  | Comment
  | FrontMatter
  | HtmlBlock;
