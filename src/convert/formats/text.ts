// Reads plain text as it streams: decodes it, cuts it into lines and stretches between blank lines, and gives each
// stretch the layout that text-layout.ts decides. Everything is literal text; the writer escapes it.
import { Failure } from '../../core/failure.ts';
import { charsetLanguage, detectCharset, mediaTypeCharset, textPieces } from '../containers/charset.ts';
import { lineBreak, text } from '../document/build.ts';
import type { Block, Origin, Phrasing } from '../document/tree.ts';
import type { Read } from '../format.ts';
import { indentOf, joint, layoutOf, type Page, startsItem, studyPage } from './text-layout.ts';

/** Lines the layout of the whole document is learnt from. */
const studiedLines = 2_000;
/** A longer line is cut at a space, so that a file without line ends is read in flat memory. */
const maxLineChars = 64 * 1024;
/** A longer stretch is cut between lines. */
const maxStretchLines = 2_000;
const maxStretchChars = 256 * 1024;

export const read: Read = async function* (input, context) {
  const declared = input.mediaType === undefined ? undefined : mediaTypeCharset(input.mediaType);
  const charset = detectCharset(input.source, declared === undefined ? {} : { declared });
  const language = charsetLanguage(charset);
  context.describe(language === undefined ? { charset } : { charset, language });

  const damage = { replaced: 0, dropped: 0, suspect: true };
  const onPiece = (done: number): void => {
    if (context.signal.aborted) throw new Failure('PROCESSING_TIMEOUT', { cause: context.signal.reason });
    context.progress(done, input.source.size);
  };
  const stretches = new StretchBuilder();
  const cutter = new LineCutter(stretches);
  for (const piece of textPieces(input.source, charset, damage, onPiece)) {
    cutter.push(piece);
    for (const block of stretches.take()) yield block;
  }
  cutter.end();
  stretches.end();
  for (const block of stretches.take()) yield block;

  const { replaced, dropped } = damage;
  if (replaced > 0)
    context.warn('undecodable-characters', `${replaced} characters could not be decoded from ${charset}.`);
  if (dropped > 0) context.warn('control-characters', `${dropped} control characters were dropped.`);
  if (cutter.cuts > 0) {
    context.warn('long-lines-split', `Lines longer than ${maxLineChars} characters were split ${cutter.cuts} times.`);
  }
};

/** The blocks of a text that another format carries and has decoded. */
export function textBlocks(content: string): readonly Block[] {
  const stretches = new StretchBuilder();
  const cutter = new LineCutter(stretches);
  cutter.push(content);
  cutter.end();
  stretches.end();
  return stretches.take();
}

/** All Unicode line ends (UAX 14, classes BK and NL), and the two-character one. */
const lineEnd = /\r\n|[\n\r\u0085\u2028\u2029]/;

/** Cuts the pieces of a text into lines. */
class LineCutter {
  cuts = 0;
  readonly #stretches: StretchBuilder;
  #number = 1;
  #rest = '';
  #studied = false;
  /** The line that is being read has been cut: its rest stands apart. */
  #broken = false;

  constructor(stretches: StretchBuilder) {
    this.#stretches = stretches;
  }

  push(piece: string): void {
    const content = this.#rest + piece;
    // A carriage return at the end of a piece may be half of a line end.
    const held = content.endsWith('\r') ? 1 : 0;
    const lines = (held === 0 ? content : content.slice(0, -1)).split(lineEnd);
    this.#rest = lines.pop() ?? '';
    this.#lines(lines);
    while (this.#rest.length > maxLineChars) {
      const end = cutAt(this.#rest);
      this.#stretches.add(this.#rest.slice(0, end), this.#number, true);
      this.#rest = this.#rest.slice(end);
      this.cuts += 1;
      this.#broken = true;
    }
    if (held === 1) this.#rest += '\r';
  }

  end(): void {
    this.#lines(this.#rest.split(lineEnd));
    this.#rest = '';
  }

  #lines(lines: readonly string[]): void {
    if (!this.#studied) {
      this.#studied = true;
      this.#stretches.page = studyPage(lines.slice(0, studiedLines));
    }
    for (const line of lines) {
      if (line.length > maxLineChars || line.includes('\f')) {
        // A form feed begins a page, which is a break between paragraphs.
        for (const [index, part] of line.split('\f').entries()) this.#long(part, index > 0 || this.#broken);
      } else {
        this.#stretches.add(line, this.#number, this.#broken);
      }
      this.#broken = false;
      this.#number += 1;
    }
  }

  #long(line: string, apart: boolean): void {
    let rest = line;
    let alone = apart;
    while (rest.length > maxLineChars) {
      const end = cutAt(rest);
      this.#stretches.add(rest.slice(0, end), this.#number, alone);
      rest = rest.slice(end);
      alone = true;
      this.cuts += 1;
    }
    this.#stretches.add(rest, this.#number, alone);
  }
}

function cutAt(line: string): number {
  const space = line.lastIndexOf(' ', maxLineChars);
  if (space > maxLineChars / 2) return space + 1;
  // Never between the halves of a surrogate pair.
  const unit = line.charCodeAt(maxLineChars - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? maxLineChars - 1 : maxLineChars;
}

/** Gathers lines to stretches and stretches to blocks. */
class StretchBuilder {
  page: Page = { margin: 0 };
  #ready: Block[] = [];
  #lines: string[] = [];
  #chars = 0;
  #start = 0;
  #last = 0;
  /** Preformatted stretches with only blank lines between them are one block. */
  #code: { value: string; start: number; end: number } | undefined;

  /** The blocks finished since the last call. */
  take(): readonly Block[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  /** `apart`: the rest of a line that was too long, or what follows a form feed. */
  add(line: string, number: number, apart: boolean): void {
    const blank = line === '' || line.trim() === '';
    const full = this.#lines.length >= maxStretchLines || this.#chars + line.length > maxStretchChars;
    if (blank || apart || full) this.#close();
    if (blank) return;
    if (this.#lines.length === 0) this.#start = number;
    this.#lines.push(line);
    this.#chars += line.length;
    this.#last = number;
  }

  end(): void {
    this.#close();
    this.#closeCode();
  }

  #close(): void {
    const lines = this.#lines;
    if (lines.length === 0) return;
    const chars = this.#chars;
    this.#lines = [];
    this.#chars = 0;
    const layout = layoutOf(lines, this.page);
    if (layout !== 'preformatted') {
      this.#closeCode();
      const children = broken(wholeLines(lines, layout === 'prose'));
      this.#ready.push({ type: 'paragraph', children, origin: placed(this.#start, this.#last) });
      return;
    }
    const value = lines.map((line) => withoutMargin(line, this.page.margin).trimEnd()).join('\n');
    if (this.#code !== undefined && this.#code.value.length + chars <= maxStretchChars) {
      const gap = Math.min(3, Math.max(1, this.#start - this.#code.end));
      this.#code = { value: this.#code.value + '\n'.repeat(gap) + value, start: this.#code.start, end: this.#last };
      return;
    }
    this.#closeCode();
    this.#code = { value, start: this.#start, end: this.#last };
  }

  #closeCode(): void {
    if (this.#code === undefined) return;
    const { value, start, end } = this.#code;
    this.#code = undefined;
    this.#ready.push({ type: 'code', value, origin: placed(start, end) });
  }
}

function placed(start: number, end: number): Origin {
  return end > start ? { kind: 'line', start, end } : { kind: 'line', start };
}

function broken(lines: readonly string[]): Phrasing[] {
  const children: Phrasing[] = [];
  for (const line of lines) {
    if (children.length > 0) children.push(lineBreak);
    children.push(text(line));
  }
  return children;
}

/** Joins what was wrapped. An item of a list begins a line; what is indented below it belongs to it in any case. */
function wholeLines(lines: readonly string[], prose: boolean): string[] {
  const whole: string[][] = [];
  let before = '';
  let item = Number.POSITIVE_INFINITY;
  for (const raw of lines) {
    const line = raw.trim();
    const starts = startsItem(raw);
    const parts = whole.at(-1);
    if (parts === undefined || starts || (!prose && indentOf(raw) < item + 2)) {
      whole.push([line]);
      item = starts ? indentOf(raw) : Number.POSITIVE_INFINITY;
    } else {
      parts.push(joint(before, line), line);
    }
    before = line;
  }
  return whole.map((parts) => parts.join(''));
}

function withoutMargin(line: string, margin: number): string {
  let at = 0;
  while (at < margin && line[at] === ' ') at += 1;
  return line.slice(at);
}
