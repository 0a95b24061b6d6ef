// A parent to be killed: opens a pool as a service does, and says when its tasks are under way. Run by orphans.test.ts.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPool } from '../../dist/sandbox/pool.js';

const [scratchRoot, childEntry, compiled, isolation, ...documents] = process.argv.slice(2);
const pool = createPool({ size: documents.length + 1, scratchRoot, childEntry, readableRoots: [compiled], isolation });
await Promise.all(
  documents.map((text, index) => {
    const outputDir = join(scratchRoot, String(index), 'out');
    mkdirSync(outputDir, { recursive: true });
    const inputPath = join(scratchRoot, String(index), 'input');
    writeFileSync(inputPath, text);
    return new Promise((resolve) => {
      void pool.run({ inputPath, outputDir, name: 'document.txt', options: {} }, { onProgress: resolve });
    });
  }),
);
while (pool.stats().idle === 0) await new Promise((resolve) => setTimeout(resolve, 10));
console.log('under way');
