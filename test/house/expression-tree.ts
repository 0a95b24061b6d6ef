// Takes a regular expression apart, far enough to say which text leads to each of its loops.

/** One character of a set, or a group; `look` groups and anchors take up no text. */
export interface Piece {
  readonly kind: 'character' | 'group' | 'nothing';
  /** How the set is written, for a character. */
  readonly set: string;
  readonly alternatives: readonly (readonly Piece[])[];
  /** Looks ahead or behind. */
  readonly look: boolean;
  readonly min: number;
  readonly max: number;
}

export function expressionTree(source: string): readonly (readonly Piece[])[] {
  const [alternatives, end] = readAlternatives(source, 0);
  if (end !== source.length) throw new Error(`not read to its end: ${source}`);
  return alternatives;
}

function readAlternatives(source: string, start: number): [Piece[][], number] {
  const alternatives: Piece[][] = [[]];
  let at = start;
  while (at < source.length && source[at] !== ')') {
    if (source[at] === '|') {
      alternatives.push([]);
      at += 1;
      continue;
    }
    const [piece, next] = readPiece(source, at);
    const [min, max, end] = readTimes(source, next);
    alternatives.at(-1)?.push({ ...piece, min, max });
    at = end;
  }
  return [alternatives, at];
}

const plain = { set: '', alternatives: [], look: false, min: 1, max: 1 } as const;

function readPiece(source: string, at: number): [Piece, number] {
  const first = source[at] ?? '';
  if (first === '(') {
    const head = /^\((?:\?(?:<?[=!]|<\w+>|[a-z-]*:))?/.exec(source.slice(at))?.[0] ?? '(';
    const [alternatives, end] = readAlternatives(source, at + head.length);
    return [{ ...plain, kind: 'group', alternatives, look: /[=!]$/.test(head) }, end + 1];
  }
  if (first === '^' || first === '$') return [{ ...plain, kind: 'nothing' }, at + 1];
  if (first === '[') {
    let end = at + 1;
    while (end < source.length && source[end] !== ']') end += source[end] === '\\' ? 2 : 1;
    return [{ ...plain, kind: 'character', set: source.slice(at, end + 1) }, end + 1];
  }
  if (first !== '\\') {
    const set = String.fromCodePoint(source.codePointAt(at) ?? 0);
    return [{ ...plain, kind: 'character', set }, at + set.length];
  }
  const escaped = /^\\(?:u\{[^}]*\}|u[0-9a-f]{4}|x[0-9a-f]{2}|[pP]\{[^}]*\}|c[A-Z]|k<\w+>|\d+|[\s\S])/iu.exec(
    source.slice(at),
  );
  const set = escaped?.[0] ?? '\\\\';
  // A reference to what a group took may be empty.
  const takesNothing = /^\\(?:[bBk]|[1-9])/.test(set);
  return [{ ...plain, kind: takesNothing ? 'nothing' : 'character', set }, at + set.length];
}

function readTimes(source: string, at: number): [min: number, max: number, end: number] {
  const times = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(at));
  if (times === null) return [1, 1, at];
  const end = at + times[0].length;
  if (times[1] === '*') return [0, Number.POSITIVE_INFINITY, end];
  if (times[1] === '+') return [1, Number.POSITIVE_INFINITY, end];
  if (times[1] === '?') return [0, 1, end];
  const min = Number(times[2]);
  if (times[3] === '') return [min, min, end];
  return [min, times[4] === '' ? Number.POSITIVE_INFINITY : Number(times[4]), end];
}
