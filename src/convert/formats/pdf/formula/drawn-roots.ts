// Roots that are drawn as a shape, as browsers print them, and no sign of a font.
import { type Box, boundsOf, type Fill, heightOf, liesIn, type Rule } from '../../../layout/page.ts';
import type { Glyph } from './glyphs.ts';

/** In parts of the type size: how tall a root is at least, how far its content stands in, and how far it reaches beyond it. */
const leastHeight = 0.8;
const leastHook = 0.35;
const mostBeyond = 0.5;

export interface WithRoots {
  readonly glyphs: readonly Glyph[];
  readonly bars: readonly Rule[];
}

/**
 * Shapes in the colour of the signs that they lie over are signs themselves, as no one would see what stands on them. Undefined
 * where one of them is no root: what the formula says is not known then.
 */
export function withDrawnRoots(
  glyphs: readonly Glyph[],
  fills: readonly Fill[],
  colour: number,
): WithRoots | undefined {
  const roots: Glyph[] = [];
  const bars: Rule[] = [];
  for (const fill of fills) {
    if (fill.colour !== colour) continue;
    const under = glyphs.filter((glyph) => liesIn(glyph, fill));
    const [first] = under;
    if (first === undefined) continue;
    const content = boundsOf(under);
    const size = Math.max(...under.map((glyph) => glyph.size));
    if (!isRoot(fill, content, size)) return undefined;
    const { left, top, right, bottom } = fill;
    roots.push({
      left,
      top,
      right: content.left,
      bottom,
      sign: '√',
      base: bottom,
      size,
      look: first.look,
      plain: false,
      piece: false,
      hangs: true,
    });
    bars.push({ left: content.left, right, top, bottom: top, horizontal: true });
  }
  return { glyphs: [...glyphs, ...roots], bars };
}

const isRoot = (fill: Box, content: Box, size: number): boolean =>
  heightOf(fill) > leastHeight * size &&
  content.left - fill.left > leastHook * size &&
  fill.right - content.right < mostBeyond * size;
