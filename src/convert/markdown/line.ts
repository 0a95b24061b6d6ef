// One line (or lines) of pieces on its way to Markdown: what stands next to a character, and where a backslash goes.
import { type CharacterClass, classAt, classBefore, punctuationClass, spaceClass } from './characters.ts';
import type { Piece } from './pieces.ts';
import { codeSpan, mathSpan } from './spans.ts';

export interface LineContext {
  readonly place: 'paragraph' | 'heading' | 'cell';
  /** The first line of a list item: `[ ]` would be a check box (GFM 5.3). */
  readonly afterBullet?: boolean;
}

export class Line {
  readonly pieces: readonly Piece[];
  readonly context: LineContext;
  /** Each piece as it is written; text still without its backslashes. */
  readonly written: readonly string[];
  readonly #positions: (number[] | undefined)[] = [];
  #lastPlaces: Map<string, { readonly piece: number; readonly at: number }> | undefined;

  constructor(pieces: readonly Piece[], context: LineContext) {
    this.pieces = pieces;
    this.context = context;
    const written: string[] = [];
    for (const piece of pieces) written.push(verbatim(piece, context));
    this.written = written;
  }

  /** Puts a backslash before a character of a text piece. */
  escape(piece: number, at: number): void {
    const positions = this.#positions[piece];
    if (positions === undefined) this.#positions[piece] = [at];
    else positions.push(at);
  }

  /** Positions escaped so far in a piece, in order and without doubles. */
  escapesIn(piece: number): readonly number[] {
    const positions = this.#positions[piece];
    if (positions === undefined) return [];
    positions.sort(ascending);
    let kept = 0;
    for (let at = 0; at < positions.length; at += 1) {
      if (at > 0 && positions[at] === positions[kept - 1]) continue;
      positions[kept] = positions[at] as number;
      kept += 1;
    }
    positions.length = kept;
    return positions;
  }

  hasEscapes(piece: number): boolean {
    return this.#positions[piece] !== undefined;
  }

  startsLine(piece: number): boolean {
    return this.context.place === 'paragraph' && (piece === 0 || this.pieces[piece - 1]?.kind === 'break');
  }

  /** First character written after position `end` of a text piece; 0 at the end of the block. */
  codeAfter(piece: number, end: number): number {
    const value = this.written[piece] as string;
    if (end < value.length) return value.charCodeAt(end);
    const next = this.written[piece + 1];
    return next === undefined ? 0 : next.charCodeAt(0);
  }

  /** Last character written before position `at` of a text piece; 0 at the start of the block. */
  codeBefore(piece: number, at: number): number {
    if (at > 0) return (this.written[piece] as string).charCodeAt(at - 1);
    const previous = this.written[piece - 1];
    return previous === undefined || previous === '' ? 0 : previous.charCodeAt(previous.length - 1);
  }

  classBefore(piece: number, at: number): CharacterClass {
    if (at > 0) return classBefore(this.written[piece] as string, at);
    const previous = this.written[piece - 1];
    return previous === undefined ? spaceClass : classBefore(previous, previous.length);
  }

  classAfter(piece: number, end: number): CharacterClass {
    const value = this.written[piece] as string;
    if (end < value.length) return classAt(value, end);
    const next = this.written[piece + 1];
    return next === undefined ? spaceClass : next === '' ? punctuationClass : classAt(next, 0);
  }

  /** Whether a character is written anywhere after a position. */
  comesLater(piece: number, at: number, character: string): boolean {
    this.#lastPlaces ??= new Map();
    let last = this.#lastPlaces.get(character);
    if (last === undefined) {
      last = lastPlace(this.written, character);
      this.#lastPlaces.set(character, last);
    }
    return last.piece > piece || (last.piece === piece && last.at > at);
  }

  /** A text piece with its backslashes. */
  escaped(piece: number): string {
    const value = this.written[piece] as string;
    if (!this.hasEscapes(piece)) return value;
    let result = '';
    let from = 0;
    for (const at of this.escapesIn(piece)) {
      result += `${value.slice(from, at)}\\`;
      from = at;
    }
    return result + value.slice(from);
  }
}

function verbatim({ kind, value }: Piece, { place }: LineContext): string {
  if (kind === 'code') return codeSpan(value, place === 'cell');
  if (kind === 'math') return mathSpan(value);
  if (kind === 'break') return place === 'paragraph' ? '\\\n' : '<br>';
  return value;
}

function lastPlace(written: readonly string[], character: string): { readonly piece: number; readonly at: number } {
  for (let piece = written.length - 1; piece >= 0; piece -= 1) {
    const at = (written[piece] as string).lastIndexOf(character);
    if (at !== -1) return { piece, at };
  }
  return { piece: -1, at: -1 };
}

const ascending = (one: number, other: number): number => one - other;
