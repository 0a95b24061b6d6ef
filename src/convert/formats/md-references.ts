// References that cross pieces of a text: all definitions are known before the first piece is turned into blocks, and
// each piece is told of those it may use, so that pieces mean what the whole would.
import type { Root } from 'mdast';
import type { Address } from './md-links.ts';

/**
 * CommonMark 6.3: a label has no unescaped brackets and at most 999 characters. Escaped characters are taken one by one,
 * so that none of them is tried as the beginning of a label.
 */
const label = /\\[\s\S]|\[(\^?)((?:[^[\]\\]|\\[\s\S]){1,999})\]/g;
/** Something that could be a definition, anywhere on a line. */
const definitionHint = /\]:/;

export class References {
  readonly definitions = new Map<string, Address>();
  readonly #notes = new Set<string>();

  static mayDefine(text: string): boolean {
    return definitionHint.test(text);
  }

  /** Takes the definitions of one piece; the first of a name counts (CommonMark 4.7). */
  collect(root: Root): void {
    const stack: { children?: unknown[]; type: string }[] = [root];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const one = node as Root | Root['children'][number];
      if (one.type === 'definition' && !this.definitions.has(one.identifier)) {
        this.definitions.set(one.identifier, { url: one.url, title: one.title });
      } else if (one.type === 'footnoteDefinition') this.#notes.add(one.identifier);
      if ('children' in one)
        for (let at = one.children.length - 1; at >= 0; at -= 1)
          stack.push(one.children[at] as Root['children'][number]);
    }
  }

  /** Definitions to put before a piece so that the parser sees its references, and how many blocks they make. */
  preamble(text: string): { text: string; blocks: number } {
    if (this.definitions.size === 0 && this.#notes.size === 0) return { text: '', blocks: 0 };
    const links = new Map<string, string>();
    const notes = new Map<string, string>();
    for (const match of text.matchAll(label)) {
      const written = (match[2] ?? '').replace(/[\t\n\r ]+/g, ' ').trim();
      if (written === '') continue;
      const plain = `${match[1] ?? ''}${written}`;
      if (match[1] === '^' && this.#notes.has(identifier(written))) notes.set(identifier(written), written);
      else if (this.definitions.has(identifier(plain))) links.set(identifier(plain), plain);
    }
    if (links.size === 0 && notes.size === 0) return { text: '', blocks: 0 };
    // The comment ends the last note, which would otherwise take in an indented line that follows.
    const lines = [
      ...[...notes.values()].map((one) => `[^${one}]: x`),
      ...[...links.values()].map((one) => `[${one}]: <x>`),
      '<!---->',
    ];
    return { text: `${lines.join('\n\n')}\n\n`, blocks: lines.length };
  }
}

/** As the parser does it: white space collapsed, case folded both ways. */
function identifier(written: string): string {
  return written.toLowerCase().toUpperCase().toLowerCase();
}
