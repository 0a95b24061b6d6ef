// Tells by the lines of print in a picture, before any of it is read, whether they may be running text or a table. Reading
// a picture takes seconds, and four fifths of that went into charts, drawings and photographs whose labels are then dropped.
import type { PrintedLine } from '../../engines/ocr/port.ts';
import type { Raster } from '../../engines/raster.ts';

/** So many heights long, a line has some four words; a sign of a few lines may have shorter ones. */
const longLine = 8;
const longOnSign = 4.5;
const signLines = 4;
/** Share of a picture that so few lines cover. */
const leastOfSign = 0.02;
/** Share of the print that must be in long lines. */
const proseShare = 0.55;
/** Or in rows with others and in columns with them. */
const tableShare = 0.65;
/** In heights: lines of one row stand at one height, cells of a column begin, end or have their middle at one place. */
const rowReach = 0.4;
const otherRow = 0.7;
const columnReach = 0.5;
/** Cells of other rows that make a column with one. */
const column = 2;
/** So many lines are a page of print; they are not compared with each other. */
const many = 600;

/** A line along the direction of most print and across it. */
interface Place {
  readonly from: number;
  readonly to: number;
  readonly across: number;
  readonly height: number;
  /** How much print it holds: its length in heights. */
  readonly print: number;
}

/** A few words in a large picture: the title of a window, a mark on a photograph. */
export const areLost = (lines: readonly PrintedLine[], { width, height }: Pick<Raster, 'width' | 'height'>): boolean =>
  lines.length <= signLines &&
  lines.reduce((sum, line) => sum + line.width * line.height, 0) < leastOfSign * width * height;

export function mayBeText(lines: readonly PrintedLine[]): boolean {
  if (lines.length > many) return true;
  const places = placesOf(lines);
  const all = printOf(places);
  if (all === 0) return false;
  const long = places.length <= signLines ? longOnSign : longLine;
  return (
    printOf(places.filter(({ print }) => print >= long)) >= proseShare * all || inTable(places) >= tableShare * all
  );
}

const printOf = (places: readonly Place[]): number => places.reduce((sum, { print }) => sum + print, 0);

/** The longest line tells the direction. */
function placesOf(lines: readonly PrintedLine[]): Place[] {
  let longest: PrintedLine | undefined;
  for (const line of lines) if (line.width > (longest?.width ?? 0)) longest = line;
  const cos = Math.cos(longest?.angle ?? 0);
  const sin = Math.sin(longest?.angle ?? 0);
  return lines
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ x, y, width, height }) => {
      const along = x * cos + y * sin;
      return {
        from: along - width / 2,
        to: along + width / 2,
        across: y * cos - x * sin,
        height,
        print: width / height,
      };
    });
}

/** How much of the print stands in rows with other print and in columns with that of other rows. */
function inTable(places: readonly Place[]): number {
  let sum = 0;
  for (const one of places) {
    let isInRow = false;
    let [begin, end, middle] = [0, 0, 0];
    for (const other of places) {
      if (other === one) continue;
      const apart = Math.abs(other.across - one.across) / Math.min(one.height, other.height);
      if (apart < rowReach) isInRow = true;
      if (apart <= otherRow) continue;
      const reach = columnReach * one.height;
      if (Math.abs(other.from - one.from) < reach) begin += 1;
      if (Math.abs(other.to - one.to) < reach) end += 1;
      if (Math.abs(other.from + other.to - one.from - one.to) < 2 * reach) middle += 1;
    }
    if (isInRow && Math.max(begin, end, middle) >= column) sum += one.print;
  }
  return sum;
}
