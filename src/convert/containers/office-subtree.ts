// Reads whole elements of a part at once where they are plain and all there, which nearly all are: start tags and groups
// of properties repeat thousands of times, and are recognised by their spelling instead of being read anew. What is not
// plain (a broken tag, a comment, a declaration of a namespace) is left to the scanner, which knows all of XML.
import { OfficeElement } from './office-element.ts';
import { isUnderstood } from './office-namespaces.ts';
import type { XmlScanner } from './xml.ts';
import { decodeReferences } from './xml-references.ts';

/** Spellings remembered of either kind, and how long one may be; identifiers of their own make many of them unique. */
const mostKnown = 2_000;
const longestTag = 160;
const longestGroup = 600;
/** Tags of one element that has more spellings than this carry numbers of their own, such as bookmarks. */
const mostSpellings = 300;

const slash = 47;

interface KnownTag {
  readonly key: string;
  readonly attributes: readonly string[];
  /** The end tag that belongs to it. */
  readonly close: string;
  /** The element itself, where the tag is all of it: elements never change once they are read. */
  readonly empty: OfficeElement | undefined;
  /** Properties of something: the same few groups of them come again and again. */
  readonly isGroup: boolean;
}

interface Group {
  readonly element: OfficeElement;
  readonly nodes: number;
  /** Characters of its spelling. */
  readonly length: number;
}

interface OpenElement {
  readonly element: OfficeElement;
  readonly tag: KnownTag;
  readonly from: number;
  readonly nodesBefore: number;
}

export class SubtreeReader {
  /** Elements in the tree that was taken last. */
  nodes = 0;
  readonly #scanner: XmlScanner;
  readonly #deepest: number;
  readonly #tags = new Map<string, KnownTag>();
  readonly #spellings = new Map<string, number>();
  readonly #groups = new Map<string, Group>();
  /** Names mean what they did when the first tag was read. */
  #scope: number | undefined;
  /** Up to where the text at hand was looked at in vain: elements inside one that is not plain are tried from there on. */
  #vain = 0;
  #vainIn = '';

  constructor(scanner: XmlScanner, deepest: number) {
    this.#scanner = scanner;
    this.#deepest = deepest;
  }

  /** The element the scanner stands before, which then stands behind it; undefined when the scanner must read it. */
  take(nodesLeft: number): OfficeElement | undefined {
    const scanner = this.#scanner;
    const from = scanner.nextTag;
    if (from < 0) return undefined;
    const text = scanner.held;
    if (this.#vainIn !== text) {
      this.#vainIn = text;
      this.#vain = 0;
    }
    if (from < this.#vain) return undefined;
    const { scope } = scanner.names;
    this.#scope ??= scope;
    if (this.#scope !== scope) return undefined;
    return this.#read(text, from, nodesLeft);
  }

  #read(text: string, start: number, nodesLeft: number): OfficeElement | undefined {
    // What stands in a group is not counted one by one.
    const most = this.#deepest - longestGroup - this.#scanner.depth;
    const open: OpenElement[] = [];
    let top: OpenElement | undefined;
    let nodes = 0;
    let at = start;
    for (;;) {
      /** What ended last. */
      let done: OfficeElement | undefined;
      if (text.charCodeAt(at + 1) === slash) {
        if (top === undefined || !text.startsWith(top.tag.close, at)) break;
        const { element, tag, from, nodesBefore } = top;
        at += tag.close.length;
        if (element.children.length > 1) dropBlankEnd(element);
        if (tag.isGroup && at - from <= longestGroup)
          this.#remember(text.slice(from, at), element, nodes - nodesBefore);
        open.pop();
        top = open[open.length - 1];
        done = element;
      } else {
        const end = text.indexOf('>', at);
        const tag = end < 0 ? undefined : (this.#tags.get(text.slice(at, end)) ?? this.#learn(text, at, end));
        if (tag === undefined || open.length >= most) break;
        const group = tag.isGroup ? this.#groupAt(text, at, tag) : undefined;
        const element = group?.element ?? tag.empty ?? new OfficeElement(tag.key, tag.attributes);
        if (top !== undefined) {
          dropBlankEnd(top.element);
          top.element.children.push(element);
        }
        const from = at;
        at = end + 1;
        if (group !== undefined) {
          done = element;
          nodes += group.nodes;
          at = from + group.length;
        } else {
          nodes += 1;
          if (tag.empty !== undefined) done = element;
          else {
            const next = text.indexOf('<', at);
            // Most elements hold text or nothing.
            if (next > 0 && text.startsWith(tag.close, next)) {
              if (next > at) element.children.push(decodeReferences(text.slice(at, next)));
              done = element;
              at = next + tag.close.length;
            } else {
              top = { element, tag, from, nodesBefore: nodes - 1 };
              open.push(top);
            }
          }
        }
        if (nodes > nodesLeft) break;
      }
      if (top === undefined) {
        this.#scanner.jump(at);
        this.nodes = nodes;
        return done;
      }
      if (done?.key === 'mc:AlternateContent') resolveAlternatives(done, top.element);
      const next = text.indexOf('<', at);
      if (next < 0) break;
      if (next > at) {
        appendText(top.element, decodeReferences(text.slice(at, next)));
        at = next;
      }
    }
    this.#vain = at + 1;
    return undefined;
  }

  /** A start tag met for the first time, read by the scanner; undefined when it is not a plain one. */
  #learn(text: string, at: number, end: number): KnownTag | undefined {
    const scanner = this.#scanner;
    const tag = scanner.readTag(at, end + 1) ? tagOf(scanner, text.charCodeAt(end - 1) === slash) : undefined;
    if (tag === undefined || end - at > longestTag) return tag;
    const spellings = this.#spellings.get(tag.key) ?? 0;
    if (spellings >= mostSpellings || this.#tags.size >= mostKnown) return tag;
    this.#spellings.set(tag.key, spellings + 1);
    this.#tags.set(copyOf(text.slice(at, end)), tag);
    return tag;
  }

  #groupAt(text: string, at: number, tag: KnownTag): Group | undefined {
    const end = text.indexOf(tag.close, at);
    return end < 0 || end - at > longestGroup ? undefined : this.#groups.get(text.slice(at, end + tag.close.length));
  }

  #remember(raw: string, element: OfficeElement, nodes: number): void {
    if (this.#groups.size >= mostKnown) this.#groups.clear();
    this.#groups.set(copyOf(raw), { element, nodes, length: raw.length });
  }
}

/** A slice keeps the text alive that it was cut from. */
const copyOf = (slice: string): string => Buffer.from(slice).toString();

function tagOf(scanner: XmlScanner, isEmpty: boolean): KnownTag {
  const { key, raw } = scanner.name;
  const attributes = attributesOf(scanner);
  return {
    key,
    attributes,
    close: `</${raw}>`,
    empty: isEmpty ? new OfficeElement(key, attributes) : undefined,
    isGroup: !isEmpty && key.endsWith('Pr'),
  };
}

/** The attributes of the element the scanner has just opened. */
export function attributesOf(scanner: XmlScanner): readonly string[] {
  return scanner.name.key === 'mc:Choice' ? requiredBy(scanner) : scanner.flatAttributes(isRevisionId);
}

/** A choice names the prefixes it needs; they are turned into short names while they can be resolved. */
function requiredBy(scanner: XmlScanner): readonly string[] {
  const prefixes = (scanner.attribute('Requires') ?? '').split(/\s+/).slice(0, 20);
  return ['Requires', prefixes.map((prefix) => scanner.names.namespaceOf(prefix) ?? '?').join(' ')];
}

/** Ids of editing sessions (ECMA-376 part 1, 17.15.1.70): on every paragraph and run of Word, and of no use here. */
const isRevisionId = (key: string): boolean => key.startsWith('w:rsid');

export function appendText({ children }: OfficeElement, text: string): void {
  const last = children.length - 1;
  const before = children[last];
  if (typeof before === 'string') children[last] = before + text;
  else children.push(text);
}

/** White space between elements is layout of the file; only where it is all an element holds may it be content. */
export function dropBlankEnd({ children }: OfficeElement): void {
  const last = children[children.length - 1];
  if (typeof last === 'string' && isBlank(last)) children.pop();
}

function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 32) return false;
  return true;
}

/** Puts what was chosen in the place of the alternatives, which have just been added to their parent. */
export function resolveAlternatives(alternatives: OfficeElement, parent: OfficeElement): void {
  parent.children.pop();
  for (const node of chosen(alternatives)?.children ?? []) parent.children.push(node);
}

/** ISO/IEC 29500-3, 7.5: the first choice that is understood, else the fallback; rather some choice than nothing. */
export function chosen(alternatives: OfficeElement): OfficeElement | undefined {
  let last: OfficeElement | undefined;
  for (const choice of alternatives.elements('mc:Choice')) {
    if ((choice.get('Requires') ?? '').split(' ').every(isUnderstood)) return choice;
    last = choice;
  }
  return alternatives.child('mc:Fallback') ?? last;
}
