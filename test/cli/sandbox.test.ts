// The sandbox gives the same results, in the same order, and leaves nothing behind.
import { cpSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longCsv, onePixelPng, runDocmill, slowCsv, Workspace } from './run-docmill.ts';

let space: Workspace;
beforeAll(() => {
  space = new Workspace({
    'a.txt': 'Hello\n',
    'b.csv': longCsv(2_000),
    'c.html': `<h1>Title</h1><p><img alt="dot" src="data:image/png;base64,${onePixelPng}"></p>`,
    'slow.csv': slowCsv(40),
  });
});
afterAll(() => space.remove());

const scratchFolders = (): string[] => readdirSync(tmpdir()).filter((name) => /^docmill-[A-Za-z0-9]{6}$/.test(name));

describe('--sandbox', () => {
  it('gives what the command gives without it', async () => {
    for (const args of [
      ['a.txt'],
      ['b.csv', 'none.pdf', 'c.html', 'a.txt'],
      ['--json', '--blocks', 'b.csv', 'a.txt'],
    ]) {
      const plain = await space.run(args);
      const before = scratchFolders();
      const boxed = await space.run([...args, '-j', '2']);
      expect([boxed.code, boxed.out]).toEqual([plain.code, plain.out]);
      expect(scratchFolders().filter((name) => !before.includes(name))).toEqual([]);
    }
  });

  it('reads pictures also where node_modules is a link to another folder', async () => {
    const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
    const copied = (path: string): boolean => !/\.(?:map|d\.ts)$|[/\\]dashboard$/.test(path);
    cpSync(here('../../dist'), join(space.path, 'app/dist'), { recursive: true, filter: copied });
    cpSync(here('../../package.json'), join(space.path, 'app/package.json'));
    symlinkSync(realpathSync(here('../../node_modules')), join(space.path, 'app/node_modules'), 'junction');
    const linked = join(space.path, 'app/dist/client/cli.js');
    const picture = here('../fixtures/gif/captions/input.gif');
    const { code, out, err } = await runDocmill(['--sandbox', picture], { cwd: space.path, program: linked });
    expect([code, err.includes('PROCESSING_FAILED')]).toEqual([0, false]);
    expect(out).toBe(readFileSync(here('../fixtures/gif/captions/output.md'), 'utf8'));
  });

  it('takes standard input and extracts images', async () => {
    expect((await space.run(['--sandbox', '--type', 'csv'], 'x,y\n1,2\n')).out).toContain('| 1 | 2 |');
    expect((await space.run(['--sandbox', 'c.html', '--extract-images', '-o', 'out/'])).code).toBe(0);
    expect(space.files('out')).toEqual(['out/c.images/image-1.png', 'out/c.md']);
    expect(space.read('out/c.md')).toContain('![dot](c.images/image-1.png)');
  });

  it('gives up on one document after --timeout and converts the others', async () => {
    const { code, err } = await space.run(['--timeout', '1', 'slow.csv', 'a.txt', '-o', 'timed/']);
    expect(code).toBe(1);
    expect(err).toContain('docmill: slow.csv: PROCESSING_TIMEOUT: ');
    expect(space.files('timed')).toEqual(['timed/a.md']);
  });
});
