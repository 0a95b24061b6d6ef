// Parses HTML by the standard's algorithm into the linked tree of dom.ts, within a limit of elements. parse5 does the
// tokenizing and tree construction; its own tree is left out because arrays of children make moves quadratic.
import { html as names, Parser, Token, TokenizerMode, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import type { Limits } from '../../../core/limits.ts';
import { limitFailure } from '../../document/budget.ts';
import {
  attribute,
  type DomElement,
  type DomNode,
  type DomOther,
  type DomParent,
  type DomRoot,
  type DomText,
  detach,
  elementsIn,
  insert,
} from './dom.ts';

type Types = TreeAdapterTypeMap<
  DomNode | DomRoot,
  DomParent,
  DomNode,
  DomRoot,
  DomRoot,
  DomElement,
  DomOther,
  DomText,
  DomElement,
  DomOther
>;

export interface ParsedPage {
  readonly root: DomRoot;
  readonly html: DomElement | undefined;
  readonly head: DomElement | undefined;
  readonly body: DomElement | undefined;
  /** Whether the source spells out the parts of a page, and is no fragment of one. */
  readonly whole: boolean;
}

/** Elements the parser may make beyond those in the source, by opening formatting again in each paragraph. */
const copies = 500_000;

export function parsePage(source: string, limits: Pick<Limits, 'liveNodes'>): ParsedPage {
  const lines = { line: 1 };
  const adapter = adapterFor(Math.min(limits.liveNodes, copies + source.length), lines);
  const parser = isXhtml(source) ? new XhtmlParser<Types>(options(adapter)) : new Parser<Types>(options(adapter));
  // The tokenizer counts lines by itself; asking parse5 for full locations triples the time of a large page.
  Object.defineProperty(lines, 'line', { get: () => parser.tokenizer.preprocessor.line });
  parser.tokenizer.write(source, true);
  const root = parser.document;
  if (source.includes('shadowrootmode')) openShadowRoots(root);
  nameForeign(root, source);
  const top = childElement(root, 'html');
  return {
    root,
    html: top,
    head: top && childElement(top, 'head'),
    body: top && (childElement(top, 'body') ?? childElement(top, 'frameset')),
    whole: /<(?:html|head|body|title|!doctype)[\s>]/i.test(source),
  };
}

/** HTML, 4.12.3: the content of such a template is shown in place of its host's own. */
function openShadowRoots(root: DomRoot): void {
  for (const element of [...elementsIn(root)]) {
    const { content, parent } = element;
    if (content === undefined || parent === undefined || attribute(element, 'shadowrootmode') === undefined) continue;
    for (let node = content.first; node !== undefined; node = content.first) {
      detach(node);
      insert(parent, node, element);
    }
  }
}

const prefixes =
  /\bxmlns:([a-z][\w.-]{0,20})\s{0,5}=\s{0,5}["']http:\/\/www\.w3\.org\/(?:1998\/Math\/(Math)ML|2000\/svg)\/?["']/gi;

/** Formulas and drawings of XHTML whose names have a prefix (`<m:math>`), which HTML knows nothing of. */
function nameForeign(root: DomRoot, source: string): void {
  const known = new Map<string, DomElement['space']>();
  for (const [, prefix = '', math] of source.matchAll(prefixes)) {
    known.set(prefix.toLowerCase(), math === undefined ? 'svg' : 'math');
  }
  if (known.size === 0) return;
  for (const element of elementsIn(root)) {
    const colon = element.tag.indexOf(':');
    const space = colon < 0 ? undefined : known.get(element.tag.slice(0, colon));
    if (space === undefined) continue;
    const named: { -readonly [Key in keyof DomElement]: DomElement[Key] } = element;
    named.tag = element.tag.slice(colon + 1);
    named.space = space;
  }
}

const options = (treeAdapter: TreeAdapter<Types>) => ({ treeAdapter, scriptingEnabled: false });

/** XML syntax: there `<a id="x"/>` and `<title/>` are whole elements (XHTML 1.0, C.3). */
function isXhtml(source: string): boolean {
  const start = source.slice(0, 2000);
  return /^\s*<\?xml\b/.test(start) || /<html\b[^<>]*\bxmlns\s*=/i.test(start);
}

class XhtmlParser<T extends TreeAdapterTypeMap> extends Parser<T> {
  override onStartTag(token: Token.TagToken): void {
    const empty = token.selfClosing && !voidTags.has(token.tagName);
    const { tagName, tagID } = token;
    super.onStartTag(token);
    const current = this.openElements.current;
    if (!empty || this.treeAdapter.getNamespaceURI(current) !== names.NS.HTML) return;
    if (this.treeAdapter.getTagName(current) !== tagName) return;
    this.tokenizer.state = TokenizerMode.DATA;
    super.onEndTag({ ...token, type: Token.TokenType.END_TAG, tagName, tagID, selfClosing: false, attrs: [] });
  }
}

const voidTags = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

function childElement(parent: DomParent, tag: string): DomElement | undefined {
  for (let node = parent.first; node !== undefined; node = node.next) {
    if (node.kind === 'element' && node.tag === tag) return node;
  }
  return undefined;
}

const spaces = new Map<string, DomElement['space']>([
  [names.NS.HTML, 'html'],
  [names.NS.SVG, 'svg'],
  [names.NS.MATHML, 'math'],
]);
const namespaces = { html: names.NS.HTML, svg: names.NS.SVG, math: names.NS.MATHML, other: names.NS.XML };

function adapterFor(most: number, at: { readonly line: number }): TreeAdapter<Types> {
  let elements = 0;
  let mode = names.DOCUMENT_MODE.NO_QUIRKS;
  const unplaced = { parent: undefined, previous: undefined, next: undefined };
  const textNode = (value: string): DomText => ({ kind: 'text', value, ...unplaced });
  const root = (kind: DomRoot['kind']): DomRoot => ({ kind, first: undefined, last: undefined, parent: undefined });
  return {
    createDocument: () => root('document'),
    createDocumentFragment: () => root('fragment'),
    createElement(tag, namespace, attributes) {
      // Misnested formatting lets a short source ask for very many elements (HTML, 13.2.4.3).
      elements += 1;
      if (elements > most) throw limitFailure('liveNodes', most);
      return {
        kind: 'element',
        tag,
        space: spaces.get(namespace) ?? 'other',
        attributes,
        line: at.line,
        parent: undefined,
        previous: undefined,
        next: undefined,
        first: undefined,
        last: undefined,
        content: undefined,
      };
    },
    createCommentNode: () => ({ kind: 'comment', value: '', ...unplaced }),
    createTextNode: textNode,
    appendChild: (parent, node) => insert(parent, node, undefined),
    insertBefore: insert,
    insertText: (parent, text) => insertText(parent, text, undefined),
    insertTextBefore: insertText,
    detachNode: detach,
    adoptAttributes(element, attributes) {
      const known = new Set(element.attributes.map((one) => one.name));
      for (const one of attributes) if (!known.has(one.name)) element.attributes.push(one);
    },
    setTemplateContent: (element, content) => {
      element.content = content;
    },
    getTemplateContent: (element) => element.content ?? root('fragment'),
    setDocumentMode: (_document, value) => {
      mode = value;
    },
    getDocumentMode: () => mode,
    setDocumentType: (document, value) => insert(document, { kind: 'doctype', value, ...unplaced }, undefined),
    getFirstChild: (node) => node.first ?? null,
    getChildNodes(node) {
      const children: DomNode[] = [];
      for (let child = node.first; child !== undefined; child = child.next) children.push(child);
      return children;
    },
    getParentNode: (node) => node.parent ?? null,
    getAttrList: (element) => element.attributes,
    getTagName: (element) => element.tag,
    getNamespaceURI: (element) => namespaces[element.space],
    getTextNodeContent: (node) => node.value,
    getCommentNodeContent: (node) => node.value,
    getDocumentTypeNodeName: (node) => node.value,
    getDocumentTypeNodePublicId: () => '',
    getDocumentTypeNodeSystemId: () => '',
    isTextNode: (node): node is DomText => node.kind === 'text',
    isCommentNode: (node): node is DomOther => node.kind === 'comment',
    isDocumentTypeNode: (node): node is DomOther => node.kind === 'doctype',
    isElementNode: (node): node is DomElement => node.kind === 'element',
    getNodeSourceCodeLocation: () => undefined,
    setNodeSourceCodeLocation: () => {},
    updateNodeSourceCodeLocation: () => {},
  };
}

function insertText(parent: DomParent, text: string, before: DomNode | undefined): void {
  const neighbour = before === undefined ? parent.last : before.previous;
  if (neighbour?.kind === 'text') neighbour.value += text;
  else insert(parent, { kind: 'text', value: text, parent: undefined, previous: undefined, next: undefined }, before);
}
