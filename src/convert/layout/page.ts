// A page before it is understood: words, lines and pictures with their places. PDF pages and pages read by OCR are both
// brought into this form and share everything that follows.

import { chapterWords } from './chapter-words.ts';

/** In points from the top left of the page as shown. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How characters look; one object per distinct look on a page. */
export interface TextStyle {
  readonly font: string;
  /** Height of the type in points as shown. */
  readonly size: number;
  /** In parts of its size: how far its boxes reach below the line that its letters stand on; undefined where that is not known. */
  readonly descent?: number | undefined;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly monospace: boolean;
  /** Code in a sentence: it stands on a ground of its own. */
  readonly inLine?: boolean;
  /** A line is drawn through it. */
  readonly struck?: boolean;
  /** 0xRRGGBB, with alpha left out. */
  readonly colour: number;
  /** Degrees clockwise as shown; 0 reads left to right. */
  readonly angle: number;
  /** Not painted: left out of the text, and reported. */
  readonly invisible: boolean;
  /** Marked-content id, -1 where there is none. */
  readonly content: number;
}

/** Upright black text of no special look. */
export const plainStyle: TextStyle = {
  font: '',
  size: 10,
  descent: undefined,
  bold: false,
  italic: false,
  monospace: false,
  colour: 0,
  angle: 0,
  invisible: false,
  content: -1,
};

/** The font of what was typed into a field or stamped on the page: it says nothing of how the document is set. */
export const typedFont = '(typed)';

export interface Word extends Box {
  readonly text: string;
  readonly style: TextStyle;
  /** White space stands before it on its line. */
  readonly spaced: boolean;
  /** Place in the order the source gives, which for right-to-left scripts is the order of reading. */
  readonly order: number;
  /** Its letters run from right to left. */
  readonly rightToLeft: boolean;
  /** 0..1, where an engine guessed. */
  readonly confidence?: number;
}

/** A thin line, drawn or the edge of a drawn rectangle. */
export interface Rule extends Box {
  readonly horizontal: boolean;
}

/** A filled area that is no line. */
export interface Fill extends Box {
  readonly colour: number;
}

export interface LinkArea extends Box {
  /** An address, or undefined for a place in the document. */
  readonly url?: string;
}

/** A picture that is part of what the page says. */
export interface Figure extends Box {
  /** What its author wrote for those who cannot see it. */
  readonly alt: string;
  /** Where it is kept; empty where it is not. */
  readonly url: string;
}

/** A picture whose words were read, on a page with words of its own: what it says is laid out by itself. */
export interface ReadPicture extends Box {
  readonly page: PageContent;
}

/** A reader's remark on the page. */
export interface Comment extends Box {
  readonly text: string;
  readonly author: string;
}

export interface PageContent {
  readonly number: number;
  /** What the page is called in print, where that is not its number. */
  readonly label?: string | undefined;
  readonly width: number;
  readonly height: number;
  readonly words: readonly Word[];
  readonly rules: readonly Rule[];
  readonly fills: readonly Fill[];
  /** Grounds under pieces of code. */
  readonly codeAreas?: readonly Box[];
  readonly images: readonly Box[];
  /** Pictures to be put into the text at their places. */
  readonly figures?: readonly Figure[];
  readonly readPictures?: readonly ReadPicture[];
  readonly links: readonly LinkArea[];
  /** What leads to another place in the document. */
  readonly jumps?: readonly Box[];
  readonly comments?: readonly Comment[];
  /** Fields of a form, filled in or not. */
  readonly fields?: readonly Box[];
  /** Where the page was turned to be read: a place on it as it is on the page as shown. */
  readonly shown?: ((box: Box) => Box) | undefined;
  /** Entries of the document's outline that lead to this page: titles as `outlineKey` gives them, and their levels. */
  readonly outline?: ReadonlyMap<string, number> | undefined;
  /** Heading level by marked-content id, where the author's tags cover the page. */
  readonly headingTags?: ReadonlyMap<number, number> | undefined;
}

/** Titles are compared without regard to case, spaces, numbering dots and other marks. */
export const outlineKey = (title: string): string => title.toLowerCase().replace(/[^\p{L}\d]+/gu, '');

const numberBefore = new RegExp(
  `^(?:(?:${chapterWords})\\s+(?:\\d{1,3}|[ivxlc]{1,7}|[a-z]|[a-z]{3,5}(?:teen|ty)?)|(?:[a-z]\\.)?\\d{1,3}(?:\\.\\d{1,3})*|[a-z])[.:]?\\s+(?=\\S)`,
  'i',
);
/** A title without the number that stands before it on its page, but often not in an outline. */
export const bareTitle = (title: string): string => title.replace(numberBefore, '');

export const widthOf = (box: Box): number => box.right - box.left;
export const heightOf = (box: Box): number => box.bottom - box.top;
export const scaledBox = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left * by,
  top: top * by,
  right: right * by,
  bottom: bottom * by,
});

export const middleX = (box: Box): number => (box.left + box.right) / 2;
export const middleY = (box: Box): number => (box.top + box.bottom) / 2;

/** The first of some grounds that a box stands on. */
export const groundUnder = (box: Box, grounds: readonly Box[] = []): Box | undefined =>
  grounds.find((ground) => liesIn(box, ground));

/** The link that the middle of a word lies in, of those that lead to an address. */
export function linkAt(word: Box, links: readonly LinkArea[]): LinkArea | undefined {
  const x = middleX(word);
  const y = middleY(word);
  for (const area of links) {
    if (area.url !== undefined && x >= area.left && x <= area.right && y >= area.top && y <= area.bottom) return area;
  }
  return undefined;
}

/** How far two stretches lie over each other; negative is the gap between them. */
export const overlap = (from: number, to: number, otherFrom: number, otherTo: number): number =>
  Math.min(to, otherTo) - Math.max(from, otherFrom);

/** Some of each lies on the other. */
export const meet = (one: Box, other: Box): boolean =>
  one.bottom > other.top && one.top < other.bottom && one.right > other.left && one.left < other.right;

/** Beside each other over more than half the height of the lower one. */
export const isBeside = (one: Box, other: Box): boolean =>
  overlap(one.top, one.bottom, other.top, other.bottom) > 0.5 * Math.min(heightOf(one), heightOf(other));

export function boundsOf(boxes: readonly Box[]): Box {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const box of boxes) {
    if (box.left < left) left = box.left;
    if (box.top < top) top = box.top;
    if (box.right > right) right = box.right;
    if (box.bottom > bottom) bottom = box.bottom;
  }
  return { left, top, right, bottom };
}

/** True where the middle of the first box lies in the second. */
export function liesIn(box: Box, area: Box): boolean {
  const x = middleX(box);
  const y = middleY(box);
  return x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
}
