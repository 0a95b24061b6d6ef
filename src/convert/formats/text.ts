// Reads plain text as it streams: decodes it, cuts it into lines and stretches between blank lines, and gives each
// stretch the layout that text-layout.ts decides. Everything is literal text; the writer escapes it.
import { Failure } from '../../core/failure.ts';
import { charsetLanguage, detectCharset, mediaTypeCharset, textPieces } from '../containers/charset.ts';
import { lineBreak, text } from '../document/build.ts';
import type { Block, Code, Paragraph, Phrasing } from '../document/tree.ts';
import type { Read, ReadContext } from '../format.ts';
import type { DocumentInput } from '../input.ts';
import { joined, layoutOf, type Page, startsItem, studyPage } from './text-layout.ts';

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
  const builder = new StretchBuilder();
  const lines = linesOf(input, charset, context);
  const head: Line[] = [];
  for (let next = lines.next(); !next.done; next = lines.next()) {
    head.push(next.value);
    if (head.length >= studiedLines) break;
  }
  builder.page = studyPage(head.map((line) => line.text));
  for (const line of head) yield* builder.add(line);
  for (const line of lines) yield* builder.add(line);
  yield* builder.end();
};

interface Line {
  readonly text: string;
  readonly number: number;
  /** The rest of a line that was too long, or what follows a form feed. */
  readonly apart: boolean;
}

/** All Unicode line ends (UAX 14, class BK and NL), and the two-character one. */
const lineEnd = /\r\n|[\n\r\u0085\u2028\u2029]/;

function* linesOf(input: DocumentInput, charset: string, context: ReadContext): Generator<Line> {
  const { size } = input.source;
  const damage = { replaced: 0, dropped: 0, suspect: true };
  let cut = 0;
  let number = 1;
  let rest = '';
  const onPiece = (done: number): void => {
    if (context.signal.aborted) throw new Failure('PROCESSING_TIMEOUT', { cause: context.signal.reason });
    context.progress(done, size);
  };
  for (const piece of textPieces(input.source, charset, damage, onPiece)) {
    // A carriage return at the end of a piece may be half of a line end.
    let content = rest + piece;
    const held = content.endsWith('\r') ? '\r' : '';
    if (held !== '') content = content.slice(0, -1);
    const lines = content.split(lineEnd);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      yield* partsOf(line, number);
      number += 1;
    }
    while (rest.length > maxLineChars) {
      const end = cutAt(rest);
      yield { text: rest.slice(0, end), number, apart: true };
      rest = rest.slice(end);
      cut += 1;
    }
    rest += held;
  }
  for (const line of rest.split(lineEnd)) {
    if (line !== '') yield* partsOf(line, number);
  }
  const { replaced, dropped } = damage;
  if (replaced > 0) context.warn('undecodable-bytes', `${replaced} characters could not be decoded and became U+FFFD.`);
  if (dropped > 0) context.warn('control-characters', `${dropped} control characters were dropped.`);
  if (cut > 0)
    context.warn('long-lines-split', `Lines longer than ${maxLineChars} characters were split ${cut} times.`);
}

/** A form feed begins a page, which is a break between paragraphs. */
function* partsOf(line: string, number: number): Generator<Line> {
  if (!line.includes('\f') && line.length <= maxLineChars) {
    yield { text: line, number, apart: false };
    return;
  }
  for (const [index, part] of line.split('\f').entries()) {
    let rest = part;
    let apart = index > 0;
    while (rest.length > maxLineChars) {
      const end = cutAt(rest);
      yield { text: rest.slice(0, end), number, apart };
      rest = rest.slice(end);
      apart = true;
    }
    if (rest !== '' || !apart) yield { text: rest, number, apart };
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
  #lines: string[] = [];
  #chars = 0;
  #start = 0;
  #last = 0;
  /** Preformatted stretches with only blank lines between them are one block. */
  #code: { value: string; start: number; end: number } | undefined;

  *add(line: Line): Generator<Block> {
    const blank = line.text.trim() === '';
    const full = this.#lines.length >= maxStretchLines || this.#chars + line.text.length > maxStretchChars;
    if (blank || line.apart || full) yield* this.#close();
    if (blank) return;
    if (this.#lines.length === 0) this.#start = line.number;
    this.#lines.push(line.text);
    this.#chars += line.text.length;
    this.#last = line.number;
  }

  *end(): Generator<Block> {
    yield* this.#close();
    yield* this.#closeCode();
  }

  *#close(): Generator<Block> {
    const lines = this.#lines;
    if (lines.length === 0) return;
    const chars = this.#chars;
    this.#lines = [];
    this.#chars = 0;
    const layout = layoutOf(lines, this.page);
    if (layout !== 'preformatted') {
      yield* this.#closeCode();
      const children = layout === 'prose' ? wrapped(lines) : broken(lines.map((line) => line.trim()));
      yield placed({ type: 'paragraph', children }, this.#start, this.#last);
      return;
    }
    const value = lines.map((line) => withoutMargin(line, this.page.margin).trimEnd()).join('\n');
    if (this.#code !== undefined && this.#code.value.length + chars <= maxStretchChars) {
      const gap = Math.min(3, Math.max(1, this.#start - this.#code.end));
      this.#code = { value: this.#code.value + '\n'.repeat(gap) + value, start: this.#code.start, end: this.#last };
      return;
    }
    yield* this.#closeCode();
    this.#code = { value, start: this.#start, end: this.#last };
  }

  *#closeCode(): Generator<Block> {
    if (this.#code === undefined) return;
    const { value, start, end } = this.#code;
    this.#code = undefined;
    yield placed({ type: 'code', value }, start, end);
  }
}

function placed(block: Paragraph | Code, start: number, end: number): Block {
  return { ...block, origin: end > start ? { kind: 'line', start, end } : { kind: 'line', start } };
}

function broken(lines: readonly string[]): Phrasing[] {
  const children: Phrasing[] = [];
  for (const line of lines) {
    if (children.length > 0) children.push(lineBreak);
    children.push(text(line));
  }
  return children;
}

/** Joins what was wrapped; an item of a list still begins a line. */
function wrapped(lines: readonly string[]): Phrasing[] {
  const whole: string[] = [];
  for (const line of lines) {
    const before = whole.at(-1);
    if (before === undefined || startsItem(line)) whole.push(line.trim());
    else whole[whole.length - 1] = joined(before, line.trim());
  }
  return broken(whole);
}

function withoutMargin(line: string, margin: number): string {
  let at = 0;
  while (at < margin && line[at] === ' ') at += 1;
  return line.slice(at);
}
