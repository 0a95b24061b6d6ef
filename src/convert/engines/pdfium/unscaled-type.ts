// Type whose size says nothing. Fonts made of pictures (Type 3, ISO 32000-2, 9.6.4) may draw their glyphs as large as they are
// shown and be set a tenth of a point high: their boxes are then as tall as the page. How wide the letters are drawn tells
// how large they are.
import type { TextStyle } from '../../layout/page.ts';
import { type Reach, type ReadText, standOnBase } from './char-heights.ts';

/** In points: nobody sets text smaller. */
const smallestType = 2;
/** Letters are that many times as large as their type is said to be. */
const leastFactor = 3;
/** How far letters reach above and below their base line, in parts of the type size. */
const reach: Reach = { above: 0.75, below: 0.25 };
/** Widths of the letters from a to z in parts of the type size, as in books, and of all other signs. */
const letterWidths = [
  0.47, 0.53, 0.44, 0.53, 0.44, 0.31, 0.5, 0.53, 0.28, 0.3, 0.52, 0.28, 0.81, 0.53, 0.5, 0.53, 0.52, 0.38, 0.39, 0.36,
  0.53, 0.51, 0.72, 0.52, 0.51, 0.44,
];
const otherWidth = 0.55;

/** Gives such type its size, and its characters boxes that stand on their base lines. */
export function rescaleTiny(page: ReadText & { readonly styles: TextStyle[] }): void {
  const { chars, styles } = page;
  if (!styles.some(isTiny)) return;
  const drawn = new Float64Array(styles.length);
  const usual = new Float64Array(styles.length);
  for (let at = 0; at < chars.count; at += 1) {
    const style = chars.style[at] as number;
    const width = (chars.right[at] as number) - (chars.left[at] as number);
    if (width <= 0 || !isTiny(styles[style] as TextStyle)) continue;
    drawn[style] = (drawn[style] as number) + width;
    usual[style] = (usual[style] as number) + (letterWidths[(chars.code[at] as number) - 97] ?? otherWidth);
  }
  const sizes = styles.map((style, at) => {
    // To half a point: what letters a text happens to have makes no other size.
    const size = Math.round((2 * (drawn[at] as number)) / (usual[at] || 1)) / 2;
    return isTiny(style) && size > leastFactor * style.size ? size : undefined;
  });
  for (let at = 0; at < chars.count; at += 1) {
    const size = sizes[chars.style[at] as number];
    if (size !== undefined) standOnBase(page, at, size, reach);
  }
  for (const [at, size] of sizes.entries()) {
    if (size !== undefined) styles[at] = { ...(styles[at] as TextStyle), size };
  }
}

const isTiny = ({ size, angle }: TextStyle): boolean => angle === 0 && size < smallestType;
