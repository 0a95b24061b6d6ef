// Tables of a page, ruled or not: found from drawn lines and from the places of words, before reading order is known.

import { columnFinder, readsAcross } from './drawn-columns.ts';
import { formRowTables } from './form-rows.ts';
import { addAll } from './many.ts';
import { type Box, liesIn, middleY, type PageContent } from './page.ts';
import { placedSegment } from './placed.ts';
import { readingOrder } from './reading-order.ts';
import type { Segment } from './segments.ts';
import { blockTables } from './table-blocks.ts';
import { framesOf } from './table-boxes.ts';
import { withoutCaptions } from './table-captions.ts';
import { drawnTables } from './table-drawn.ts';
import { drawnFrames, formRows, formTables, isFormOver } from './table-forms.ts';
import { fillGrid, type PageTable, rowsOf, type TableGrid } from './table-grid.ts';
import { hasHeader } from './table-header.ts';
import { latticesOf } from './table-lattice.ts';
import { tableLines } from './table-lines.ts';
import { borderless, candidateLines, ruledApart } from './table-open.ts';
import { withoutPanels } from './table-panels.ts';
import { refineGrid } from './table-refine.ts';
import { extendGrid, joinStacked, withHeads } from './table-stack.ts';
import { drawnStrokes, type Strokes, withFills } from './table-strokes.ts';
import { tablesUnderRules } from './table-under-rule.ts';
import { holdsChart, holdsTable, isBlankForm, runsThrough } from './table-verdict.ts';
import { isTypedPage } from './typed-pages.ts';

export { tableBlock } from './table-block.ts';
export type { PageTable } from './table-grid.ts';

/** Tables of one page. */
const mostTables = 200;
/** Rows of a table without drawn lines. */
const fewestLines = 2;
/** Segments handed out for a closer look; only grids within grids without end need more. */
const mostLooks = 2_000_000;

interface MoreOfPage {
  /** Text that runs up or down, which stands in the cells of ruled tables. */
  readonly turned?: readonly Segment[];
  /** The segments of each column, as far as the order of drawing tells them. */
  readonly columns?: readonly (readonly Segment[])[];
}

export function findTables(
  page: PageContent,
  segments: readonly Segment[],
  { turned = [], columns = [] }: MoreOfPage = {},
): PageTable[] {
  const usable = segments.filter(
    (one) => one.words.length > 0 && Number.isFinite(one.left + one.top + one.right + one.bottom),
  );
  if (usable.length < 2) return [];
  const free = new FreeSegments(usable, turned);
  const drawn = drawnStrokes(page);
  const strokes = withFills(drawn, page);
  const lattices = latticesOf(drawn);
  const frames = drawnFrames(drawn);
  const tables = ruledTables(lattices.tables, free, true);
  const keep = (found: readonly PageTable[]): void => {
    for (const table of found) {
      if (tables.length >= mostTables) return;
      if (free.take(table.segments)) tables.push(table);
    }
  };
  const within = (box: Box): Segment[] => free.upright(free.within(box));
  const keepFrames = (drawings: readonly TableGrid[]): void => {
    for (const drawing of drawings) keep(framesOf(drawing, within(boxOf(drawing))));
  };
  // The cells of a table that was found are no boxes to write in.
  const open = tables.length === 0 ? frames : frames.filter((frame) => !tables.some((table) => liesIn(frame, table)));
  keep(formRowTables(page, open, drawn.vertical, free.rest()));
  keepFrames(lattices.drawings);
  if (strokes !== drawn) {
    const filled = latticesOf(strokes);
    addAll(tables, ruledTables(filledLattices(filled.tables, free), free, false));
    keepFrames(filled.drawings);
  }
  keep(formTables(strokes === drawn ? frames : drawnFrames(strokes), within));
  keep(drawnTables(free.rest(), drawn.horizontal));
  const inColumn = columnFinder(columns);
  const keepLined = (found: readonly PageTable[]): void =>
    keep(columns.length === 0 ? found : found.filter(({ rows }) => !readsAcross(rows, inColumn)));
  keepLined(ruledApart(strokes.horizontal, within));
  keepLined(tablesUnderRules(drawn.horizontal, within));
  const isTyped = isTypedPage(usable);
  for (const part of partsOf(free, columns)) keepOpen(part, { strokes, isTyped, free, keep });
  return inOrder(tables).flatMap(withoutCaptions);
}

/** What is free in each column, and what is in none. */
function partsOf(free: FreeSegments, columns: readonly (readonly Segment[])[]): (readonly Segment[])[] {
  const rest = free.rest();
  if (columns.length === 0) return [rest];
  const parted = new Set(columns.flat());
  return [...columns.map((column) => free.of(column)), rest.filter((segment) => !parted.has(segment))];
}

interface OpenPage {
  readonly strokes: Strokes;
  readonly isTyped: boolean;
  readonly free: FreeSegments;
  readonly keep: (found: readonly PageTable[]) => void;
}

/** Tables without drawn cells in one part of the page. */
function keepOpen(part: readonly Segment[], { strokes, isTyped, free, keep }: OpenPage): void {
  const lines = tableLines(part);
  if (candidateLines(lines) < fewestLines) return;
  const alone = borderless(lines, strokes, isTyped);
  keep(alone);
  let left = alone.length === 0 ? lines : tableLines(free.of(part));
  const blocks = blockTables(left);
  keep(blocks);
  if (blocks.length > 0) left = tableLines(free.of(part));
  if (alone.length > 0 && candidateLines(left) < fewestLines) return;
  const zones = zonesOf(free.of(part));
  // The part as a whole has been looked at.
  if (zones.length > 1 || alone.length > 0)
    for (const zone of zones) keep(borderless(tableLines(zone), strokes, isTyped));
}

const inOrder = (tables: PageTable[]): PageTable[] => tables.sort((a, b) => a.top - b.top || a.left - b.left);

/** Filled cells often leave every other row without lines. */
function filledLattices(grids: readonly TableGrid[], free: FreeSegments): TableGrid[] {
  const within = (box: Box): Segment[] => free.within(box);
  return joinStacked(grids, within).map((grid) => extendGrid(grid, within));
}

function ruledTables(grids: readonly TableGrid[], free: FreeSegments, drawn: boolean): PageTable[] {
  const tables: PageTable[] = [];
  for (const whole of grids) {
    const all = free.within(boxOf(whole));
    if (all.length < 2) continue;
    for (const part of withoutPanels(whole, all)) {
      if (tables.length >= mostTables) return tables;
      const grid = withHeads(part, (box) => free.within(box));
      const box = boxOf(grid);
      const inside = free.within(box);
      if (inside.length < 2 || runsThrough(grid, inside)) continue;
      const asDrawn = fillGrid(grid, inside);
      if (holdsChart(asDrawn)) continue;
      const isForm = isFormOver(grid, asDrawn);
      const full = isForm ? grid : refineGrid(grid, inside);
      const areas = isForm ? asDrawn : fillGrid(full, inside);
      const blank = !holdsTable(full, areas, drawn);
      if (blank && !(drawn && isBlankForm(full, areas))) continue;
      const segments = new Set(inside);
      const found = rowsOf(areas, drawn ? full : undefined, blank);
      const rows = isForm ? formRows(found) : found;
      if (free.take(segments)) tables.push({ ...box, segments, header: !isForm && hasHeader(rows), rows });
    }
  }
  return tables;
}

/** Parts of the page that are read on their own: a table beside a column of prose is found in its own part. */
function zonesOf(segments: readonly Segment[]): Segment[][] {
  const placed = segments.map((segment) => placedSegment(segment));
  return readingOrder(placed).map((group) => group.map(({ segment }) => segment));
}

function boxOf({ xs, ys }: TableGrid): Box {
  return { left: xs[0] as number, top: ys[0] as number, right: xs.at(-1) as number, bottom: ys.at(-1) as number };
}

/** The segments no table has yet, from top to bottom. */
class FreeSegments {
  readonly #sorted: readonly Segment[];
  readonly #taken = new Set<Segment>();
  readonly #turned: ReadonlySet<Segment>;
  #looks = 0;

  constructor(segments: readonly Segment[], turned: readonly Segment[]) {
    this.#turned = new Set(turned);
    this.#sorted = [...segments, ...turned].sort((a, b) => middleY(a) - middleY(b) || a.left - b.left);
  }

  within(box: Box): Segment[] {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const at = (low + high) >> 1;
      if (middleY(this.#sorted[at] as Segment) < box.top) low = at + 1;
      else high = at;
    }
    const found: Segment[] = [];
    if (this.#looks > mostLooks) return found;
    for (let at = low; at < this.#sorted.length; at += 1) {
      const segment = this.#sorted[at] as Segment;
      if (middleY(segment) > box.bottom) break;
      if (!this.#taken.has(segment) && liesIn(segment, box)) found.push(segment);
    }
    this.#looks += found.length;
    return found;
  }

  /** False, and nothing taken, when one of them is in a table already. */
  take(segments: ReadonlySet<Segment>): boolean {
    for (const segment of segments) if (this.#taken.has(segment)) return false;
    for (const segment of segments) this.#taken.add(segment);
    return true;
  }

  rest(): Segment[] {
    return this.upright(this.of(this.#sorted));
  }

  of(segments: readonly Segment[]): Segment[] {
    return segments.filter((segment) => !this.#taken.has(segment));
  }

  upright(segments: Segment[]): Segment[] {
    return this.#turned.size === 0 ? segments : segments.filter((segment) => !this.#turned.has(segment));
  }
}
