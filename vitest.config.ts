// Unit tests beside the code and the suites under test/; the built service is what the suites run.
import { defaultExclude, defineConfig } from 'vitest/config';
import { SpreadWaiting } from './test/support/spread-waiting.ts';

export default defineConfig({
  test: {
    reporters: ['default', './test/support/closing-line.ts'],
    sequence: { sequencer: SpreadWaiting },
    // For two cores: one more than cores, because the suites that start processes mostly wait for them. A fourth only made
    // all of them slower (752 s with three, 831 s with four).
    maxWorkers: 3,
    // Modules are loaded once for all files of a worker: loading them was half of the time of small files.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is waited for may be late on a busy machine: a second, which is the default, is not enough.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'suites',
          include: ['test/**/*.test.ts'],
          // Load takes minutes of both cores, and says little beside other suites: `npm run test:load` runs it alone.
          exclude: [...defaultExclude, 'test/load/**'],
        },
      },
    ],
  },
});
