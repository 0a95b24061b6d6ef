// Connected pieces of ink, most of them letters: what tilt, direction and size of print are told from.

export interface Mark {
  readonly left: number;
  readonly top: number;
  /** Last column and row, inclusive. */
  readonly right: number;
  readonly bottom: number;
  readonly pixels: number;
}

/** A dense page has some 10 000 letters; a picture of grain has more pieces than are worth looking at. */
const mostMarks = 60_000;

/** Pieces joined over sides and corners, in the order of their first row; fewer than all in a picture full of grain. */
export function marksOf(mask: Uint8Array, width: number, height: number): Mark[] {
  // Stretches of ink of the row before and of this row, each with the piece it belongs to.
  let above: Stretch[] = [];
  const parents: number[] = [];
  const boxes: MutableMark[] = [];
  for (let y = 0; y < height && boxes.length < mostMarks; y += 1) {
    const current: Stretch[] = [];
    let from = 0;
    for (let x = 0; x < width; x += 1) {
      if (mask[y * width + x] !== 1) continue;
      const first = x;
      while (x < width && mask[y * width + x] === 1) x += 1;
      const last = x - 1;
      while (from < above.length && (above[from] as Stretch).last < first - 1) from += 1;
      let piece = -1;
      for (let at = from; at < above.length && (above[at] as Stretch).first <= last + 1; at += 1) {
        const other = rootOf(parents, (above[at] as Stretch).piece);
        if (piece < 0) piece = other;
        else if (other !== piece) piece = joined(parents, boxes, piece, other);
      }
      if (piece < 0) {
        piece = boxes.length;
        parents.push(piece);
        boxes.push({ left: first, top: y, right: last, bottom: y, pixels: 0 });
      }
      grow(boxes[piece] as MutableMark, first, last, y);
      current.push({ first, last, piece });
    }
    above = current;
  }
  return boxes.filter((_, index) => parents[index] === index);
}

interface Stretch {
  readonly first: number;
  readonly last: number;
  readonly piece: number;
}

type MutableMark = { -readonly [Key in keyof Mark]: Mark[Key] };

function rootOf(parents: number[], index: number): number {
  let at = index;
  while (parents[at] !== at) {
    const next = parents[parents[at] as number] as number;
    parents[at] = next;
    at = next;
  }
  return at;
}

function joined(parents: number[], boxes: MutableMark[], a: number, b: number): number {
  const root = Math.min(a, b);
  const other = Math.max(a, b);
  parents[other] = root;
  const [into, from] = [boxes[root] as MutableMark, boxes[other] as MutableMark];
  into.left = Math.min(into.left, from.left);
  into.top = Math.min(into.top, from.top);
  into.right = Math.max(into.right, from.right);
  into.bottom = Math.max(into.bottom, from.bottom);
  into.pixels += from.pixels;
  return root;
}

function grow(box: MutableMark, first: number, last: number, y: number): void {
  if (first < box.left) box.left = first;
  if (last > box.right) box.right = last;
  box.bottom = y;
  box.pixels += last - first + 1;
}

export const markHeight = (mark: Mark): number => mark.bottom - mark.top + 1;
export const markWidth = (mark: Mark): number => mark.right - mark.left + 1;

/** Pieces that may be letters: neither dots nor rules nor pictures. */
export function letterLike(marks: readonly Mark[], least = 3): Mark[] {
  const candidates = marks.filter(
    (mark) =>
      Math.max(markHeight(mark), markWidth(mark)) >= least &&
      // Not a rule: rules are long and full. Words whose letters touch are long too, but lighter.
      Math.max(markHeight(mark), markWidth(mark)) < 12 * Math.min(markHeight(mark), markWidth(mark)),
  );
  const usual = medianSize(candidates);
  return candidates.filter((mark) => {
    const size = Math.sqrt(markHeight(mark) * markWidth(mark));
    return size >= 0.4 * usual && size <= 4 * usual;
  });
}

/** Middle of the sizes, each weighted by itself so that specks do not decide. */
function medianSize(marks: readonly Mark[]): number {
  const sizes = marks.map((mark) => Math.sqrt(markHeight(mark) * markWidth(mark))).sort((a, b) => a - b);
  let left = sizes.reduce((sum, size) => sum + size, 0) / 2;
  for (const size of sizes) {
    left -= size;
    if (left <= 0) return size;
  }
  return 0;
}
