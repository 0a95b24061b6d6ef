// Lists of mailboxes as header fields spell them (RFC 5322, 3.4), read leniently: what is no address is a name.
import { decodeWords } from './encoded-words.ts';
import type { Mailbox } from './message.ts';

const mostMailboxes = 50_000;

/** The mailboxes of a field such as `Ann <ann@example.com>, "B, C" <b@example.org>; undisclosed-recipients:;`. */
export function mailboxList(field: string): Mailbox[] {
  const found: Mailbox[] = [];
  const reader = new ListReader(field);
  for (let one = reader.next(); one !== undefined && found.length < mostMailboxes; one = reader.next()) {
    if (one.name !== '' || one.address !== '') found.push(one);
  }
  return found;
}

class ListReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next mailbox, an empty one between two separators, or undefined at the end. */
  next(): Mailbox | undefined {
    const text = this.#text;
    if (this.#at >= text.length) return undefined;
    let phrase = '';
    let address = '';
    let comment = '';
    for (; this.#at < text.length; this.#at += 1) {
      const char = text[this.#at] as string;
      if (char === ',' || char === ';') break;
      // `Group name: a, b;` the name of a group is no mailbox, but it is what such a field says when it is empty.
      if (char === ':' && !phrase.includes('@')) {
        this.#at += 1;
        return { name: groupName(phrase, text, this.#at), address: '' };
      }
      if (char === '"') phrase += this.#quoted();
      else if (char === '(') comment = this.#comment();
      else if (char === '<') address = this.#angled();
      else phrase += char;
    }
    this.#at += 1;
    const name = decodeWords(phrase).trim();
    if (address !== '') return { name: trimQuotes(name), address };
    return name.includes('@') && !/\s/.test(name)
      ? { name: decodeWords(comment).trim(), address: name }
      : { name: trimQuotes(name), address: '' };
  }

  #quoted(): string {
    let value = '';
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const char = this.#text[this.#at] as string;
      if (char === '"') return value;
      if (char === '\\') this.#at += 1;
      value += this.#text[this.#at] ?? '';
    }
    return value;
  }

  #comment(): string {
    let depth = 1;
    const start = this.#at + 1;
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const char = this.#text[this.#at];
      if (char === '\\') this.#at += 1;
      else if (char === '(') depth += 1;
      else if (char === ')') {
        depth -= 1;
        if (depth === 0) return this.#text.slice(start, this.#at);
      }
    }
    return this.#text.slice(start);
  }

  #angled(): string {
    const end = this.#text.indexOf('>', this.#at);
    const stop = end < 0 ? this.#text.length : end;
    const inner = this.#text.slice(this.#at + 1, stop);
    this.#at = stop;
    // 4.4: an obsolete route may stand before the address.
    const route = inner.startsWith('@') ? inner.indexOf(':') : -1;
    return inner.slice(route + 1).trim();
  }
}

/** Only an empty group is shown by its name. */
function groupName(phrase: string, text: string, at: number): string {
  const rest = text.slice(at, at + 20).trimStart();
  return rest === '' || rest.startsWith(';') ? decodeWords(phrase).trim() : '';
}

function trimQuotes(name: string): string {
  const bare = /^'([^']*)'$/.exec(name);
  return bare?.[1] ?? name;
}
