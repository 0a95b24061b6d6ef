// Formulas that stand in rows and the fences around them: delimiters, matrices, equation arrays (ECMA-376 part 1,
// 22.1.2.24, 22.1.2.60, 22.1.2.34).
import type { OfficeElement } from '../../containers/office-xml.ts';
import { type Contents, characterTex, isOn, partTex, type ReadElement, rowsIn } from './math-parts.ts';
import { joined, other, type Piece } from './math-pieces.ts';
import { fences } from './math-symbols.ts';

/** Environments that bring their own fences. */
const fencedMatrices: ReadonlyMap<string, string> = new Map([
  ['( )', 'pmatrix'],
  ['[ ]', 'bmatrix'],
  ['{ }', 'Bmatrix'],
  ['| |', 'vmatrix'],
  ['‖ ‖', 'Vmatrix'],
]);

export const delimited: ReadElement = (element, contents) => {
  const properties = element.child('m:dPr');
  const sign = (key: string, usual: string): string => properties?.child(key)?.get('m:val') ?? usual;
  const [open, close] = [sign('m:begChr', '('), sign('m:endChr', ')')];
  const parts = [...element.elements('m:e')];
  const special = parts.length === 1 ? fencedPart(parts[0], open, close, contents) : undefined;
  if (special !== undefined) return [other(special)];
  const separator = sign('m:sepChr', '|');
  const inner = parts.map((one) => joined(contents(one)));
  const fixed = properties?.child('m:grow');
  if (fixed === undefined || isOn(fixed)) return [other(stretched(open, close, separator, inner))];
  const body = inner.join(`${characterTex(separator)} `);
  return [other(`{${characterTex(open)} ${body} ${characterTex(close)}}`)];
};

/** `\\left` and `\\right` where LaTeX can stretch the sign; one it cannot stretch stands beside an invisible one. */
function stretched(open: string, close: string, separator: string, inner: readonly string[]): string {
  const fence = (sign: string): string => fences.get(sign) ?? '.';
  const outside = (sign: string): string => (sign === '' || fences.has(sign) ? '' : `{${characterTex(sign)}}`);
  const middle = inner.length > 1 ? fences.get(separator) : undefined;
  const mark = separator === '' ? ' ' : middle === undefined ? `${characterTex(separator)} ` : ` \\middle${middle} `;
  const body = inner.join(mark);
  if (fence(open) === '.' && fence(close) === '.' && middle === undefined) {
    return `{${outside(open)} ${body} ${outside(close)}}`;
  }
  return `${outside(open)}\\left${fence(open)} ${body} \\right${fence(close)}${outside(close)}`;
}

/** A matrix, a pair without a line or an array of cases that fills its fences has a name of its own. */
function fencedPart(
  inside: OfficeElement | undefined,
  open: string,
  close: string,
  contents: Contents,
): string | undefined {
  const found = [...(inside?.elements() ?? [])].filter(({ key }) => !key.endsWith('Pr'));
  const [only] = found;
  if (found.length !== 1 || only === undefined) return undefined;
  const environment = fencedMatrices.get(`${open} ${close}`);
  if (only.key === 'm:m' && environment !== undefined) return rowsIn(environment, matrixRows(only, contents));
  if (only.key === 'm:eqArr' && open === '{' && close === '') {
    const rows = arrayRows(only, contents);
    if (rows.every((row) => columnsOf(row) <= 2)) return rowsIn('cases', rows.map(joined));
  }
  if (only.key === 'm:f' && open === '(' && close === ')' && only.at('m:fPr', 'm:type')?.get('m:val') === 'noBar') {
    return `\\binom{${partTex(only, 'm:num', contents)}}{${partTex(only, 'm:den', contents)}}`;
  }
  return undefined;
}

const columnsOf = (row: readonly Piece[]): number => row.filter(({ kind }) => kind === 'mark').length + 1;

function matrixRows(element: OfficeElement, contents: Contents): string[] {
  return [...element.elements('m:mr')].map((row) =>
    [...row.elements('m:e')].map((one) => joined(contents(one))).join(' & '),
  );
}

export const matrix: ReadElement = (element, contents) => [other(rowsIn('matrix', matrixRows(element, contents)))];

function arrayRows(element: OfficeElement, contents: Contents): Piece[][] {
  return [...element.elements('m:e')].map((row) => contents(row, { aligned: true }));
}

export const equationArray: ReadElement = (element, contents) => {
  const rows = arrayRows(element, contents);
  const aligned = rows.some((row) => columnsOf(row) > 1);
  // A single row is how Office keeps the number of an equation.
  if (rows.length === 1 && !aligned) return rows[0] ?? [];
  return [other(rowsIn(aligned ? 'aligned' : 'gathered', rows.map(joined)))];
};
