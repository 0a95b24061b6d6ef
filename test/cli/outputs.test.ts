// Where results go: standard output, files, folders; and what happens to one when another fails.
import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { longCsv, onePixelPng, runShell, Workspace } from './run-docmill.ts';

let space: Workspace;
beforeEach(() => {
  space = new Workspace({
    'a.txt': 'Hello\n',
    'docs/b.html': '<h1>Title</h1><p>Some <b>bold</b> text.</p>',
    'docs/sub/c.csv': 'x,y\n1,2\n',
    'docs/sub/c.txt': 'Plain\n',
    'docs/.hidden/d.txt': 'no',
    'docs/node_modules/e.txt': 'no',
    'docs/photo.raw': 'no',
    'bad.json': '{"a": ',
  });
});
afterEach(() => space.remove());

const csvTable = '| x | y |\n| --- | --- |\n| 1 | 2 |\n';

describe('standard output', () => {
  it('has the Markdown of one file and nothing else', async () => {
    expect(await space.run(['docs/b.html'])).toEqual({
      code: 0,
      signal: null,
      out: '# Title\n\nSome **bold** text.\n',
      err: '',
    });
    expect((await space.run(['docs/b.html', '-o', '-'])).out).toBe('# Title\n\nSome **bold** text.\n');
  });

  it('tells several files apart', async () => {
    const { code, out } = await space.run(['a.txt', 'docs/sub/c.csv']);
    expect(code).toBe(0);
    expect(out).toBe(`<!-- file: a.txt -->\n\nHello\n\n<!-- file: docs/sub/c.csv -->\n\n${csvTable}`);
  });

  it('cannot be fooled by a file name', async () => {
    space.write('x --> y.txt', 'Text\n');
    const { out } = await space.run(['x --> y.txt', 'a.txt']);
    expect(out.startsWith('<!-- file: x --&gt; y.txt -->\n\nText\n')).toBe(true);
  });

  it('passes options to the conversion', async () => {
    expect((await space.run(['docs/b.html', '--no-preserve-formatting'])).out).toBe('# Title\n\nSome bold text.\n');
  });

  it('is quiet when the reader goes away', async () => {
    // The exit codes of both ends of the pipe.
    const statuses = ['echo $', '{PIPESTATUS[@]}'].join('');
    space.write('long.csv', longCsv(60_000));
    const { out, err } = await runShell(`docmill long.csv | head -n 2; ${statuses}`, space.path);
    expect(out).toBe('| id | name | value |\n| --- | --- | --- |\n0 0\n');
    expect(err).toBe('');
    const several = await runShell(`docmill --json long.csv a.txt long.csv | head -c 8; ${statuses}`, space.path);
    expect([several.out, several.err]).toEqual(['{"file":0 0\n', '']);
  });

  it.runIf(process.platform === 'linux')('says when it cannot be written', async () => {
    const { code, err } = await runShell('docmill a.txt > /dev/full', space.path);
    expect(code).toBe(1);
    expect(err).toContain('STORAGE_FULL: There is no room to write to standard output.');
  });
});

describe('a file', () => {
  it('gets the result, in place of what was there', async () => {
    space.write('out.md', 'old');
    expect((await space.run(['a.txt', '-o', 'out.md'])).code).toBe(0);
    expect(space.read('out.md')).toBe('Hello\n');
  });

  it('stays as it was when the conversion fails, with nothing beside it', async () => {
    space.write('out.md', 'old');
    const before = space.files();
    const { code, out, err } = await space.run(['missing.txt', '-o', 'out.md']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(
      'docmill: missing.txt: NOT_FOUND: There is no such file or folder.\n  hint: Check the path.\n',
    );
    space.write('empty.txt', '');
    expect((await space.run(['empty.txt', '-o', 'out.md'])).err).toContain('docmill: empty.txt: CORRUPTED_FILE: ');
    expect(space.read('out.md')).toBe('old');
    expect(space.files()).toEqual([...before, 'empty.txt'].sort());
  });

  it.runIf(process.platform !== 'win32')('may be a device', async () => {
    expect((await runShell('docmill a.txt -o /dev/stdout | cat', space.path)).out).toBe('Hello\n');
  });

  it('is never the input, even through a link', async () => {
    symlinkSync('a.txt', join(space.path, 'link.md'));
    const { code, err } = await space.run(['a.txt', '-o', 'link.md']);
    expect(code).toBe(2);
    expect(err).toContain('would overwrite the input a.txt');
    expect(space.read('a.txt')).toBe('Hello\n');
  });
});

describe('a folder', () => {
  const expected = ['out/b.md', 'out/sub/c.csv.md', 'out/sub/c.txt.md'];

  it('gets one file for each, in the same folders, and no two share one', async () => {
    const { code, out, err } = await space.run(['docs', '-o', 'out/']);
    expect([code, out, err]).toEqual([0, '', '']);
    expect(space.files('out')).toEqual(expected);
    expect(space.read('out/sub/c.csv.md')).toBe(csvTable);
    expect(space.read('out/sub/c.txt.md')).toBe('Plain\n');
  });

  it('needs no slash when there are several inputs', async () => {
    expect((await space.run(['docs/b.html', 'docs/sub/c.csv', '-o', 'new'])).code).toBe(0);
    expect(space.files('new')).toEqual(['new/b.md', 'new/sub/c.md']);
    expect((await space.run(['docs/sub/c.txt', '-o', 'new'])).code).toBe(0);
    expect(space.read('new/c.md')).toBe('Plain\n');
  });

  it('takes patterns the shell left alone', async () => {
    expect((await space.run(['docs/**/*.{html,csv}', '-o', 'out'])).code).toBe(0);
    expect(space.files('out')).toEqual(['out/b.md', 'out/sub/c.md']);
    const none = await space.run(['docs/*.pdf', 'a.txt', '-o', 'out']);
    expect(none.code).toBe(1);
    expect(none.err).toContain('docmill: docs/*.pdf: NOT_FOUND: No file matches this pattern.');
    expect(space.read('out/a.md')).toBe('Hello\n');
  });

  it('inside the input is not read again', async () => {
    for (const _run of [1, 2]) {
      expect((await space.run(['docs', '-o', 'docs/md/'])).code).toBe(0);
      expect(space.files('docs/md')).toEqual(['docs/md/b.md', 'docs/md/sub/c.csv.md', 'docs/md/sub/c.txt.md']);
    }
  });

  it('gets what can be converted when something cannot', async () => {
    const { code, err } = await space.run(['gone.pdf', 'docs', 'bad.json', '-o', 'out']);
    expect(code).toBe(1);
    expect(err).toContain('docmill: gone.pdf: NOT_FOUND: ');
    expect(space.files('out').filter((path) => path.includes('docs/'))).toHaveLength(3);
  });

  it.runIf(process.getuid?.() !== 0)('says when it may not be written', async () => {
    space.write('shut/x', '');
    chmodSync(join(space.path, 'shut'), 0o500);
    const { code, err } = await space.run(['a.txt', '-o', 'shut/']);
    // The folder is removed with the others after the test.
    chmodSync(join(space.path, 'shut'), 0o700);
    expect(code).toBe(1);
    expect(err).toContain('permission denied');
  });
});

describe('extracted images', () => {
  const page = `<h1>Pic</h1><p><img alt="dot" src="data:image/png;base64,${onePixelPng}"></p>`;

  it('go beside the output', async () => {
    space.write('my page.html', page);
    expect((await space.run(['my page.html', '--extract-images', '-o', 'out/'])).code).toBe(0);
    expect(space.files('out')).toEqual(['out/my page.images/image-1.png', 'out/my page.md']);
    expect(space.read('out/my page.md')).toContain('![dot](my%20page.images/image-1.png)');
  });

  it('go where --images says', async () => {
    space.write('page.html', page);
    const { code, out } = await space.run(['page.html', '--images', 'pics']);
    expect(code).toBe(0);
    expect(out).toContain('![dot](pics/image-1.png)');
    expect(space.files('pics')).toEqual(['pics/image-1.png']);
    await space.run(['page.html', 'a.txt', '--images', 'all', '-o', 'out/']);
    expect(space.files('all')).toEqual(['all/page/image-1.png']);
    expect(space.read('out/page.md')).toContain('![dot](../all/page/image-1.png)');
  });
});
