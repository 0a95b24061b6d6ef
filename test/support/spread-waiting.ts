// The order of the suites: those that kill processes and wait for others to notice are spread among those that compute,
// so that no core stands idle at the end of a run.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const waits = /\/test\/(?:chaos\/|contract\/(?:object-store|postgres)-trouble)/;

export class SpreadWaiting extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waiting = sorted.filter(({ moduleId }) => waits.test(moduleId));
    const busy = sorted.filter(({ moduleId }) => !waits.test(moduleId));
    if (waiting.length === 0) return sorted;
    // The longest come first, so half of the list is most of the time.
    const step = Math.max(1, Math.floor(busy.length / 2 / waiting.length));
    return [
      ...waiting.flatMap((file, index) => [file, ...busy.slice(index * step, (index + 1) * step)]),
      ...busy.slice(waiting.length * step),
    ];
  }
}
