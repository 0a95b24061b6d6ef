// Formulas of Office documents as LaTeX (ECMA-376 part 1, 22.1): element by element, one small function each. The depth
// of the tree is bounded where it is parsed, so functions may call themselves for each level.
import type { OfficeElement } from '../../containers/office-xml.ts';
import { delimited, equationArray, matrix } from './math-arrays.ts';
import { accented, bar, borderBox, groupCharacter, phantom } from './math-decorations.ts';
import { runStyle, sameStyle } from './math-letters.ts';
import { type Contents, isOn, type ReadElement, rowsIn } from './math-parts.ts';
import { alignment, joined, type Piece } from './math-pieces.ts';
import { type RunMode, runPieces, textPieces } from './math-run.ts';
import { fraction, functionCall, limitAbove, limitBelow, nary, preScripts, radical, scripts } from './math-scripts.ts';

/** The formula below an element (m:oMath, m:oMathPara or any part of one) as LaTeX without delimiters. */
export function ommlToLatex(element: OfficeElement): string {
  if (element.key === 'm:oMathPara') return lines([...element.elements('m:oMath')].flatMap(formulaLines));
  if (element.key === 'm:oMath') return lines(formulaLines(element));
  return joined(elementPieces(element, {})).trim();
}

function lines(parts: readonly string[]): string {
  const filled = parts.filter((part) => part !== '');
  return filled.length < 2 ? (filled[0] ?? '') : rowsIn('gathered', filled);
}

/** A formula that the author broke by hand (w:br in a run at its top) is several lines. */
function formulaLines(formula: OfficeElement): string[] {
  const found: (OfficeElement | string)[][] = [[]];
  for (const node of formula.children) {
    if (typeof node === 'object' && node.key === 'm:r' && node.child('w:br') !== undefined) found.push([]);
    found[found.length - 1]?.push(node);
  }
  return found.map((nodes) => joined(nodePieces(nodes, {})).trim());
}

/** What stands below an element, in order. */
const contents: Contents = (element, mode = {}) => (element === undefined ? [] : nodePieces(element.children, mode));

function nodePieces(nodes: readonly (OfficeElement | string)[], mode: RunMode): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at];
    if (typeof node !== 'object') continue;
    if (!isRun(node)) {
      for (const piece of elementPieces(node, mode)) pieces.push(piece);
      continue;
    }
    // Programs cut runs anywhere, also inside a name: runs that look alike are one.
    let text = runText(node);
    for (let next = nodes[at + 1]; next !== undefined; next = nodes[at + 1]) {
      if (typeof next !== 'object' || !isRun(next) || !continues(node, next)) break;
      text += runText(next);
      at += 1;
    }
    for (const piece of textOfRun(node, text, mode)) pieces.push(piece);
  }
  return pieces;
}

const isRun = ({ key }: OfficeElement): boolean => key === 'm:r' || key === 'w:r' || key === 'a:r';

function continues(run: OfficeElement, next: OfficeElement): boolean {
  const [a, b] = [run.child('m:rPr'), next.child('m:rPr')];
  if (next.child('w:br') !== undefined || isOn(b?.child('m:aln'))) return false;
  return isPlainText(run) === isPlainText(next) && sameStyle(runStyle(a), runStyle(b));
}

/** A run of ordinary text, marked so or taken over from the paragraph. */
const isPlainText = (run: OfficeElement): boolean => run.key === 'w:r' || isOn(run.at('m:rPr', 'm:nor'));

function runText(run: OfficeElement): string {
  let text = '';
  for (const node of run.elements()) {
    if (node.key === 'm:t' || node.key === 'w:t' || node.key === 'a:t') text += node.text();
    else if (node.key === 'w:tab' || node.key === 'w:br' || node.key === 'w:cr') text += ' ';
    else if (node.key === 'w:noBreakHyphen') text += '-';
    else if (node.key === 'w:sym') text += symbolCharacter(node);
  }
  return text;
}

/** A character of a symbol font is kept where Unicode knows it (17.3.3.30). */
function symbolCharacter(symbol: OfficeElement): string {
  const point = Number.parseInt(symbol.get('w:char') ?? '', 16);
  return point > 0x20 && point < 0xd800 ? String.fromCodePoint(point) : '';
}

function textOfRun(run: OfficeElement, text: string, mode: RunMode): Piece[] {
  const pieces = isPlainText(run) ? textPieces(text) : runPieces(text, runStyle(run.child('m:rPr')), mode);
  if (mode.aligned === true && isOn(run.at('m:rPr', 'm:aln'))) pieces.unshift(alignment);
  return pieces;
}

/** THE TABLE: one row per element of 22.1.2 that is more than what it holds. */
const readers: ReadonlyMap<string, ReadElement> = new Map<string, ReadElement>([
  ['m:f', fraction],
  ['m:rad', radical],
  ['m:sSub', scripts],
  ['m:sSup', scripts],
  ['m:sSubSup', scripts],
  ['m:sPre', preScripts],
  ['m:nary', nary],
  ['m:func', functionCall],
  ['m:limLow', limitBelow],
  ['m:limUpp', limitAbove],
  ['m:d', delimited],
  ['m:m', matrix],
  ['m:eqArr', equationArray],
  ['m:acc', accented],
  ['m:bar', bar],
  ['m:groupChr', groupCharacter],
  ['m:borderBox', borderBox],
  ['m:phant', phantom],
]);

/** Deleted text and drawings are no part of the formula. */
const leftOut = new Set(['w:del', 'w:moveFrom', 'w:drawing', 'w:pict', 'w:object']);

function elementPieces(element: OfficeElement, mode: RunMode): Piece[] {
  const read = readers.get(element.key);
  if (read !== undefined) return read(element, contents, mode);
  if (isRun(element)) return textOfRun(element, runText(element), mode);
  if (element.key === 'm:t') return runPieces(element.text(), runStyle(undefined), mode);
  // Properties say how, not what; anything else (boxes, insertions, unknown elements) keeps what it holds.
  return leftOut.has(element.key) || element.key.endsWith('Pr') ? [] : contents(element, mode);
}
