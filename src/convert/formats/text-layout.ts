// The one rule for what the lines of a plain text mean. A stretch of lines between blank lines is
//   preformatted  when its columns, indentation, rulings or time stamps carry meaning: it becomes a code block;
//   prose         when every line ends only because the next word did not fit: its lines are joined;
//   lines         otherwise (verse, addresses, lists, notes): each line end stays a line break.
// Joining what was not wrapped is the worse mistake, so prose needs proof: breaks that a width explains, over the
// document or over a whole paragraph of running text.

export type Layout = 'preformatted' | 'prose' | 'lines';

export interface Page {
  /** Spaces that stand before nearly every line of the document and mean nothing. */
  readonly margin: number;
  /** Width the document's paragraphs are wrapped at, when they are. */
  readonly wrap?: number;
}

/** Breaks that must be explained by one width before a document counts as wrapped. */
const leastBreaks = 6;
const leastWidth = 40;
const mostWidth = 160;

/** Learns margin and wrapping from the first lines of a document. */
export function studyPage(lines: readonly string[]): Page {
  const filled = lines.filter((line) => line.trim() !== '');
  const margin = commonMargin(filled);
  const widths: number[] = [];
  const breaks: [number, number][] = [];
  let capitals = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string;
    const next = lines[at + 1] ?? '';
    if (line.trim() === '') continue;
    widths.push(widthOf(line.trim()));
    if (next.trim() === '' || startsItem(next) || indentOf(line) - margin >= 4 || hasColumns(line)) continue;
    breaks.push([widthOf(line.trim()), firstWordWidth(next.trim())]);
    if (/^\p{Lu}/u.test(next.trim())) capitals += 1;
  }
  widths.sort((a, b) => a - b);
  // A few lines may be longer: addresses of web pages do not wrap.
  const wrap = widths[Math.floor((widths.length - 1) * 0.97)] ?? 0;
  if (breaks.length < leastBreaks || wrap < leastWidth || wrap > mostWidth) return { margin };
  const explained = breaks.filter(([width, word]) => width + 1 + word > wrap).length;
  // Verse and lists begin their lines with capitals; prose does so by chance, German prose in four of ten.
  if (capitals > breaks.length * 0.7) return { margin };
  return explained >= breaks.length * 0.6 ? { margin, wrap } : { margin };
}

function commonMargin(lines: readonly string[]): number {
  const indents = lines.map(indentOf).sort((a, b) => a - b);
  return indents[Math.floor(indents.length * 0.2)] ?? 0;
}

/** The layout of one stretch of lines, none of them blank. */
export function layoutOf(lines: readonly string[], page: Page): Layout {
  if (isPreformatted(lines, page.margin)) return 'preformatted';
  if (lines.length < 2) return 'lines';
  const trimmed = lines.map((line) => line.trim());
  if (page.wrap !== undefined && explains(trimmed, page.wrap)) return 'prose';
  return isRunningText(trimmed) ? 'prose' : 'lines';
}

/** True when each line, unless an item of a list follows, ends because the next word would pass the width. */
function explains(lines: readonly string[], wrap: number): boolean {
  for (let at = 0; at + 1 < lines.length; at += 1) {
    const next = lines[at + 1] as string;
    if (startsItem(next)) continue;
    if (widthOf(lines[at] as string) + 1 + firstWordWidth(next) <= wrap - 2) return false;
  }
  return true;
}

/** A paragraph that proves by itself to be wrapped: wide, three lines or more, going on in small letters. */
function isRunningText(lines: readonly string[]): boolean {
  if (lines.length < 3) return false;
  const wrap = lines.reduce((most, line) => Math.max(most, widthOf(line)), 0);
  if (wrap < leastWidth || wrap > mostWidth || !explains(lines, wrap)) return false;
  const continued = lines.slice(1);
  if (continued.some(startsItem)) return false;
  const small = continued.filter((line) => /^[\p{Ll}\p{Lo}]/u.test(line)).length;
  return small >= continued.length * 0.6;
}

function isPreformatted(lines: readonly string[], margin: number): boolean {
  if (lines.length < 2) return false;
  const count = (test: (line: string) => boolean): number => lines.filter(test).length;
  const indents = lines.map((line) => Math.max(0, indentOf(line) - margin));
  if (indents.every((indent) => indent >= 4)) return true;
  if (count(hasColumns) >= Math.max(2, lines.length * 0.6)) return true;
  if (lines.length >= 3 && count(isRuling) >= lines.length * 0.5) return true;
  if (lines.length >= 3 && count(isLogLine) >= lines.length * 0.7) return true;
  if (count(isCodeLine) >= Math.max(2, lines.length * 0.5)) return true;
  // Nesting shown by indentation; the first line alone may be indented in any paragraph.
  const least = Math.min(...indents);
  return indents.slice(1).filter((indent) => indent - least >= 4).length >= Math.max(1, lines.length * 0.25);
}

/** Columns of white space before the text of a line. */
export function indentOf(line: string): number {
  let width = 0;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === ' ') width += 1;
    else if (line[at] === '\t') width += 8 - (width % 8);
    else break;
  }
  return width;
}

/** A gap of two spaces or a tab between words: columns. After the end of a sentence two are only typing habit. */
function hasColumns(line: string): boolean {
  const text = line.trim();
  if (text.includes('\t')) return true;
  for (let at = text.indexOf('  '); at >= 0; at = text.indexOf('  ', at + 2)) {
    if (text[at + 2] === ' ' || !/[.!?:;,"')]/.test(text[at - 1] ?? '')) return true;
  }
  return false;
}

const drawing = Uint8Array.from({ length: 128 }, (_, code) =>
  '-+|=_*#~^/\\<>'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** Lines drawn with characters, or cells between bars. */
function isRuling(line: string): boolean {
  const text = line.trim();
  if (text.length < 3) return false;
  if (/^[|\u2502\u2551].*[|\u2502\u2551]$/.test(text)) return true;
  let drawn = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80 ? drawing[unit] === 1 : unit >= 0x2500 && unit <= 0x259f) drawn += 1;
  }
  return drawn >= text.length * 0.5;
}

const logStart =
  /^(?:\[|<\d{1,3}>)?(?:\d{4}[-/]\d\d[-/]\d\d[T ]|\d\d[-/.]\d\d[-/.]\d{2,4} \d|\d\d:\d\d:\d\d|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:|(?:\d{1,3}\.){3}\d{1,3} - |(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL|TRACE)\b|\[ {0,5}\d{1,9}\.\d{6}\])/;

function isLogLine(line: string): boolean {
  return logStart.test(line);
}

/** Statements of programs and configuration: endings and openings that sentences do not have. */
function isCodeLine(line: string): boolean {
  const text = line.trim();
  return /[;{}]$/.test(text)
    ? /[={}()]/.test(text)
    : /^(?:(?:def|class|if|for|while|else|elif|try|with) ?.{0,200}:|#include\b|import [\w.]{1,80}$|from [\w.]{1,80} import\b|\$ \S|<\/?\w[^>]{0,200}>)/.test(
        text,
      );
}

/** A bullet or a number: the line is an item of its own, however the one before ended. */
export function startsItem(line: string): boolean {
  return /^\s*(?:[-*+\u2022\u2013\u2014\u00b7>] |(?:\d{1,3}|[A-Za-z])[.)] |\(\w{1,3}\) )/.test(line.slice(0, 40));
}

/** Width as a reader sees it: ideographs take two columns. */
function widthOf(text: string): number {
  let width = text.length;
  if (!/[\u1100-\uffff]/.test(text)) return width;
  for (let at = 0; at < text.length; at += 1) if (isWide(text.charCodeAt(at))) width += 1;
  return width;
}

/** Text without spaces may break after any character. */
function firstWordWidth(text: string): number {
  if (isWide(text.charCodeAt(0))) return 2;
  const space = text.indexOf(' ');
  return widthOf(space < 0 ? text : text.slice(0, space));
}

function isWide(unit: number): boolean {
  return (
    (unit >= 0x1100 && unit <= 0x115f) ||
    (unit >= 0x2e80 && unit <= 0xa4cf) ||
    (unit >= 0xac00 && unit <= 0xd7a3) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    (unit >= 0xff00 && unit <= 0xff60)
  );
}

/** What joins wrapped lines: a space between words, nothing between ideographs or after a hyphen at a line end. */
export function joint(before: string, next: string): ' ' | '' {
  const last = before.charCodeAt(before.length - 1);
  const hangul = last >= 0xac00 && last <= 0xd7a3;
  if (isWide(last) && !hangul && isWide(next.charCodeAt(0))) return '';
  return /\p{L}-$/u.test(before.slice(-3)) && /^\p{Ll}/u.test(next) ? '' : ' ';
}
