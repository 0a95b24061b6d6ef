// Clusters of letters and marks that a file draws sign by sign and spells out once for all of them, as ActualText (ISO 32000-2,
// 14.9.4). The engine tells the text at the first of the signs, as wide as that sign alone, and tells it anew where the signs of
// two clusters overlap: here a cluster is told once, as wide as all that is drawn of it.
import { type CharTable, generatedChar, isRightToLeft } from './char-table.ts';
import type { Pdfium } from './module.ts';

const mostObjects = 200_000;
const deepestForm = 20;
/** FPDFPageObj_GetType. */
const textObject = 1;
const formObject = 5;
/** FPDF_OBJECT_STRING. */
const stringValue = 3;
/** In points: what is drawn narrower tells no scale. */
const leastWidth = 0.05;

/** What is drawn under one ActualText, in the space of its objects. */
interface Cluster {
  left: number;
  right: number;
  /** The width of its widest piece, which is a letter, and the line that one stands on. */
  widest: number;
  base: number;
  told: boolean;
}

interface Piece {
  readonly left: number;
  readonly right: number;
  readonly base: number;
  readonly cluster: Cluster;
}

/** Letters of scripts whose signs join, overlap or stand over each other. */
const isOfClusters = (code: number): boolean =>
  (code >= 0x300 && code <= 0x36f) ||
  (code >= 0x590 && code <= 0x109f) ||
  (code >= 0x1780 && code <= 0x17ff) ||
  (code >= 0x1a20 && code <= 0x1aad);

const isMark = (code: number): boolean =>
  code >= 0x300 && code < 0x11_0000 && /^\p{Mn}/u.test(String.fromCodePoint(code));

/** Mends the table in its place; `objectOf` tells which text object a character is of. */
export function tellClustersOnce(
  pdfium: Pdfium,
  page: number,
  chars: CharTable,
  objectOf: (at: number) => number,
): void {
  if (!chars.code.some(isOfClusters)) return;
  const pieces = new PieceReader(pdfium, page).pieces;
  if (pieces.size === 0) return;
  const { count, flags } = chars;
  for (let at = 0; at < count; ) {
    const object = flags[at] === generatedChar ? 0 : objectOf(at);
    const piece = object === 0 ? undefined : pieces.get(object);
    let end = at + 1;
    if (piece !== undefined) {
      while (end < count && flags[end] !== generatedChar && objectOf(end) === object) end += 1;
      if (piece.cluster.told) silence(chars, at, end);
      else spread(chars, at, end, piece);
      piece.cluster.told = true;
    }
    at = end;
  }
}

/** The characters from `from` on are as wide as the piece they were told of: their letters get as wide as its cluster. */
function spread(chars: CharTable, from: number, to: number, { cluster, ...piece }: Piece): void {
  const { code, left, top, right, bottom } = chars;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let at = from; at < to; at += 1) {
    low = Math.min(low, left[at] as number);
    high = Math.max(high, right[at] as number);
  }
  const drawn = piece.right - piece.left;
  const scale = drawn > leastWidth && high > low ? (high - low) / drawn : 1;
  const start = low + scale * (cluster.left - piece.left);
  const isLetter = Array.from(code.subarray(from, to), (one) => !isMark(one));
  const letters = Math.max(1, isLetter.filter(Boolean).length);
  const step = (scale * (cluster.right - cluster.left)) / letters;
  // A mark stands at the letter before it; the engine tells what runs to the left the other way round.
  const isBackwards = isRightToLeft(code[to - 1] as number);
  let told = 0;
  for (let at = from; at < to; at += 1) {
    if (isLetter[at - from] === true) told += 1;
    const place = Math.min(letters - 1, Math.max(0, isBackwards && isLetter[at - from] !== true ? told : told - 1));
    left[at] = start + step * place;
    right[at] = start + step * (place + 1);
    // Marks are raised and lowered, and any of them may be drawn first.
    top[at] = (top[at] as number) + scale * (piece.base - cluster.base);
    bottom[at] = (bottom[at] as number) + scale * (piece.base - cluster.base);
  }
}

/** What is told again is nothing but a gap that the engine saw. */
function silence({ code, flags }: CharTable, from: number, to: number): void {
  code.fill(32, from, to);
  flags.fill(generatedChar, from, to);
}

const nothing: Cluster = {
  left: Number.POSITIVE_INFINITY,
  right: Number.NEGATIVE_INFINITY,
  widest: -1,
  base: 0,
  told: false,
};

class PieceReader {
  /** By text object. */
  readonly pieces = new Map<number, Piece>();
  readonly #pdfium: Pdfium;
  /** By mark; undefined for those that spell nothing out. */
  readonly #clusters = new Map<number, Cluster | undefined>();
  #objects = 0;

  constructor(pdfium: Pdfium, page: number) {
    this.#pdfium = pdfium;
    const { calls } = pdfium;
    pdfium.withText('ActualText', (key) =>
      this.#read(calls.FPDFPage_CountObjects(page), (at) => calls.FPDFPage_GetObject(page, at), key, 0),
    );
  }

  /** Calls itself for forms, which may be nested `deepestForm` deep. */
  #read(count: number, objectAt: (at: number) => number, key: number, depth: number): void {
    const { calls } = this.#pdfium;
    for (let at = 0; at < count && this.#objects < mostObjects; at += 1) {
      this.#objects += 1;
      const object = objectAt(at);
      const type = object === 0 ? 0 : calls.FPDFPageObj_GetType(object);
      if (type === textObject) this.#add(object, key);
      else if (type === formObject && depth < deepestForm) {
        const one = (place: number): number => calls.FPDFFormObj_GetObject(object, place);
        this.#read(calls.FPDFFormObj_CountObjects(object), one, key, depth + 1);
      }
    }
  }

  #add(object: number, key: number): void {
    const { calls, scratch } = this.#pdfium;
    const cluster = this.#clusterOf(object, key);
    if (cluster === undefined) return;
    const base = calls.FPDFPageObj_GetMatrix(object, scratch) === 0 ? 0 : this.#pdfium.float(5);
    if (calls.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return;
    const [left, right] = [this.#pdfium.float(0), this.#pdfium.float(2)];
    cluster.left = Math.min(cluster.left, left);
    cluster.right = Math.max(cluster.right, right);
    if (right - left > cluster.widest) {
      cluster.widest = right - left;
      cluster.base = base;
    }
    this.pieces.set(object, { left, right, base, cluster });
  }

  /** The innermost mark that spells its content out. */
  #clusterOf(object: number, key: number): Cluster | undefined {
    const { calls } = this.#pdfium;
    for (let place = calls.FPDFPageObj_CountMarks(object) - 1; place >= 0; place -= 1) {
      const mark = calls.FPDFPageObj_GetMark(object, place);
      if (!this.#clusters.has(mark)) {
        const isSpelled = calls.FPDFPageObjMark_GetParamValueType(mark, key) === stringValue;
        this.#clusters.set(mark, isSpelled ? { ...nothing } : undefined);
      }
      const cluster = this.#clusters.get(mark);
      if (cluster !== undefined) return cluster;
    }
    return undefined;
  }
}
