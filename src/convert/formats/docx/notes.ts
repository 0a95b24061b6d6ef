// Footnotes, endnotes and comments: which were referred to and under which name, and their definitions at the end.
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import { paragraph, text } from '../../document/build.ts';
import { placedAt } from '../../document/origin.ts';
import type { Block, FootnoteDefinition } from '../../document/tree.ts';
import type { DocumentState } from './scope.ts';

type NoteKind = 'footnote' | 'endnote' | 'comment';

const mostNotes = 1_000_000;
const longestAuthor = 200;

export class NoteRegister {
  readonly #names = new Map<string, string>();
  readonly #order: string[] = [];
  #notes = 0;
  #comments = 0;

  /** The identifier of a note, given at its first reference; undefined when there are too many. */
  refer(kind: NoteKind, id: string): string | undefined {
    const key = `${kind} ${id}`;
    const known = this.#names.get(key);
    if (known !== undefined || this.#names.size >= mostNotes) return known;
    let name: string;
    if (kind === 'comment') {
      this.#comments += 1;
      name = `comment-${this.#comments}`;
    } else {
      this.#notes += 1;
      name = String(this.#notes);
    }
    this.#names.set(key, name);
    this.#order.push(key);
    return name;
  }

  /** Takes the definition of a note as written; undefined when nothing refers to it or it was taken before. */
  take(kind: NoteKind, id: string): string | undefined {
    const key = `${kind} ${id}`;
    const name = this.#names.get(key);
    if (name !== undefined) this.#taken.add(key);
    return name;
  }

  readonly #taken = new Set<string>();

  hasAny(kind: NoteKind): boolean {
    for (const key of this.#names.keys()) if (key.startsWith(kind)) return true;
    return false;
  }

  /** Names of notes that were referred to and never defined. */
  untaken(): string[] {
    const names: string[] = [];
    for (const [key, name] of this.#names) if (!this.#taken.has(key)) names.push(name);
    return names;
  }

  get size(): number {
    return this.#names.size;
  }

  /** Forgets what was referred to since there were `size` notes: content that is left out by its page. */
  forgetFrom(size: number): void {
    for (const key of this.#order.splice(size)) {
      this.#names.delete(key);
      if (key.startsWith('comment')) this.#comments -= 1;
      else this.#notes -= 1;
    }
  }
}

const parts: readonly { readonly kind: NoteKind; readonly relation: string; readonly container: string }[] = [
  { kind: 'footnote', relation: 'footnotes', container: 'w:footnotes' },
  { kind: 'endnote', relation: 'endnotes', container: 'w:endnotes' },
  { kind: 'comment', relation: 'comments', container: 'w:comments' },
];

/** Reads the content of a note in its own part. */
type ReadNote = (part: OpcPart, note: OfficeElement, kind: NoteKind) => Block[];

/** The notes that were referred to, part by part; comments last, as notes may have comments too. */
export async function* noteDefinitions(main: OpcPart, document: DocumentState, read: ReadNote): AsyncGenerator<Block> {
  const { notes, tally } = document;
  for (const { kind, relation, container } of parts) {
    const part = notes.hasAny(kind) ? main.related(relation) : undefined;
    if (part === undefined) continue;
    for await (const note of part.children(container)) {
      const id = note.get('w:id');
      if (note.key !== `w:${kind}` || id === undefined) continue;
      const identifier = notes.take(kind, id);
      if (identifier === undefined) continue;
      const content = read(part, note, kind);
      const children = kind === 'comment' ? signed(note, content) : content;
      const definition: FootnoteDefinition = { type: 'footnoteDefinition', identifier, children };
      yield placedAt(definition, { kind: 'path', path: `${relation}/${identifier}` });
    }
  }
  for (const identifier of notes.untaken()) {
    tally.add('missing notes');
    yield { type: 'footnoteDefinition', identifier, children: [paragraph('(missing)')] };
  }
}

/** Who says it and when, before what is said. */
function signed(note: OfficeElement, blocks: readonly Block[]): Block[] {
  const author = (note.get('w:author') ?? '').replace(/\s+/g, ' ').trim().slice(0, longestAuthor);
  const date = /^\d{4}-\d{2}-\d{2}/.exec(note.get('w:date') ?? '')?.[0];
  const name = author === '' ? 'Comment' : `Comment by ${author}`;
  const head = text(`${date === undefined ? name : `${name}, ${date}`}: `);
  const [first, ...rest] = blocks;
  if (first?.type === 'paragraph') return [{ ...first, children: [head, ...first.children] }, ...rest];
  return [paragraph([head]), ...blocks];
}
