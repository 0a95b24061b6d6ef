// Grounds that run down one side of a page, as sidebars of slides, brochures and résumés do: what stands on one is read by itself.
import { type Box, type Fill, heightOf, middleY, type PageContent, widthOf } from './page.ts';
import { firstAtOrAfter } from './sorted.ts';

/** In points: what ends so near the edge of the paper runs off it. */
const bleed = 1.5;
/** Shares of the page's height and width: how far one runs down, and how wide it may be. */
const leastHeight = 0.6;
const mostWidth = 0.35;
/** In points: narrower ones have no room for words. */
const leastWidth = 25;
/** In points: how far a piece may reach over its edge. */
const slack = 2;
/** Pieces that stand on it: a number or a logo is of the page. */
const fewestPieces = 3;
/** In points, and the share of what stands on it: where so much is on a line with something beside it, it names that. */
const level = 1.5;
const mostLevel = 0.6;

export interface SidedPage<P> {
  readonly left: readonly P[];
  readonly right: readonly P[];
  readonly rest: readonly P[];
}

/** What stands on the sidebars of a page, where nothing reaches over their edges. */
export function partedBySidebars<P extends Box>(pieces: readonly P[], page: PageContent): SidedPage<P> {
  const grounds = page.fills.filter((fill) => runsDown(fill, page));
  const none: SidedPage<P> = { left: [], right: [], rest: pieces };
  if (grounds.length === 0) return none;
  const left = standingOn(
    widest(grounds, ({ left }) => left < bleed),
    pieces,
  );
  const right = standingOn(
    widest(grounds, ({ right }) => right > page.width - bleed),
    pieces,
  );
  if (left.length + right.length === 0) return none;
  const aside = new Set([...left, ...right]);
  const rest = pieces.filter((piece) => !aside.has(piece));
  return rest.length === 0 || areLabels(aside, rest) ? none : { left, right, rest };
}

function runsDown(fill: Fill, { width, height }: PageContent): boolean {
  if (fill.left >= bleed && fill.right <= width - bleed) return false;
  const wide = widthOf(fill);
  return wide >= leastWidth && wide <= mostWidth * width && heightOf(fill) >= leastHeight * height;
}

/** Terms and dates, each on the line of what it belongs to. */
function areLabels(aside: ReadonlySet<Box>, rest: readonly Box[]): boolean {
  const bottoms = rest.map(({ bottom }) => bottom).sort((a, b) => a - b);
  let count = 0;
  for (const { bottom } of aside) {
    const beside = bottoms[firstAtOrAfter(bottoms, bottom - level)];
    if (beside !== undefined && beside <= bottom + level) count += 1;
  }
  return count >= mostLevel * aside.size;
}

function widest(grounds: readonly Fill[], isAt: (ground: Fill) => boolean): Fill | undefined {
  let found: Fill | undefined;
  for (const ground of grounds)
    if (isAt(ground) && (found === undefined || widthOf(ground) > widthOf(found))) found = ground;
  return found;
}

function standingOn<P extends Box>(ground: Fill | undefined, pieces: readonly P[]): P[] {
  if (ground === undefined) return [];
  const on: P[] = [];
  for (const piece of pieces) {
    const y = middleY(piece);
    if (y < ground.top || y > ground.bottom) continue;
    if (piece.right <= ground.left + slack || piece.left >= ground.right - slack) continue;
    if (piece.left < ground.left - slack || piece.right > ground.right + slack) return [];
    on.push(piece);
  }
  return on.length < fewestPieces ? [] : on;
}
