// Cuts Markdown into pieces that mean the same apart as together, so that a large text is parsed in flat memory, and
// sets aside the runs a parser would take quadratic time over. Every cut is proven by md-segments.test.ts.

export interface Segment {
  readonly start: number;
  readonly end: number;
  /** Lines before it. */
  readonly line: number;
  /**
   * `front`: front matter; `fence`: one fenced block; `table`: a table of which each row stands on its own line;
   * `literal`: too tangled to parse, kept as text.
   */
  readonly kind: 'front' | 'parse' | 'fence' | 'table' | 'literal';
  /** True when a list had to be cut in two because nothing else could be. */
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
/** A list longer than this is cut at one of its items. */
const listCharacters = 1024 * 1024;
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

/** Backquote, brackets, stars, dashes below, tildes, angle brackets, dollars. */
const signCodes = new Set([33, 36, 42, 60, 91, 93, 95, 96, 126]);

/** A line that, after a blank one, ends every container and begins something of its own at the top level. */
const safeStart = /^(?:\p{L}|#{1,6}[ \t])/u;
/** A line that may open a container (over-approximated: any indentation counts). */
const containerStart = /^[ \t]*(?:>|[-+*](?:[ \t]|$)|[0-9]{1,9}[.)](?:[ \t]|$)|\[\^)/;
const fenceStart = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,}|\${2,}(?=[^$]*$))/;
/** A fence that may stand in a container. */
const looseFence = /^([ \t>]*(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]+[ \t>]*)*)(`{3,}(?=[^`]*$)|~{3,}|\${2,}(?=[^$]*$))/;
/** CommonMark 4.6, start conditions 1 to 5: HTML that a blank line does not end. */
const htmlStart =
  /^[ \t>]*(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]+)*<(?:(script|pre|style|textarea)(?=[\s>]|$)|(!--)|(\?)|(!\[CDATA\[)|(![a-z]))/i;
const tagStart = /^[ \t>]*(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]+)*<[a-z/]/i;
const htmlEnds: readonly RegExp[] = [/<\/(?:script|pre|style|textarea)>/i, /-->/, /\?>/, /\]\]>/, />/];
const tableRow = /^\|/;
const delimiterRow = /^\|(?:[ \t]*:?-+:?[ \t]*\|)*[ \t]*(?::?-+:?[ \t]*)?$/;
const listItem = /^(?:[-+*]|[0-9]{1,9}[.)])[ \t]/;
/** What the expressions above look at; the rest of a long line does not matter to them. */
const lineHead = 400;

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
    this.#followTable(at, end, head);
    if (blank || this.#open?.sure === true || this.#table === 'rows') this.#endRun();
    else this.#weigh(text, at, end, head);
    if (this.#blank && !blank && safeStart.test(head)) this.#safePlace(at);
    if (this.#open?.sure !== true && this.#table === 'none') this.#cutLong(at, head);
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
    this.#push(length, length - this.#start > pieceCharacters ? 'literal' : 'parse');
    return this.#segments;
  }

  #safePlace(at: number): void {
    if (this.#open?.sure === true) return;
    // An uncertain fence that reaches a line outside every container: closed, or never one. Both cannot be followed.
    if (this.#open !== undefined) this.#lose();
    this.#contained = false;
    if (!this.#lost && at - this.#start >= this.#settings.target) this.#push(at, 'parse');
  }

  /** Tables whose every row begins with a bar, at the top level: they are read row by row. */
  #followTable(at: number, end: number, head: string): void {
    const row = tableRow.test(head);
    if (this.#table === 'rows') {
      if (row) return;
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

  /** Cuts out a block that was followed from its first line to `end`, when it is large enough to be worth it. */
  #cutBlock(end: number, kind: 'fence' | 'table'): void {
    const { at, line } = this.#block;
    if (end - at < this.#settings.target || at < this.#start) return;
    const lines = this.#lines;
    this.#lines = line;
    this.#push(at, 'parse');
    this.#lines = lines;
    this.#push(end, kind);
  }

  /** Lists are cut between items, and anything else that grows beyond all bounds is given up. */
  #cutLong(at: number, head: string): void {
    const length = at - this.#start;
    if (length > listCharacters && listItem.test(head)) this.#push(at, 'parse', true);
    else if (length > pieceCharacters) this.#push(at, 'literal');
    else return;
    this.#open = undefined;
    this.#contained = false;
    this.#lost = false;
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
      if (ends?.test(text.slice(at, end))) this.#open = undefined;
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
    return ends.test(rest) ? undefined : { kind: 'html', sure: !this.#contained, prefix: '', mark: '', ends };
  }

  /** Counts what the parser would have to pair up; a run that has too much of it is cut out. */
  #weigh(text: string, at: number, end: number, head: string): void {
    const run = this.#run;
    if (run.end !== at || /^[ \t>]*(?:[-+*][ \t]|[0-9]{1,9}[.)][ \t]|#{1,6}[ \t]|\|)/.test(head)) {
      this.#endRun();
      this.#run = { start: at, line: this.#lines, end: at, signs: 0, tangled: false };
    }
    const current = this.#run;
    for (let i = at; i < end; i += 1) if (signCodes.has(text.charCodeAt(i))) current.signs += 1;
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
    this.#open = undefined;
    this.#contained = false;
    this.#lost = false;
  }

  #push(end: number, kind: Segment['kind'], forced = false): void {
    if (end <= this.#start) return;
    const segment = { start: this.#start, end, line: this.#startLine, kind };
    this.#segments.push(forced ? { ...segment, forced } : segment);
    this.#start = end;
    this.#startLine = this.#lines;
  }
}

/** Quotes and list markers at the start of a line, counted up to `limit`. */
function markersOf(text: string, at: number, end: number, limit: number): number {
  let count = 0;
  for (let i = at; i < end && count < limit; ) {
    const c = text.charCodeAt(i);
    if (c === 32 || c === 9) i += 1;
    else if (c === 62) {
      count += 1;
      i += 1;
    } else {
      let marker = i;
      while (marker < i + 9 && text.charCodeAt(marker) >= 48 && text.charCodeAt(marker) <= 57) marker += 1;
      const sign = text.charCodeAt(marker);
      const listed = marker > i ? sign === 46 || sign === 41 : sign === 42 || sign === 43 || sign === 45;
      const after = text.charCodeAt(marker + 1);
      if (!listed || !(after === 32 || after === 9 || after === 10)) break;
      count += 1;
      i = marker + 1;
    }
  }
  return count;
}

/** CommonMark 4.5: the same sign, at least as many, indented by three at most, nothing after it. */
export function closesFence(line: string, mark: string): boolean {
  const found = /^ {0,3}(`+|~+|\$+)[ \t]*$/.exec(line)?.[1];
  return found !== undefined && found[0] === mark[0] && found.length >= mark.length;
}

/** YAML between `---`, TOML between `+++`, only at the very start; 0 when there is none. */
function frontMatterEnd(text: string): number {
  const fence = /^(---|\+\+\+)[ \t]*\r?\n/.exec(text.slice(0, lineHead));
  if (fence === null) return 0;
  const mark = fence[1] as string;
  for (let at = text.indexOf('\n') + 1; at > 0 && at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    if (text.startsWith(mark, at) && /^[ \t\r]*$/.test(text.slice(at + mark.length, Math.min(end, at + lineHead)))) {
      return newline < 0 ? text.length : newline + 1;
    }
    at = newline < 0 ? 0 : newline + 1;
  }
  return 0;
}

function countNewlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
