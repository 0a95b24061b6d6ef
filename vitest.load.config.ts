// The suites of load alone, which the usual run leaves out.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/load/*.test.ts'], hookTimeout: 60_000 },
});
