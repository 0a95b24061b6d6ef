// Blocks whose content is taken verbatim: fenced code, math, HTML, comments and front matter.
import { infoString } from './destination.ts';
import { isSingleTag, longestRun, startsHtmlBlock } from './spans.ts';

const lineEnding = /\r\n?/g;

const linesOf = (value: string): string => (value.includes('\r') ? value.replace(lineEnding, '\n') : value);

export function codeBlock(value: string, lang = ''): string {
  const body = linesOf(value);
  const info = infoString(lang);
  // An info string with a backtick can only stand after tildes (CommonMark 0.31, 4.5).
  const marker = info.includes('`') ? '~' : '`';
  const fence = marker.repeat(Math.max(3, longestRun(body, marker) + 1));
  const head = info.startsWith(marker) ? `${fence} ${info}` : fence + info;
  return body === '' ? `${head}\n${fence}` : `${head}\n${body}\n${fence}`;
}

export function mathBlock(value: string): string {
  const body = linesOf(value);
  const fence = '$'.repeat(Math.max(2, longestRun(body, '$') + 1));
  return body === '' ? `${fence}\n${fence}` : `${fence}\n${body}\n${fence}`;
}

/** `--` would end the comment early in HTML, so the dashes are set apart. */
export function comment(value: string): string {
  const safe = value
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/-(?=-)/g, '- ');
  return safe === '' ? '<!-- -->' : `<!-- ${safe} -->`;
}

const frontMatterFences = { yaml: '---', toml: '+++' } as const;

/** Undefined where the value holds a line that would close it. */
export function frontMatter(type: 'yaml' | 'toml', value: string): string | undefined {
  const fence = frontMatterFences[type];
  const body = linesOf(value);
  if (body.split('\n').some((line) => line.trimEnd() === fence)) return undefined;
  return body === '' ? `${fence}\n${fence}` : `${fence}\n${body}\n${fence}`;
}

/** Blocks of CommonMark 0.31, 4.6, kinds 1 to 5, end only where their end marker stands. */
const selfEnding: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?=[ \t\n>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![A-Za-z]/, />/],
];
const blankLines = /\n[ \t]*(?=\n)/g;

/** The HTML as a block that ends where it should; undefined where it would not be read as one block of HTML. */
export function htmlBlock(value: string): string | undefined {
  const body = trimBlankEdges(linesOf(value));
  const kind = selfEnding.find(([start]) => start.test(body));
  if (kind !== undefined) {
    const end = kind[1].exec(body);
    return end !== null && !body.includes('\n', end.index) ? body : undefined;
  }
  const firstLine = body.slice(0, (body.indexOf('\n') + 1 || body.length + 1) - 1);
  if (!startsHtmlBlock(firstLine) && !isSingleTag(firstLine.trimEnd())) return undefined;
  // A blank line would end the block in the middle; between tags it says nothing.
  return body.replace(blankLines, '');
}

function trimBlankEdges(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && ' \t\n'.includes(value[start] as string)) start += 1;
  while (end > start && ' \t\n'.includes(value[end - 1] as string)) end -= 1;
  return value.slice(start, end);
}
