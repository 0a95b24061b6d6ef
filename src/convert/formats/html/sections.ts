// Sections of one text: alike in markup, most of them under a heading. What they are called by says what they speak of.
import { attribute, childElements, type DomElement, type DomNode, elementsIn, following } from './dom.ts';
import { regionByClass } from './regions.ts';
import { headingTag, type Mass, type Weighed } from './text-mass.ts';

const sectionProse = 40;
/** Neighbours, and nodes inside, that are looked at: pages may have a hundred thousand. */
const mostSteps = 200;

/**
 * One of several parts of a text, called boilerplate by its id alone: manuals make ids of their headings, and source code
 * of its names. `copyright-information` is what such a section is about, `menu` a class that draws one.
 */
export function isOneOfMany(page: Weighed, element: DomElement, mass: Mass): boolean {
  if (mass.prose < sectionProse || mass.linked >= 0.5 * mass.text) return false;
  const { parent } = element;
  if (parent === undefined || regionByClass(element, mass.links) === 'boilerplate') return false;
  const titled = startsWithHeading(page, element);
  // A class for sections says more than divisions that happen to begin with headings.
  const classed = (attribute(element, 'class') ?? '').trim() !== '';
  if (!titled && !classed) return false;
  if (titled && element.tag === 'section' && parent.kind === 'element' && parent.tag === 'section') return true;
  let alike = 0;
  let steps = 0;
  for (const other of childElements(parent)) {
    steps += 1;
    if (steps > mostSteps) return false;
    if (other === element || !sameKind(other, element)) continue;
    if (titled ? startsWithHeading(page, other) : (page.masses.get(other)?.prose ?? 0) >= sectionProse) alike += 1;
    if (alike >= (titled && classed ? 1 : 2)) return true;
  }
  return false;
}

/** Built alike: entries of one list, such as results, posts or messages. */
export function sameKind(a: DomElement, b: DomElement): boolean {
  return a.tag === b.tag && attribute(a, 'class')?.split(/\s+/, 1)[0] === attribute(b, 'class')?.split(/\s+/, 1)[0];
}

/** A heading before anything else but ways to other sections: a section. */
export function startsWithHeading(page: Weighed, element: DomElement): boolean {
  let at: DomNode | undefined = element.first;
  for (let steps = 0; at !== undefined && steps < mostSteps; steps += 1) {
    if (at.kind === 'text' && at.value.trim() !== '') return false;
    if (at.kind === 'element' && headingTag.test(at.tag)) return true;
    // An empty element is the target of a link.
    at = following(at, element, at.kind === 'element' && isPager(page, at));
  }
  return false;
}

/** A line of links to the sections before, after and above, as manuals have it above each of theirs. */
function isPager(page: Weighed, element: DomElement): boolean {
  const mass = page.masses.get(element);
  return mass !== undefined && mass.links > 0 && mass.text < longestPager && mass.linked > mass.text * 0.4;
}

const longestPager = 300;
const neighbour = /(?:^|\s)(?:next|prev|previous|up)(?:\s|$)/i;

/** Such a line whose links say themselves that they lead to the next page, or the one before. */
export function leadsToNeighbours(element: DomElement, { links, text, prose }: Mass): boolean {
  if (links === 0 || links > mostNeighbours || text > longestPager || prose >= sectionProse) return false;
  let named = 0;
  for (const inner of elementsIn(element)) {
    if (inner.tag === 'a' && neighbour.test(attribute(inner, 'rel') ?? '')) named += 1;
  }
  return named > 0 && named >= 0.5 * links;
}

/** Next, before, above, contents and index, above and below. */
const mostNeighbours = 12;
