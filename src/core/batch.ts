// The life of a batch as pure functions of its files: a batch has no state of its own that could contradict them.

export type BatchState = 'pending' | 'in_progress' | 'completed' | 'partial_failure';

export interface BatchCounts {
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly processing: number;
}

/**
 * decisions.md, "States": `pending -> in_progress -> completed` or `partial_failure`; all files failed is
 * `partial_failure` too. A batch of which a part has ended is under way, whether or not a file runs at this moment.
 */
export function batchState({ total, completed, failed, processing }: BatchCounts): BatchState {
  if (completed + failed >= total) return failed === 0 ? 'completed' : 'partial_failure';
  return completed + failed + processing === 0 ? 'pending' : 'in_progress';
}

export function isFinalBatch(state: BatchState): boolean {
  return state === 'completed' || state === 'partial_failure';
}

/** The mean of the files' own percentages, rounded down: 100 only when every file has ended. */
export function batchPercentage(percentages: readonly number[]): number {
  if (percentages.length === 0) return 100;
  const sum = percentages.reduce((total, one) => total + Math.min(100, Math.max(0, one)), 0);
  return Math.floor(sum / percentages.length);
}
