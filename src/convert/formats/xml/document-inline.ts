// The inline content of documents: emphasis, links, notes, formulas; white space as a reader sees it.
import { attributeOf, firstElement, textOf, type XmlElement, type XmlNode } from '../../containers/xml-tree.ts';
import { image, lineBreak, text } from '../../document/build.ts';
import type { Phrasing } from '../../document/tree.ts';
import type { DocumentScope } from './document-scope.ts';
import { latexOf } from './math.ts';
import { type Role, roleOf } from './vocabulary.ts';

const xlink = 'http://www.w3.org/1999/xlink';

/** Inline content as nodes, white space collapsed and cut off at both ends. */
export function phrasingOf(nodes: readonly XmlNode[], scope: DocumentScope): Phrasing[] {
  const line = new Line(scope);
  line.add(nodes);
  return line.end();
}

/** One line of inline content while it is built; knows whether a space would be one too many. */
class Line {
  readonly #scope: DocumentScope;
  #nodes: Phrasing[] = [];
  #spaced = true;

  constructor(scope: DocumentScope) {
    this.#scope = scope;
  }

  add(nodes: readonly XmlNode[]): void {
    for (const node of nodes) {
      if (typeof node === 'string') this.#text(node);
      else this.#element(node);
    }
  }

  end(): Phrasing[] {
    trimEnd(this.#nodes);
    return this.#nodes;
  }

  #text(value: string): void {
    let shown = value.replace(/[ \t\r\n\f]+/g, ' ');
    if (this.#spaced && shown.startsWith(' ')) shown = shown.slice(1);
    if (shown === '') return;
    this.#spaced = shown.endsWith(' ');
    const last = this.#nodes.at(-1);
    if (last?.type === 'text') this.#nodes[this.#nodes.length - 1] = text(last.value + shown);
    else this.#nodes.push(text(shown));
  }

  #node(node: Phrasing): void {
    this.#nodes.push(node);
    this.#spaced = node.type === 'break';
  }

  #element(element: XmlElement): void {
    const role = roleOf(element, this.#scope.vocabulary);
    switch (role) {
      case 'drop':
        return;
      case 'line':
        this.add(element.children);
        this.#node(lineBreak);
        return;
      case 'break':
        this.#node(lineBreak);
        return;
      case 'literal': {
        const value = textOf(element).replace(/\s+/g, ' ').trim();
        if (value !== '') this.#node({ type: 'inlineCode', value });
        return;
      }
      case 'image':
        this.#image(element);
        return;
      case 'math':
      case 'display': {
        const value = latexOf(element, this.#scope.context.limits.depth);
        if (value !== undefined) this.#node({ type: 'inlineMath', value });
        else this.add(element.children);
        return;
      }
      case 'footnote':
        this.#node({ type: 'footnoteReference', identifier: this.#scope.noteName(element) });
        return;
      case 'quoted':
        this.#text('“');
        this.add(element.children);
        this.#text('”');
        return;
      case 'link':
        this.#link(element);
        return;
      default:
        this.#wrapped(element, markOf(element, role));
    }
  }

  #wrapped(element: XmlElement, mark: Mark | undefined): void {
    // Blocks inside a line (a paragraph in a cell that must be one line) are parted by a space.
    const apart = mark === undefined && isApart.has(element.name.local);
    if (apart) this.#text(' ');
    if (mark === undefined) this.add(element.children);
    else {
      const children = this.#inner(element.children);
      if (children.length > 0) this.#nodes.push({ type: mark, children });
    }
    if (apart) this.#text(' ');
  }

  /** The content of a mark: its own list, the same white space. */
  #inner(nodes: readonly XmlNode[]): Phrasing[] {
    const outer = this.#nodes;
    this.#nodes = [];
    this.add(nodes);
    const inner = this.#nodes;
    this.#nodes = outer;
    return inner;
  }

  #link(element: XmlElement): void {
    const address = addressOf(element);
    const note = address === undefined ? undefined : this.#scope.target(address);
    if (note !== undefined && this.#scope.isNote(note) && (address?.startsWith('#') || idOf(element) !== undefined)) {
      this.#node({ type: 'footnoteReference', identifier: this.#scope.noteName(note) });
      return;
    }
    const children = this.#inner(element.children);
    const external = address !== undefined && /^(?:https?|ftp|mailto):/i.test(address) ? address : undefined;
    if (children.length === 0) {
      const shown = external ?? referenceText(note);
      if (shown === '') return;
      this.#node(external === undefined ? text(shown) : { type: 'link', url: external, children: [text(shown)] });
    } else if (external !== undefined) this.#node({ type: 'link', url: external, children });
    else for (const child of children) this.#nodes.push(child);
  }

  #image(element: XmlElement): void {
    const address =
      attributeOf(element, 'href', xlink) ??
      attributeOf(element, 'fileref') ??
      attributeOf(element, 'url') ??
      attributeOf(element, 'href') ??
      attributeOf(element, 'src') ??
      attributeOf(element, 'file');
    const described =
      firstElement(element, 'alt-text') ?? firstElement(element, 'alt') ?? firstElement(element, 'figDesc');
    const alt = (attributeOf(element, 'alt') ?? textOf(described)).replace(/\s+/g, ' ').trim();
    if (address !== undefined && address !== '') this.#node(image(address, alt));
    else this.#text(alt);
  }
}

/** Elements that stand on lines of their own where lines are possible. */
const isApart = new Set([
  'p',
  'para',
  'claim-text',
  'CLMSTEP',
  'item',
  'li',
  'entry',
  'title',
  'label',
  'simpara',
  'td',
  'th',
  'caption',
  'row',
  'tr',
  'list',
  'l',
  'line',
]);

type Mark = 'emphasis' | 'strong' | 'delete' | 'superscript' | 'subscript';
const marks = new Map<Role, Mark>([
  ['emphasis', 'emphasis'],
  ['strong', 'strong'],
  ['strike', 'delete'],
  ['super', 'superscript'],
  ['sub', 'subscript'],
]);

/** `emphasis role="bold"` (DocBook), `hi rend="sup"` (TEI): the attribute says which mark is meant. */
function markOf(element: XmlElement, role: Role | undefined): Mark | undefined {
  const mark = role === undefined ? undefined : marks.get(role);
  if (mark !== 'emphasis') return mark;
  const rendered =
    attributeOf(element, 'role') ?? attributeOf(element, 'rend') ?? attributeOf(element, 'rendition') ?? '';
  if (/\b(?:strong|bold|b)\b/i.test(rendered)) return 'strong';
  if (/\b(?:sup|superscript|super)\b/i.test(rendered)) return 'superscript';
  if (/\b(?:sub|subscript)\b/i.test(rendered)) return 'subscript';
  if (/\b(?:strike|strikethrough)\b/i.test(rendered)) return 'delete';
  return /\b(?:underline|smallcaps|sc|normal|roman)\b/i.test(rendered) ? undefined : mark;
}

const idOf = (element: XmlElement): string | undefined =>
  attributeOf(element, 'rid') ?? attributeOf(element, 'linkend') ?? attributeOf(element, 'idref');

function addressOf(element: XmlElement): string | undefined {
  const given =
    attributeOf(element, 'href', xlink) ??
    attributeOf(element, 'href') ??
    attributeOf(element, 'url') ??
    attributeOf(element, 'target') ??
    idOf(element);
  if (given !== undefined) return given.trim();
  const shown = textOf(element).trim();
  if (element.name.local === 'email') return `mailto:${shown}`;
  return /^https?:\/\/\S+$/.test(shown) ? shown : undefined;
}

/** What an empty reference stands for: the number or the title of its target. */
function referenceText(target: XmlElement | undefined): string {
  const shown = firstElement(target, 'label') ?? firstElement(target, 'title') ?? firstElement(target, 'head');
  return textOf(shown).replace(/\s+/g, ' ').trim();
}

function trimEnd(nodes: Phrasing[]): void {
  for (let last = nodes.at(-1); last !== undefined; last = nodes.at(-1)) {
    if (last.type === 'break') nodes.pop();
    else if (last.type === 'text') {
      const trimmed = last.value.replace(/ $/, '');
      if (trimmed !== '') {
        nodes[nodes.length - 1] = text(trimmed);
        return;
      }
      nodes.pop();
    } else return;
  }
}
