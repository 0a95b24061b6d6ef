// What every element of an Office formula is read with: the way back to its parts, its properties, single characters.
import type { OfficeElement } from '../../containers/office-xml.ts';
import { italic } from './math-letters.ts';
import { joined, type Piece } from './math-pieces.ts';
import { type RunMode, runPieces } from './math-run.ts';
import { symbols } from './math-symbols.ts';

/** Reads what stands below an element, in order; handed to the readers of elements so that they need not know it. */
export type Contents = (element: OfficeElement | undefined, mode?: RunMode) => Piece[];

/** One element of a formula as it stands in a line. */
export type ReadElement = (element: OfficeElement, contents: Contents, mode: RunMode) => Piece[];

/** A part of an element as LaTeX. */
export function partTex(element: OfficeElement, key: string, contents: Contents): string {
  return joined(contents(element.child(key)));
}

/** Whether a property is set: present without a value, or with a true one (22.9.2.7, ST_OnOff). */
export function isOn(property: OfficeElement | undefined): boolean {
  return property !== undefined && !/^(?:0|off|false)$/.test(property.get('m:val') ?? '1');
}

/** One character of a property (a delimiter, an accent) as LaTeX. */
export function characterTex(sign: string): string {
  return symbols.get(sign) ?? joined(runPieces(sign, italic, {}));
}

/** Formulas one below the other. `\\\\` takes a bracket or star after it for an argument of its own. */
export function rowsIn(environment: string, rows: readonly string[]): string {
  const safe = rows.map((row) => (/^[[*]/.test(row) ? `{}${row}` : row));
  return `\\begin{${environment}} ${safe.join(' \\\\ ')} \\end{${environment}}`;
}
