// Turns pieces into Markdown, escaping text exactly where it would be read as something else. Escaping exists here and,
// for the start of a line, in line-start.ts.
import {
  type CharacterClass,
  classAt,
  classBefore,
  isAsciiPunctuation,
  maybeFlanks,
  punctuationClass,
  spaceClass,
} from './characters.ts';
import { characterReference } from './destination.ts';
import { lineStartEscapes, offLineStart } from './line-start.ts';
import type { Piece } from './pieces.ts';
import { codeSpan, mathSpan } from './spans.ts';

export interface LineContext {
  readonly place: 'paragraph' | 'heading' | 'cell';
  /** The first line of a list item: `[ ]` would be a check box (GFM 5.3). */
  readonly afterBullet?: boolean;
}

/** Characters that may mean something in the middle of a line. */
const special = /[\\`*_[\]<&$~]/;
const specialInCell = /[\\`*_[\]<&$~|]/;
const specials = /\\|`+|\*+|_+|~+|\$+|[[\]<&|]/g;
const literalUrl = /https?:\/\/|www\./gi;
const space = /\s/g;
const reference = new RegExp(characterReference.source, 'y');

interface Mark {
  readonly piece: number;
  readonly at: number;
  readonly length: number;
  readonly marker: string;
  readonly opens: boolean;
  readonly closes: boolean;
}

export function hasSpecial(text: string, place: LineContext['place']): boolean {
  return (place === 'cell' ? specialInCell : special).test(text);
}

/** The finished line or lines; hard breaks are a backslash and a line feed in paragraphs, `<br>` elsewhere. */
export function lineOf(pieces: readonly Piece[], context: LineContext): string {
  const escapes = new Escapes(pieces, context);
  return escapes.write();
}

class Escapes {
  readonly #pieces: readonly Piece[];
  readonly #context: LineContext;
  /** Verbatim form of each piece that is not text. */
  readonly #written: string[];
  /** Positions to escape, by piece. */
  readonly #positions: (Set<number> | undefined)[];

  constructor(pieces: readonly Piece[], context: LineContext) {
    this.#pieces = pieces;
    this.#context = context;
    const inCell = context.place === 'cell';
    this.#written = pieces.map(({ kind, value }) =>
      kind === 'code' ? codeSpan(value, inCell) : kind === 'math' ? mathSpan(value) : value,
    );
    this.#positions = new Array(pieces.length);
  }

  write(): string {
    const pieces = this.#pieces;
    this.#atSpecials();
    if (this.#context.place === 'paragraph') this.#atLineStarts();
    if (this.#context.place === 'heading') this.#atHeadingEnd();
    this.#atSeams();
    this.#inLiteralUrls();
    let line = '';
    for (let at = 0; at < pieces.length; at += 1) {
      const piece = pieces[at] as Piece;
      if (piece.kind === 'text') line += escaped(piece.value, this.#positions[at]);
      else if (piece.kind === 'break') line += this.#break(at);
      else if (piece.kind === 'raw' && this.#startsLine(at)) line += offLineStart(piece.value) + piece.value;
      else line += this.#written[at];
    }
    return line;
  }

  #add(piece: number, at: number): void {
    const positions = this.#positions[piece];
    if (positions === undefined) this.#positions[piece] = new Set([at]);
    else positions.add(at);
  }

  #startsLine(at: number): boolean {
    return this.#context.place === 'paragraph' && (at === 0 || this.#pieces[at - 1]?.kind === 'break');
  }

  #break(at: number): string {
    if (this.#context.place !== 'paragraph') return '<br>';
    // A backslash would become part of a bare URL before it; a space ends the URL and is not seen.
    return this.#endsInUrl(at - 1) ? ' \\\n' : '\\\n';
  }

  #endsInUrl(last: number): boolean {
    let at = last;
    while (this.#pieces[at]?.kind === 'delimiter' || this.#pieces[at]?.kind === 'close') at -= 1;
    const piece = this.#pieces[at];
    return piece?.kind === 'text' && /https?:\/\/|www\./i.test(lastWord(piece.value));
  }

  /** First character written after position `end` of a text piece; 0 at the end of the block. */
  #codeAfter(piece: number, end: number): number {
    const { value } = this.#pieces[piece] as Piece;
    if (end < value.length) return value.charCodeAt(end);
    const next = this.#pieces[piece + 1];
    if (next === undefined) return 0;
    if (next.kind === 'break') return this.#context.place === 'paragraph' ? 92 : 60;
    return (this.#written[piece + 1] as string).charCodeAt(0);
  }

  #classBefore(piece: number, at: number): CharacterClass {
    const { value } = this.#pieces[piece] as Piece;
    if (at > 0) return classBefore(value, at);
    if (piece === 0) return spaceClass;
    if (this.#pieces[piece - 1]?.kind === 'break') {
      return this.#context.place === 'paragraph' ? spaceClass : punctuationClass;
    }
    const previous = this.#written[piece - 1] as string;
    return classBefore(previous, previous.length);
  }

  #classAfter(piece: number, end: number): CharacterClass {
    const { value } = this.#pieces[piece] as Piece;
    if (end < value.length) return classAt(value, end);
    const next = this.#pieces[piece + 1];
    if (next === undefined) return spaceClass;
    if (next.kind === 'break') return punctuationClass;
    return classAt(this.#written[piece + 1] as string, 0);
  }

  #atSpecials(): void {
    const pieces = this.#pieces;
    const marks: Mark[] = [];
    const ticks: Mark[] = [];
    const dollars: Mark[] = [];
    const brackets: Mark[] = [];
    for (let at = 0; at < pieces.length; at += 1) {
      const piece = pieces[at] as Piece;
      if (piece.kind === 'delimiter') {
        const marker = piece.value[0] as string;
        marks.push({ piece: at, at: -1, length: piece.value.length, marker, opens: true, closes: true });
        continue;
      }
      if (piece.kind === 'open' || piece.kind === 'close') {
        brackets.push({
          piece: at,
          at: -1,
          length: 0,
          marker: piece.value,
          opens: piece.kind === 'open',
          closes: piece.kind === 'close',
        });
      }
      if (piece.kind !== 'text') {
        const written = this.#written[at] as string;
        if (written.includes('`')) ticks.push({ piece: at, at: -1, length: 0, marker: '`', opens: true, closes: true });
        if (written.includes('$'))
          dollars.push({ piece: at, at: -1, length: 0, marker: '$', opens: true, closes: true });
        continue;
      }
      if (!hasSpecial(piece.value, this.#context.place)) continue;
      for (const match of piece.value.matchAll(specials)) {
        const found = match[0];
        const position = match.index;
        const mark = (flanking?: { opens: boolean; closes: boolean }): Mark => ({
          piece: at,
          at: position,
          length: found.length,
          marker: found[0] as string,
          opens: flanking?.opens ?? true,
          closes: flanking?.closes ?? true,
        });
        switch (found[0]) {
          case '*':
          case '_':
          case '~':
            marks.push(mark(this.#textFlanking(at, position, found)));
            break;
          case '`':
            ticks.push(mark());
            break;
          case '$':
            dollars.push(mark());
            break;
          case '[':
          case ']':
            brackets.push(mark());
            break;
          case '\\':
            if (isAsciiPunctuation(this.#codeAfter(at, position + 1))) this.#add(at, position);
            break;
          case '&':
            reference.lastIndex = position;
            if (reference.test(piece.value)) this.#add(at, position);
            break;
          case '<':
            if (this.#beginsTag(at, position)) this.#add(at, position);
            break;
          case '|':
            if (this.#context.place === 'cell') this.#add(at, position);
            break;
        }
      }
    }
    for (const marker of '*_~') this.#markers(marks.filter((one) => one.marker === marker));
    this.#verbatim(ticks);
    this.#verbatim(dollars);
    this.#brackets(brackets);
  }

  #textFlanking(piece: number, at: number, run: string): { opens: boolean; closes: boolean } {
    const marker = run[0] as string;
    // GFM: a run of three tildes or more is never a strikethrough.
    if (marker === '~' && run.length > 2) return { opens: false, closes: false };
    const end = at + run.length;
    const flanking = maybeFlanks(marker, this.#classBefore(piece, at), this.#classAfter(piece, end));
    // Next to a tilde, some parsers let other runs open and close more freely.
    if (this.#codeAfter(piece, end) !== 126 && !(at > 0 && this.#pieces[piece]?.value[at - 1] === '~')) return flanking;
    return { opens: true, closes: true };
  }

  /** A run in text stays bare when nothing could pair with it: no opener before a closer, no closer after an opener. */
  #markers(runs: readonly Mark[]): void {
    let lastCloser = -1;
    for (let at = runs.length - 1; at >= 0 && lastCloser === -1; at -= 1) if (runs[at]?.closes) lastCloser = at;
    let opened = false;
    for (let at = 0; at < runs.length; at += 1) {
      const run = runs[at] as Mark;
      const pairs = (run.closes && opened) || (run.opens && lastCloser > at) || this.#touchesDelimiter(run);
      if (run.at >= 0 && pairs) this.#addRun(run);
      if (run.opens) opened = true;
    }
  }

  #touchesDelimiter(run: Mark): boolean {
    if (run.at < 0) return false;
    const before = run.at === 0 ? this.#pieces[run.piece - 1] : undefined;
    const after =
      run.at + run.length === this.#pieces[run.piece]?.value.length ? this.#pieces[run.piece + 1] : undefined;
    return [before, after].some((one) => one?.kind === 'delimiter' && one.value[0] === run.marker);
  }

  #addRun(run: Mark): void {
    for (let at = run.at; at < run.at + run.length; at += 1) this.#add(run.piece, at);
  }

  /** Backslashes mean nothing inside code and math, so a lone fence stays bare and several are all escaped. */
  #verbatim(runs: readonly Mark[]): void {
    if (runs.length > 1) for (const run of runs) if (run.at >= 0) this.#addRun(run);
  }

  /** CommonMark 0.31, 6.6 and 6.5: a tag or an autolink needs a `>` further on. */
  #beginsTag(piece: number, at: number): boolean {
    const code = this.#codeAfter(piece, at + 1) | 32;
    const tag = (code >= 97 && code <= 122) || code === 47 || code === 33 || code === 63;
    if (!this.#comesLater(piece, at, '>')) return false;
    return tag || this.#comesLater(piece, at, '@');
  }

  readonly #lastPlaces = new Map<string, { readonly piece: number; readonly at: number }>();

  #comesLater(piece: number, at: number, character: string): boolean {
    const last = this.#lastPlaces.get(character) ?? this.#findLast(character);
    return last.piece > piece || (last.piece === piece && last.at > at);
  }

  #findLast(character: string): { readonly piece: number; readonly at: number } {
    let piece = this.#pieces.length - 1;
    let at = -1;
    for (; piece >= 0; piece -= 1) {
      const breaks = this.#pieces[piece]?.kind === 'break' && this.#context.place !== 'paragraph';
      at = (breaks ? '<br>' : (this.#written[piece] as string)).lastIndexOf(character);
      if (at !== -1) break;
    }
    const place = { piece, at };
    this.#lastPlaces.set(character, place);
    return place;
  }

  /**
   * Brackets in text stay bare: without definitions they are no links. Escaped are those that would end or extend the
   * text of our own link or image, `](`, footnote calls, and what would define a reference at the start of a block.
   */
  #brackets(brackets: readonly Mark[]): void {
    const groups: { readonly scope: boolean; readonly open: Mark[] }[] = [{ scope: false, open: [] }];
    let within = 0;
    let anyOpen = false;
    for (const bracket of brackets) {
      if (bracket.at < 0) {
        const scope = this.#pieces[bracket.piece]?.scope === true;
        if (bracket.opens) {
          groups.push({ scope, open: [] });
          within += scope ? 1 : 0;
        } else {
          const group = groups.pop();
          for (const open of group?.open ?? []) if (within > 0) this.#addRun(open);
          within -= scope ? 1 : 0;
        }
        continue;
      }
      const open = groups[groups.length - 1]?.open as Mark[];
      if (bracket.marker === '[') {
        if (this.#codeAfter(bracket.piece, bracket.at + 1) === 94) this.#addRun(bracket);
        else {
          open.push(bracket);
          anyOpen = true;
        }
        continue;
      }
      const partner = open.pop();
      const link = this.#codeAfter(bracket.piece, bracket.at + 1) === 40;
      if (link && (anyOpen || within > 0)) {
        this.#addRun(bracket);
        if (within > 0 && partner !== undefined) this.#addRun(partner);
      } else if (partner === undefined && within > 0) this.#addRun(bracket);
    }
  }

  #atLineStarts(): void {
    const pieces = this.#pieces;
    for (let at = 0; at < pieces.length; at += 1) {
      const piece = pieces[at] as Piece;
      if (piece.kind !== 'text' || !this.#startsLine(at)) continue;
      lineStartEscapes(piece.value, at === 0, (position) => this.#add(at, position));
      if (at > 0 || piece.value.charCodeAt(0) !== 91) continue;
      // CommonMark 0.31, 4.7: `[label]:` would define a reference. GFM 5.3: `[ ]` would be a check box.
      const defines = pieces.some((one) => one.kind === 'text' && one.value.includes(']:'));
      if (defines || (this.#context.afterBullet && /^\[[ xX]\](?:\s|$)/.test(piece.value))) this.#add(at, 0);
    }
  }

  /** CommonMark 0.31, 4.2: number signs after a space close a heading. */
  #atHeadingEnd(): void {
    const last = this.#pieces.length - 1;
    const piece = this.#pieces[last];
    if (piece?.kind !== 'text' || !piece.value.endsWith('#')) return;
    let at = piece.value.length - 1;
    while (at > 0 && piece.value[at - 1] === '#') at -= 1;
    if (at === 0 ? last === 0 : /[ \t]/.test(piece.value[at - 1] as string)) this.#add(last, at);
  }

  /** Where text meets a piece of our own: `!` before a bracket, `(` or `:` after a footnote call. */
  #atSeams(): void {
    const pieces = this.#pieces;
    for (let at = 0; at < pieces.length; at += 1) {
      const piece = pieces[at] as Piece;
      if (piece.kind !== 'text') continue;
      if (piece.value.endsWith('!') && this.#written[at + 1]?.startsWith('[')) this.#add(at, piece.value.length - 1);
      const before = pieces[at - 1];
      if (before?.kind !== 'raw' || !before.value.startsWith('[^')) continue;
      const first = piece.value[0];
      if (first === '(' || (first === ':' && (at === 1 || pieces[at - 2]?.kind === 'break'))) this.#add(at, 0);
    }
  }

  /**
   * GFM 6.9: a bare URL is a link by itself and swallows backslashes and delimiters up to the next white space. It stays
   * bare when it holds and touches nothing of ours; otherwise its colon or dot is escaped, which makes it text.
   */
  #inLiteralUrls(): void {
    const pieces = this.#pieces;
    const underscores = pieces.some((one) => one.kind === 'delimiter' && one.value[0] === '_');
    for (let at = 0; at < pieces.length; at += 1) {
      const piece = pieces[at] as Piece;
      if (piece.kind !== 'text') continue;
      const { value } = piece;
      if (underscores && value.includes('@')) {
        for (let sign = value.indexOf('@'); sign !== -1; sign = value.indexOf('@', sign + 1)) this.#add(at, sign);
      }
      if (!value.includes('://') && !/www\./i.test(value)) continue;
      const positions = this.#positions[at];
      const touches = !this.#urlMayEnd(at);
      if (positions === undefined && !touches) continue;
      const sorted = [...(positions ?? [])].sort((one, other) => one - other);
      let wordEnd = 0;
      let after = 0;
      for (const match of value.matchAll(literalUrl)) {
        if (match.index >= wordEnd) {
          space.lastIndex = match.index;
          wordEnd = space.exec(value)?.index ?? value.length;
        }
        while (after < sorted.length && (sorted[after] as number) < wordEnd) after += 1;
        const holds = after > 0 && (sorted[after - 1] as number) >= match.index;
        if (holds || (touches && wordEnd === value.length)) this.#add(at, match.index + match[0].search(/[:.]/));
      }
    }
  }

  /** True when what follows a text ends a bare URL before any of our own markup begins. */
  #urlMayEnd(piece: number): boolean {
    let at = piece + 1;
    while (this.#pieces[at]?.kind === 'delimiter' && !this.#pieces[at]?.opens) at += 1;
    const next = this.#pieces[at];
    if (next === undefined || next.kind === 'break') return true;
    if (next.kind === 'text') return /^\s/.test(next.value);
    return (this.#written[at] as string).startsWith('<');
  }
}

function lastWord(value: string): string {
  let at = value.length;
  while (at > 0 && !/\s/.test(value[at - 1] as string)) at -= 1;
  return value.slice(at);
}

function escaped(value: string, positions: Set<number> | undefined): string {
  if (positions === undefined) return value;
  let result = '';
  let from = 0;
  for (const at of [...positions].sort((one, other) => one - other)) {
    result += `${value.slice(from, at)}\\`;
    from = at;
  }
  return result + value.slice(from);
}
