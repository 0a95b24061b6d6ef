// Every folder test/fixtures/FORMAT/CASE holds a document and the Markdown it must become, byte for byte. An
// options.json beside them is given to the conversion. UPDATE_GOLDENS=1 rewrites the Markdown; review what it wrote.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { convert } from '../src/convert/index.ts';

const root = join(import.meta.dirname, 'fixtures');
const folders = (path: string) => readdirSync(path).filter((name) => statSync(join(path, name)).isDirectory());

describe.each(folders(root))('%s', (format) => {
  test.each(folders(join(root, format)))('%s', async (name) => {
    const folder = join(root, format, name);
    const input = readdirSync(folder).find((file) => file.startsWith('input.'));
    if (input === undefined) throw new Error(`${folder} has no input file`);
    const optionsPath = join(folder, 'options.json');
    const options = existsSync(optionsPath) ? JSON.parse(readFileSync(optionsPath, 'utf8')) : {};
    const { markdown, blocks } = await convert(join(folder, input), options);

    const golden = join(folder, 'output.md');
    if (process.env['UPDATE_GOLDENS'] === '1') writeFileSync(golden, markdown);
    expect(markdown).toBe(readFileSync(golden, 'utf8'));

    // The provenance map covers the text in order, without overlap, within the file.
    let end = 0;
    for (const block of blocks) {
      expect(block.start).toBeGreaterThanOrEqual(end);
      expect(block.end).toBeGreaterThan(block.start);
      end = block.end;
    }
    expect(end).toBeLessThanOrEqual(Buffer.byteLength(markdown));
  });
});
