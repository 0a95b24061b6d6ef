// Finds the main content of a web page and what around and inside it is boilerplate. The idea: prose stands together.
// The element with the most prose close to it is the text; beside it stay its like, and what is named or built like
// navigation goes, around it and inside it.
import {
  attribute,
  childElements,
  type DomElement,
  type DomNode,
  type DomParent,
  elementsIn,
  plainText,
  textOf,
  walk,
} from './dom.ts';
import { regionByMarkup, regionByName } from './regions.ts';
import { isOneOfMany, leadsToNeighbours, sameKind, startsWithHeading } from './sections.ts';
import { isDataTable } from './table-kind.ts';
import { isInline, type Mass, type Weighed, weigh } from './text-mass.ts';
import { carriesFormula } from './visibility.ts';

export interface Cut {
  /** The parts to leave out. */
  readonly dropped: ReadonlySet<DomNode>;
  readonly regions: number;
  /** Characters of text in them. */
  readonly characters: number;
}

/** Prose below which a page is too small to be cut, and what must be left of it after the cut. */
const leastProse = 120;
const leastKept = 250;
/** Share of all prose that must be left: less means that the wrong part was found. */
const leastShare = 0.15;
/** A name that claims this share of the prose is wrong; markup and name together are believed for longer. */
const trustName = 0.5;
const trustBoth = 0.8;
/** What prose counts for one level further up. */
const decay = 0.5;
/** Prose beside the text, measured against it, that belongs to the same text. */
const similar = 0.45;
/** Words beside the text, measured against it, that show that it was only a part. */
const besides = 0.3;

/** Entries of a list of texts: how many there must be beside one, and the prose of each. */
const leastEntries = 2;
const entryProse = 40;

export function findMainContent(body: DomElement, hidden: ReadonlySet<DomNode>): Cut | undefined {
  const masses = weigh(body, hidden);
  const total = masses.get(body);
  if (total === undefined || total.prose < leastProse) return undefined;
  const page: Weighed = { body, hidden, masses, total, boilerplate: new Set() };
  nameBoilerplate(page);
  if (page.boilerplate.size === 0 && !hasMenu(page)) return undefined;
  const main = wholeText(page, outOfData(page, densest(page)));
  const dropped = new Set<DomNode>();
  clearAround(page, main, dropped);
  clearInside(page, main, dropped);
  let characters = 0;
  let prose = 0;
  for (const node of dropped) {
    const mass = node.kind === 'element' ? masses.get(node) : undefined;
    characters += mass?.text ?? 0;
    prose += mass?.prose ?? 0;
  }
  if (characters === 0 || total.text - characters < leastKept) return undefined;
  if (total.prose - prose < total.prose * leastShare) return undefined;
  return { dropped, regions: dropped.size, characters };
}

/** Every shown block element in document order; `visit` says 'skip' to pass over what is inside. */
function eachBlock(page: Weighed, root: DomElement, visit: (element: DomElement, mass: Mass) => unknown): void {
  walk(
    root,
    (node) => {
      if (node.kind !== 'element' || page.hidden.has(node) || carriesFormula(node)) return 'skip';
      const mass = page.masses.get(node);
      return mass === undefined ? undefined : visit(node, mass);
    },
    () => {},
  );
}

function nameBoilerplate(page: Weighed): void {
  eachBlock(page, page.body, (element, mass) => {
    const markup = regionByMarkup(element);
    if (markup === 'content' || isNote(element)) return undefined;
    const named = regionByName(element, mass.links) === 'boilerplate';
    if (markup !== 'boilerplate' && (!named || isOneOfMany(page, element, mass))) return undefined;
    const trust = markup === 'boilerplate' && named ? trustBoth : trustName;
    if (mass.prose >= page.total.prose * trust) return undefined;
    page.boilerplate.add(element);
    return 'skip';
  });
}

/** Somewhere a block of links: a page with navigation, even where nothing is named. */
function hasMenu(page: Weighed): boolean {
  let found = false;
  eachBlock(page, page.body, (_element, mass) => {
    found ||= isMenu(mass);
    return found ? 'skip' : undefined;
  });
  return found;
}

const isMenu = (mass: Mass): boolean =>
  mass.links > 2 &&
  mass.images === 0 &&
  mass.prose < 40 &&
  mass.linked > mass.text * (mass.text - mass.linked > mostUnlinked ? 0.8 : 0.6);

/** Menus have few words without a link; declarations whose types are linked have many. */
const mostUnlinked = 400;

const containers = new Set('article body center div form main section td'.split(' '));
/** Text by themselves: their prose counts fully for the element around. */
const textBlocks = new Set('p pre blockquote dd h1 h2 h3 h4 h5 h6'.split(' '));

interface Nearby {
  /** Prose of the element and below it, less for each level, less for links. */
  local: number;
  /** The largest `local` from here down. */
  peak: number;
}

/** The element with the most prose nearby, or the one around it when its neighbours are alike. */
function densest(page: Weighed): DomElement {
  const nearby = new Map<DomElement, Nearby>();
  let best = page.body;
  let most = 0;
  const open = [{ local: 0, peak: 0, inner: 0 }];
  const leave = (element: DomElement): void => {
    const own = open.pop();
    const mass = page.masses.get(element);
    if (own === undefined || mass === undefined) return;
    const whole = textBlocks.has(element.tag);
    const prose = whole ? mass.prose : own.local + Math.max(0, mass.prose - own.inner);
    const local = mass.text === 0 ? 0 : prose * (1 - mass.linked / mass.text);
    const peak = Math.max(own.peak, local);
    nearby.set(element, { local, peak });
    if (local > most && (containers.has(element.tag) || element.tag.includes('-'))) {
      most = local;
      best = element;
    }
    const outer = open.at(-1);
    if (outer === undefined) return;
    outer.local += whole ? prose : prose * decay;
    outer.inner += mass.prose;
    outer.peak = Math.max(outer.peak, peak);
  };
  walk(
    page.body,
    (node) => {
      if (node.kind !== 'element' || page.hidden.has(node)) return 'skip';
      if (page.boilerplate.has(node)) {
        const outer = open.at(-1);
        if (outer !== undefined) outer.inner += page.masses.get(node)?.prose ?? 0;
        return 'skip';
      }
      if (!isInline(node)) open.push({ local: 0, peak: 0, inner: 0 });
      return undefined;
    },
    (element) => {
      if (!isInline(element)) leave(element);
    },
  );
  leave(page.body);
  return aroundTheLike(page, best, nearby);
}

/** A cell of data is never the text: what is around its table is. */
function outOfData(page: Weighed, found: DomElement): DomElement {
  let main = found;
  for (let at: DomParent | undefined = found; at?.kind === 'element' && at !== page.body; at = at.parent) {
    if (at.tag === 'table' && at.parent?.kind === 'element' && isDataTable(at, page.hidden)) main = at.parent;
  }
  return main;
}

/** Up to where the text found is only a part of what stands beside it: text without pictures that is no menu. */
function wholeText(page: Weighed, found: DomElement): DomElement {
  const own = page.masses.get(found);
  if (own === undefined) return found;
  const most = (own.text - own.linked) * besides;
  let main = found;
  let around = 0;
  for (let at = found; at !== page.body; ) {
    const parent: DomParent | undefined = at.parent;
    if (parent?.kind !== 'element') break;
    for (const other of childElements(parent)) {
      const mass = page.masses.get(other);
      if (other === at || mass === undefined || page.boilerplate.has(other) || page.hidden.has(other)) continue;
      if (mass.prose > 0 && mass.images === 0 && !isMenu(mass)) around += mass.text - mass.linked;
    }
    if (around > most) main = parent;
    at = parent;
  }
  return main;
}

/** Goes up to where no more parts of the same weight stand beside: the sections of one text. */
function aroundTheLike(page: Weighed, start: DomElement, nearby: ReadonlyMap<DomElement, Nearby>): DomElement {
  const least = (nearby.get(start)?.local ?? 0) * similar;
  let main = start;
  for (let at = start; at !== page.body; ) {
    const parent: DomParent | undefined = at.parent;
    if (parent?.kind !== 'element') break;
    let alike = 0;
    let prose = 0;
    for (let node = parent.first; node !== undefined; node = node.next) {
      if (node === at || node.kind !== 'element' || page.boilerplate.has(node)) continue;
      if ((nearby.get(node)?.peak ?? 0) > least) main = parent;
      const mass = page.masses.get(node);
      if (mass === undefined || mass.prose < entryProse || !sameKind(node, at)) continue;
      alike += 1;
      prose += mass.prose;
    }
    const own = page.masses.get(at)?.prose ?? 0;
    if (alike >= leastEntries && prose > own * similar) main = parent;
    at = parent;
  }
  return main;
}

/** From the main element up to the body: neighbours go, unless they read like part of the text. */
function clearAround(page: Weighed, main: DomElement, dropped: Set<DomNode>): void {
  for (let at = main; at !== page.body; ) {
    const parent: DomParent | undefined = at.parent;
    if (parent?.kind !== 'element') return;
    for (let node = parent.first; node !== undefined; node = node.next) {
      if (node === at || node.kind === 'comment' || page.hidden.has(node)) continue;
      if (node.kind === 'element' && !page.boilerplate.has(node) && joins(page, node, at, at === main)) continue;
      dropped.add(node);
    }
    at = parent;
  }
}

/** Prose and code with few links, and sections beside sections; directly beside the text a heading or a sentence as well. */
function joins(page: Weighed, element: DomElement, main: DomElement, beside: boolean): boolean {
  const mass = page.masses.get(element);
  if (mass === undefined || mass.text === 0) return false;
  const share = mass.linked / mass.text;
  const few = share < 0.25;
  if (few && isNote(element)) return true;
  if (beside && few && textBlocks.has(element.tag)) return true;
  if ((beside || few) && isSentence(element, mass)) return true;
  const plain = mass.images === 0 && share < 0.5;
  const titled = startsWithHeading(page, element);
  if (titled && (few || plain) && mass.prose > 0 && startsWithHeading(page, main)) return true;
  if (titled && plain && mass.prose > 80) return true;
  if (plain && mass.prose > mass.text * 0.5) return true;
  if (!few) return false;
  if (beside && mass.prose > 0 && attribute(element, 'class') !== undefined && sameKind(element, main)) return true;
  if (mass.links + mass.images === 0 && mass.prose > 40) return true;
  return mass.prose > 80 && mass.prose + codeIn(element) > mass.text * 0.6;
}

/** Words around the links, up to a full stop: more than the name of a list of them. */
const leastSentence = 40;
const isSentence = (element: DomElement, mass: Mass): boolean =>
  element.tag === 'p' && mass.text - mass.linked >= leastSentence && /[.!?:]$/.test(plainText(element, 4_000));

function codeIn(element: DomElement): number {
  let length = 0;
  for (const inner of elementsIn(element)) if (inner.tag === 'pre') length += textOf(inner).trim().length;
  return length;
}

const clutterTags = new Set('div ul ol section form fieldset header dl'.split(' '));

/** Short links in a list of the text itself name things; links as long as headlines lead away. */
const headline = 20;
function isListOfText(element: DomElement, mass: Mass): boolean {
  if ((isList(element) || isList(onlyElementIn(element))) && isIntroduced(element)) return true;
  if (!isList(element)) return false;
  if (mass.linked < mass.links * headline) return true;
  let before = element.previous;
  while (before !== undefined && before.kind !== 'element') before = before.previous;
  // The container that MediaWiki and others put around a heading counts as the heading.
  const title = before === undefined ? undefined : /^h[2-6]$/.test(before.tag) ? before : headingIn(before);
  return title !== undefined && !awayWords.test(plainText(title, 200));
}

const isList = (element: DomElement | undefined): boolean => element?.tag === 'ul' || element?.tag === 'ol';

function onlyElementIn(element: DomElement): DomElement | undefined {
  let only: DomElement | undefined;
  for (let node = element.first; node !== undefined; node = node.next) {
    if (node.kind === 'comment' || (node.kind === 'text' && node.value.trim() === '')) continue;
    if (node.kind !== 'element' || only !== undefined) return undefined;
    only = node;
  }
  return only;
}

/** A sentence before it ends with a colon: what follows is what it speaks of. */
const shortestLead = 25;
function isIntroduced(element: DomElement): boolean {
  let before = element.previous;
  while (before !== undefined && before.kind !== 'element' && !(before.kind === 'text' && before.value.trim() !== ''))
    before = before.previous;
  if (before === undefined) {
    const around = element.parent;
    return around?.kind === 'element' && onlyElementIn(around) === element && isIntroduced(around);
  }
  const lead = before.kind === 'element' ? plainText(before, 4_000) : before.kind === 'text' ? before.value.trim() : '';
  return lead.endsWith(':') && lead.length >= shortestLead;
}

const awayWords = /related|\bmore\b|like|recommend|popular|trending|latest|share|follow|read|topics|tags|sponsor/i;

function headingIn(element: DomElement): DomElement | undefined {
  const first = element.first?.kind === 'element' ? element.first : undefined;
  return first !== undefined && /^h[2-6]$/.test(first.tag) && element.last === first ? first : undefined;
}

/** Notes are often nothing but links, and somebody refers to them. */
const isNote = (element: DomElement): boolean =>
  /(?:^|[\s_-])(?:foot|end)notes?(?:[\s_-]|$)/i.test(
    `${attribute(element, 'class') ?? ''} ${attribute(element, 'role') ?? ''}`,
  );

/** Inside the main element: named boilerplate, forms to fill in, and blocks that are mostly links. */
function clearInside(page: Weighed, main: DomElement, dropped: Set<DomNode>): void {
  const prose = page.masses.get(main)?.prose ?? 0;
  eachBlock(page, main, (element, mass) => {
    const form = element.tag === 'form' && mass.fields > 0 && mass.prose < prose * trustName;
    const clutter =
      clutterTags.has(element.tag) &&
      !isNote(element) &&
      (form ||
        (isMenu(mass) && !isListOfText(element, mass)) ||
        (regionByName(element, mass.links) === 'boilerplate' && !isOneOfMany(page, element, mass)));
    if (clutter || page.boilerplate.has(element) || leadsToNeighbours(element, mass)) dropped.add(element);
    // In a cell of data, a list of links is data.
    else if (element.tag !== 'table' || !isDataTable(element, page.hidden)) return undefined;
    return 'skip';
  });
}
