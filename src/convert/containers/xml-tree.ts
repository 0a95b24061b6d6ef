// A small tree for small XML parts, built from the scanner without recursion and bounded in nodes and depth.
import { Failure } from '../../core/failure.ts';
import { type XmlAttribute, type XmlName, XmlScanner, type XmlSettings } from './xml.ts';

export interface XmlElement {
  readonly name: XmlName;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

export interface TreeSettings extends XmlSettings {
  /** Elements and texts of one tree. */
  readonly nodes?: number;
  /** Elements nested deeper than this give their text to the element at that depth. */
  readonly keptDepth?: number;
  /** Told once when that happened. */
  readonly onDeep?: () => void;
  /** Told of each node, to count it. */
  readonly onNode?: () => void;
}

const defaultNodes = 5_000_000;
const defaultKeptDepth = 1_000;

interface Building {
  readonly name: XmlName;
  readonly attributes: readonly XmlAttribute[];
  readonly children: XmlNode[];
}

/** The whole document as a tree. */
export function parseXml(text: string | Iterable<string>, settings: TreeSettings = {}): XmlElement {
  const scanner = new XmlScanner(settings, typeof text === 'string' ? [text] : text);
  while (scanner.next() !== 'open');
  const root = readElement(scanner, settings);
  while (scanner.next() !== 'end');
  return root;
}

/** The element the scanner has just opened, with all it holds; the scanner then stands after its end. */
export function readElement(scanner: XmlScanner, settings: TreeSettings = {}): XmlElement {
  const nodes = settings.nodes ?? defaultNodes;
  const keptDepth = settings.keptDepth ?? defaultKeptDepth;
  const root: Building = { name: scanner.name, attributes: scanner.attributes(), children: [] };
  const stack: Building[] = [root];
  let count = 1;
  let deeper = 0;
  let toldDeep = false;
  settings.onNode?.();
  for (;;) {
    const event = scanner.next();
    const top = stack[stack.length - 1] as Building;
    if (event === 'text') {
      const last = top.children.length - 1;
      const before = top.children[last];
      if (typeof before === 'string') top.children[last] = before + scanner.text;
      else {
        top.children.push(scanner.text);
        count += 1;
        settings.onNode?.();
      }
    } else if (event === 'open') {
      if (stack.length >= keptDepth) {
        deeper += 1;
        if (!toldDeep) settings.onDeep?.();
        toldDeep = true;
        continue;
      }
      const element: Building = { name: scanner.name, attributes: scanner.attributes(), children: [] };
      top.children.push(element);
      stack.push(element);
      count += 1;
      settings.onNode?.();
    } else if (event === 'close') {
      if (deeper > 0) deeper -= 1;
      else stack.pop();
      if (stack.length === 0) return root;
    } else return root;
    if (count > nodes) {
      throw new Failure('DOCUMENT_LIMIT', {
        details: `The XML has more than ${nodes} elements and texts.`,
        facts: { limit: 'liveNodes', value: nodes },
      });
    }
  }
}

export function elementsOf(parent: XmlElement, local?: string, uri?: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (const node of parent.children) if (typeof node === 'object' && matches(node, local, uri)) found.push(node);
  return found;
}

export function firstElement(parent: XmlElement | undefined, local: string, uri?: string): XmlElement | undefined {
  for (const node of parent?.children ?? []) if (typeof node === 'object' && matches(node, local, uri)) return node;
  return undefined;
}

/** The first element of that name anywhere below, in document order. */
export function findElement(parent: XmlElement, local: string, uri?: string): XmlElement | undefined {
  for (const element of descendants(parent)) if (matches(element, local, uri)) return element;
  return undefined;
}

/** Every element below, in document order, without recursion. */
export function* descendants(parent: XmlElement): Generator<XmlElement> {
  const stack: { readonly element: XmlElement; next: number }[] = [{ element: parent, next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const node = top.element.children[top.next];
    top.next += 1;
    if (node === undefined) stack.pop();
    else if (typeof node === 'object') {
      yield node;
      stack.push({ element: node, next: 0 });
    }
  }
}

export function attributeOf(element: XmlElement | undefined, local: string, uri = ''): string | undefined {
  return element?.attributes.find((one) => one.name.local === local && one.name.uri === uri)?.value;
}

/** All text below, as it stands. */
export function textOf(element: XmlElement | undefined): string {
  if (element === undefined) return '';
  const only = element.children[0];
  if (element.children.length === 1 && typeof only === 'string') return only;
  const pieces: string[] = [];
  const stack: { readonly element: XmlElement; next: number }[] = [{ element, next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const node = top.element.children[top.next];
    top.next += 1;
    if (node === undefined) stack.pop();
    else if (typeof node === 'string') pieces.push(node);
    else stack.push({ element: node, next: 0 });
  }
  return pieces.join('');
}

function matches(element: XmlElement, local: string | undefined, uri: string | undefined): boolean {
  return (local === undefined || element.name.local === local) && (uri === undefined || element.name.uri === uri);
}
