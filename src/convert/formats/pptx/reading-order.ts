// The order in which people read a slide: by place, columns kept together; the order of drawing decides where place
// does not. A cut goes through the widest gap, across or down (recursive XY cut).
import type { Box } from './box.ts';

export interface Placed {
  readonly box: Box | undefined;
  /** A chart, table or picture, which has a title above it and not upon it. */
  readonly isFigure?: boolean;
}

/** Shapes that are ordered by place; a slide with more is a drawing, whose order of drawing is as good. */
const mostPlaced = 500;
/** Frames are drawn larger than their text, so this share of each may overlap its neighbour. */
const slack = 0.1;

/** Frames laid over each other on purpose are many. */
const mostLoose = 10;

export function readingOrder<Shape extends Placed>(shapes: readonly Shape[]): Shape[] {
  if (shapes.length > mostPlaced || shapes.length < 2) return [...shapes];
  return cutAll(clustersOf(shapes)).flatMap((cluster) => cluster.shapes);
}

/** A shape with those drawn after it that have no place of their own. */
interface Cluster<Shape> {
  readonly shapes: Shape[];
  readonly box: Box;
  readonly isFigure: boolean;
}

function clustersOf<Shape extends Placed>(shapes: readonly Shape[]): Cluster<Shape>[] {
  const clusters: Cluster<Shape>[] = [];
  for (const shape of shapes) {
    const last = clusters[clusters.length - 1];
    const isFigure = shape.isFigure === true;
    if (shape.box !== undefined) clusters.push({ shapes: [shape], box: shape.box, isFigure });
    else if (last !== undefined) last.shapes.push(shape);
    else clusters.push({ shapes: [shape], box: { left: 0, top: 0, right: 0, bottom: 0 }, isFigure });
  }
  return clusters;
}

/** Works through regions with a stack of its own: each cut leaves two smaller ones, the first on top. */
function cutAll<Shape>(all: readonly Cluster<Shape>[]): Cluster<Shape>[] {
  const ordered: Cluster<Shape>[] = [];
  const regions: (readonly Cluster<Shape>[])[] = [all];
  while (regions.length > 0) {
    const region = regions.pop() as readonly Cluster<Shape>[];
    const parts = region.length < 2 ? undefined : (cut(region) ?? withoutGround(region) ?? looseCut(region));
    if (parts !== undefined) regions.push(parts[1], parts[0]);
    // What lies over each other and cannot be parted stays as it was drawn.
    else ordered.push(...region);
  }
  return ordered;
}

type Parts<Shape> = readonly [readonly Cluster<Shape>[], readonly Cluster<Shape>[]];

interface Gap {
  readonly at: number;
  /** Between the frames as drawn; below zero where they overlap a little. */
  readonly width: number;
}

/** Shapes that are close belong together, so the cut goes where they are furthest apart. */
function cut<Shape>(region: readonly Cluster<Shape>[]): Parts<Shape> | undefined {
  const across = widestGap(region.map(({ box }) => [box.top, box.bottom] as const));
  const down = widestGap(region.map(({ box }) => [box.left, box.right] as const));
  const gap = across === undefined || (down !== undefined && down.width > across.width) ? down : across;
  if (gap === undefined) return undefined;
  const middle = ({ box }: Cluster<Shape>): number =>
    gap === down ? (box.left + box.right) / 2 : (box.top + box.bottom) / 2;
  const parts = [
    region.filter((cluster) => middle(cluster) < gap.at),
    region.filter((cluster) => middle(cluster) >= gap.at),
  ] as const;
  return parts[0].length === 0 || parts[1].length === 0 ? undefined : parts;
}

/** Text stands at the top of its frame, so what begins below the middle of all others is read after them. */
function looseCut<Shape>(region: readonly Cluster<Shape>[]): Parts<Shape> | undefined {
  if (region.length > mostLoose || region.some(({ isFigure }) => isFigure)) return undefined;
  const sorted = [...region].sort((a, b) => a.box.top - b.box.top);
  let best = 0;
  let width = 0;
  let middle = Number.NEGATIVE_INFINITY;
  for (const [at, { box }] of sorted.entries()) {
    if (at > 0 && box.top - middle > width) {
      best = at;
      width = box.top - middle;
    }
    middle = Math.max(middle, (box.top + box.bottom) / 2);
  }
  const below = new Set(sorted.slice(best));
  return best === 0 ? undefined : [region.filter((one) => !below.has(one)), region.filter((one) => below.has(one))];
}

/** The widest stretch between spans, each of them made a little shorter first. */
function widestGap(spans: readonly (readonly [number, number])[]): Gap | undefined {
  const sorted = spans
    .map(([from, to]) => ({ from, to, start: from + (to - from) * slack, end: to - (to - from) * slack }))
    .sort((a, b) => a.start - b.start);
  /** The first edge of all spans from here on. */
  const firstEdge = sorted.map((span) => span.from);
  for (let at = firstEdge.length - 2; at >= 0; at -= 1) {
    firstEdge[at] = Math.min(firstEdge[at] as number, firstEdge[at + 1] as number);
  }
  let best: Gap | undefined;
  let end = Number.NEGATIVE_INFINITY;
  let lastEdge = Number.NEGATIVE_INFINITY;
  for (const [at, span] of sorted.entries()) {
    const width = (firstEdge[at] as number) - lastEdge;
    if (at > 0 && span.start >= end && (best === undefined || width > best.width)) {
      best = { at: (span.start + end) / 2, width };
    }
    end = Math.max(end, span.end);
    lastEdge = Math.max(lastEdge, span.to);
  }
  return best;
}

/** The largest shape comes first where others were drawn upon it: a picture behind text, a card with a caption. */
function withoutGround<Shape>(region: readonly Cluster<Shape>[]): Parts<Shape> | undefined {
  let ground = 0;
  for (const [at, { box }] of region.entries()) if (areaOf(box) > areaOf(boxAt(region, ground))) ground = at;
  const outer = boxAt(region, ground);
  const held = region.flatMap(({ box }, at) => (at !== ground && holds(outer, box) ? [at] : []));
  const under = held.filter((at) => at < ground).length;
  const others = region.filter((_, at) => at !== ground);
  // What was drawn over all others, such as a chart on marked areas, comes after them.
  if (under > 0 && under === held.length) return [others, region.slice(ground, ground + 1)];
  if (held.length === 0 || under > 0) return undefined;
  const isTitle = ({ box }: Cluster<Shape>): boolean => region[ground]?.isFigure === true && isHeadOf(outer, box);
  if (held.some((at) => isTitle(region[at] as Cluster<Shape>))) {
    return [region.filter(isTitle), region.filter((cluster) => !isTitle(cluster))];
  }
  return [region.slice(ground, ground + 1), others];
}

/** A line along the upper edge of a figure, most of its width: charts leave room for their title there. */
function isHeadOf(figure: Box, line: Box): boolean {
  const height = figure.bottom - figure.top;
  const isWide = line.right - line.left > (figure.right - figure.left) / 2;
  return isWide && line.top < figure.top + height * slack && line.bottom < figure.top + height / 4;
}

const boxAt = <Shape>(region: readonly Cluster<Shape>[], at: number): Box => (region[at] as Cluster<Shape>).box;
const areaOf = ({ left, top, right, bottom }: Box): number => (right - left) * (bottom - top);

function holds(outer: Box, inner: Box): boolean {
  const x = (inner.left + inner.right) / 2;
  const y = (inner.top + inner.bottom) / 2;
  return outer.left <= x && x <= outer.right && outer.top <= y && y <= outer.bottom;
}
