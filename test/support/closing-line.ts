// Ends the output of a test run with one plain line that any CI can read: `N passed, N failed`.
import type { Reporter, TestModule } from 'vitest/node';

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) count.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        count[state === 'pending' ? 'skipped' : state] += 1;
      }
    }
    const skipped = count.skipped === 0 ? '' : `, ${count.skipped} skipped`;
    // After everything the default reporter still has to say.
    process.once('exit', () => process.stdout.write(`${count.passed} passed, ${count.failed} failed${skipped}\n`));
  }
}
