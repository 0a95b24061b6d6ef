// What would begin a block if a line of text began with it, and where a backslash stops that. Escaping as data.
import { htmlBlockStart, startsHtmlBlock } from './spans.ts';

interface LineStartRule {
  /** Matches at the start of the line's text; the escape goes before the last captured group, or before the match. */
  readonly pattern: RegExp;
  /** `first`: only on the first line of a block; `later`: only on lines after it; left out: on both. */
  readonly where?: 'first' | 'later';
  /** Escape every character of the match: these are runs that could still mean something when cut short. */
  readonly whole?: true;
}

const rules: readonly (readonly [characters: string, rules: readonly LineStartRule[]])[] = [
  // CommonMark 0.31: 4.2 headings, 5.1 block quotes, 5.2 lists, 4.1 thematic breaks, 4.3 setext underlines,
  // 4.5 fences, 4.6 HTML blocks; GFM 4.10 delimiter rows; math fences; TOML front matter.
  ['#', [{ pattern: /^#{1,6}(?= |$)/ }]],
  ['>', [{ pattern: /^>/ }]],
  ['-', [{ pattern: /^-(?= |$)/ }, { pattern: /^-[- ]*$/ }, { pattern: /^-[-|: ]*$/, where: 'later' }]],
  ['+', [{ pattern: /^\+(?= |$)/ }, { pattern: /^\+{3} *$/, where: 'first' }]],
  ['*', [{ pattern: /^\*+(?= |$)/, whole: true }, { pattern: /^\*(?=[* ]*$)/ }]],
  ['_', [{ pattern: /^_+(?!_)(?=[_ ]*$)/, whole: true }]],
  ['=', [{ pattern: /^=(?==* *$)/, where: 'later' }]],
  ['`', [{ pattern: /^`{3,}/, whole: true }]],
  ['~', [{ pattern: /^~{3,}/, whole: true }]],
  ['$', [{ pattern: /^\${2,}/, whole: true }]],
  ['<', [{ pattern: htmlBlockStart }]],
  ['|:', [{ pattern: /^[|:](?=[|: ]*-[|:\- ]*$)/, where: 'later' }]],
  ['0123456789', [{ pattern: /^[0-9]{1,9}([.)])(?= |$)/ }]],
];

const byCode = new Map<number, readonly LineStartRule[]>();
for (const [characters, list] of rules) for (const one of characters) byCode.set(one.charCodeAt(0), list);

/** Positions in `text`, the first text of a line, that need a backslash for the line to stay text. */
export function lineStartEscapes(text: string, firstLine: boolean): readonly number[] {
  const list = byCode.get(text.charCodeAt(0));
  if (list === undefined) return none;
  for (const rule of list) {
    if (rule.where === (firstLine ? 'later' : 'first')) continue;
    const match = rule.pattern.exec(text);
    if (match === null) continue;
    const { length } = match[0];
    if (rule.whole) return Array.from({ length }, (_, at) => at);
    return [match[1] === undefined ? 0 : length - 1];
  }
  return none;
}

const none: readonly number[] = [];

/** Raw HTML that would begin an HTML block is moved off the line start by a space that is not white space to parsers. */
export const offLineStart = (html: string): string => (startsHtmlBlock(html) ? '&#32;' : '');
