// Counts what a document loses on its way into Markdown and tells each kind once, at the end.
import type { Origin } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';

type Kind =
  | 'insertions'
  | 'deletions'
  | 'hidden'
  | 'contents'
  | 'images'
  | 'headers'
  | 'symbols'
  | 'equations'
  | 'missing notes'
  | 'subdocuments'
  | 'layout';

interface Count {
  count: number;
  readonly origin: Origin | undefined;
}

const mostObjects = 20;

export class Tally {
  readonly #counts = new Map<Kind, Count>();
  readonly #objects = new Map<string, number>();

  add(kind: Kind, origin?: Origin, count = 1): void {
    const known = this.#counts.get(kind);
    if (known === undefined) this.#counts.set(kind, { count, origin });
    else known.count += count;
  }

  object(program: string): void {
    const name = /^[\w. -]{1,60}$/.test(program) ? program : 'unknown';
    if (this.#objects.size < mostObjects || this.#objects.has(name))
      this.#objects.set(name, (this.#objects.get(name) ?? 0) + 1);
  }

  tell(context: Pick<ReadContext, 'warn'>): void {
    const { warn } = context;
    const of = (kind: Kind): number => this.#counts.get(kind)?.count ?? 0;
    const at = (kind: Kind): Origin | undefined => this.#counts.get(kind)?.origin;
    const inserted = of('insertions');
    const deleted = of('deletions');
    if (inserted + deleted > 0) {
      warn(
        'tracked-changes',
        `The document has tracked changes: ${inserted} insertions were kept and ${deleted} deletions left out.`,
        at('deletions') ?? at('insertions'),
      );
    }
    if (of('hidden') > 0)
      warn('hidden-text-dropped', `${of('hidden')} pieces of hidden text were left out.`, at('hidden'));
    if (of('contents') > 0) {
      warn(
        'contents-dropped',
        `A table of contents or figures with ${of('contents')} lines was left out; the headings say the same.`,
        at('contents'),
      );
    }
    if (of('images') > 0) {
      warn(
        'image-not-extracted',
        `${of('images')} images are not in the result; only their descriptions are, where they have any.`,
        at('images'),
      );
    }
    if (of('headers') > 0)
      warn('header-footer-dropped', 'Headers and footers of pages are not part of the text and were left out.');
    if (of('symbols') > 0)
      warn('symbol-unknown', `${of('symbols')} characters of symbol fonts are not known.`, at('symbols'));
    if (of('equations') > 0) {
      warn(
        'equation-dropped',
        `${of('equations')} equations of an old kind cannot be read and were left out.`,
        at('equations'),
      );
    }
    if (of('missing notes') > 0)
      warn('note-missing', `${of('missing notes')} notes are referred to but not in the document.`);
    if (of('subdocuments') > 0) {
      warn(
        'subdocument-not-included',
        'Parts of the document are kept in other files and are not in the result.',
        at('subdocuments'),
      );
    }
    if (this.#objects.size > 0) {
      const list = Array.from(this.#objects, ([name, count]) => (count === 1 ? name : `${name} (${count})`));
      warn('embedded-object-dropped', `Embedded objects were left out: ${list.join(', ')}.`);
    }
  }
}
