// Patterns such as docs/**/*.{html,md}, for shells that do not expand them (Windows) and patterns that were quoted.
// A small language: * ? [abc] [a-z] [!x] {a,b} and ** for folders at any depth. Matching never backtracks further
// than the last star, so it is linear in the name times the pattern.
import { usageFailure } from './parse-arguments.ts';

/** Alternatives one pattern may stand for. */
const mostAlternatives = 1_000;

type Token =
  | { readonly kind: 'literal'; readonly char: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'set'; readonly not: boolean; readonly ranges: readonly (readonly [string, string])[] };

/** One part of a path between slashes. */
export type Segment =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'folders' }
  | { readonly kind: 'pattern'; readonly tokens: readonly Token[] };

/** A pattern without braces, split at its slashes. */
export interface PathPattern {
  readonly absolute: boolean;
  readonly segments: readonly Segment[];
}

export function parsePattern(text: string): PathPattern[] {
  return expandBraces(text).map(parsePath);
}

function parsePath(text: string): PathPattern {
  return {
    absolute: text.startsWith('/'),
    segments: text
      .split('/')
      .filter((part) => part.length > 0)
      .map(parseSegment),
  };
}

function parseSegment(text: string): Segment {
  if (text === '**') return { kind: 'folders' };
  const tokens: Token[] = [];
  const chars = Array.from(text);
  let at = 0;
  while (at < chars.length) {
    const char = chars[at] ?? '';
    at += 1;
    if (char === '\\' && at < chars.length) {
      tokens.push({ kind: 'literal', char: chars[at] ?? '' });
      at += 1;
    } else if (char === '*') {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' });
    } else if (char === '?') {
      tokens.push({ kind: 'any' });
    } else {
      const set = char === '[' ? parseSet(chars, at) : undefined;
      tokens.push(set?.token ?? { kind: 'literal', char });
      at = set?.end ?? at;
    }
  }
  if (tokens.every((token) => token.kind === 'literal')) {
    return { kind: 'name', name: tokens.map((token) => token.char).join('') };
  }
  return { kind: 'pattern', tokens };
}

/** A set from behind its `[`; undefined when it is not closed, then the bracket stands for itself. */
function parseSet(chars: readonly string[], start: number): { token: Token; end: number } | undefined {
  const not = chars[start] === '!' || chars[start] === '^';
  const first = not ? start + 1 : start;
  const ranges: [string, string][] = [];
  for (let at = first; at < chars.length; at += 1) {
    const char = chars[at] ?? '';
    // A closing bracket in first place is a member, as in POSIX 2.13.1.
    if (char === ']' && at > first) return { token: { kind: 'set', not, ranges }, end: at + 1 };
    const last = chars[at + 2];
    if (chars[at + 1] === '-' && last !== undefined && last !== ']') {
      ranges.push([char, last]);
      at += 2;
    } else {
      ranges.push([char, char]);
    }
  }
  return undefined;
}

export function matchesSegment(segment: Segment, name: string): boolean {
  if (segment.kind === 'name') return segment.name === name;
  if (segment.kind === 'folders') return true;
  const { tokens } = segment;
  // A leading dot must be spelled, so that patterns leave hidden files alone.
  if (name.startsWith('.') && !(tokens[0]?.kind === 'literal' && tokens[0].char === '.')) return false;
  const chars = Array.from(name);
  let token = 0;
  let char = 0;
  let star = -1;
  let resume = 0;
  while (char < chars.length) {
    const current = tokens[token];
    if (current?.kind === 'star') {
      star = token;
      resume = char;
      token += 1;
    } else if (current !== undefined && matchesChar(current, chars[char] ?? '')) {
      token += 1;
      char += 1;
    } else if (star >= 0) {
      resume += 1;
      token = star + 1;
      char = resume;
    } else {
      return false;
    }
  }
  while (tokens[token]?.kind === 'star') token += 1;
  return token === tokens.length;
}

function matchesChar(token: Token, char: string): boolean {
  if (token.kind === 'literal') return token.char === char;
  if (token.kind === 'set') return token.ranges.some(([from, to]) => from <= char && char <= to) !== token.not;
  return true;
}

/** Every alternative of the braces, in order; a brace without a comma inside stands for itself. */
export function expandBraces(text: string): string[] {
  const done: string[] = [];
  // Each entry: text, and from where braces are still looked for.
  const open: [string, number][] = [[text, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [current, from] = next;
    const brace = findBrace(current, from);
    if (brace === undefined) {
      done.push(current);
    } else {
      const head = current.slice(0, brace.start);
      const tail = current.slice(brace.end + 1);
      for (const part of brace.parts.reverse()) open.push([head + part + tail, brace.start]);
    }
    if (done.length + open.length > mostAlternatives) {
      throw usageFailure(`The pattern "${text.slice(0, 40)}" has more than ${mostAlternatives} alternatives.`);
    }
  }
  return done;
}

function findBrace(text: string, from: number): { start: number; end: number; parts: string[] } | undefined {
  // One pass with a stack: an unclosed brace costs nothing more than its entry.
  const stack: { start: number; commas: number[] }[] = [];
  let found: { start: number; commas: number[]; end: number } | undefined;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '{') stack.push({ start: at, commas: [] });
    else if (char === ',') stack.at(-1)?.commas.push(at);
    else if (char === '}') {
      const closed = stack.pop();
      // The leftmost closed brace wins, so that an inner one is expanded with its outer one's parts.
      if (closed !== undefined && closed.commas.length > 0 && (found === undefined || closed.start < found.start)) {
        found = { ...closed, end: at };
      }
      if (found !== undefined && stack.length === 0) break;
    }
  }
  if (found === undefined) return undefined;
  const cuts = [found.start, ...found.commas, found.end];
  const parts = cuts.slice(1).map((cut, index) => text.slice((cuts[index] ?? 0) + 1, cut));
  return { start: found.start, end: found.end, parts };
}
