// Reads RTF as a stream of words and text (RTF 1.9.1): groups, escapes, fonts with their character sets, Unicode with its
// stand-ins. What the words mean is up to a handler. No recursion: a group is an entry on a stack of bounded height.

import { isAscii } from 'node:buffer';
import { createDecoder } from '../../containers/charset.ts';
import { canonicalCharset } from '../../containers/charset-decoder.ts';
import { fontKind, type SymbolFont } from '../office/fonts.ts';
import { signsOf } from '../office/symbols.ts';
import { codePageCharset, fontCharset } from './code-pages.ts';

/** Groups deeper than this share the state of the deepest one. */
const deepestGroup = 1_000;
const mostFonts = 10_000;
const longestWord = 64;
const longestFontName = 64;
/** Text is decoded at the next space once this much is waiting. */
const heldBytes = 64 * 1024;

/** What a handler says to a word. */
export type Answer = 'skip' | 'known' | undefined;

export interface RtfHandler {
  /** A control word or symbol. After `\*` only 'known' keeps the group; 'skip' drops the rest of it in any case. */
  word(name: string, value: number | undefined): Answer;
  text(value: string): void;
  open(): void;
  close(): void;
}

interface GroupState {
  font: number | undefined;
  /** Characters that stand in for one Unicode character. */
  standIns: number;
  skip: boolean;
  fontTable: boolean;
  /** In the font table: the name as far as it was read. */
  fontName: string;
}

export class RtfReader {
  readonly #bytes: Uint8Array;
  readonly #handler: RtfHandler;
  readonly #fonts = new Map<number, string>();
  readonly #symbolFonts = new Map<number, SymbolFont>();
  readonly #states: GroupState[] = [{ font: undefined, standIns: 1, skip: false, fontTable: false, fontName: '' }];
  #deeper = 0;
  #ansi = 'windows-1252';
  #defaultFont: number | undefined;
  #pending: number[] = [];
  #toSkip = 0;
  #starred = false;

  constructor(bytes: Uint8Array, handler: RtfHandler) {
    this.#bytes = bytes;
    this.#handler = handler;
  }

  /** Text from here to the end of the group is in the document's own character set, whatever the font says. */
  ignoreFont(): void {
    this.#flush();
    this.#state.font = undefined;
  }

  get #state(): GroupState {
    return this.#states[this.#states.length - 1] as GroupState;
  }

  run(): void {
    const bytes = this.#bytes;
    for (let at = 0; at < bytes.length; ) {
      const byte = bytes[at] as number;
      if (byte === 0x5c) at = this.#control(at + 1);
      else {
        at += 1;
        if (byte === 0x7b) this.#open();
        else if (byte === 0x7d) this.#close();
        else if (byte !== 0x0d && byte !== 0x0a && byte !== 0) this.#byte(byte);
      }
    }
    this.#flush();
  }

  #open(): void {
    this.#flush();
    this.#toSkip = 0;
    this.#starred = false;
    if (this.#states.length >= deepestGroup) {
      this.#deeper += 1;
      return;
    }
    this.#states.push({ ...this.#state });
    this.#handler.open();
  }

  #close(): void {
    this.#flush();
    this.#toSkip = 0;
    if (this.#deeper > 0) {
      this.#deeper -= 1;
      return;
    }
    if (this.#states.length <= 1) return;
    this.#states.pop();
    this.#handler.close();
  }

  #byte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip -= 1;
    else if (this.#state.fontTable) this.#fontByte(byte);
    else if (!this.#state.skip) {
      this.#pending.push(byte);
      // A space is never half of a character.
      if (byte === 0x20 && this.#pending.length > heldBytes) this.#flush();
    }
  }

  /** Names of fonts end with a semicolon; only those whose letters are signs are of interest. */
  #fontByte(byte: number): void {
    const state = this.#state;
    if (byte !== 0x3b) {
      if (state.fontName.length < longestFontName) state.fontName += String.fromCharCode(byte);
      return;
    }
    const kind = fontKind(state.fontName.trim());
    state.fontName = '';
    if (kind === 'text' || kind === 'fixed' || state.font === undefined) return;
    if (this.#symbolFonts.size < mostFonts) this.#symbolFonts.set(state.font, kind);
  }

  #flush(): void {
    if (this.#pending.length === 0) return;
    const bytes = Buffer.from(this.#pending);
    this.#pending = [];
    const signs = this.#symbolFont;
    if (signs !== undefined) {
      this.#handler.text(signsOf(bytes.toString('latin1'), signs));
      return;
    }
    // Every character set a font may have begins with ASCII.
    if (isAscii(bytes)) {
      this.#handler.text(bytes.toString('latin1'));
      return;
    }
    const decoder = createDecoder(this.#charset());
    this.#handler.text(decoder.write(bytes) + decoder.end());
  }

  get #symbolFont(): SymbolFont | undefined {
    const { font } = this.#state;
    return font === undefined ? undefined : this.#symbolFonts.get(font);
  }

  #charset(): string {
    const { font } = this.#state;
    return (font === undefined ? undefined : this.#fonts.get(font)) ?? this.#ansi;
  }

  /** The control after a backslash; where to go on. */
  #control(from: number): number {
    const bytes = this.#bytes;
    const first = bytes[from];
    if (first === undefined) return from;
    if (!isLetter(first)) return this.#symbol(first, from + 1);
    let at = from + 1;
    while (at < bytes.length && isLetter(bytes[at] as number)) at += 1;
    const name = Buffer.from(bytes.subarray(from, Math.min(at, from + longestWord))).toString('latin1');
    let value: number | undefined;
    const negative = bytes[at] === 0x2d && isDigit(bytes[at + 1]);
    if (negative) at += 1;
    for (let digits = 0; isDigit(bytes[at]); at += 1, digits += 1) {
      if (digits < 10) value = (value ?? 0) * 10 + ((bytes[at] as number) - 0x30);
    }
    if (negative && value !== undefined) value = -value;
    if (bytes[at] === 0x20) at += 1;
    // \bin: as many raw bytes follow as it says.
    if (name === 'bin') return Math.min(bytes.length, at + Math.max(0, value ?? 0));
    this.#word(name, value);
    return at;
  }

  #symbol(first: number, next: number): number {
    if (first === 0x27) {
      const value = Number.parseInt(Buffer.from(this.#bytes.subarray(next, next + 2)).toString('latin1'), 16);
      if (!Number.isNaN(value)) this.#byte(value);
      return next + 2;
    }
    if (first === 0x5c || first === 0x7b || first === 0x7d) this.#byte(first);
    else if (first === 0x2a) this.#starred = true;
    else if (first === 0x0d || first === 0x0a) this.#word('par', undefined);
    else this.#word(String.fromCharCode(first), undefined);
    return next;
  }

  #word(name: string, value: number | undefined): void {
    if (name === 'u' && value !== undefined) {
      this.#unicode(value);
      return;
    }
    if (this.#toSkip > 0) {
      this.#toSkip -= 1;
      return;
    }
    this.#flush();
    const state = this.#state;
    const starred = this.#starred;
    this.#starred = false;
    if (state.skip) return;
    if (state.fontTable) {
      this.#fontWord(name, value);
      return;
    }
    switch (name) {
      case 'fonttbl':
        state.fontTable = true;
        return;
      case 'ansicpg':
        this.#ansi = codePageCharset(value) ?? this.#ansi;
        return;
      case 'mac':
        this.#ansi = 'macintosh';
        return;
      case 'deff':
        this.#defaultFont = value;
        return;
      case 'uc':
        state.standIns = Math.max(0, Math.min(100, value ?? 1));
        return;
      case 'f':
        state.font = value;
        return;
      case 'plain':
        state.font = this.#defaultFont;
        break;
    }
    const answer = this.#handler.word(name, value);
    if (answer === 'skip' || (starred && answer !== 'known')) state.skip = true;
  }

  #fontWord(name: string, value: number | undefined): void {
    const { font } = this.#state;
    if (name === 'f') this.#state.font = value;
    if (font === undefined || value === undefined || this.#fonts.size >= mostFonts) return;
    const charset = name === 'fcharset' ? fontCharset(value) : name === 'cpg' ? codePageCharset(value) : undefined;
    if (charset !== undefined && canonicalCharset(charset) !== undefined) this.#fonts.set(font, charset);
  }

  #unicode(value: number): void {
    const { skip, fontTable, standIns } = this.#state;
    this.#flush();
    this.#toSkip = standIns;
    if (skip || fontTable) return;
    const character = String.fromCharCode(value & 0xffff);
    const signs = this.#symbolFont;
    this.#handler.text(signs === undefined ? character : signsOf(character, signs));
  }
}

const isLetter = (byte: number): boolean => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
