// Chinese and Japanese written downwards: every sign stands upright below the one before it, and no font says so. Found
// from the places of the signs, and from then on text that runs down like text that is turned.
import { type CharTable, generatedChar, withColumns } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import type { TextStyle } from '../../layout/page.ts';
import { quarterOf } from './upright.ts';

/** Signs one below the other: fewer say nothing of the page, and where it is written across, they are a narrow column. */
const shortestRun = 4;
const shortestAlone = 8;
/** Share of the signs of a page that stand so. */
const majority = 0.5;
/** In parts of the type size: how far a sign stands below the one before it, and how far beside it. */
const leastStep = 0.5;
const mostStep = 1.6;
const mostAside = 0.25;
/** Share of a run that must be ideographs and kana: numbers stand in columns too. */
const leastIdeographs = 0.7;

/** The page with its downward text told by the direction of its style. */
export function withVerticalText(page: PdfPage): PdfPage {
  const { chars, styles } = page;
  const ideographs = countIdeographs(chars);
  if (ideographs < shortestRun) return page;
  const runs = fallingRuns(chars, styles);
  const falling = runs.reduce((sum, run) => sum + (run.length < shortestRun ? 0 : run.length), 0);
  if (falling === 0) return page;
  // Where downwards is usual, a line of one sign or two runs down as well.
  const isUsual = falling >= majority * ideographs;
  const turned = new Map<number, number>();
  const all = [...styles];
  const style = Uint16Array.from(chars.style);
  for (const run of runs) {
    if (!isUsual && run.length < shortestAlone) continue;
    for (const at of run) {
      const own = style[at] as number;
      let downward = turned.get(own);
      if (downward === undefined) {
        downward = all.length;
        turned.set(own, downward);
        all.push({ ...(styles[own] as TextStyle), angle: 90 });
      }
      style[at] = downward;
    }
  }
  return turned.size === 0 ? page : { ...page, chars: withColumns(chars, { style }), styles: all };
}

/** Kana, ideographs, their punctuation and full-width forms. */
const isIdeograph = (code: number): boolean =>
  (code >= 0x3000 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff) || (code >= 0xfe10 && code <= 0xff60);

function countIdeographs({ code }: CharTable): number {
  let count = 0;
  for (const one of code) if (one >= 0x3000 && isIdeograph(one)) count += 1;
  return count;
}

/** The places of signs that were drawn one below the other, run by run. */
function fallingRuns(chars: CharTable, styles: readonly TextStyle[]): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  const end = (): void => {
    const ideographs = run.filter((at) => isIdeograph(chars.code[at] as number)).length;
    const isLine = run.length > 1 || (run.length === 1 && !isBeside(chars, styles, run[0] as number));
    if (isLine && ideographs >= leastIdeographs * run.length) runs.push(run);
    run = [];
  };
  for (let at = 0; at < chars.count; at += 1) {
    if (((chars.flags[at] as number) & generatedChar) !== 0) continue;
    const style = styles[chars.style[at] as number];
    if (style === undefined || quarterOf(style.angle) !== 0) {
      end();
      continue;
    }
    const last = run.at(-1);
    if (last !== undefined && !falls(chars, last, at, style.size)) end();
    run.push(at);
  }
  end();
  return runs;
}

function falls({ left, top, right, bottom }: CharTable, from: number, to: number, size: number): boolean {
  const [left0, left1] = [left[from] as number, left[to] as number];
  const centre = left1 + (right[to] as number) - left0 - (right[from] as number);
  if (Math.min(Math.abs(left1 - left0), Math.abs(centre) / 2) > mostAside * size) return false;
  const step = ((top[to] as number) + (bottom[to] as number) - (top[from] as number) - (bottom[from] as number)) / 2;
  return step >= leastStep * size && step <= mostStep * size;
}

/** It stands on one line with the sign before or after it. */
function isBeside(chars: CharTable, styles: readonly TextStyle[], at: number): boolean {
  const size = styles[chars.style[at] as number]?.size ?? 0;
  for (const other of [at - 1, at + 1]) {
    if (other < 0 || other >= chars.count || ((chars.flags[other] as number) & generatedChar) !== 0) continue;
    const apart = Math.max(
      (chars.left[other] as number) - (chars.right[at] as number),
      (chars.left[at] as number) - (chars.right[other] as number),
    );
    if (apart < size && Math.abs((chars.bottom[other] as number) - (chars.bottom[at] as number)) < 0.3 * size)
      return true;
  }
  return false;
}
