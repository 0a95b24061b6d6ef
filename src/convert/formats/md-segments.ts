// Cuts Markdown into pieces that mean the same apart as together, so that a large text is parsed in flat memory, and
// sets aside the runs a parser would take quadratic time over. Every cut is proven by md-segments.test.ts.

import {
  closesFence,
  containerStart,
  countNewlines,
  delimiterRow,
  fenceStart,
  frontMatterEnd,
  htmlEnds,
  htmlStart,
  lineHead,
  listItem,
  longestRow,
  looseFence,
  markersOf,
  signsIn,
  tableRow,
  tagStart,
  thematicBreak,
} from './md-lines.ts';

export interface Segment {
  readonly start: number;
  readonly end: number;
  /** Lines before it. */
  readonly line: number;
  /**
   * `front`: front matter; `fence`, `html`: one such block; `table`: a table of which each row stands on its own line;
   * `literal`: too tangled to parse, kept as text.
   */
  readonly kind: 'front' | 'parse' | 'fence' | 'html' | 'table' | 'literal';
  /** It goes on with the list the piece before ends with; `spread` when a blank line stands between the two items. */
  readonly continues?: 'tight' | 'spread';
  /** True when it had to be cut off where it may not mean the same. */
  readonly forced?: true;
}

export interface SegmentSettings {
  /** A piece is ended at the first safe place after this many characters. */
  readonly target: number;
  /** Quotes and list markers a line may open. */
  readonly depth: number;
}

/** A paragraph longer than this is not parsed: the parser's memory is hundreds of times its text. */
const runCharacters = 512 * 1024;
/** What is longer than this is cut at the next blank line before a line that is not indented, whatever is open. */
const forcedCharacters = 1024 * 1024;
/** What is longer and cannot be cut at all is not parsed. */
const pieceCharacters = 4 * 1024 * 1024;
/** Signs of one paragraph that open or close something; a parser's work grows with their square. */
const signsInRun = 3_000;
/** The sum of those squares for a whole text; paragraphs with few signs do not count. */
const signWork = 100_000_000;
const fewSigns = 100;
/** Markers of all lines beyond the first ten of each line. */
const markerWork = 20_000;
const fewMarkers = 10;

interface Open {
  readonly kind: 'fence' | 'html';
  /** Certain: no container can be open, so it is what it looks like. */
  readonly sure: boolean;
  readonly prefix: string;
  readonly mark: string;
  readonly ends: RegExp | undefined;
}

/** The pieces of a text, in order and without gaps. */
export function segmentsOf(text: string, settings: SegmentSettings, front: boolean): Segment[] {
  const planner = new Planner(settings);
  let at = front ? frontMatterEnd(text) : 0;
  if (at > 0) planner.front(text, at);
  while (at < text.length) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline + 1;
    planner.line(text, at, end);
    at = end;
  }
  return planner.end(text.length);
}

class Planner {
  readonly #settings: SegmentSettings;
  readonly #segments: Segment[] = [];
  #start = 0;
  #startLine = 0;
  #lines = 0;
  #blank = true;
  #contained = false;
  #inTag = false;
  #afterIndented = false;
  /** The marker of the list that is open at the top level, as far as that is certain. */
  #list: string | undefined;
  /** How far the content of its last item is indented. */
  #listWidth = 0;
  #continues: 'tight' | 'spread' | undefined;
  #open: Open | undefined;
  /** What is open can no longer be told: no more cuts at safe places. */
  #lost = false;
  /** Where the open fence, or the table being followed, begins. */
  #block = { at: 0, line: 0 };
  #table: 'none' | 'head' | 'rows' = 'none';
  #run = { start: 0, line: 0, end: 0, signs: 0, tangled: false };
  #signWork = 0;
  #markerWork = 0;

  constructor(settings: SegmentSettings) {
    this.#settings = settings;
  }

  front(text: string, end: number): void {
    this.#lines = countNewlines(text, 0, end);
    this.#push(end, 'front');
  }

  line(text: string, at: number, end: number): void {
    const head = text.slice(at, Math.min(end, at + lineHead)).replace(/\r?\n$/, '');
    const blank = /^[ \t]*$/.test(head) && end - at <= lineHead;
    this.#followTable(text, at, end, head);
    if (blank || this.#open?.sure === true || this.#table === 'rows') this.#endRun();
    else this.#weigh(text, at, end, head);
    const indent = /^ */.exec(head)?.[0].length ?? 0;
    if (!blank && indent === 0 && !head.startsWith('\t')) this.#leftmost(at, head);
    // Less than its content: outside the item, so another block, or a lazy line that hides what is open.
    else if (!blank && indent < this.#listWidth) this.#list = undefined;
    if (!blank) this.#afterIndented = /^(?: {4}| {0,3}\t)/.test(head);
    if (blank) this.#inTag = false;
    else this.#follow(text, at, end, head);
    this.#blank = blank;
    this.#lines += 1;
  }

  end(length: number): Segment[] {
    this.#endRun();
    if (this.#table === 'rows') this.#cutBlock(length, 'table');
    const { kind, sure, prefix } = this.#open ?? {};
    if (kind === 'fence' && sure === true && prefix === '') this.#cutBlock(length, 'fence');
    if (kind === 'html' && sure === true) this.#cutBlock(length, 'html', forcedCharacters);
    this.#push(length, length - this.#start > pieceCharacters ? 'literal' : 'parse');
    return this.#segments;
  }

  /**
   * A line that is not indented. After a blank line it ends every container (CommonMark 5: items and notes go on only
   * when indented, quotes never do), unless it is the next item of a list.
   */
  #leftmost(at: number, head: string): void {
    if (this.#open?.sure === true || this.#table === 'rows') return;
    const item = thematicBreak.test(head) ? null : listItem.exec(head);
    const marker = item?.[2] ?? item?.[1];
    // The parser lets not every item follow indented code: empty ones and numbers other than 1 stay text there.
    if (marker !== undefined && (this.#afterIndented || /^\S+[ \t]*$/.test(head))) {
      this.#list = undefined;
      return;
    }
    if (marker !== undefined) this.#listWidth = /^\S+[ \t]{1,4}/.exec(head)?.[0].length ?? 0;
    if (this.#contained && marker !== undefined) {
      if (marker !== this.#list) this.#list = undefined;
      else if (this.#open === undefined) this.#cut(at, this.#blank ? 'spread' : 'tight');
      return;
    }
    if (!this.#blank) {
      this.#list = undefined;
      return;
    }
    // An uncertain fence that reaches a line outside every container: closed, or never one. Both cannot be followed.
    if (this.#open !== undefined) this.#lose();
    this.#contained = false;
    this.#list = marker;
    // HTML blocks side by side may be one element, so they stay together.
    if (!head.startsWith('<')) this.#cut(at);
    const length = at - this.#start;
    if (length <= forcedCharacters) return;
    this.#push(at, length > pieceCharacters ? 'literal' : 'parse', { forced: true });
    this.#lost = false;
  }

  #cut(at: number, continues?: 'tight' | 'spread'): void {
    if (this.#lost || at - this.#start < this.#settings.target) return;
    this.#push(at, 'parse');
    this.#continues = continues;
  }

  /** Tables whose every row begins with a bar, at the top level: they are read row by row. */
  #followTable(text: string, at: number, end: number, head: string): void {
    const row = tableRow.test(head) && end - at <= longestRow;
    if (this.#table === 'rows') {
      if (row && this.#rowWorth(text, at, end)) return;
      this.#table = 'none';
      // A line that is not a row and not blank may still belong to the table: then it is left to the parser.
      if (/^[ \t]*$/.test(head)) this.#cutBlock(at, 'table');
    } else if (this.#table === 'head') {
      const delimiters = end - at <= lineHead && delimiterRow.test(head) && head.includes('-');
      this.#table = delimiters ? 'rows' : 'none';
      if (delimiters) this.#dropRun();
    } else if (row && this.#blank && !this.#contained && this.#open === undefined && !this.#lost) {
      this.#table = 'head';
      this.#block = { at, line: this.#lines };
    }
  }

  /** False when the signs of a row would be too much work: then the table is weighed like any other text. */
  #rowWorth(text: string, at: number, end: number): boolean {
    const signs = signsIn(text, at, end);
    if (signs <= fewSigns) return true;
    this.#signWork += signs * signs;
    return signs <= signsInRun && this.#signWork <= signWork;
  }

  /** Cuts out a block that was followed from its first line to `end`, when it is large enough to be worth it. */
  #cutBlock(end: number, kind: 'fence' | 'html' | 'table', least = this.#settings.target): void {
    const { at, line } = this.#block;
    if (end - at < least || at < this.#start) return;
    const lines = this.#lines;
    this.#lines = line;
    this.#push(at, 'parse');
    this.#lines = lines;
    this.#push(end, kind);
  }

  #lose(): void {
    this.#lost = true;
    this.#open = undefined;
  }

  #dropRun(): void {
    this.#run = { start: -1, line: 0, end: -1, signs: 0, tangled: false };
  }

  /** Keeps track of what is open after this line. */
  #follow(text: string, at: number, end: number, head: string): void {
    if (this.#lost) return;
    const { kind, sure, prefix, mark, ends } = this.#open ?? {};
    if (kind === 'fence' && sure) {
      if (!closesFence(head, mark as string)) return;
      this.#open = undefined;
      this.#lines += 1;
      if (prefix === '') this.#cutBlock(end, 'fence');
      this.#lines -= 1;
      return;
    }
    if (kind === 'html' && sure) {
      if (!ends?.test(text.slice(at, end))) return;
      this.#open = undefined;
      this.#lines += 1;
      this.#cutBlock(end, 'html', forcedCharacters);
      this.#lines -= 1;
      return;
    }
    if (kind !== undefined) {
      this.#followUnsure(text, at, end, head, { kind, sure: false, prefix: prefix ?? '', mark: mark ?? '', ends });
      return;
    }
    if (containerStart.test(head)) this.#contained = true;
    const inTag = this.#inTag;
    this.#inTag ||= tagStart.test(head);
    this.#open = this.#opened(text, at, end, head);
    // Up to the next blank line this may be HTML, in which a fence is none (CommonMark 4.6, conditions 6 and 7).
    if (inTag && this.#open !== undefined) this.#lose();
  }

  #followUnsure(text: string, at: number, end: number, head: string, open: Open): void {
    const inside = head.startsWith(open.prefix);
    if (open.kind === 'fence') {
      // A line outside the container ends the fence, if it was one: what follows cannot be told.
      if (!inside) this.#lose();
      else if (closesFence(head.slice(open.prefix.length), open.mark)) this.#open = undefined;
      else if (looseFence.test(head) || htmlStart.test(head)) this.#lose();
    } else if (looseFence.test(head)) this.#lose();
    else if (open.ends?.test(text.slice(at, end))) this.#open = undefined;
  }

  #opened(text: string, at: number, end: number, head: string): Open | undefined {
    const fence = (this.#contained ? looseFence : fenceStart).exec(head);
    if (fence !== null && end - at > lineHead) {
      // Whether the rest of the line allows a fence is not looked at.
      this.#lose();
      return undefined;
    }
    if (fence !== null) {
      this.#block = { at, line: this.#lines };
      return {
        kind: 'fence',
        sure: !this.#contained,
        // Lines after the one with the list marker are indented by its width.
        prefix: (fence[1] as string).replace(/[^\s>]/g, ' '),
        mark: fence[2] as string,
        ends: undefined,
      };
    }
    const html = htmlStart.exec(head);
    if (html === null) return undefined;
    if (!this.#contained && /^(?: {4}|\t)/.test(head)) return undefined;
    const which = html.slice(1).findIndex((one) => one !== undefined);
    const ends = htmlEnds[which] as RegExp;
    const rest = text.slice(at + (html.index + html[0].length), end);
    if (ends.test(rest)) return undefined;
    this.#block = { at, line: this.#lines };
    return { kind: 'html', sure: !this.#contained, prefix: '', mark: '', ends };
  }

  /** Counts what the parser would have to pair up; a run that has too much of it is cut out. */
  #weigh(text: string, at: number, end: number, head: string): void {
    const run = this.#run;
    if (run.end !== at || /^[ \t>]*(?:[-+*][ \t]|[0-9]{1,9}[.)][ \t]|#{1,6}[ \t]|\|)/.test(head)) {
      this.#endRun();
      this.#run = { start: at, line: this.#lines, end: at, signs: 0, tangled: false };
    }
    const current = this.#run;
    current.signs += signsIn(text, at, end);
    const markers = markersOf(text, at, end, this.#settings.depth);
    if (markers > fewMarkers) this.#markerWork += markers - fewMarkers;
    current.tangled ||= markers >= this.#settings.depth || (markers > fewMarkers && this.#markerWork > markerWork);
    current.end = end;
  }

  #endRun(): void {
    const { start, line, end, signs, tangled } = this.#run;
    this.#dropRun();
    if (start < 0 || end <= start) return;
    if (signs > fewSigns) this.#signWork += signs * signs;
    const long = end - start > runCharacters;
    if (!tangled && !long && signs <= signsInRun && (signs <= fewSigns || this.#signWork <= signWork)) return;
    const lines = this.#lines;
    this.#lines = line;
    if (start > this.#start) this.#push(start, 'parse');
    this.#lines = lines;
    this.#push(end, 'literal');
    this.#list = undefined;
    this.#open = undefined;
    this.#contained = false;
    this.#lost = false;
  }

  #push(end: number, kind: Segment['kind'], parts: Pick<Segment, 'forced'> = {}): void {
    if (end <= this.#start) return;
    const continued = this.#continues === undefined ? {} : { continues: this.#continues };
    this.#segments.push({ start: this.#start, end, line: this.#startLine, kind, ...continued, ...parts });
    this.#continues = undefined;
    this.#start = end;
    this.#startLine = this.#lines;
  }
}
