// How many dots per inch the pictures of a page have as they are shown: a scan is best read at its own density, since
// drawing it larger or smaller than that only blurs it.
import { type Box, overlap } from '../../layout/page.ts';
import type { Pdfium } from './module.ts';
import { PageSpace } from './page.ts';

/** FPDFPageObj_GetType. */
const imageObject = 3;
const formObject = 5;
const mostObjects = 20_000;
const deepestForm = 20;
/** Pictures smaller than this share of the largest one do not count: a logo on a scan. */
const large = 0.25;

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

interface Found {
  readonly area: number;
  readonly dpi: number;
}

/** The densest of the large pictures in the region; undefined where there is none. */
export function pictureDensity(pdfium: Pdfium, page: number, region: Box): number | undefined {
  const { calls, scratch } = pdfium;
  const space = new PageSpace(pdfium, page);
  const found: Found[] = [];
  const matrixOf = (object: number): Matrix | undefined => {
    if (calls.FPDFPageObj_GetMatrix(object, scratch) === 0) return undefined;
    return [pdfium.float(0), pdfium.float(1), pdfium.float(2), pdfium.float(3), pdfium.float(4), pdfium.float(5)];
  };
  let looked = 0;
  /** Calls itself for forms, at most `deepestForm` deep. */
  const look = (count: number, objectAt: (at: number) => number, outer: Matrix | undefined, depth: number): void => {
    for (let at = 0; at < count && looked < mostObjects; at += 1) {
      looked += 1;
      const object = objectAt(at);
      const type = object === 0 ? 0 : calls.FPDFPageObj_GetType(object);
      if (type !== imageObject && (type !== formObject || depth >= deepestForm)) continue;
      const matrix = joined(matrixOf(object), outer);
      if (type === formObject) {
        const one = (inner: number): number => calls.FPDFFormObj_GetObject(object, inner);
        look(calls.FPDFFormObj_CountObjects(object), one, matrix, depth + 1);
        continue;
      }
      if (matrix === undefined || calls.FPDFImageObj_GetImagePixelSize(object, scratch, scratch + 4) === 0) continue;
      const [pixelWidth, pixelHeight] = [pdfium.integer(0), pdfium.integer(1)];
      const box = space.box(...boundsOf(matrix));
      const across = overlap(box.left, box.right, region.left, region.right);
      const down = overlap(box.top, box.bottom, region.top, region.bottom);
      const [a, b, c, d] = matrix;
      const dpi = 72 * Math.max(pixelWidth / Math.hypot(a, b), pixelHeight / Math.hypot(c, d));
      if (across > 0 && down > 0 && Number.isFinite(dpi)) found.push({ area: across * down, dpi });
    }
  };
  look(calls.FPDFPage_CountObjects(page), (at) => calls.FPDFPage_GetObject(page, at), undefined, 0);
  const largest = found.reduce((most, { area }) => Math.max(most, area), 0);
  const dense = found.filter(({ area }) => area >= large * largest).map(({ dpi }) => dpi);
  return dense.length === 0 ? undefined : dense.reduce((most, dpi) => Math.max(most, dpi), 0);
}

/** ISO 32000-2, 8.3.3: the first is applied first. */
function joined(m: Matrix | undefined, n: Matrix | undefined): Matrix | undefined {
  if (m === undefined || n === undefined) return m ?? n;
  return [
    m[0] * n[0] + m[1] * n[2],
    m[0] * n[1] + m[1] * n[3],
    m[2] * n[0] + m[3] * n[2],
    m[2] * n[1] + m[3] * n[3],
    m[4] * n[0] + m[5] * n[2] + n[4],
    m[4] * n[1] + m[5] * n[3] + n[5],
  ];
}

/** The unit square under the matrix, which is where an image is drawn (8.9.5.1): left, top, right, bottom. */
function boundsOf([a, b, c, d, e, f]: Matrix): readonly [number, number, number, number] {
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  return [Math.min(...xs), Math.max(...ys), Math.max(...xs), Math.min(...ys)];
}
