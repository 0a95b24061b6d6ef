// Unit tests beside the code and the suites under test/; the built service is what the suites run.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    reporters: ['default', './test/support/closing-line.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The machine this must run on has two cores; integration tests fork children of their own.
    maxWorkers: 2,
  },
});
