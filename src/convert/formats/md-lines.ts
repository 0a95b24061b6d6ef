// What the lines of a Markdown text may begin or end: the signs the cutting of a text goes by (CommonMark 0.31, GFM).

/** Backquote, brackets, stars, dashes below, tildes, angle brackets, dollars. */
const signCodes = new Set([33, 36, 42, 60, 91, 93, 95, 96, 126]);

/** A list item at the top level; whether it begins a list or goes on with one depends on what came before. */
export const listItem = /^([-+*]|[0-9]{1,9}([.)]))(?=[ \t]|$)/;
export const thematicBreak = /^([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
/** A line that may open a container (over-approximated: any indentation counts). */
export const containerStart = /^[ \t]*(?:>|[-+*](?:[ \t]|$)|[0-9]{1,9}[.)](?:[ \t]|$)|\[\^)/;
export const fenceStart = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,}|\${2,}(?=[^$]*$))/;
/** A fence that may stand in a container. */
export const looseFence = /^([ \t>]*(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t][ \t>]*)*)(`{3,}(?=[^`]*$)|~{3,}|\${2,}(?=[^$]*$))/;
/** CommonMark 4.6, start conditions 1 to 5: HTML that a blank line does not end. */
export const htmlStart =
  /^[ \t>]*(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]+)*<(?:(script|pre|style|textarea)(?=[\s>]|$)|(!--)|(\?)|(!\[CDATA\[)|(![a-z]))/i;
export const tagStart = /^[ \t>]*(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]+)*<[a-z/]/i;
export const htmlEnds: readonly RegExp[] = [/<\/(?:script|pre|style|textarea)>/i, /-->/, /\?>/, /\]\]>/, />/];
/** Characters of a row that is read apart from the rest of its table. */
export const longestRow = 64 * 1024;
export const tableRow = /^\|/;
export const delimiterRow = /^\|(?:[ \t]*:?-+:?[ \t]*\|)*[ \t]*(?::?-+:?[ \t]*)?$/;
/** What the expressions above look at; the rest of a long line does not matter to them. */
export const lineHead = 400;

export function signsIn(text: string, at: number, end: number): number {
  let count = 0;
  for (let i = at; i < end; i += 1) if (signCodes.has(text.charCodeAt(i))) count += 1;
  return count;
}

/** Quotes and list markers at the start of a line, counted up to `limit`. */
export function markersOf(text: string, at: number, end: number, limit: number): number {
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
export function frontMatterEnd(text: string): number {
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

export function countNewlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
