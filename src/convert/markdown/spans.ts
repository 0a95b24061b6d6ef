// Spans whose content is taken verbatim: inline code, inline math, raw inline HTML, footnote labels and fences.

const lineEndings = /[\r\n]+/g;

/** Lengths of all runs of `marker` in `value`. */
function runLengths(value: string, marker: string): Set<number> {
  const lengths = new Set<number>();
  for (let at = value.indexOf(marker); at !== -1; at = value.indexOf(marker, at)) {
    let end = at + 1;
    while (value[end] === marker) end += 1;
    lengths.add(end - at);
    at = end;
  }
  return lengths;
}

export function longestRun(value: string, marker: string): number {
  let longest = 0;
  for (const length of runLengths(value, marker)) longest = Math.max(longest, length);
  return longest;
}

/** Code and math spans share one grammar (CommonMark 0.31, 6.1): the fence is a run length the content does not hold. */
function verbatimSpan(value: string, marker: string): string {
  const taken = runLengths(value, marker);
  let size = 1;
  while (taken.has(size)) size += 1;
  const fence = marker.repeat(size);
  const first = value[0];
  const last = value[value.length - 1];
  // One space on both sides is stripped by parsers unless all is space, so content that begins so needs a second one.
  const pad = first === marker || last === marker || (first === ' ' && last === ' ' && !/^ *$/.test(value)) ? ' ' : '';
  return fence + pad + value + pad + fence;
}

export const spanValue = (value: string): string => value.replace(lineEndings, ' ');

/** An odd number of backslashes before a pipe cannot be written in a code span of a cell (GFM 4.10). */
const lonelyBackslashPipe = /(?<!\\)(?:\\\\)*\\\|/;

export function canBeCodeInCell(value: string): boolean {
  return !(value.includes('\\|') && lonelyBackslashPipe.test(value));
}

export function codeSpan(value: string, inCell: boolean): string {
  const span = verbatimSpan(value, '`');
  return inCell ? span.replaceAll('|', '\\|') : span;
}

/** In a cell a pipe would end the cell, so LaTeX's own names for it are used. */
export const mathInCell = (value: string): string =>
  value
    .replace(/\\\|(?=([a-zA-Z])?)/g, (_, letter: string | undefined) => (letter === undefined ? '\\Vert' : '\\Vert '))
    .replace(/\|(?=([a-zA-Z])?)/g, (_, letter: string | undefined) => (letter === undefined ? '\\vert' : '\\vert '));

export function mathSpan(value: string): string {
  return verbatimSpan(value, '$');
}

const tagName = '[A-Za-z][A-Za-z0-9-]*';
const attribute =
  '[ \\t\\r\\n]+[A-Za-z_:][A-Za-z0-9_.:-]*(?:[ \\t\\r\\n]*=[ \\t\\r\\n]*(?:[^ \\t\\r\\n"\'=<>`]+|\'[^\']*\'|"[^"]*"))?';
const openTag = `<${tagName}(?:${attribute})*[ \\t\\r\\n]*\\/?>`;
const closingTag = `<\\/${tagName}[ \\t\\r\\n]*>`;
/** CommonMark 0.31, 6.6, without processing instructions, declarations and CDATA, which no reader needs. */
const inlineHtml = new RegExp(`${openTag}|${closingTag}|<!--(?!-?>)(?:(?!--)[^])*-->`, 'y');
const tagAlone = new RegExp(`^(?:${openTag}|${closingTag})$`);

/** True when the value is nothing but tags and comments, so that it is read back as HTML. */
export function isInlineHtml(value: string): boolean {
  let at = 0;
  while (at < value.length) {
    inlineHtml.lastIndex = at;
    const match = inlineHtml.exec(value);
    if (match === null) return false;
    at += match[0].length;
  }
  return value.length > 0;
}

/** `<br>` in any spelling is a line break like any other. */
export const isBreakTag = (value: string): boolean => /^<br ?\/?>$/i.test(value);

export const isSingleTag = (value: string): boolean => tagAlone.test(value);

const blockTags =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';
/** How a line begins that is an HTML block even in the middle of a paragraph (CommonMark 0.31, 4.6, kinds 1 to 6). */
export const htmlBlockStart = new RegExp(
  `^<(?:(?:script|pre|style|textarea)(?=[ \\t>]|$)|!--|\\?|![A-Za-z]|!\\[CDATA\\[|\\/?(?:${blockTags})(?=[ \\t]|\\/?>|$))`,
  'i',
);

export const startsHtmlBlock = (line: string): boolean => htmlBlockStart.test(line);

const plainLabel = /^[\p{L}\p{N}_.:-]+$/u;
const labelLimit = 900;

/** A footnote label parsers agree on: letters, digits and a few signs; all else as %XX of its UTF-8. */
export function footnoteLabel(identifier: string): string {
  const label = plainLabel.test(identifier)
    ? identifier
    : [...identifier.slice(0, labelLimit).toWellFormed()]
        .map((one) => (plainLabel.test(one) ? one : Buffer.from(one).reduce((all, byte) => all + percent(byte), '')))
        .join('');
  return label === '' ? '_' : label.slice(0, labelLimit);
}

export const percent = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
