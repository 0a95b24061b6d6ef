// What the parts of one document share while it is read: its vocabulary, its ids, its footnotes.

import { xmlNamespace } from '../../containers/xml.ts';
import { attributeOf, descendants, type XmlElement } from '../../containers/xml-tree.ts';
import type { Block } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { roleOf, type Vocabulary } from './vocabulary.ts';

/** Turns the children of an element into blocks: how lists, tables and front matter reach the walker. */
export type Inside = (element: XmlElement, level: number, scope: DocumentScope) => Block[];

export class DocumentScope {
  readonly vocabulary: Vocabulary;
  readonly context: ReadContext;
  readonly #ids = new Map<string, XmlElement>();
  readonly #noteNames = new Map<XmlElement, string>();
  readonly #written = new Set<XmlElement>();

  constructor(root: XmlElement, vocabulary: Vocabulary, context: ReadContext) {
    this.vocabulary = vocabulary;
    this.context = context;
    for (const element of descendants(root)) {
      const id = attributeOf(element, 'id') ?? attributeOf(element, 'id', xmlNamespace);
      if (id !== undefined && !this.#ids.has(id)) this.#ids.set(id, element);
    }
  }

  target(id: string): XmlElement | undefined {
    return this.#ids.get(id.startsWith('#') ? id.slice(1) : id);
  }

  isNote(element: XmlElement): boolean {
    return roleOf(element, this.vocabulary) === 'footnote';
  }

  /** The name of a footnote, given in the order in which notes are met. */
  noteName(note: XmlElement): string {
    const known = this.#noteNames.get(note);
    if (known !== undefined) return known;
    const name = String(this.#noteNames.size + 1);
    this.#noteNames.set(note, name);
    return name;
  }

  isReferenced(note: XmlElement): boolean {
    return this.#noteNames.has(note);
  }

  written(note: XmlElement): void {
    this.#written.add(note);
  }

  /** Notes that were referred to and not written yet. */
  openNotes(): [XmlElement, string][] {
    return [...this.#noteNames].filter(([note]) => !this.#written.has(note));
  }
}
