// What stands between two lines of a paragraph: a space, or nothing where the end of the line parted a word, an address or a
// name of code.
import type { Hyphens } from './hyphens.ts';
import type { Line } from './lines.ts';

/** The text so far, or its last part of one look. */
interface LineEnd {
  readonly text: string;
  readonly code: boolean;
  readonly url: string | undefined;
}

/** How the next line begins. */
interface LineStart {
  readonly text: string;
  readonly code: boolean;
  readonly url: string | undefined;
  /** All of the line. */
  readonly line: string;
}

/** The last one takes the sign off that stands at the end of the line. */
export type LineJoin = 'space' | 'nothing' | 'no hyphen';

const notInWord = /[^\p{L}\d]/u;

/** How much of a line's end is looked at: longer than any word, and as long as an address. */
const longestWord = 60;
const longestAddress = 300;

/** Whatever begins with one of these may be the rest of an address. */
const withinAddress = /^[/?&=#%~_]/;

/** `tail` is what was added last to the text so far, and `lines` are those of the paragraph. */
export function joinOf(
  last: LineEnd,
  tail: string,
  first: LineStart,
  lines: readonly Line[],
  hyphens: Hyphens | undefined,
): LineJoin {
  // Programs that write manuals end lines with a hook that they had to break; the key of that sign stands apart.
  if (tail.endsWith('↩') && !/\s↩$/.test(last.text)) return 'no hyphen';
  // An address that is written out, and broken where there was room.
  if (last.url !== undefined && /[./:]/.test(tail + first.text)) {
    if (last.url.includes(`${tail}${first.text}`)) return 'nothing';
    if (tail.endsWith('-') && last.url.includes(`${tail.slice(0, -1)}${first.text}`)) return 'no hyphen';
  }
  // Most lines end with a letter of a script whose words stand apart. The text so far is not looked into for that: it is
  // still in pieces, and would be copied line by line.
  const sign = tail.charCodeAt(tail.length - 1);
  if (isFullWidth(first.text[0])) return 'nothing';
  if ((sign | 32) >= 97 && (sign | 32) <= 122 && !withinAddress.test(first.text)) return 'space';
  if (isFullWidth(tail.at(-1))) return 'nothing';
  const end = last.text.slice(-longestWord);
  if (isBrokenName(last, first)) return 'nothing';
  if (/[\p{L}\d]-$/u.test(end)) return joinOfHyphen(last, end, first, lines, hyphens);
  if (/[\p{L}\d][–—/]$/u.test(end)) return isPathBefore(last, end, first) ? 'space' : 'nothing';
  if (isUnspaced(last.text.charCodeAt(last.text.length - 1)) && isUnspaced(first.text.charCodeAt(0)))
    return pausing.test(end) ? 'space' : 'nothing';
  return 'space';
}

/** An address or a name of code that goes on: parted after a sign that no sentence ends with, or before one. */
function isBrokenName({ text, code }: LineEnd, first: LineStart): boolean {
  if (code !== first.code) return false;
  const end = text.slice(-longestAddress);
  if (/[\p{L}\p{N}]_$/u.test(end)) return /^[\p{L}\p{N}]/u.test(first.text);
  if (/[\p{L}\p{N}>]::$/u.test(end)) return /^[\p{L}_~]/u.test(first.text);
  if (/[\p{L}\p{N}]@$/u.test(end)) return /^[\w-]+\.\w/.test(first.text);
  const word = end.slice(end.lastIndexOf(' ') + 1);
  const address = word.search(/[a-z]:\/\/|^\(?www\./);
  if (address >= 0) return isRestOfAddress(word.slice(address), first);
  return code && ((/\w\.$/.test(end) && /^[\p{Ll}_]/u.test(first.text)) || /\w=$/.test(end));
}

function isRestOfAddress(address: string, { text, code }: LineStart): boolean {
  if (/^[/?&=#%~_]\w/.test(text)) return !/[)\]>"’”.,;]$/.test(address);
  if (!/^[\w%~]/.test(text) || /^\w+:\/\//.test(text)) return false;
  if (/[/?&=%#~+-]$/.test(address)) return !address.endsWith('://') || /\w[./]\w/.test(text);
  // A stop may end the sentence.
  return /[.,:;]$/.test(address) && (code || /^[\w-]+[./]\w/.test(text));
}

/** A path that ends with its stroke, and text in another look or with another link after it. */
const isPathBefore = ({ code, url }: LineEnd, end: string, first: LineStart): boolean =>
  end.endsWith('/') && ((code && !first.code) || (url !== undefined && url !== first.url));

/** What the first of two words in a row leaves out, so that its hyphen stands at its end. */
const conjunction = /^(?:und|oder|bzw\.|sowie|and|or|et|ou|och|eller|og|[yeou])$/;
/** A range of numbers: elsewhere `to` may be the end of a word. */
const range = /(?:^|[\s(])(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)-$/i;

function joinOfHyphen(
  last: LineEnd,
  end: string,
  first: LineStart,
  lines: readonly Line[],
  hyphens: Hyphens | undefined,
): LineJoin {
  const part = end.slice(0, -1).split(notInWord).at(-1) ?? '';
  const rest = first.text.split(notInWord)[0] ?? '';
  // The words of programs and addresses are never parted with a hyphen of the typesetter's.
  if (last.code || last.url?.toLowerCase().includes(`${part}-${rest}`.toLowerCase()) === true) return 'nothing';
  if (conjunction.test(first.text) || (first.text === 'to' && range.test(end)))
    return hyphens?.isOneWord(part, first.text) === true ? 'nothing' : 'space';
  if (!/\p{L}-$/u.test(end) || /\s\p{L}+-\p{L}+-$/u.test(end)) return 'nothing';
  if (/^\p{Ll}/u.test(rest)) return hyphens?.belongs(part, rest, lines) === true ? 'nothing' : 'no hyphen';
  if (!/^\p{Lu}{2,}$/u.test(part) || !/^\p{Lu}{2,}$/u.test(rest)) return 'nothing';
  // Names in capitals have hyphens of their own; words do where all around is written so.
  if (hyphens?.isParted(part, rest) === true) return 'no hyphen';
  if (!isInCapitals(`${end} ${first.line}`)) return 'nothing';
  return hyphens?.belongs(part, rest, lines) === true ? 'nothing' : 'no hyphen';
}

const isInCapitals = (text: string): boolean =>
  (text.match(/\p{Lu}/gu)?.length ?? 0) > 0.8 * (text.match(/\p{L}/gu)?.length ?? 0);

/** Full-width stops, commas and brackets: their white is part of them, beside Latin letters too. */
const fullWidth = /[、。〈-】〔-〛！（），．：；？［］｛｝]/;
const isFullWidth = (sign = ''): boolean => sign > '\u3000' && fullWidth.test(sign);

/** Signs of Thai, Tibetan, Burmese and Khmer that a space follows: those of repetition, abbreviation and pauses. */
const pausing = /[ฯๆ།-༒၊။។-៕៘]$/u;

/** Scripts that set no spaces between their words: ideographs, kana, Thai, Lao, Tibetan, Burmese and Khmer. */
function isUnspaced(code: number): boolean {
  return (
    (code >= 0xe00 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    (code >= 0x3000 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff01 && code <= 0xff60)
  );
}
