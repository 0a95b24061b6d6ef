// Parts of Office packages as small trees with short names (`w:p`, `a:t`): whole, or one child of a large element after
// the other. Alternatives for older readers (mc:AlternateContent) are decided here, once for all formats.
import { Failure } from '../../core/failure.ts';
import { limitFailure } from '../document/budget.ts';
import type { ReadContext } from '../format.ts';
import { xmlDeclaredCharset } from './charset-declared.ts';
import { createDecoder } from './charset-decoder.ts';
import { isUnderstood, officeNamespace } from './office-namespaces.ts';
import { type XmlFault, XmlScanner } from './xml.ts';

/** Deeper than any real part, and shallow enough that readers may call themselves for each level of a tree. */
const deepest = 1_000;

export type OfficeContext = Pick<ReadContext, 'limits'>;

export interface OfficeSettings {
  /** Hears of the first break of well-formedness; what can be read is read. */
  readonly onFault?: (fault: XmlFault) => void;
}

export class OfficeElement {
  /** Short namespace and local name, such as `w:p`. */
  readonly key: string;
  /** Key, value, key, value; attributes without a prefix have their local name alone. */
  readonly attributes: readonly string[];
  readonly children: (OfficeElement | string)[] = [];

  constructor(key: string, attributes: readonly string[]) {
    this.key = key;
    this.attributes = attributes;
  }

  /** An attribute by key: `w:val`, or `val` where it has no prefix. */
  get(key: string): string | undefined {
    const { attributes } = this;
    for (let at = 0; at < attributes.length; at += 2) if (attributes[at] === key) return attributes[at + 1];
    return undefined;
  }

  child(key: string): OfficeElement | undefined {
    for (const node of this.children) if (typeof node === 'object' && node.key === key) return node;
    return undefined;
  }

  /** The element at the end of a path of children. */
  at(...keys: readonly string[]): OfficeElement | undefined {
    let found: OfficeElement | undefined = this;
    for (const key of keys) found = found?.child(key);
    return found;
  }

  /** Child elements, all or those of one key. */
  *elements(key?: string): Generator<OfficeElement> {
    for (const node of this.children)
      if (typeof node === 'object' && (key === undefined || node.key === key)) yield node;
  }

  /** Every element of that key below this one, in document order; depth is bounded by the parser. */
  *descendants(key: string): Generator<OfficeElement> {
    for (const node of this.children) {
      if (typeof node === 'string') continue;
      if (node.key === key) yield node;
      if (node.children.length > 0) yield* node.descendants(key);
    }
  }

  /** All text below, as it stands. */
  text(): string {
    const [only] = this.children;
    if (this.children.length === 1 && typeof only === 'string') return only;
    let text = '';
    for (const node of this.children) text += typeof node === 'string' ? node : node.text();
    return text;
  }
}

/** Ids of editing sessions (ECMA-376 part 1, 17.15.1.70): on every paragraph and run of Word, and of no use here. */
function isRevisionId(key: string): boolean {
  return key.startsWith('w:rsid');
}

/** Builds trees from the events of one scanner; may stop where the text ends for now and go on later. */
class TreeBuilder {
  readonly #scanner: XmlScanner;
  readonly #stack: OfficeElement[] = [];
  readonly #nodeLimit: number;
  #nodes = 0;

  constructor(scanner: XmlScanner, nodeLimit: number) {
    this.#scanner = scanner;
    this.#nodeLimit = nodeLimit;
  }

  get busy(): boolean {
    return this.#stack.length > 0;
  }

  /** Begins with the element just opened. */
  begin(): void {
    this.#nodes = 0;
    this.#push();
  }

  /** Takes one event; the tree when it is complete. */
  take(event: 'open' | 'text' | 'close'): OfficeElement | undefined {
    if (event === 'open') this.#push();
    else if (event === 'text') this.#text(this.#scanner.text);
    else return this.#pop();
    return undefined;
  }

  #push(): void {
    const scanner = this.#scanner;
    const { key } = scanner.name;
    const element = new OfficeElement(
      key,
      key === 'mc:Choice' ? this.#required() : scanner.flatAttributes(isRevisionId),
    );
    const parent = this.#stack[this.#stack.length - 1];
    if (parent !== undefined) {
      dropBlankEnd(parent);
      parent.children.push(element);
    }
    this.#stack.push(element);
    this.#nodes += 1;
    if (this.#nodes > this.#nodeLimit) throw limitFailure('liveNodes', this.#nodeLimit);
  }

  /** A choice names the prefixes it needs; they are turned into short names while they can be resolved. */
  #required(): readonly string[] {
    const prefixes = (this.#scanner.attribute('Requires') ?? '').split(/\s+/).slice(0, 20);
    return ['Requires', prefixes.map((prefix) => this.#scanner.namespaceOf(prefix) ?? '?').join(' ')];
  }

  #text(text: string): void {
    const { children } = this.#stack[this.#stack.length - 1] as OfficeElement;
    const last = children.length - 1;
    const before = children[last];
    if (typeof before === 'string') children[last] = before + text;
    else children.push(text);
  }

  #pop(): OfficeElement | undefined {
    const element = this.#stack.pop() as OfficeElement;
    if (element.children.length > 1) dropBlankEnd(element);
    const parent = this.#stack[this.#stack.length - 1];
    if (parent === undefined) return element;
    if (element.key === 'mc:AlternateContent') {
      parent.children.pop();
      for (const node of chosen(element)?.children ?? []) parent.children.push(node);
    }
    return undefined;
  }
}

/** White space between elements is layout of the file; only where it is all an element holds may it be content. */
function dropBlankEnd(element: OfficeElement): void {
  const { children } = element;
  const last = children[children.length - 1];
  if (typeof last === 'string' && isBlank(last)) children.pop();
}

function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 32) return false;
  return true;
}

/** ISO/IEC 29500-3, 7.5: the first choice that is understood, else the fallback; rather some choice than nothing. */
function chosen(alternatives: OfficeElement): OfficeElement | undefined {
  let last: OfficeElement | undefined;
  for (const choice of alternatives.elements('mc:Choice')) {
    if ((choice.get('Requires') ?? '').split(' ').every(isUnderstood)) return choice;
    last = choice;
  }
  return alternatives.child('mc:Fallback') ?? last;
}

function scannerOf(settings: OfficeSettings): XmlScanner {
  let told = false;
  const onFault = (fault: XmlFault): void => {
    if (!told) settings.onFault?.(fault);
    told = true;
  };
  return new XmlScanner({
    depth: deepest,
    namespace: officeNamespace,
    // ECMA-376 part 2, 8.1.4: no part may have one, and only hostile files do.
    onDoctype: () => {
      throw new Failure('CORRUPTED_FILE', {
        details: 'A part of the package declares entities (a DTD), which Office documents must not do.',
      });
    },
    ...(settings.onFault === undefined ? {} : { onFault }),
  });
}

/** The whole part as one tree. */
export function parseOfficeXml(
  bytes: Uint8Array,
  context: OfficeContext,
  settings: OfficeSettings = {},
): OfficeElement {
  const scanner = scannerOf(settings);
  const decoder = createDecoder(partCharset(bytes));
  scanner.write(decoder.write(bytes) + decoder.end());
  scanner.end();
  const builder = new TreeBuilder(scanner, context.limits.liveNodes);
  let root: OfficeElement | undefined;
  for (;;) {
    const event = scanner.next();
    if (event === 'end' || event === 'more') break;
    if (builder.busy) root = builder.take(event) ?? root;
    else if (event === 'open' && root === undefined) builder.begin();
  }
  if (root === undefined) throw new Failure('CORRUPTED_FILE', { details: 'A part of the package holds no XML.' });
  return root;
}

/**
 * The children of the first element with the key `container`, one tree after the other, so that a part of any size is
 * read in flat memory.
 */
export async function* streamOfficeXml(
  pieces: AsyncIterable<Uint8Array>,
  container: string,
  context: OfficeContext,
  settings: OfficeSettings = {},
): AsyncGenerator<OfficeElement, void, undefined> {
  const scanner = scannerOf(settings);
  const builder = new TreeBuilder(scanner, context.limits.liveNodes);
  let inside = 0;
  const drain = function* (): Generator<OfficeElement> {
    for (;;) {
      const event = scanner.next();
      if (event === 'end' || event === 'more') return;
      if (builder.busy) {
        const tree = builder.take(event);
        if (tree?.key === 'mc:AlternateContent') yield* chosenElements(tree);
        else if (tree !== undefined) yield tree;
      } else if (event === 'open') {
        if (inside > 0) builder.begin();
        else if (scanner.name.key === container) inside = scanner.depth;
      } else if (event === 'close' && inside > scanner.depth) inside = 0;
    }
  };
  let decoder: ReturnType<typeof createDecoder> | undefined;
  for await (const piece of pieces) {
    decoder ??= createDecoder(partCharset(piece));
    scanner.write(decoder.write(piece));
    // Not `yield*`, which would wait several times for each element.
    for (const element of drain()) yield element;
  }
  if (decoder !== undefined) scanner.write(decoder.end());
  scanner.end();
  yield* drain();
}

function chosenElements(alternatives: OfficeElement): readonly OfficeElement[] {
  return [...(chosen(alternatives)?.elements() ?? [])];
}

/** ECMA-376 part 2, 8.1.2: parts are UTF-8 or UTF-16; a declaration of anything else is believed too. */
export function partCharset(head: Uint8Array): string {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return xmlDeclaredCharset(head) ?? 'utf-8';
}
