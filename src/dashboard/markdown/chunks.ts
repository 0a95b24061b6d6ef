// Cuts Markdown into pieces that are parsed and drawn one at a time, so that a result of any size never holds the page
// up. Cuts fall between blocks; a table longer than a piece goes on in the next one under its own head.

export interface Chunk {
  /** What is parsed; for a table that goes on it begins with the table's head. */
  readonly text: string;
  /** Where the piece begins in the whole, in UTF-8 bytes. */
  readonly byteStart: number;
  /** Characters at the beginning of `text` that were put there and are not in the whole. */
  readonly added: number;
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
const mathFence = /^ {0,3}\$\$/;
const tableRow = /^\s*\|/;
const tableRule = /^(?=[^-]*-)[\s:|-]+$/;
/** A line that cannot go on a list, a quote or code that was begun before. */
const freshLine = /^(?![ \t]|[-*+>]|\d{1,9}[.)])\S/;
const encoder = new TextEncoder();

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** Pieces of about `size` characters. */
export function* chunksOf(markdown: string, size: number): Generator<Chunk> {
  let begin = 0;
  let byteStart = 0;
  let head = '';
  while (begin < markdown.length) {
    const cut = cutAfter(markdown, begin, size, head !== '');
    const own = markdown.slice(begin, cut.end);
    yield { text: head + own, byteStart, added: head.length };
    byteStart += byteLength(own);
    begin = cut.end;
    head = cut.head ?? (cut.insideTable ? head : '');
  }
}

interface Cut {
  readonly end: number;
  readonly insideTable: boolean;
  /** The head of the table that goes on behind the cut, when the table began in this piece. */
  readonly head?: string;
}

function cutAfter(markdown: string, begin: number, size: number, startsInTable: boolean): Cut {
  let open = '';
  let math = false;
  let inTable = startsInTable;
  let head: string | undefined;
  let blank = false;
  let line = begin;
  let before = '';
  while (line < markdown.length) {
    const newline = markdown.indexOf('\n', line);
    const end = newline < 0 ? markdown.length : newline + 1;
    const long = line - begin >= size;
    const text = markdown.slice(line, Math.min(end, line + 2000));
    if (long && open === '' && !math) {
      // Lists may be as long as they like up to four pieces; then a cut between two items is the smaller evil.
      if (blank && (freshLine.test(text) || line - begin >= 4 * size)) return { end: line, insideTable: false };
      if (inTable && tableRow.test(text)) {
        return { end: line, insideTable: true, ...(head === undefined ? {} : { head }) };
      }
    }
    // One line without an end, or a fence that never closes: cut anyway.
    if (end - begin >= 16 * size)
      return { end: characterBorder(markdown, Math.min(end, begin + 16 * size)), insideTable: false };
    const mark = fence.exec(text)?.[1];
    if (mark !== undefined) {
      if (open === '') open = mark;
      else if (mark.startsWith(open)) open = '';
    } else if (open === '' && mathFence.test(text)) math = !math;
    blank = text.trim() === '';
    if (blank || !tableRow.test(text)) inTable = false;
    else if (!inTable && tableRule.test(text) && tableRow.test(before)) {
      inTable = true;
      head = before + text;
    }
    before = text;
    line = end;
  }
  return { end: markdown.length, insideTable: false };
}

/** Not between the two halves of a character outside the first plane. */
function characterBorder(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}
