// Weighs the text of every element in one pass: how much of it is prose, how much are links. What main-content.ts
// decides by.
import { attribute, type DomElement, type DomNode, type DomParent, walk } from './dom.ts';

export interface Mass {
  /** Characters shown, white space collapsed. */
  text: number;
  /** Of these, in links. */
  linked: number;
  /** Weight of the blocks that read like sentences: long ones count for more than their length alone. */
  prose: number;
  /** Characters of all other blocks: names, menus, captions, lists of links. */
  scraps: number;
  /** Blocks of prose. */
  paragraphs: number;
  links: number;
  commas: number;
  images: number;
  /** Fields to fill in. */
  fields: number;
  items: number;
}

/** A page with its elements weighed. */
export interface Weighed {
  readonly body: DomElement;
  readonly hidden: ReadonlySet<DomNode>;
  readonly masses: ReadonlyMap<DomElement, Mass>;
  readonly total: Mass;
  /** What is named or marked up as boilerplate. */
  readonly boilerplate: Set<DomNode>;
}

const newMass = (): Mass => ({
  text: 0,
  linked: 0,
  prose: 0,
  scraps: 0,
  paragraphs: 0,
  links: 0,
  commas: 0,
  images: 0,
  fields: 0,
  items: 0,
});

function add(to: Mass, from: Mass): void {
  to.text += from.text;
  to.linked += from.linked;
  to.prose += from.prose;
  to.scraps += from.scraps;
  to.paragraphs += from.paragraphs;
  to.links += from.links;
  to.commas += from.commas;
  to.images += from.images;
  to.fields += from.fields;
  to.items += from.items;
}

/** Shortest text of a block that counts as prose, and the largest share of links in it. */
const proseLength = 25;
const proseLinks = 0.5;

const inlineTags = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr img br'.split(
    ' ',
  ),
);
export const headingTag = /^h[1-6]$/;

export const isInline = (element: DomElement): boolean => inlineTags.has(element.tag) || element.space !== 'html';

/** An anchor without an address is the target of links; left open, it stands around all that follows. */
const isLink = (element: DomElement): boolean => element.tag === 'a' && attribute(element, 'href') !== undefined;

/** The mass of each block element inside `root` and of `root` itself; elements in `dropped` weigh nothing. */
export function weigh(root: DomElement, dropped: ReadonlySet<DomNode>): Map<DomElement, Mass> {
  const masses = new Map<DomElement, Mass>();
  const open: { element: DomParent; mass: Mass }[] = [{ element: root, mass: newMass() }];
  masses.set(root, (open[0] as { mass: Mass }).mass);
  let text = 0;
  let linked = 0;
  let commas = 0;
  let linkDepth = 0;
  let headingDepth = 0;
  // A block of text ends where any block begins or ends; it belongs to the element open at that time.
  const close = (): void => {
    if (text === 0) return;
    const mass = open.at(-1)?.mass;
    if (mass !== undefined) {
      mass.text += text;
      mass.linked += linked;
      mass.commas += commas;
      if (headingDepth === 0 && text - linked >= proseLength && linked <= text * proseLinks) {
        mass.prose += proseWeight(text);
        mass.paragraphs += 1;
      } else if (headingDepth === 0) mass.scraps += text;
    }
    text = 0;
    linked = 0;
    commas = 0;
  };
  walk(
    root,
    (node) => {
      if (dropped.has(node)) return 'skip';
      if (node.kind === 'text') {
        const length = shownLength(node.value);
        text += length;
        if (linkDepth > 0) linked += length;
        commas += countCommas(node.value);
        return undefined;
      }
      if (node.kind !== 'element') return undefined;
      const mass = open.at(-1)?.mass;
      if (isLink(node)) {
        linkDepth += 1;
        if (mass !== undefined) mass.links += 1;
      } else if (node.tag === 'img' && mass !== undefined) mass.images += 1;
      else if ((node.tag === 'input' || node.tag === 'select' || node.tag === 'textarea') && mass !== undefined)
        mass.fields += 1;
      if (isInline(node)) return undefined;
      close();
      if (headingTag.test(node.tag)) headingDepth += 1;
      const own = newMass();
      if (node.tag === 'li') own.items = 1;
      masses.set(node, own);
      open.push({ element: node, mass: own });
      return undefined;
    },
    (element) => {
      if (isLink(element)) linkDepth -= 1;
      if (isInline(element)) return;
      close();
      if (headingTag.test(element.tag)) headingDepth -= 1;
      const done = open.pop();
      const outer = open.at(-1)?.mass;
      if (done !== undefined && outer !== undefined) add(outer, done.mass);
    },
  );
  close();
  return masses;
}

/** Half of its length for a block of `sentence` characters, nearly all of it for a long one. */
const sentence = 80;
const proseWeight = (text: number): number => (text * text) / (text + sentence);

/** From here on a character stands for about two of an alphabet: ideographs, kana, hangul. */
const dense = 0x2e80;

function shownLength(value: string): number {
  let length = 0;
  let space = true;
  for (let at = 0; at < value.length; at += 1) {
    const unit = value.charCodeAt(at);
    const blank = unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0;
    if (!blank) length += unit >= dense && unit < 0xd800 ? 2 : 1;
    else if (!space) length += 1;
    space = blank;
  }
  return space && length > 0 ? length - 1 : length;
}

/** Commas in the scripts of the world: a cheap sign of sentences. */
function countCommas(value: string): number {
  let count = 0;
  for (let at = 0; at < value.length; at += 1) {
    const unit = value.charCodeAt(at);
    if (unit === 0x2c || unit === 0x060c || unit === 0x3001 || unit === 0xff0c) count += 1;
  }
  return count;
}
