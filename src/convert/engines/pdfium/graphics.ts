// What is drawn on a page besides text: thin lines, filled areas and pictures, forms within forms included
// (ISO 32000-2, 8.5 and 8.10), brought into the space of the page as shown.
import { type Box, type Fill, heightOf, type Rule, widthOf } from '../../layout/page.ts';
import type { Pdfium } from './module.ts';
import type { PageSpace } from './page.ts';

export interface PictureBox extends Box {
  /** Marked-content id, where there is one. */
  readonly content?: number;
}

export interface Graphics {
  readonly rules: readonly Rule[];
  /** Level lines too short to say anything of the layout: those of small fractions. */
  readonly dashes: readonly Box[];
  readonly fills: readonly Fill[];
  readonly images: readonly PictureBox[];
  /** More was drawn than was looked at. */
  readonly cut: boolean;
}

/** FPDFPageObj_GetType. */
const pathObject = 2;
const imageObject = 3;
const shadingObject = 4;
const formObject = 5;
/** Objects and path segments looked at on one page: maps and plots have millions. */
const mostObjects = 100_000;
const mostSegments = 200_000;
const mostSegmentsOfPath = 2_000;
const mostClips = 20;
const deepestForm = 20;
/** A filled box no thicker than this is a line. */
const thinnest = 2.5;
/** Points of the outline of a line, the first of them twice. */
const mostCorners = 8;
/** Lines shorter than this say nothing about layout. */
const shortest = 4;
/** Lines of fractions are at least this long, and no thicker than that. */
const shortestDash = 1.5;
const thickestDash = 1;
const mostDashes = 5_000;
/** The borders of cells may be cut off aslant, where they meet others; shorter ones are parts of drawings. */
const shortestAslant = 10;
const straight = 0.75;
const largestBall = 16;

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** ISO 32000-2, 8.3.3: the first is applied first. */
function joined(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[1] * n[2],
    m[0] * n[1] + m[1] * n[3],
    m[2] * n[0] + m[3] * n[2],
    m[2] * n[1] + m[3] * n[3],
    m[4] * n[0] + m[5] * n[2] + n[4],
    m[4] * n[1] + m[5] * n[3] + n[5],
  ];
}

export function readGraphics(pdfium: Pdfium, page: number, space: PageSpace): Graphics {
  const reader = new GraphicsReader(pdfium, space);
  reader.read(pdfium.calls.FPDFPage_CountObjects(page), (at) => pdfium.calls.FPDFPage_GetObject(page, at), identity, 0);
  return { rules: reader.rules, dashes: reader.dashes, fills: reader.fills, images: reader.images, cut: reader.cut };
}

/** Told of an image, its place, and whether it stands as it is in its data, neither turned nor mirrored. */
export type TellImage = (object: number, box: Box, isUpright: boolean) => void;

/** The images of a page, forms within forms included. */
export function eachImage(pdfium: Pdfium, page: number, space: PageSpace, tell: TellImage): void {
  const reader = new GraphicsReader(pdfium, space, tell);
  reader.read(pdfium.calls.FPDFPage_CountObjects(page), (at) => pdfium.calls.FPDFPage_GetObject(page, at), identity, 0);
}

class GraphicsReader {
  readonly rules: Rule[] = [];
  readonly dashes: Box[] = [];
  readonly fills: Fill[] = [];
  readonly images: PictureBox[] = [];
  cut = false;
  readonly #pdfium: Pdfium;
  readonly #space: PageSpace;
  /** Images only. */
  readonly #tell: TellImage | undefined;
  #objects = 0;
  #segments = 0;
  /** Of what shapes are cut off by, which many of them may share. */
  #clipSegments = 0;

  constructor(pdfium: Pdfium, space: PageSpace, tell?: TellImage) {
    this.#pdfium = pdfium;
    this.#space = space;
    this.#tell = tell;
  }

  /** Calls itself for forms, which may be nested `deepestForm` deep. */
  read(count: number, objectAt: (at: number) => number, matrix: Matrix, depth: number): void {
    const { calls } = this.#pdfium;
    for (let at = 0; at < count; at += 1) {
      this.#objects += 1;
      if (this.#objects > mostObjects) {
        this.cut = true;
        return;
      }
      const object = objectAt(at);
      if (object === 0) continue;
      const type = calls.FPDFPageObj_GetType(object);
      if (type === pathObject) {
        if (this.#tell === undefined) this.#path(object, matrix);
      } else if (type === imageObject) this.#image(object, matrix);
      else if (type === shadingObject) this.#shading(object, matrix);
      else if (type === formObject && depth < deepestForm) {
        const inner = joined(this.#matrixOf(object), matrix);
        this.read(
          calls.FPDFFormObj_CountObjects(object),
          (one) => calls.FPDFFormObj_GetObject(object, one),
          inner,
          depth + 1,
        );
      }
    }
  }

  #matrixOf(object: number): Matrix {
    const pdfium = this.#pdfium;
    if (pdfium.calls.FPDFPageObj_GetMatrix(object, pdfium.scratch) === 0) return identity;
    return [pdfium.float(0), pdfium.float(1), pdfium.float(2), pdfium.float(3), pdfium.float(4), pdfium.float(5)];
  }

  #image(object: number, outer: Matrix): void {
    // An image is the unit square under its matrix.
    const matrix = joined(this.#matrixOf(object), outer);
    const box = this.#boxOf(
      [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ],
      matrix,
    );
    if (this.#tell === undefined && this.#stretched(object, box)) return;
    this.images.push({ ...box, content: this.#pdfium.calls.FPDFPageObj_GetMarkedContentID(object) });
    const [a, b, c, d] = matrix;
    this.#tell?.(object, box, this.#space.turns === 0 && a > 0 && d > 0 && Math.abs(b) + Math.abs(c) < 0.01 * (a + d));
  }

  /** A single point drawn out to a line, as dvips has all lines drawn; the strips that scanners cut pages into have many. */
  #stretched(object: number, box: Box): boolean {
    const [isLow, isNarrow] = [heightOf(box) <= thinnest, widthOf(box) <= thinnest];
    if (isLow === isNarrow) return false;
    const isShort = (isLow ? widthOf(box) : heightOf(box)) < shortest;
    const { calls, scratch } = this.#pdfium;
    if (calls.FPDFImageObj_GetImagePixelSize(object, scratch, scratch + 4) === 0) return false;
    if (this.#pdfium.integer(0) !== 1 || this.#pdfium.integer(1) !== 1) return false;
    if (isShort) this.#dash(box);
    else this.#rule(box, isLow);
    return !isShort;
  }

  /** Slides have balls for bullets; larger ones are grounds. */
  #shading(object: number, outer: Matrix): void {
    const pdfium = this.#pdfium;
    const { calls, scratch } = pdfium;
    if (calls.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return;
    const [left, bottom, right, top] = [pdfium.float(0), pdfium.float(1), pdfium.float(2), pdfium.float(3)];
    const corners: Point[] = [
      [left, bottom],
      [right, bottom],
      [left, top],
      [right, top],
    ];
    this.#ball(this.#boxOf(corners, outer));
  }

  /** A small round thing, full or hollow. */
  #ball(box: Box): void {
    if (widthOf(box) <= largestBall && heightOf(box) <= largestBall && this.#isOnPage(box)) this.images.push(box);
  }

  #path(object: number, outer: Matrix): void {
    const pdfium = this.#pdfium;
    const { calls, scratch } = pdfium;
    const count = calls.FPDFPath_CountSegments(object);
    if (count < 2 || count > mostSegmentsOfPath) return;
    this.#segments += count;
    if (this.#segments > mostSegments) {
      this.cut = true;
      return;
    }
    if (calls.FPDFPath_GetDrawMode(object, scratch, scratch + 4) === 0) return;
    const filled = pdfium.integer(0) !== 0;
    const stroked = pdfium.integer(1) !== 0;
    if (!filled && !stroked) return;
    const colour = this.#fillColour(object);
    if (filled && !stroked && colour === undefined) return;
    const matrix = joined(this.#matrixOf(object), outer);
    let start: Point | undefined;
    let points: Point[] = [];
    let curved = false;
    const end = (): void => {
      if (points.length > 1 && !curved) this.#outline(points, filled, stroked, colour);
      else if (curved && points.length > 3) {
        if (filled) this.#fill(this.#clipped(bounds(points), object, outer), colour);
        else this.#ball(bounds(points));
      }
      points = [];
      curved = false;
    };
    for (let at = 0; at < count; at += 1) {
      const segment = calls.FPDFPath_GetPathSegment(object, at);
      if (segment === 0 || calls.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4) === 0) continue;
      const point = this.#shown(pdfium.float(0), pdfium.float(1), matrix);
      // 0 line, 1 curve, 2 move.
      const type = calls.FPDFPathSegment_GetType(segment);
      if (type === 2) {
        end();
        start = point;
      } else if (type === 1) curved = true;
      points.push(point);
      if (calls.FPDFPathSegment_GetClose(segment) !== 0 && start !== undefined) {
        points.push(start);
        end();
      }
    }
    end();
  }

  #outline(points: readonly Point[], filled: boolean, stroked: boolean, colour: number | undefined): void {
    const box = bounds(points);
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    this.#dash(box);
    if (filled && points.length <= mostCorners) {
      const isBox = isRectangle(points);
      const least = isBox ? shortest : shortestAslant;
      const isLow = height <= thinnest && width >= least;
      const isLine = isLow || (width <= thinnest && height >= least);
      if (isLine) this.#rule(box, isLow);
      else if (isBox) this.#fill(box, colour);
      if (!stroked && (isLine || isBox)) return;
    }
    if (!stroked) {
      if (points.length > 2) this.#fill(box, colour);
      return;
    }
    for (let at = 1; at < points.length; at += 1) {
      const [x0, y0] = points[at - 1] as Point;
      const [x1, y1] = points[at] as Point;
      const edge = { left: Math.min(x0, x1), right: Math.max(x0, x1), top: Math.min(y0, y1), bottom: Math.max(y0, y1) };
      if (Math.abs(y1 - y0) <= straight && edge.right - edge.left >= shortest) this.#rule(edge, true);
      else if (Math.abs(x1 - x0) <= straight && edge.bottom - edge.top >= shortest) this.#rule(edge, false);
    }
  }

  /** What is seen of a shape that reaches over the edge of the page: roots on web pages are drawn without an end, and cut off. */
  #clipped(box: Box, object: number, outer: Matrix): Box {
    if (box.right <= this.#space.width) return box;
    const pdfium = this.#pdfium;
    const { calls, scratch } = pdfium;
    const clip = calls.FPDFPageObj_GetClipPath(object);
    const paths = clip === 0 ? 0 : Math.min(mostClips, calls.FPDFClipPath_CountPaths(clip));
    let seen = box;
    for (let path = 0; path < paths; path += 1) {
      const points: Point[] = [];
      const count = Math.min(mostSegmentsOfPath, calls.FPDFClipPath_CountPathSegments(clip, path));
      this.#clipSegments += count;
      if (this.#clipSegments > mostSegments) return box;
      for (let at = 0; at < count; at += 1) {
        const segment = calls.FPDFClipPath_GetPathSegment(clip, path, at);
        if (segment === 0 || calls.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4) === 0) continue;
        points.push(this.#shown(pdfium.float(0), pdfium.float(1), outer));
      }
      if (points.length < 2) continue;
      const { left, top, right, bottom } = bounds(points);
      seen = {
        left: Math.max(seen.left, left),
        top: Math.max(seen.top, top),
        right: Math.min(seen.right, right),
        bottom: Math.min(seen.bottom, bottom),
      };
    }
    return seen.left < seen.right && seen.top < seen.bottom ? seen : box;
  }

  #dash(box: Box): void {
    if (heightOf(box) > thickestDash || widthOf(box) < shortestDash || widthOf(box) >= shortest) return;
    if (this.dashes.length < mostDashes && this.#isOnPage(box)) this.dashes.push(box);
  }

  #rule(box: Box, horizontal: boolean): void {
    const { left, top, right, bottom } = box;
    if (this.#isOnPage(box)) this.rules.push({ left, top, right, bottom, horizontal });
  }

  #fill(box: Box, colour: number | undefined): void {
    const { left, top, right, bottom } = box;
    if (colour !== undefined && this.#isOnPage(box)) this.fills.push({ left, top, right, bottom, colour });
  }

  #isOnPage(box: Box): boolean {
    return box.right >= 0 && box.bottom >= 0 && box.left <= this.#space.width && box.top <= this.#space.height;
  }

  /** Undefined when it is fully transparent. */
  #fillColour(object: number): number | undefined {
    const pdfium = this.#pdfium;
    const { scratch } = pdfium;
    if (pdfium.calls.FPDFPageObj_GetFillColor(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return 0;
    if (pdfium.integer(3) === 0) return undefined;
    return (pdfium.integer(0) << 16) | (pdfium.integer(1) << 8) | pdfium.integer(2);
  }

  #shown(x: number, y: number, m: Matrix): Point {
    const px = m[0] * x + m[2] * y + m[4];
    const py = m[1] * x + m[3] * y + m[5];
    return [this.#space.x(px, py), this.#space.y(px, py)];
  }

  #boxOf(corners: readonly Point[], matrix: Matrix): Box {
    return bounds(corners.map(([x, y]) => this.#shown(x, y, matrix)));
  }
}

type Point = readonly [x: number, y: number];

function bounds(points: readonly Point[]): Box {
  let [left, top] = points[0] as Point;
  let [right, bottom] = points[0] as Point;
  for (const [x, y] of points) {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return { left, top, right, bottom };
}

/** Four or five corners, all edges along the axes. */
function isRectangle(points: readonly Point[]): boolean {
  if (points.length < 4 || points.length > 6) return false;
  for (let at = 1; at < points.length; at += 1) {
    const [x0, y0] = points[at - 1] as Point;
    const [x1, y1] = points[at] as Point;
    if (Math.abs(x1 - x0) > straight && Math.abs(y1 - y0) > straight) return false;
  }
  return true;
}
