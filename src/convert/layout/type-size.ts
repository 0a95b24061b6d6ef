// The size of type from the boxes of read words. A box only holds the ink: "sea" is lower than "bay" in the same type. So
// the letters of a word say what part of the type's height its box shows, and sizes that are nearly the same are made one,
// since headings are told by size.

/** What an engine found: a box of ink, its text, and where the line of print stands. */
export interface InkRun {
  readonly text: string;
  readonly top: number;
  readonly bottom: number;
  readonly baseline?: number;
}

export interface SizeEstimate {
  /** Height of the type in the units of the box; 0 where its characters say nothing. */
  readonly size: number;
  /** How far it is to be believed: letters counted, less for those that vary from font to font. */
  readonly weight: number;
  /** The line of print. */
  readonly baseline: number;
}

/** In parts of the type's height, as the common text faces have it. */
const capital = 0.69;
const small = 0.48;
const crossed = 0.58;
const accented = 0.86;
const below = 0.21;
const square = 0.88;

const tallLetters = /[bdfhklij\u00df\u0431\u0444\u03b2\u03b4\u03b8\u03bb\u03be\u03b6]/u;
const hanging =
  /[gjpqy\u0440\u0443\u0444\u0446\u0449\u03b2\u03b3\u03b6\u03b7\u03bc\u03be\u03c1\u03c6\u03c7\u03c8,;()[\]{}|Q]/u;
const squareScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** How far above and below the line of print these characters reach; undefined where they say nothing. */
function reachOf(text: string): { readonly up: number; readonly down: number; readonly weight: number } | undefined {
  let up = 0;
  let down = 0;
  let letters = 0;
  for (const char of text.slice(0, 200)) {
    if (squareScript.test(char)) {
      up = Math.max(up, square - 0.12);
      down = Math.max(down, 0.12);
      letters += 1;
      continue;
    }
    if (hanging.test(char)) down = Math.max(down, below);
    if (!/[\p{L}\p{N}]/u.test(char)) {
      if (/[()[\]{}|/\\&%$#@!?€£]/u.test(char)) up = Math.max(up, capital + 0.03);
      continue;
    }
    letters += 1;
    const [base = char, ...marks] = char.normalize('NFD');
    const large = /[\p{Lu}\p{N}]/u.test(base);
    if (marks.length > 0 && !/[\u0327\u0328\u0323]/.test(marks[0] ?? '')) up = Math.max(up, large ? accented : capital);
    if (hanging.test(base)) down = Math.max(down, below);
    if (large || tallLetters.test(base)) up = Math.max(up, capital);
    else up = Math.max(up, base === 't' ? crossed : small);
  }
  if (letters === 0) return undefined;
  return { up, down, weight: letters * (up >= capital ? 1 : 0.6) };
}

export function estimateSize({ text, top, bottom, baseline }: InkRun): SizeEstimate {
  const height = bottom - top;
  const reach = reachOf(text);
  if (reach === undefined || height <= 0) return { size: 0, weight: 0, baseline: baseline ?? bottom };
  const { up, down, weight } = reach;
  const whole = height / (up + down);
  // A line of print that does not fit its box is not believed.
  if (baseline !== undefined && baseline > top + 0.4 * height && baseline < bottom + 0.25 * height) {
    const above = (baseline - top) / up;
    return { size: Math.abs(above - whole) < 0.3 * whole ? (above + whole) / 2 : whole, weight, baseline };
  }
  return { size: whole, weight, baseline: bottom - down * whole };
}

/** The estimate that half of the weight lies below. */
export function usualSize(estimates: readonly SizeEstimate[]): number {
  const known = estimates.filter((one) => one.weight > 0).sort((a, b) => a.size - b.size);
  let half = 0;
  for (const one of known) half += one.weight / 2;
  for (const one of known) {
    half -= one.weight;
    if (half <= 0) return one.size;
  }
  return 0;
}

/** Sizes within this share of each other are one size, read with some error. */
const sameSize = 0.085;
/** Few letters measure worse: they join the nearest size from further away. */
const nearSize = 0.15;
const fewLetters = 8;
const mostSizes = 24;

/** For each size the one it stands for: those that carry the most text draw their neighbours to them. */
export function settleSizes(sizes: readonly { readonly size: number; readonly weight: number }[]): number[] {
  const order = sizes.map((_, at) => at).filter((at) => (sizes[at]?.size ?? 0) > 0);
  order.sort((a, b) => (sizes[a]?.size ?? 0) - (sizes[b]?.size ?? 0));
  const centres: number[] = [];
  let left = order;
  while (left.length > 0 && centres.length < mostSizes) {
    const centre = heaviest(left, sizes);
    centres.push(centre);
    left = left.filter((at) => Math.abs((sizes[at]?.size ?? 0) - centre) > sameSize * centre);
    left = left.filter((at) => {
      const { size, weight } = sizes[at] as { size: number; weight: number };
      return weight >= fewLetters || !centres.some((one) => Math.abs(size - one) <= nearSize * one);
    });
  }
  return sizes.map(({ size }) => {
    if (size <= 0) return centres[0] ?? 0;
    let best = size;
    let distance = Number.POSITIVE_INFINITY;
    for (const centre of centres) {
      const away = Math.abs(size - centre);
      if (away >= distance) continue;
      best = centre;
      distance = away;
    }
    return best;
  });
}

/** The middle of the stretch of sizes, as wide as one size is read, that holds the most text. */
function heaviest(
  sorted: readonly number[],
  sizes: readonly { readonly size: number; readonly weight: number }[],
): number {
  let best = 0;
  let bestFrom = 0;
  let bestTo = 0;
  let sum = 0;
  for (let from = 0, to = 0; from < sorted.length; from += 1) {
    const least = sizes[sorted[from] as number]?.size ?? 0;
    while (to < sorted.length && (sizes[sorted[to] as number]?.size ?? 0) <= least * (1 + 2 * sameSize)) {
      sum += sizes[sorted[to] as number]?.weight ?? 0;
      to += 1;
    }
    if (sum > best) [best, bestFrom, bestTo] = [sum, from, to];
    sum -= sizes[sorted[from] as number]?.weight ?? 0;
  }
  let half = best / 2;
  for (let at = bestFrom; at < bestTo; at += 1) {
    const one = sizes[sorted[at] as number];
    half -= one?.weight ?? 0;
    if (half <= 0) return one?.size ?? 0;
  }
  return sizes[sorted[bestFrom] as number]?.size ?? 0;
}

/** Sizes and scales that the pages of one document share, so that headings of one size are one level throughout. */
export class DocumentSizes {
  readonly #points: number[] = [];
  readonly #scales = new Map<string, number>();

  /** The size in points that was met before and is meant, or this one, which then is known. */
  settled(points: number): number {
    const known = this.#points.find((one) => Math.abs(one - points) <= sameSize * one);
    if (known !== undefined) return known;
    if (this.#points.length < mostSizes) this.#points.push(points);
    return points;
  }

  /** Pages of one size in pixels have one scale: the first that was found for it. */
  scaleOf(width: number, height: number, found: number): number {
    const key = `${width} ${height}`;
    const known = this.#scales.get(key);
    // A first page of large type may have misled; what is far from it is believed.
    if (known !== undefined && found > 0.6 * known && found < 1.7 * known) return known;
    if (known === undefined && this.#scales.size < mostSizes) this.#scales.set(key, found);
    return found;
  }
}
