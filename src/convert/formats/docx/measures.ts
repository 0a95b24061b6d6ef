// Lengths of WordprocessingML (ECMA-376 part 1, 17.18.81 and 22.9.2.15): twips as a number, or a number with its unit.
import type { OfficeElement } from '../../containers/office-xml.ts';

const perUnit: Readonly<Record<string, number>> = { mm: 56.7, cm: 567, in: 1440, pt: 20, pc: 240, pi: 240 };

export function twips(value: string | undefined): number | undefined {
  if (value === undefined || value.length > 32) return undefined;
  const plain = Number(value);
  if (value !== '' && Number.isFinite(plain)) return Math.round(plain);
  const found = /^(-?\d{1,9}(?:\.\d{1,6})?)(mm|cm|in|pt|pc|pi)$/.exec(value);
  return found === null ? undefined : Math.round(Number(found[1]) * (perUnit[found[2] ?? ''] ?? 1));
}

/** The left edge of a paragraph; the strict form says `start` for it. */
export function readIndent(indent: OfficeElement | undefined): number | undefined {
  return indent === undefined ? undefined : twips(indent.get('w:left') ?? indent.get('w:start'));
}
