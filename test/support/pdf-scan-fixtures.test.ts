// The scans of test/fixtures/pdf are what the code here makes, byte for byte; UPDATE_GOLDENS=1 writes them anew.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scanFixtures } from './pdf-scan-fixtures.ts';

const root = join(import.meta.dirname, '../fixtures/pdf');

test.each(Object.entries(scanFixtures))('%s', async (name, make) => {
  const file = join(root, name, 'input.pdf');
  const bytes = await make();
  if (process.env['UPDATE_GOLDENS'] === '1' && !(existsSync(file) && readFileSync(file).equals(bytes))) {
    mkdirSync(join(root, name), { recursive: true });
    writeFileSync(file, bytes);
  }
  expect(readFileSync(file).equals(bytes)).toBe(true);
});
