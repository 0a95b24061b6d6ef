// What a fault test finds: one row of the scorecard, with the one figure that says most about it.
import type { StoreName } from './store-sets.ts';

export interface Finding {
  /** Its number on the scorecard. */
  readonly row: number;
  readonly test: string;
  readonly store: StoreName | 'both' | 'none';
  /** Empty when the test is passed. */
  readonly problems: readonly string[];
  readonly figure: string;
}

export function lineOf({ row, test, store, problems, figure }: Finding): string {
  const verdict = problems.length === 0 ? 'PASS' : 'FAIL';
  const shown = problems.slice(0, 3).join('; ');
  return `| ${row} | ${test} | ${store} | ${verdict} | ${figure}${shown === '' ? '' : ` (${shown})`} |`;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
