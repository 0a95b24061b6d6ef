// Runs in text that could pair with another run: emphasis, strikethrough, code and math. One that has no partner stays
// bare, which keeps `a * b`, `snake_case`, `$5` and `2*3` as they are.
import { type Flanking, maybeFlanks } from './characters.ts';
import type { Line } from './line.ts';

interface Run {
  readonly piece: number;
  readonly at: number;
  readonly length: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

export class TextRuns {
  readonly #line: Line;
  readonly #runs = new Map<string, Run[]>();

  constructor(line: Line) {
    this.#line = line;
  }

  add(piece: number, at: number, run: string): void {
    const marker = run[0] as string;
    const { opens, closes } = isFence(marker) ? both : flankingOf(this.#line, piece, at, run);
    const found: Run = { piece, at, length: run.length, opens, closes };
    const runs = this.#runs.get(marker);
    if (runs === undefined) this.#runs.set(marker, [found]);
    else runs.push(found);
  }

  settle(): void {
    for (const [marker, runs] of this.#runs) {
      if (isFence(marker)) settleFences(this.#line, marker, runs);
      else settleMarkers(this.#line, marker, runs);
    }
  }
}

const isFence = (marker: string): boolean => marker === '`' || marker === '$';

function flankingOf(line: Line, piece: number, at: number, run: string): Flanking {
  const marker = run[0] as string;
  // GFM 6.5: a run of three tildes or more is never a strikethrough.
  if (marker === '~' && run.length > 2) return neither;
  const end = at + run.length;
  // Next to a tilde, some parsers let other runs open and close more freely.
  if (line.codeAfter(piece, end) === tilde || line.codeBefore(piece, at) === tilde) return both;
  return maybeFlanks(marker, line.classBefore(piece, at), line.classAfter(piece, end));
}

/** No opener before a closer and no closer after an opener: then the run means nothing. */
function settleMarkers(line: Line, marker: string, runs: readonly Run[]): void {
  const { pieces } = line;
  // Delimiters of our own count as both, and stand in order with the runs in text.
  let firstOpener = Number.POSITIVE_INFINITY;
  let lastCloser = -1;
  for (let piece = 0; piece < pieces.length; piece += 1) {
    if (pieces[piece]?.kind !== 'delimiter' || pieces[piece]?.value[0] !== marker) continue;
    firstOpener = Math.min(firstOpener, piece);
    lastCloser = piece;
  }
  let lastClosingRun = runs.length - 1;
  while (lastClosingRun >= 0 && !runs[lastClosingRun]?.closes) lastClosingRun -= 1;
  let opened = false;
  for (let at = 0; at < runs.length; at += 1) {
    const run = runs[at] as Run;
    const closes = run.closes && (opened || firstOpener < run.piece);
    const opens = run.opens && (lastClosingRun > at || lastCloser > run.piece);
    if (closes || opens || touchesOwn(line, marker, run)) escapeRun(line, run);
    if (run.opens) opened = true;
  }
}

/** Beside a delimiter of our own the two would be one longer run. */
function touchesOwn({ pieces, written }: Line, marker: string, run: Run): boolean {
  const before = run.at === 0 ? pieces[run.piece - 1] : undefined;
  const after = run.at + run.length === written[run.piece]?.length ? pieces[run.piece + 1] : undefined;
  return (
    (before?.kind === 'delimiter' && before.value[0] === marker) ||
    (after?.kind === 'delimiter' && after.value[0] === marker)
  );
}

/** Backslashes mean nothing inside code and math, so a lone fence stays bare and several are all escaped. */
function settleFences(line: Line, fence: string, runs: readonly Run[]): void {
  const { pieces, written } = line;
  let several = runs.length > 1;
  for (let piece = 0; piece < pieces.length && !several; piece += 1) {
    several = pieces[piece]?.kind !== 'text' && (written[piece] as string).includes(fence);
  }
  if (several) for (const run of runs) escapeRun(line, run);
}

function escapeRun(line: Line, run: Run): void {
  for (let at = run.at; at < run.at + run.length; at += 1) line.escape(run.piece, at);
}

const tilde = 126;
const both = { opens: true, closes: true } as const;
const neither = { opens: false, closes: false } as const;
