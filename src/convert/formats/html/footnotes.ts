// Finds the notes of a page: which links are references, which elements hold the note, which links lead back. Both
// ends must be found and agree, so that a reference never points at nothing (DPUB-ARIA 1.1, EPUB 3 semantics, and the
// habits of common generators and of Wikipedia).
import {
  attribute,
  classNames,
  collapse,
  type DomElement,
  type DomNode,
  type DomParent,
  elementsIn,
  following,
  isBlank,
  textOf,
} from './dom.ts';

export interface Notes {
  /** Links that are references, with the identifier of their note. */
  readonly references: ReadonlyMap<DomElement, string>;
  /** Elements that hold a note. */
  readonly definitions: ReadonlyMap<DomElement, string>;
  /** Links from a note back to its reference. */
  readonly backlinks: ReadonlySet<DomElement>;
  /** Lists whose items are notes. */
  readonly lists: ReadonlySet<DomElement>;
}

const noNotes: Notes = { references: new Map(), definitions: new Map(), backlinks: new Set(), lists: new Set() };

const noteId =
  /^(?:user-content-)?(?:fn|ftn|foot(?=\d)|footnote|endnote|note|cite_note|_ftn|_edn|sdfootnote|sdendnote|easy-footnote-bottom|footnote_plugin|bib|ref-footnote)[-_:.]?[\w.:-]*$/i;
/** Where notes lead back to: `_ftnref1`, `fnref:2`. */
const returnId = /ref[-_:.]?[\w.:-]{0,20}$/i;
const label = /^[[(]?(?:(?:note|fn)\s?)?([\w*†‡§¶#]{1,8})[\])]?\.?$/iu;
const noteRoles = /(?:^|\s)(?:doc-footnote|doc-endnote|footnote|endnote|rearnote)(?:\s|$)/;
const referenceRoles = /(?:^|\s)(?:doc-noteref|noteref)(?:\s|$)/;

/** A mark for a note is a number, a letter or a sign: what is longer are words of the text. */
const longestLabel = 12;

interface Candidate {
  readonly link: DomElement;
  readonly target: string;
  readonly label: string;
  /** Marked up as a reference, not only looking like one. */
  readonly certain: boolean;
}

export function findNotes(root: DomElement, dropped: ReadonlySet<DomNode>): Notes {
  const candidates: Candidate[] = [];
  const byId = new Map<string, DomElement>();
  const links: DomElement[] = [];
  for (const element of shownElements(root, dropped)) {
    const id = attribute(element, 'id') ?? (element.tag === 'a' ? attribute(element, 'name') : undefined);
    if (id !== undefined && id !== '' && !byId.has(id)) byId.set(id, element);
    if (element.tag !== 'a' || attribute(element, 'href')?.startsWith('#') !== true) continue;
    links.push(element);
    const candidate = candidateOf(element);
    if (candidate !== undefined) candidates.push(candidate);
  }
  if (candidates.length === 0) return noNotes;
  const definitions = new Map<DomElement, string>();
  const references = new Map<DomElement, string>();
  const used = new Set<string>();
  // Many references may lead to one note: it is looked at once.
  const empty = new Map<DomElement, boolean>();
  const isEmpty = (holder: DomElement): boolean => {
    const known = empty.get(holder) ?? isBlank(holder);
    empty.set(holder, known);
    return known;
  };
  let next = 1;
  for (const candidate of candidates) {
    const target = byId.get(candidate.target);
    const holder = target === undefined ? undefined : noteHolder(target, candidate);
    if (holder === undefined || contains(holder, candidate.link) || isEmpty(holder)) continue;
    let identifier = definitions.get(holder);
    if (identifier === undefined) {
      identifier = /^[\w-]+$/.test(candidate.label) && !used.has(candidate.label) ? candidate.label : undefined;
      while (identifier === undefined || used.has(identifier)) identifier = String(next++);
      used.add(identifier);
      definitions.set(holder, identifier);
    }
    references.set(candidate.link, identifier);
  }
  if (definitions.size === 0) return noNotes;
  return { references, definitions, ...surroundings(definitions, references, links) };
}

function* shownElements(root: DomElement, dropped: ReadonlySet<DomNode>): Generator<DomElement> {
  let skip = false;
  for (let node = following(root, root); node !== undefined; node = following(node, root, skip)) {
    skip = dropped.has(node);
    if (!skip && node.kind === 'element') yield node;
  }
}

function role(element: DomElement): string {
  return `${attribute(element, 'role') ?? ''} ${attribute(element, 'epub:type') ?? ''}`.toLowerCase();
}

function candidateOf(link: DomElement): Candidate | undefined {
  const target = decodeId((attribute(link, 'href') ?? '').slice(1));
  if (target === '') return undefined;
  const text = collapse(textOf(link, 40));
  const found = label.exec(text)?.[1];
  const classes = classNames(link);
  const certain =
    referenceRoles.test(role(link)) ||
    attribute(link, 'data-footnote-ref') !== undefined ||
    classes.some((name) => /^(?:footnote-?ref|footnote-reference|noteref|fnref|sdfootnoteanc|sdendnoteanc)/.test(name));
  if (classes.some((name) => /back/.test(name)) || /doc-backlink/.test(role(link))) return undefined;
  if (certain && text.length <= longestLabel) return { link, target, label: found ?? text, certain };
  if (found === undefined || !noteId.test(target) || returnId.test(target)) return undefined;
  const raised =
    isTag(link.parent, 'sup') ||
    firstTag(link) === 'sup' ||
    /^\[\w{1,4}\]$/.test(text) ||
    /^_(?:ftn|edn)\d/.test(target);
  return raised ? { link, target, label: found, certain: false } : undefined;
}

function decodeId(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

const holders = new Set(['li', 'p', 'div', 'aside', 'section', 'dd', 'blockquote', 'td', 'dt']);
const marked = new Set(['a', 'span', 'sup', 'b', 'strong', 'em', 'i', 'p', 'cite', 'small']);

/** The block that holds the note: the target, or the block that an anchor at its start stands in. */
function noteHolder(target: DomElement, candidate: Candidate): DomElement | undefined {
  let at: DomElement | undefined = target;
  for (let step = 0; step < 4 && at !== undefined; step += 1) {
    if (at.tag === 'li' || noteRoles.test(role(at))) break;
    if (holders.has(at.tag) && !(at.tag === 'p' && isTag(at.parent, 'li'))) break;
    if (!marked.has(at.tag) && !holders.has(at.tag)) return undefined;
    const parent: DomParent | undefined = at.parent;
    at = parent?.kind === 'element' ? parent : undefined;
  }
  if (at === undefined || !holders.has(at.tag) || at.tag === 'td' || at.tag === 'dd' || at.tag === 'dt')
    return undefined;
  if (candidate.certain || noteRoles.test(role(at))) return at;
  return at.tag === 'li' || leadsBack(at) ? at : undefined;
}

/** Somewhere in the note, a link to another place of the same page: how notes lead back. */
function leadsBack(holder: DomElement): boolean {
  let seen = 0;
  for (const element of elementsIn(holder)) {
    if (element.tag === 'a' && attribute(element, 'href')?.startsWith('#') === true) return true;
    seen += 1;
    if (seen > 200) return false;
  }
  return false;
}

function surroundings(
  definitions: ReadonlyMap<DomElement, string>,
  references: ReadonlyMap<DomElement, string>,
  links: readonly DomElement[],
): Pick<Notes, 'backlinks' | 'lists'> {
  const lists = new Set<DomElement>();
  for (const holder of definitions.keys()) {
    const parent = holder.parent;
    if (holder.tag === 'li' && parent?.kind === 'element' && (parent.tag === 'ol' || parent.tag === 'ul'))
      lists.add(parent);
  }
  const sources = new Set<string>();
  for (const reference of references.keys()) {
    for (
      let at: DomParent | undefined = reference, step = 0;
      at?.kind === 'element' && step < 3;
      at = at.parent, step += 1
    ) {
      const id = attribute(at, 'id') ?? attribute(at, 'name');
      if (id !== undefined) sources.add(id);
    }
  }
  const backlinks = new Set<DomElement>();
  for (const one of links) {
    if (references.has(one)) continue;
    if (!sources.has(decodeId((attribute(one, 'href') ?? '').slice(1)))) continue;
    if (collapse(textOf(one, 40)).length <= 20) backlinks.add(one);
  }
  return { lists, backlinks };
}

function contains(outer: DomElement, inner: DomElement): boolean {
  let steps = 0;
  for (let at: DomParent | undefined = inner; at !== undefined && steps < 1000; at = at.parent, steps += 1) {
    if (at === outer) return true;
  }
  return false;
}

function isTag(node: DomParent | undefined, tag: string): boolean {
  return node?.kind === 'element' && node.tag === tag;
}

function firstTag(element: DomElement): string | undefined {
  for (let node = element.first; node !== undefined; node = node.next) if (node.kind === 'element') return node.tag;
  return undefined;
}
