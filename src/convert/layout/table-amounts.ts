// Amounts beside long labels within one drawn column, as in the statements of a company where only one year is shaded: what
// stands at one right edge, with white before it that no label reaches into.
import { lineText } from './lines.ts';
import { boundsOf, overlap } from './page.ts';
import type { Segment } from './segments.ts';
import { isDatum } from './table-lines.ts';

/** Amounts that make a column, and labels beside them. */
const fewestAmounts = 4;
const fewestLabels = 3;
const mostColumns = 12;
/** In parts of the type size: how far right edges may differ, as closing brackets do, and how near a label may come. */
const sameEdge = 0.6;
const leastWhite = 0.3;
/** In parts of the type size: between a sign of currency and its amount. */
const signGap = 8;
/** Share of the labels that may run on below the amounts. */
const mostCrossing = 0.15;

/** Places between the columns of amounts and what stands before them, from right to left. */
export function amountColumns(pieces: readonly Segment[]): number[] {
  const bounds: number[] = [];
  let rest = pieces;
  while (bounds.length < mostColumns) {
    const amounts = lastAmounts(rest);
    if (amounts.length < fewestAmounts) break;
    const size = amounts[0]?.size || 1;
    const signs = rest.filter((piece) => isSign(piece) && amounts.some((one) => isBefore(piece, one)));
    const from = boundsOf([...amounts, ...signs]).left;
    const before = rest.filter((piece) => piece.left < from - 1);
    const clear = before.filter(({ right }) => right <= from - leastWhite * size);
    if (clear.length < fewestLabels || before.length - clear.length > mostCrossing * before.length) break;
    bounds.push((boundsOf(clear).right + from) / 2);
    rest = before;
  }
  return bounds;
}

/** The amounts whose right edge is that of the last one. */
function lastAmounts(pieces: readonly Segment[]): Segment[] {
  const data = pieces.filter((piece) => isDatum(lineText(piece)));
  const edge = boundsOf(data).right;
  return data.filter(({ right, size }) => edge - right <= sameEdge * (size || 1));
}

const isSign = (piece: Segment): boolean => /^\p{Sc}$/u.test(lineText(piece));

const isBefore = (sign: Segment, amount: Segment): boolean =>
  sign.right <= amount.left + 1 &&
  amount.left - sign.right <= signGap * (amount.size || 1) &&
  overlap(sign.top, sign.bottom, amount.top, amount.bottom) > 0;
