// Formulas while they are put together: pieces of LaTeX that know how they may stand beside others, and the one place
// that joins them, so that commands, spaces and scripts never run into each other.

export interface Piece {
  readonly tex: string;
  readonly kind:
    | 'letter'
    | 'infix'
    | 'sign'
    | 'punctuation'
    | 'space'
    | 'large'
    | 'mark'
    | 'name'
    | 'argument'
    | 'other';
  /** May carry scripts without braces around it. */
  readonly atom: boolean;
  /** Ends with a script, so that no second one may follow directly. */
  readonly scripted?: boolean;
  /** The same piece where its limits stand below and above it (`\operatorname*`). */
  readonly withLimits?: string;
}

/** White space of a run: kept where it parts words, dropped where operators bring their own. */
export const space: Piece = { tex: '\\ ', kind: 'space', atom: false };
/** The alignment mark of an equation array. */
export const alignment: Piece = { tex: '&', kind: 'mark', atom: false };

export const other = (tex: string, atom = true): Piece => ({ tex, kind: 'other', atom });
export const scripted = (tex: string): Piece => ({ tex, kind: 'other', atom: false, scripted: true });

/** A command name swallows letters after it; only the end needs looking at. */
const endsInCommand = (tex: string): boolean => /\\[a-zA-Z]+$/.test(tex.slice(-40));

/** An infix operator has sides; at an end, after another operator or an opening it is a sign. */
const opensSide = (before: Piece | undefined): boolean =>
  before === undefined ||
  before.kind === 'infix' ||
  before.kind === 'sign' ||
  before.kind === 'mark' ||
  (before.kind === 'punctuation' && /^[,;:([|]$/.test(before.tex));

export function joined(pieces: readonly Piece[]): string {
  const out: string[] = [];
  let before: Piece | undefined;
  let gap = false;
  for (const given of pieces) {
    if (given.tex === '') continue;
    if (given.kind === 'space') {
      gap = true;
      continue;
    }
    const piece: Piece = given.kind === 'sign' && opensSide(before) ? { ...given, kind: 'punctuation' } : given;
    if (before !== undefined) out.push(between(before, piece, gap));
    out.push(piece.tex);
    before = piece;
    gap = false;
  }
  return out.join('');
}

const isWord = ({ kind }: Piece): boolean => kind === 'letter' || kind === 'other' || kind === 'name';
const isSpaced = ({ kind }: Piece): boolean => kind === 'infix' || kind === 'sign' || kind === 'mark';

function between(before: Piece, piece: Piece, gap: boolean): string {
  if (before.scripted === true && /^['^_]/.test(piece.tex)) return '{}';
  if (isSpaced(before) || isSpaced(piece)) return ' ';
  if (gap && isWord(before) && isWord(piece)) return endsInCommand(before.tex) ? ' \\ ' : '\\ ';
  if (gap) return ' ';
  if (before.kind === 'large' || piece.kind === 'argument') return /^(?:\\left|[([{])/.test(piece.tex) ? '' : ' ';
  return endsInCommand(before.tex) && /^[a-zA-Z@]/.test(piece.tex) ? ' ' : '';
}

/** What scripts hang on: one atom as it is, anything else in braces. */
export function baseOf(pieces: readonly Piece[]): string {
  const visible = pieces.filter((piece) => piece.tex !== '' && piece.kind !== 'space');
  const [only] = visible;
  return visible.length === 1 && only?.atom === true ? only.tex : `{${joined(pieces)}}`;
}
