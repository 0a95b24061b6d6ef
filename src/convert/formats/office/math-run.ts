// The text of a run in a formula, character by character: names, letters in their style, symbols, and text that is no
// mathematics at all. Everything LaTeX would take for a command of its own is escaped here.
import { cleanText } from '../../document/clean-text.ts';
import { functionNames } from '../html/mathml-symbols.ts';
import { italic, type LetterStyle, sameStyle, styledCharacter, styledLetters } from './math-letters.ts';
import { alignment, joined, other, type Piece, scripted, space } from './math-pieces.ts';
import { accents, infixCharacters, scriptCharacters, signCharacters, symbols } from './math-symbols.ts';

export interface RunMode {
  /** `&` aligns the rows of an equation array, `#` sets off its number. */
  readonly aligned?: boolean;
  /** The run is the name of a function: letters belong together whatever their style. */
  readonly name?: boolean;
}

/** Names over or under which limits stand. */
const limitNames = new Set('lim max min sup inf limsup liminf det gcd Pr'.split(' '));

/** A run of ASCII letters and digits that is still growing. */
interface Word {
  letters: string;
  style: LetterStyle;
}

export function runPieces(source: string, style: LetterStyle, mode: RunMode): Piece[] {
  const pieces: Piece[] = [];
  let word: Word | undefined;
  let foreign = '';
  const flush = (): void => {
    if (word !== undefined) pieces.push(...wordPieces(word.letters, word.style, mode));
    if (foreign !== '') pieces.push({ tex: `\\text{${foreign}}`, kind: 'letter', atom: true });
    word = undefined;
    foreign = '';
  };
  const signs = [...plainSigns(source)];
  for (let at = 0; at < signs.length; at += 1) {
    const sign = signs[at] ?? '';
    const styled = styledCharacter(sign);
    const letter = styled?.letter ?? sign;
    const own = styled?.style ?? style;
    const script = sign === '^' || sign === '_' ? typedScript(signs, at + 1) : '';
    if (/^[A-Za-z0-9]$/.test(letter)) {
      if (foreign !== '' || (word !== undefined && !sameStyle(word.style, own))) flush();
      if (word === undefined) word = { letters: letter, style: own };
      else word.letters += letter;
    } else if (isForeignLetter(letter) || (foreign !== '' && isForeignMark(letter))) {
      if (word !== undefined) flush();
      foreign += letter;
    } else {
      flush();
      if (script === '') addSign(pieces, letter, own, mode);
      else pieces.push(scripted(`${sign}{${joined(runPieces(script, style, {}))}}`));
      at += [...script].length;
    }
  }
  flush();
  return pieces;
}

const plainSigns = (source: string): string =>
  cleanText(source)
    .normalize('NFC')
    .replace(/[\uff01-\uff5e]/g, (wide) => wide.normalize('NFKC'));

/** Scripts that were typed and never built up, as in `x^2`: what Office would take for the script (its linear format). */
function typedScript(signs: readonly string[], from: number): string {
  let to = from;
  while (to < signs.length && /^[A-Za-z0-9\p{Script=Greek}]$/u.test(signs[to] ?? '')) to += 1;
  return signs.slice(from, to).join('');
}

/** Letters and marks of other scripts, which LaTeX sets as text only. */
function isForeignLetter(sign: string): boolean {
  return !symbols.has(sign) && !scriptCharacters.has(sign) && /^[\p{L}\p{Nd}]$/u.test(sign) && !/^[ -~]$/.test(sign);
}

const isForeignMark = (sign: string): boolean => /^\p{M}$/u.test(sign) && !latinMark.test(sign);

function wordPieces(letters: string, style: LetterStyle, mode: RunMode): Piece[] {
  const upright = style.family === 'upright' && !style.bold;
  if ((upright || mode.name === true) && functionNames.has(letters)) return [namePiece(letters)];
  if (mode.name === true && /^[A-Za-z]{2,}\d*$/.test(letters)) return [operatorName(letters)];
  const tex = styledLetters(letters, style);
  // Numbers hold together; letters are factors, each with its own scripts.
  const atom = letters.length === 1 || tex !== letters;
  return [{ tex, kind: 'letter', atom }];
}

const namePiece = (name: string): Piece => ({
  tex: `\\${name}`,
  kind: 'name',
  atom: true,
  ...(limitNames.has(name) ? { withLimits: `\\${name}` } : {}),
});

export const operatorName = (name: string): Piece => ({
  tex: `\\operatorname{${name}}`,
  kind: 'name',
  atom: true,
  withLimits: `\\operatorname*{${name}}`,
});

function addSign(pieces: Piece[], sign: string, style: LetterStyle, mode: RunMode): void {
  if (/^\s$/.test(sign)) {
    pieces.push(/^[\u2001\u2003]$/.test(sign) ? other('\\quad ', false) : space);
    return;
  }
  if (mode.aligned === true && sign === '&') {
    pieces.push(alignment);
    return;
  }
  if (mode.aligned === true && sign === '#') {
    // Office's linear format: what follows is the number of the equation.
    pieces.push({ tex: '\\qquad', kind: 'large', atom: false });
    return;
  }
  if (addMark(pieces, sign) || addScript(pieces, sign)) return;
  const tex = symbols.get(sign) ?? sign;
  if (tex === '') return;
  if (signCharacters.has(sign)) pieces.push({ tex, kind: 'sign', atom: true });
  else if (infixCharacters.has(sign)) pieces.push({ tex, kind: 'infix', atom: true });
  else if (/^[,;:.!?()[\]|]$/.test(sign)) pieces.push({ tex, kind: 'punctuation', atom: true });
  else if (tex.startsWith("'")) pieces.push(scripted(tex));
  else if (/^\p{Script=Greek}$/u.test(sign) || tex === '\\partial' || tex === '\\nabla') {
    pieces.push({ tex: style.bold ? `\\boldsymbol{${tex}}` : tex, kind: 'letter', atom: true });
  } else pieces.push(other(tex, !/[\s^{]/.test(tex)));
}

/** A combining mark belongs to the character before it; one that LaTeX has no accent for is left out. */
function addMark(pieces: Piece[], sign: string): boolean {
  if (!/^\p{M}$/u.test(sign)) return false;
  const command = sign === '\u0338' ? '\\not' : accents.get(sign)?.[0];
  if (command === undefined) {
    if (!latinMark.test(sign) && symbols.get(sign) !== '') pieces.push(other(`\\text{${sign}}`));
    return true;
  }
  const base = pieces[pieces.length - 1];
  if (base !== undefined && base.tex.length > longestMarked && !/^[A-Za-z0-9]+$/.test(base.tex)) return true;
  if (base === undefined || base.kind === 'space' || base.kind === 'mark') {
    if (command !== '\\not') pieces.push(other(`${command}{}`));
    return true;
  }
  pieces.pop();
  if (command === '\\not') pieces.push({ ...base, tex: `\\not${/^[a-zA-Z@]/.test(base.tex) ? ' ' : ''}${base.tex}` });
  else if (base.kind === 'letter' && /^[A-Za-z0-9]{2,}$/.test(base.tex)) {
    pieces.push({ ...base, tex: base.tex.slice(0, -1) });
    pieces.push({ tex: `${command}{${base.tex.slice(-1)}}`, kind: 'letter', atom: true });
  } else pieces.push({ tex: `${command}{${base.tex}}`, kind: 'letter', atom: true });
  return true;
}

/** Marks on marks and characters in one script: more than any formula has is taken apart. */
const longestMarked = 200;

/** Marks for letters of Europe, which are parts of a letter or nothing LaTeX could set. */
const latinMark = /^[\u0300-\u036f]$/;

/** Raised and lowered characters, several of a kind in one script. */
function addScript(pieces: Piece[], sign: string): boolean {
  const script = scriptCharacters.get(sign);
  if (script === undefined) return false;
  const [mark, plain] = script;
  const before = pieces[pieces.length - 1];
  if (
    before?.scripted === true &&
    before.tex.length < longestMarked &&
    before.tex.startsWith(`${mark}{`) &&
    before.tex.endsWith('}')
  ) {
    pieces[pieces.length - 1] = scripted(`${before.tex.slice(0, -1)}${plain}}`);
  } else pieces.push(scripted(`${mark}{${plain}}`));
  return true;
}

const textEscapes: ReadonlyMap<string, string> = new Map([
  ...[...'#$%&_{}'].map((sign): [string, string] => [sign, `\\${sign}`]),
  ['\\', '\\textbackslash{}'],
  ['~', '\\textasciitilde{}'],
  ['^', '\\textasciicircum{}'],
]);

/** Greek, styled letters and signs that fonts of text lack; punctuation stays text. */
const isSymbol = (sign: string): boolean =>
  !/^[ -~\p{Pd}\p{Pi}\p{Pf}\p{Po}\p{Z}]$/u.test(sign) && (symbols.has(sign) || styledCharacter(sign) !== undefined);

/** Text that the author marked as no mathematics (22.1.2.78, nor); symbols in it are set as symbols. */
export function textPieces(source: string): Piece[] {
  const pieces: Piece[] = [];
  let text = '';
  const flush = (): void => {
    if (text.trim() !== '') pieces.push({ tex: `\\text{${text}}`, kind: 'other', atom: true });
    else if (text !== '') pieces.push(space);
    text = '';
  };
  for (const sign of cleanText(source).normalize('NFC').replace(/\s+/g, ' ')) {
    if (latinMark.test(sign)) continue;
    if (isSymbol(sign)) {
      flush();
      pieces.push(...runPieces(sign, italic, {}));
    } else text += textEscapes.get(sign) ?? sign;
  }
  flush();
  return pieces;
}
