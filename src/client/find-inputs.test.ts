// Files, folders and patterns on a real folder tree.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FindSettings, findInputs } from './find-inputs.ts';

let root = '';
const tree = [
  'a.txt',
  'b.html',
  'image.raw',
  '.hidden.txt',
  'docs/one.md',
  'docs/two.html',
  'docs/deep/three.html',
  'docs/deep/er/four.HTML',
  'docs/.git/five.txt',
  'docs/node_modules/six.txt',
  'docs/out/old.md',
  'odd/report[1].txt',
  'empty/nothing.raw',
];

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'docmill-test-'));
  for (const path of tree) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), 'x');
  }
  symlinkSync('..', join(root, 'docs/loop'));
  symlinkSync('../a.txt', join(root, 'docs/linked.txt'));
  symlinkSync('nowhere', join(root, 'docs/broken.txt'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function find(operands: readonly string[], settings: FindSettings = {}) {
  const found = await findInputs(
    operands.map((one) => (one === '-' ? one : join(root, one))),
    settings,
  );
  return {
    ...found,
    paths: found.inputs.map((input) =>
      input.kind === 'stdin' ? '-' : `${input.kind === 'missing' ? '!' : ''}${relative(root, input.path)}`,
    ),
    roots: found.roots.map((one) => relative(root, one)),
  };
}

describe('findInputs', () => {
  it('takes named files as they are, whatever their extension, once each', async () => {
    const found = await find(['image.raw', 'a.txt', 'docs/../a.txt']);
    expect(found.paths).toEqual(['image.raw', 'a.txt']);
    expect(found.many).toBe(true);
  });

  it('goes through folders in order, past hidden folders, node_modules and loops', async () => {
    const found = await find(['docs']);
    expect(found.paths).toEqual([
      'docs/linked.txt',
      'docs/one.md',
      'docs/two.html',
      'docs/deep/three.html',
      'docs/deep/er/four.HTML',
      'docs/out/old.md',
    ]);
    expect(found.many).toBe(true);
    expect(found.roots).toEqual(['docs']);
    expect(found.notes.map((note) => `${relative(root, note.path)}: ${note.message}`)).toEqual([
      'docs/broken.txt: skipped: There is no such file or folder.',
      'docs/loop: a link to a folder is not followed; name it to convert what it holds',
    ]);
  });

  it('never reads what an earlier run wrote', async () => {
    const settings = { outputFolder: join(root, 'docs/out') };
    expect((await find(['docs'], settings)).paths).not.toContain('docs/out/old.md');
    expect((await find(['docs/**/*.md'], settings)).paths).toEqual(['docs/one.md']);
    expect((await find(['docs/out'], settings)).paths).toEqual(['docs/out/old.md']);
    expect((await find(['docs/out/*'], settings)).paths).toEqual(['docs/out/old.md']);
  });

  it.each([
    ['docs/**/*.html', ['docs/deep/three.html', 'docs/two.html']],
    ['docs/*.{html,md}', ['docs/two.html', 'docs/one.md']],
    ['[ab].*', ['a.txt', 'b.html']],
    ['d?cs/deep/*/four.*', ['docs/deep/er/four.HTML']],
    ['docs/deep/**', ['docs/deep/three.html', 'docs/deep/er/four.HTML']],
    ['docs/d*', ['docs/deep/three.html', 'docs/deep/er/four.HTML']],
    ['.h*', ['.hidden.txt']],
  ])('expands %s', async (pattern, expected) => {
    const found = await find([pattern]);
    expect(found.paths).toEqual(expected);
    expect(found.many).toBe(true);
  });

  it('keeps the fixed part of a pattern as the root', async () => {
    expect((await find(['docs/**/*.html'])).roots).toEqual(['docs']);
    expect((await find(['docs/deep/{three,x}.html'])).roots).toEqual(['docs/deep']);
  });

  it('prefers a file whose name looks like a pattern', async () => {
    expect((await find(['odd/report[1].txt'])).paths).toEqual(['odd/report[1].txt']);
  });

  it('reports what leads nowhere, in its place', async () => {
    const found = await find(['nosuch.txt', 'a.txt', 'no*.txt', 'empty']);
    expect(found.paths).toEqual(['!nosuch.txt', 'a.txt', '!no*.txt', '!empty']);
    const messages = found.inputs.map((input) => (input.kind === 'missing' ? input.failure.message : ''));
    expect(messages).toEqual([
      'There is no such file or folder.',
      '',
      'No file matches this pattern.',
      'There is no file of a supported format in this folder.',
    ]);
  });

  it('explains URLs and mistyped commands', async () => {
    const suggestion = async (operand: string): Promise<string> => {
      const [input] = (await findInputs([operand], { commands: ['serve', 'formats'] })).inputs;
      return input?.kind === 'missing' ? input.failure.suggestion : '';
    };
    expect(await suggestion('https://example.org/a')).toContain('curl');
    expect(await suggestion('format')).toBe('Did you mean the command docmill formats?');
    expect(await suggestion('thing.txt')).toBe('Check the path.');
  });

  it('tells pipes and devices from files', async () => {
    expect((await findInputs(['/dev/null'])).inputs[0]?.kind).toBe('pipe');
    expect((await find(['-', '-'])).paths).toEqual(['-']);
  });
});
