// The drawn lines of a page made clean: brought to common places, joined where they touch, edges of fills among them.
import { type Fill, heightOf, type PageContent, widthOf } from './page.ts';

/** A line along one axis: `at` across it, `from` and `to` along it. */
export interface Stroke {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface Strokes {
  readonly horizontal: readonly Stroke[];
  readonly vertical: readonly Stroke[];
}

/** In points: lines nearer than this are one line, ends nearer than this meet. */
export const snap = 3;
/** Both begin at one place and end at another. */
export const isAsLong = (one: Pick<Stroke, 'from' | 'to'>, other: Pick<Stroke, 'from' | 'to'>): boolean =>
  Math.abs(one.from - other.from) <= snap && Math.abs(one.to - other.to) <= snap;

/** More drawn lines than this are a drawing, not a table. */
const mostRules = 20_000;
const mostFills = 4_000;
const white = 0xf8;
/** A fill over this share of the page is its background. */
const backgroundShare = 0.8;
/** In points: the ground of a cell has room for a line of type. */
const narrowestFill = 10;
const lowestFill = 7;
/** In points: a fill that lies further inside another one is shading behind words. */
const inset = 1.5;
/** In points: what ends so near the edge of the paper runs off it; and the share of the edge that it runs along. */
const bleed = 1.5;
const alongEdge = 0.45;
/** In points: edges nearer than this are at one place. */
const level = 1;

/** Lines drawn as lines. */
export function drawnStrokes(page: PageContent): Strokes {
  const horizontal: Stroke[] = [];
  const vertical: Stroke[] = [];
  if (page.rules.length > mostRules) return { horizontal, vertical };
  for (const rule of page.rules) {
    if (!isFinite4(rule.left, rule.top, rule.right, rule.bottom)) continue;
    if (rule.horizontal) add(horizontal, (rule.top + rule.bottom) / 2, rule.left, rule.right);
    else add(vertical, (rule.left + rule.right) / 2, rule.top, rule.bottom);
  }
  return { horizontal: joined(horizontal), vertical: joined(vertical) };
}

/** The same with the edges of filled areas: cells are often told apart by their colour alone. */
export function withFills(drawn: Strokes, page: PageContent): Strokes {
  const fills = cellFills(page);
  if (fills.length === 0) return drawn;
  const [across, down] = [[...drawn.horizontal], [...drawn.vertical]];
  for (const fill of fills) {
    add(across, fill.top, fill.left, fill.right);
    add(across, fill.bottom, fill.left, fill.right);
    add(down, fill.left, fill.top, fill.bottom);
    add(down, fill.right, fill.top, fill.bottom);
  }
  return { horizontal: joined(across), vertical: joined(down) };
}

/** Fills that may be the ground of a cell: seen, no background of the page, not shading within another fill. */
function cellFills(page: PageContent): Fill[] {
  if (page.fills.length > mostFills) return [];
  const pageArea = page.width * page.height;
  const seen = page.fills.filter((fill) => {
    const [width, height] = [widthOf(fill), heightOf(fill)];
    if (!isFinite4(fill.left, fill.top, fill.right, fill.bottom) || isWhite(fill.colour)) return false;
    return width >= narrowestFill && height >= lowestFill && width * height <= backgroundShare * pageArea;
  });
  seen.sort((a, b) => a.top - b.top);
  const kept: Fill[] = [];
  let open: Fill[] = [];
  let next = 0;
  for (const fill of seen) {
    open = open.filter((other) => other.bottom > fill.top);
    // What lies around it may begin a little lower.
    for (; next < seen.length && (seen[next] as Fill).top <= fill.top + level; next += 1) open.push(seen[next] as Fill);
    if (!reachesEdge(fill, page) && !open.some((other) => isWithin(fill, other))) kept.push(fill);
  }
  return kept;
}

/** Bands from edge to edge of the paper, and sidebars and others along one, run off it, where no cell does. */
function reachesEdge({ left, top, right, bottom }: Fill, { width, height }: PageContent): boolean {
  const [atLeft, atRight] = [left < bleed, right > width - bleed];
  if ((atLeft && atRight) || ((atLeft || atRight) && bottom - top >= alongEdge * height)) return true;
  return right - left >= alongEdge * width && (top < bleed || bottom > height - bleed);
}

/** Well inside along one axis, and not beyond along the other. */
function isWithin(fill: Fill, other: Fill): boolean {
  const [left, right] = [fill.left - other.left, other.right - fill.right];
  const [top, bottom] = [fill.top - other.top, other.bottom - fill.bottom];
  if (Math.min(left, right, top, bottom) < -level) return false;
  return (left > inset && right > inset) || (top > inset && bottom > inset);
}

const isFinite4 = (a: number, b: number, c: number, d: number): boolean => Number.isFinite(a + b + c + d);

/** Nearly white counts: it is not seen on paper. */
const isWhite = (colour: number): boolean =>
  ((colour >> 16) & 0xff) >= white && ((colour >> 8) & 0xff) >= white && (colour & 0xff) >= white;

function add(strokes: Stroke[], at: number, from: number, to: number): void {
  strokes.push(from <= to ? { at, from, to } : { at, from: to, to: from });
}

function joined(strokes: Stroke[]): Stroke[] {
  strokes.sort((a, b) => a.at - b.at);
  const out: Stroke[] = [];
  for (let start = 0; start < strokes.length; ) {
    const first = strokes[start] as Stroke;
    let end = start;
    let length = 0;
    let sum = 0;
    while (end < strokes.length && (strokes[end] as Stroke).at - first.at <= snap) {
      const stroke = strokes[end] as Stroke;
      const weight = stroke.to - stroke.from + 0.01;
      length += weight;
      sum += stroke.at * weight;
      end += 1;
    }
    const at = sum / length;
    const level = strokes.slice(start, end).sort((a, b) => a.from - b.from);
    let [from, to] = [(level[0] as Stroke).from, (level[0] as Stroke).to];
    for (const stroke of level) {
      if (stroke.from - to > snap) {
        out.push({ at, from, to });
        [from, to] = [stroke.from, stroke.to];
      } else if (stroke.to > to) to = stroke.to;
    }
    out.push({ at, from, to });
    start = end;
  }
  return out;
}
