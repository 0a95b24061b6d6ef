// The PDFs of test/fixtures/pdf are what the code here makes, byte for byte; UPDATE_GOLDENS=1 writes them anew.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pdfFixtures } from './pdf-fixtures.ts';

const root = join(import.meta.dirname, '../fixtures/pdf');

test.each(Object.entries(pdfFixtures))('%s', (name, make) => {
  const file = join(root, name, 'input.pdf');
  const bytes = make();
  if (process.env['UPDATE_GOLDENS'] === '1' && !(existsSync(file) && readFileSync(file).equals(bytes))) {
    mkdirSync(join(root, name), { recursive: true });
    writeFileSync(file, bytes);
  }
  expect(readFileSync(file).equals(bytes)).toBe(true);
});
