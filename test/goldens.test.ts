// Every folder test/fixtures/FORMAT/CASE holds a document and the Markdown it must become, byte for byte. An
// options.json beside them is given to the conversion, and a warnings.txt lists the codes it must warn of.
// UPDATE_GOLDENS=1 rewrites the Markdown (and a warnings.txt that is there); review what it wrote.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytesSource, convert } from '../src/convert/index.ts';
import { fixtureBytes, fixtureFormats, fixtureOptions, fixturesOf } from './support/fixtures.ts';

describe.each(fixtureFormats)('%s', (format) => {
  test.each(fixturesOf(format))('$name', async (fixture) => {
    const input = { source: bytesSource(fixtureBytes(fixture)), name: fixture.file };
    const { markdown, blocks, warnings } = await convert(input, fixtureOptions(fixture));

    const update = process.env['UPDATE_GOLDENS'] === '1';
    const golden = join(fixture.folder, 'output.md');
    if (update) writeFileSync(golden, markdown);
    expect(markdown).toBe(readFileSync(golden, 'utf8'));

    const told = join(fixture.folder, 'warnings.txt');
    if (existsSync(told)) {
      const codes = `${warnings.map((warning) => warning.code).join('\n')}\n`;
      if (update) writeFileSync(told, codes);
      expect(codes).toBe(readFileSync(told, 'utf8'));
    }

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
