// The characters of a page as columns of numbers, which are quicker to fill and to read than objects.

/** The characters of a page in the order the file draws them, as columns of numbers. */
export interface CharTable {
  readonly count: number;
  readonly code: Uint32Array;
  readonly left: Float32Array;
  readonly top: Float32Array;
  readonly right: Float32Array;
  readonly bottom: Float32Array;
  /** Index into `styles`. */
  readonly style: Uint16Array;
  /** 1: the engine put it there (a space or line end between words). 2: its code could not be mapped to Unicode. */
  readonly flags: Uint8Array;
  /** Texts that were read from the font program where the PDF does not say what a character means. */
  readonly recovered: ReadonlyMap<number, string>;
}

const firstRightToLeft = 0x590;

/** Hebrew, Arabic and their neighbours, with the presentation forms (Unicode, bidirectional classes R and AL). */
export function isRightToLeft(code: number): boolean {
  return (
    (code >= firstRightToLeft && code <= 0x8ff) ||
    (code >= 0xfb1d && code <= 0xfdff) ||
    (code >= 0xfe70 && code <= 0xfefc)
  );
}

export function hasRightToLeft({ count, code }: CharTable): boolean {
  for (let at = 0; at < count; at += 1)
    if ((code[at] as number) >= firstRightToLeft && isRightToLeft(code[at] as number)) return true;
  return false;
}

export const generatedChar = 1;
export const unmappedChar = 2;

/** All tables are made here: what goes over their columns is then compiled once for all of them. */
const tableOf = (
  count: number,
  { code, left, top, right, bottom, style, flags, recovered }: Omit<CharTable, 'count'>,
): CharTable => ({ count, code, left, top, right, bottom, style, flags, recovered });

export const nothingRecovered: ReadonlyMap<number, string> = new Map();

/** Room for so many characters. */
export const emptyChars = (count: number): CharTable =>
  tableOf(count, {
    code: new Uint32Array(count),
    left: new Float32Array(count),
    top: new Float32Array(count),
    right: new Float32Array(count),
    bottom: new Float32Array(count),
    style: new Uint16Array(count),
    flags: new Uint8Array(count),
    recovered: nothingRecovered,
  });

/** The same characters with other columns in place of some. */
export const withColumns = (chars: CharTable, others: Partial<Omit<CharTable, 'count'>>): CharTable =>
  tableOf(chars.count, { ...chars, ...others });

/**
 * Some of the characters in this order, any of them once or more; `codes` are others for some of them, or texts, by their places
 * so far.
 */
export function pickedChars(
  chars: CharTable,
  order: readonly number[],
  codes: ReadonlyMap<number, number | string>,
): CharTable {
  const count = order.length;
  const column = <T extends Uint32Array | Float32Array | Uint16Array | Uint8Array>(from: T, to: T): T => {
    for (let place = 0; place < count; place += 1) to[place] = from[order[place] as number] as number;
    return to;
  };
  const code = column(chars.code, new Uint32Array(count));
  const recovered = new Map<number, string>();
  if (codes.size > 0 || chars.recovered.size > 0) {
    for (const [place, at] of order.entries()) {
      const other = codes.get(at);
      const known = chars.recovered.get(at);
      if (typeof other === 'string') recovered.set(place, other);
      else if (other !== undefined) code[place] = other;
      else if (known !== undefined) recovered.set(place, known);
    }
  }
  return tableOf(count, {
    code,
    left: column(chars.left, new Float32Array(count)),
    top: column(chars.top, new Float32Array(count)),
    right: column(chars.right, new Float32Array(count)),
    bottom: column(chars.bottom, new Float32Array(count)),
    style: column(chars.style, new Uint16Array(count)),
    flags: column(chars.flags, new Uint8Array(count)),
    recovered,
  });
}
