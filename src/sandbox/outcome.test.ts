// Nothing but plain files of the reported size is handed on, whatever a child has put in their place.
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { collectOutcome } from './outcome.ts';
import type { ConversionTask, DoneMessage } from './protocol.ts';

let folder: string;
let task: ConversionTask;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outcome-'));
  const outputDir = join(folder, 'out');
  mkdirSync(join(outputDir, 'images'), { recursive: true });
  task = { inputPath: join(folder, 'in'), outputDir, options: {}, imageBase: 'https://files/' };
  writeFileSync(join(outputDir, 'result.md'), 'text');
  writeFileSync(join(outputDir, 'blocks.json'), '{"blocks":[]}');
  writeFileSync(join(outputDir, 'images', 'image-1.png'), 'PNG');
  writeFileSync(join(folder, 'secret'), 'text');
});
afterEach(() => rmSync(folder, { recursive: true }));

const done: DoneMessage = {
  type: 'done',
  id: 1,
  rss: 1,
  metadata: { format: 'txt', pages: 1, markdownBytes: 4, words: 1, language: 'en', qualityScore: 1, ocrUsed: false },
  warnings: [],
  images: [{ name: 'image-1.png', mediaType: 'image/png', size: 3 }],
};

function replace(name: string, put: (path: string) => void): void {
  const path = join(task.outputDir, name);
  rmSync(path, { recursive: true });
  put(path);
}

it('derives paths and URLs from names', async () => {
  expect(await collectOutcome(task, done)).toEqual({
    markdownPath: join(task.outputDir, 'result.md'),
    mapPath: join(task.outputDir, 'blocks.json'),
    metadata: done.metadata,
    warnings: [],
    images: [
      {
        name: 'image-1.png',
        url: 'https://files/image-1.png',
        mediaType: 'image/png',
        path: join(task.outputDir, 'images', 'image-1.png'),
        size: 3,
      },
    ],
  });
});

it.each([
  ['a missing result', 'result.md', () => undefined],
  ['a result of another size', 'result.md', (path: string) => writeFileSync(path, 'longer text')],
  ['a symbolic link', 'result.md', (path: string) => symlinkSync(join(folder, 'secret'), path)],
  ['a hard link', 'result.md', (path: string) => linkSync(join(folder, 'secret'), path)],
  ['a folder', 'result.md', (path: string) => mkdirSync(path)],
  ['a missing map', 'blocks.json', () => undefined],
  ['a linked map', 'blocks.json', (path: string) => symlinkSync(join(folder, 'secret'), path)],
  ['a missing image', 'images/image-1.png', () => undefined],
  ['a linked image', 'images/image-1.png', (path: string) => symlinkSync(join(folder, 'secret'), path)],
  ['a linked image folder', 'images', (path: string) => symlinkSync(folder, path)],
])('refuses %s', async (_name, file, put) => {
  replace(file, put);
  expect(await collectOutcome(task, done)).toBeTypeOf('string');
});
