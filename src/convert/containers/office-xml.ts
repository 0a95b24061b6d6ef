// Parts of Office packages as small trees with short names (`w:p`, `a:t`): whole, or one child of a large element after
// the other. Alternatives for older readers (mc:AlternateContent) are decided here, once for all formats.
import { Failure } from '../../core/failure.ts';
import { limitFailure } from '../document/budget.ts';
import type { ReadContext } from '../format.ts';
import { xmlDeclaredCharset } from './charset-declared.ts';
import { createDecoder } from './charset-decoder.ts';
import { OfficeElement } from './office-element.ts';
import { officeNamespace } from './office-namespaces.ts';
import {
  appendText,
  attributesOf,
  chosen,
  dropBlankEnd,
  resolveAlternatives,
  SubtreeReader,
} from './office-subtree.ts';
import { type XmlFault, XmlScanner } from './xml.ts';

export { OfficeElement } from './office-element.ts';

/** Deeper than any real part, and shallow enough that readers may call themselves for each level of a tree. */
const deepest = 1_000;

/** Elements handed on at once: enough that waiting costs little, and few enough that they are young when they go. */
const atATime = 32;

export type OfficeContext = Pick<ReadContext, 'limits'>;

export interface OfficeSettings {
  /** Hears of the first break of well-formedness; what can be read is read. */
  readonly onFault?: (fault: XmlFault) => void;
}

/** Builds trees from the events of one scanner; may stop where the text ends for now and go on later. */
class TreeBuilder {
  readonly #scanner: XmlScanner;
  readonly #stack: OfficeElement[] = [];
  readonly #nodeLimit: number;
  readonly #subtrees: SubtreeReader;
  #nodes = 0;

  constructor(scanner: XmlScanner, nodeLimit: number) {
    this.#scanner = scanner;
    this.#nodeLimit = nodeLimit;
    this.#subtrees = new SubtreeReader(scanner, deepest);
  }

  get busy(): boolean {
    return this.#stack.length > 0;
  }

  /** Begins with the element just opened. */
  begin(): void {
    this.#nodes = 0;
    this.#push();
  }

  /** The whole element that comes next, where that is simple; what is under way is then none the wiser. */
  whole(): OfficeElement | undefined {
    return this.#subtrees.take(this.#nodeLimit);
  }

  /** Adds all elements that can be had whole to the one under way. */
  addWhole(): void {
    const parent = this.#stack[this.#stack.length - 1] as OfficeElement;
    for (;;) {
      const element = this.#subtrees.take(this.#nodeLimit - this.#nodes);
      if (element === undefined) return;
      this.#nodes += this.#subtrees.nodes;
      dropBlankEnd(parent);
      parent.children.push(element);
      if (element.key === 'mc:AlternateContent') resolveAlternatives(element, parent);
    }
  }

  /** Takes one event; the tree when it is complete. */
  take(event: 'open' | 'text' | 'close'): OfficeElement | undefined {
    if (event === 'open') this.#push();
    else if (event === 'text') appendText(this.#stack[this.#stack.length - 1] as OfficeElement, this.#scanner.text);
    else return this.#pop();
    return undefined;
  }

  #push(): void {
    const scanner = this.#scanner;
    const element = new OfficeElement(scanner.name.key, attributesOf(scanner));
    const parent = this.#stack[this.#stack.length - 1];
    if (parent !== undefined) {
      dropBlankEnd(parent);
      parent.children.push(element);
    }
    this.#stack.push(element);
    this.#nodes += 1;
    if (this.#nodes > this.#nodeLimit) throw limitFailure('liveNodes', this.#nodeLimit);
  }

  #pop(): OfficeElement | undefined {
    const element = this.#stack.pop() as OfficeElement;
    if (element.children.length > 1) dropBlankEnd(element);
    const parent = this.#stack[this.#stack.length - 1];
    if (parent === undefined) return element;
    if (element.key === 'mc:AlternateContent') resolveAlternatives(element, parent);
    return undefined;
  }
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
    if (builder.busy) builder.addWhole();
    const event = scanner.next();
    if (event === 'end' || event === 'more') break;
    if (builder.busy) root = builder.take(event) ?? root;
    else if (event === 'open' && root === undefined) builder.begin();
  }
  if (root === undefined) throw new Failure('CORRUPTED_FILE', { details: 'A part of the package holds no XML.' });
  return root;
}

/**
 * The children of the first element with the key `container`, as many at a time as a piece of the part completes, so that a
 * part of any size is read in flat memory: to wait for each of them by itself would cost more than to read it.
 */
export async function* streamOfficeXml(
  pieces: AsyncIterable<Uint8Array>,
  container: string,
  context: OfficeContext,
  settings: OfficeSettings = {},
): AsyncGenerator<readonly OfficeElement[], void, undefined> {
  const scanner = scannerOf(settings);
  const builder = new TreeBuilder(scanner, context.limits.liveNodes);
  let inside = 0;
  /** Adds elements that are complete by now. */
  const collect = (found: OfficeElement[]): void => {
    while (found.length < atATime) {
      let tree: OfficeElement | undefined;
      if (builder.busy) builder.addWhole();
      else if (inside > 0) tree = builder.whole();
      if (tree === undefined) {
        const event = scanner.next();
        if (event === 'end' || event === 'more') return;
        if (builder.busy) tree = builder.take(event);
        else if (event === 'open') {
          if (inside > 0) builder.begin();
          else if (scanner.name.key === container) inside = scanner.depth;
        } else if (event === 'close' && inside > scanner.depth) inside = 0;
      }
      // Not as arguments: there may be any number of them.
      if (tree?.key === 'mc:AlternateContent') for (const one of chosenElements(tree)) found.push(one);
      else if (tree !== undefined) found.push(tree);
    }
  };
  let failure: unknown;
  /** What comes before a limit that is passed is handed on. */
  const drain = (): OfficeElement[] => {
    if (failure !== undefined) throw failure;
    const found: OfficeElement[] = [];
    try {
      collect(found);
    } catch (error) {
      if (found.length === 0) throw error;
      failure = error;
    }
    return found;
  };
  let decoder: ReturnType<typeof createDecoder> | undefined;
  for await (const piece of pieces) {
    decoder ??= createDecoder(partCharset(piece));
    scanner.write(decoder.write(piece));
    for (let found = drain(); found.length > 0; found = drain()) yield found;
  }
  if (decoder !== undefined) scanner.write(decoder.end());
  scanner.end();
  for (let found = drain(); found.length > 0; found = drain()) yield found;
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
