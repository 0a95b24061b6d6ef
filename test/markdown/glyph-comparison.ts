// Compares two normal forms: everything but marks must be equal, and a mark may be missing but never invented.
import type { Glyph, NormalBlock } from './normal-form.ts';

/** The form without its marks, as one string, and the marks of each glyph in order. */
export interface Compared {
  readonly shape: string;
  readonly marks: readonly string[];
}

export function compared(blocks: readonly NormalBlock[]): Compared {
  const marks: string[] = [];
  const line = (glyphs: readonly Glyph[]): unknown =>
    glyphs.map(({ kind, value, marks: own, link }) => {
      marks.push(own);
      return [kind, value, link];
    });
  const walk = (list: readonly NormalBlock[]): unknown =>
    list.map((block) => {
      if (block.type === 'line') return [block.kind, line(block.glyphs)];
      if (block.type === 'container') return [block.kind, walk(block.children)];
      if (block.type === 'table') return [block.align, block.rows.map((row) => row.map(line))];
      return [block.kind, block.value];
    });
  return { shape: JSON.stringify(walk(blocks)), marks };
}

/** Marks the second has and the first has not, by glyph. */
export function inventedMarks(wanted: Compared, found: Compared): number {
  let invented = 0;
  wanted.marks.forEach((own, at) => {
    for (const mark of found.marks[at] ?? '') if (!own.includes(mark)) invented += 1;
  });
  return invented;
}

export const markCount = (one: Compared): number => one.marks.reduce((sum, own) => sum + own.length, 0);
