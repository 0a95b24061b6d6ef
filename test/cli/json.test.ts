// --json: one object per input and line, failures included.
import { spawn } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onePixelPng, program, slowCsv, Workspace } from './run-docmill.ts';

let space: Workspace;
beforeEach(() => {
  space = new Workspace({ 'a.txt': 'Say "hi"\\\n', 't.csv': 'x,y\n1,2\n', 'empty.txt': '' });
});
afterEach(() => space.remove());

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('--json', () => {
  it('gives a line for each input, in order, and keeps standard error empty', async () => {
    const { code, out, err } = await space.run(['--json', 't.csv', 'none.txt', 'empty.txt', 'a.txt']);
    expect([code, err]).toEqual([1, '']);
    const lines = linesOf(out);
    expect(lines.map((line) => [line.file, line.status])).toEqual([
      ['t.csv', 'converted'],
      ['none.txt', 'failed'],
      ['empty.txt', 'failed'],
      ['a.txt', 'converted'],
    ]);
    expect(Object.keys(lines[0])).toEqual(['file', 'status', 'markdown', 'metadata', 'warnings', 'images']);
    expect(lines[0].markdown).toBe('| x | y |\n| --- | --- |\n| 1 | 2 |\n');
    expect(lines[0].metadata).toMatchObject({ format: 'csv', pages: 1 });
    expect(lines[1].error).toEqual({
      code: 'NOT_FOUND',
      message: 'There is no such file or folder.',
      suggestion: 'Check the path.',
      retryable: false,
    });
    expect(lines[2].error.code).toBe('CORRUPTED_FILE');
    expect(lines[2]).not.toHaveProperty('markdown');
  });

  it('has the same Markdown as without it', async () => {
    const plain = await space.run(['a.txt']);
    const { out } = await space.run(['a.txt', '--json']);
    expect(linesOf(out)[0].markdown).toBe(plain.out);
  });

  it('adds the map with --blocks', async () => {
    const { out } = await space.run(['--json', '--blocks', 't.csv']);
    const [line] = linesOf(out);
    expect(line.blocks).toHaveLength(1);
    expect(line.blocks[0]).toMatchObject({ type: 'table', start: 0, origin: { kind: 'line', start: 1 } });
  });

  it('goes into a file with -o FILE', async () => {
    const { code, out } = await space.run(['--json', 't.csv', 'a.txt', '-o', 'all.jsonl']);
    expect([code, out]).toEqual([0, '']);
    expect(linesOf(space.read('all.jsonl')).map((line) => line.file)).toEqual(['t.csv', 'a.txt']);
  });

  it('becomes the report of -o DIR/', async () => {
    const { out } = await space.run(['--json', 't.csv', 'none.txt', '-o', 'out/']);
    const lines = linesOf(out);
    expect(lines[0]).toMatchObject({ file: 't.csv', status: 'converted', output: 'out/t.md' });
    expect(lines[0]).not.toHaveProperty('markdown');
    expect(lines[1].status).toBe('failed');
    expect(space.read('out/t.md')).toContain('| 1 | 2 |');
  });

  it('names the images', async () => {
    space.write('p.html', `<p>Text <img alt="dot" src="data:image/png;base64,${onePixelPng}"></p>`);
    const { out } = await space.run(['--json', 'p.html', '--images', 'pics']);
    expect(linesOf(out)[0].images).toEqual([
      { name: 'image-1.png', url: 'pics/image-1.png', mediaType: 'image/png', size: 70, path: 'pics/image-1.png' },
    ]);
    expect(space.files('pics')).toEqual(['pics/image-1.png']);
  });

  it('calls standard input by its name, or -', async () => {
    expect(linesOf((await space.run(['--json'], 'Hi\n')).out)[0].file).toBe('-');
    expect(linesOf((await space.run(['--json', '--name', 'x.csv'], 'a,b\n1,2\n')).out)[0].file).toBe('x.csv');
  });

  it('hands on each line as soon as it is whole', async () => {
    space.write('slow.csv', slowCsv(20));
    const child = spawn(process.execPath, [program, '--json', 'a.txt', 'slow.csv'], {
      cwd: space.path,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise((done) => child.on('close', done));
    let text = '';
    await new Promise<void>((done) => {
      child.stdout.on('data', (piece) => {
        text += String(piece);
        if (text.includes('\n')) done();
      });
      child.stdout.on('end', done);
    });
    expect(child.exitCode).toBeNull();
    child.kill('SIGKILL');
    await ended;
    expect(linesOf(text).map((line) => line.file)).toEqual(['a.txt']);
  });
});
