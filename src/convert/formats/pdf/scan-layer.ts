// The invisible text that another program laid over a scan (ISO 32000-2, 9.3.6: render mode 3): it is the text of the
// picture below it, or of the shapes that the page is drawn with, and so it is read like any other. Invisible text beside
// text that is seen stays hidden.
import { generatedChar, withColumns } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import type { RenderedPage } from '../../engines/pdfium/render.ts';
import type { TextStyle } from '../../layout/page.ts';
import type { PictureCover } from './picture-regions.ts';
import { hasInk } from './picture-text.ts';

/** Fewer characters are no text of a page. */
const fewest = 3;
/** In points: programs sign their pages in smaller letters that nobody sees. */
const leastSize = 2;
/** Share of the invisible characters that may lie on visible ones; more, and the layer only says the same again. */
const repeated = 0.3;
/** Grey levels between ink and paper. */
const contrast = 40;
/** Share of the layer that must lie on ink. */
const inkedShare = 0.5;
/** The engine's own, where a line ends. */
const lineEnd = 10;
/** In points. */
const farthest = 20;
/** Side of the cells by which characters are compared, in points. */
const cell = 4;

/** The characters of the layer by their places in the table of characters; undefined where the page has none. */
export function findScanLayer(page: PdfPage, cover: PictureCover): readonly number[] | undefined {
  const { chars, styles } = page;
  if (!styles.some((style) => style.invisible)) return undefined;
  const isAlone = showsNoText(page);
  if (cover.share === 0 && !isAlone) return undefined;
  const layer: number[] = [];
  const seen = new Set<string>();
  for (let at = 0; at < chars.count; at += 1) {
    if (((chars.flags[at] as number) & generatedChar) !== 0) continue;
    const [x, y] = middleOf(page, at);
    const style = styles[chars.style[at] as number];
    if (style?.invisible !== true) seen.add(cellOf(x, y));
    else if (cover.covers(x, y) || (isAlone && style.size >= leastSize)) layer.push(at);
  }
  if (layer.length < fewest) return undefined;
  const again = layer.filter((at) => seen.has(cellOf(...middleOf(page, at)))).length;
  return again > repeated * layer.length ? undefined : layer;
}

/** All characters that the file draws are invisible ones. */
function showsNoText({ chars, styles }: PdfPage): boolean {
  for (let at = 0; at < chars.count; at += 1) {
    if (((chars.flags[at] as number) & generatedChar) !== 0 || (chars.code[at] as number) <= 32) continue;
    if (styles[chars.style[at] as number]?.invisible !== true) return false;
  }
  return true;
}

/**
 * The lines that something is seen at: text that says what no reader of the page can see was put there for another reason.
 * A line whose letters run past those of the picture, as the wrong font makes them, stays whole. Undefined where most of
 * the layer is not seen, unless nothing is: it is all there is of a picture that was left out or cannot be drawn.
 */
export function onInk(page: PdfPage, layer: readonly number[], picture: RenderedPage): readonly number[] | undefined {
  let inked = 0;
  const seen = linesOf(page, layer).filter((line) => {
    const count = line.filter((at) => isInked(page, at, picture)).length;
    inked += count;
    return count >= inkedShare * line.length;
  });
  if (inked >= inkedShare * layer.length) return seen.flat();
  return hasInk(picture) ? undefined : layer;
}

function linesOf({ chars }: PdfPage, layer: readonly number[]): number[][] {
  const lines: number[][] = [];
  let last = -1;
  for (const at of layer) {
    const ends = chars.code.subarray(last + 1, at).includes(lineEnd);
    if (last < 0 || ends) lines.push([]);
    lines.at(-1)?.push(at);
    last = at;
  }
  return lines;
}

function isInked({ chars }: PdfPage, at: number, { pixels, width, height, dpi }: RenderedPage): boolean {
  const perPoint = dpi / 72;
  const [top, bottom] = [chars.top[at] as number, chars.bottom[at] as number];
  // Layers are seldom laid exactly: what is near counts.
  const near = Math.min(farthest, (bottom - top) / 2);
  const first = Math.max(0, Math.floor(((chars.left[at] as number) - 2 * near) * perPoint));
  const last = Math.min(width - 1, Math.ceil(((chars.right[at] as number) + 2 * near) * perPoint));
  let least = 255;
  let most = 0;
  const end = Math.min(height - 1, Math.ceil((bottom + near) * perPoint));
  for (let y = Math.max(0, Math.floor((top - near) * perPoint)); y <= end; y += 1) {
    for (let x = first; x <= last; x += 1) {
      const value = pixels[y * width + x] as number;
      if (value < least) least = value;
      if (value > most) most = value;
      if (most - least >= contrast) return true;
    }
  }
  return false;
}

/** The same characters under styles that are the same but for being visible. */
export function withLayer(page: PdfPage, layer: readonly number[]): PdfPage {
  const style = page.chars.style.slice();
  const styles: TextStyle[] = [...page.styles];
  const twins = new Map<number, number>();
  for (const at of layer) {
    const old = style[at] as number;
    let twin = twins.get(old);
    if (twin === undefined) {
      const visible = { ...(styles[old] as TextStyle), invisible: false };
      // Styles are counted in 16 bits: where there is no room, all that share the style become visible.
      if (styles.length > 0xffff) styles[old] = visible;
      twin = styles.length > 0xffff ? old : styles.push(visible) - 1;
      twins.set(old, twin);
    }
    style[at] = twin;
  }
  return { ...page, chars: withColumns(page.chars, { style }), styles };
}

function middleOf({ chars }: PdfPage, at: number): readonly [x: number, y: number] {
  return [
    ((chars.left[at] as number) + (chars.right[at] as number)) / 2,
    ((chars.top[at] as number) + (chars.bottom[at] as number)) / 2,
  ];
}

const cellOf = (x: number, y: number): string => `${Math.floor(x / cell)} ${Math.floor(y / cell)}`;
