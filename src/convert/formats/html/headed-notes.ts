// Notes whose number is a heading, as texinfo writes them: `<h5><a id="FOOT1" href="#DOCF1">(1)</a></h5><p>The note`. Each
// is put into a division of its own, where footnotes.ts finds it.
import { attribute, collapse, type DomElement, type DomNode, detach, elementsIn, insert, textOf } from './dom.ts';
import { headingTag } from './text-mass.ts';

export function wrapHeadedNotes(body: DomElement): void {
  const numbers: { heading: DomElement; link: DomElement }[] = [];
  const targets = new Map<string, string>();
  for (const element of elementsIn(body)) {
    if (element.tag !== 'a') continue;
    const id = idOf(element);
    const href = attribute(element, 'href');
    if (id === undefined || href?.startsWith('#') !== true) continue;
    targets.set(id, href.slice(1));
    const heading = headingOf(element);
    if (heading !== undefined) numbers.push({ heading, link: element });
  }
  for (const { heading, link } of numbers) {
    const from = attribute(link, 'href')?.slice(1) ?? '';
    if (targets.get(from) !== idOf(link)) continue;
    wrap(heading, link);
  }
}

const idOf = (link: DomElement): string | undefined => attribute(link, 'id') ?? attribute(link, 'name');

/** The heading that holds nothing but this link, a number. */
function headingOf(link: DomElement): DomElement | undefined {
  const { parent } = link;
  if (parent?.kind !== 'element' || !headingTag.test(parent.tag)) return undefined;
  const text = collapse(textOf(parent, 40));
  return /^[([]?\d{1,4}[)\]]?$/.test(text) && text === collapse(textOf(link, 40)) ? parent : undefined;
}

/** Nothing but notes stands below it. */
const notesHead = /^(?:foot|end)?notes?:?$/i;

function wrap(heading: DomElement, link: DomElement): void {
  const { parent } = heading;
  if (parent === undefined) return;
  const title = elementBefore(heading);
  if (title !== undefined && headingTag.test(title.tag) && notesHead.test(collapse(textOf(title, 40)))) detach(title);
  const note: DomElement = {
    ...heading,
    tag: 'div',
    attributes: [{ name: 'class', value: 'footnote' }],
    first: undefined,
    last: undefined,
  };
  insert(parent, note, heading);
  detach(link);
  insert(note, link, undefined);
  let next: DomNode | undefined = heading.next;
  detach(heading);
  while (next !== undefined && !(next.kind === 'element' && (headingTag.test(next.tag) || next.tag === 'hr'))) {
    const { next: after }: DomNode = next;
    detach(next);
    insert(note, next, undefined);
    next = after;
  }
}

function elementBefore(node: DomNode): DomElement | undefined {
  let at = node.previous;
  while (at !== undefined && at.kind !== 'element') {
    if (at.kind === 'text' && at.value.trim() !== '') return undefined;
    at = at.previous;
  }
  return at;
}
