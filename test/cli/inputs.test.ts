// Standard input, pipes, hints, warnings.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runShell, Workspace } from './run-docmill.ts';

let space: Workspace;
beforeEach(() => {
  space = new Workspace({ 'a.txt': 'Hello\n' });
});
afterEach(() => space.remove());

const table = '| x | y |\n| --- | --- |\n| 1 | 2 |\n';

describe('standard input', () => {
  it('is read when there is no file, and when it is named -', async () => {
    expect((await space.run([], 'Hello *you*\n')).out).toBe('Hello \\*you\\*\n');
    expect((await space.run(['-'], 'Hello\n')).out).toBe('Hello\n');
    const { out } = await space.run(['a.txt', '-', '--name', 't.csv'], 'x,y\n1,2\n');
    expect(out).toBe(`<!-- file: a.txt -->\n\nHello\n\n<!-- file: t.csv -->\n\n${table}`);
  });

  it.each([
    ['--name', 'report.csv'],
    ['--type', 'text/csv'],
    ['--type', 'csv'],
    ['--type', '.CSV'],
  ])('takes the hint %s %s', async (...hint) => {
    expect((await space.run(hint, 'x,y\n1,2\n')).out).toBe(table);
  });

  it('takes the hint of an extension that says more than its format', async () => {
    expect((await space.run(['--type', 'tsv'], 'x\ty\n1\t2\n')).out).toBe(table);
  });

  it('goes into a folder under its name, which is no path', async () => {
    expect((await space.run(['--name', '../up/t.csv', '-o', 'out/'], 'x,y\n1,2\n')).code).toBe(0);
    expect(space.files('out')).toEqual(['out/t.md']);
    await space.run(['-o', 'out/'], 'Hi\n');
    expect(space.files('out')).toEqual(['out/stdin.md', 'out/t.md']);
  });

  it('may be longer than memory should hold', async () => {
    const rows = Array.from({ length: 36_000 }, (_, row) => `${row},${'x'.repeat(1000)}`);
    const long = `id,text\n${rows.join('\n')}\n`;
    expect(long.length).toBeGreaterThan(32 * 2 ** 20);
    const { code } = await space.run(['--type', 'csv', '-o', 'long.md'], long);
    expect(code).toBe(0);
    const lines = space.read('long.md').trimEnd().split('\n');
    expect(lines).toHaveLength(36_002);
    expect(lines.at(-1)).toBe(`| 35999 | ${'x'.repeat(1000)} |`);
  });

  it('is reported when it is empty', async () => {
    const { code, err } = await space.run([]);
    expect(code).toBe(1);
    expect(err).toBe(
      'docmill: standard input: CORRUPTED_FILE: Standard input is empty.\n' +
        '  hint: Check the command in front of the pipe, or name a file.\n',
    );
  });
});

describe('named sources', () => {
  it('may be pipes', async () => {
    const { out, err } = await runShell('docmill <(printf "x,y\\n1,2\\n") --type csv', space.path);
    expect([out, err]).toEqual([table, '']);
  });

  it('may begin with a dash behind --', async () => {
    space.write('-odd.txt', 'Odd\n');
    expect((await space.run(['--', '-odd.txt'])).out).toBe('Odd\n');
  });

  it('are explained when they are URLs or mistyped commands', async () => {
    expect((await space.run(['https://example.org/x'])).err).toContain('hint: Fetch it first: curl -L URL');
    const { code, err } = await space.run(['format']);
    expect(code).toBe(1);
    expect(err).toContain('hint: Did you mean the command docmill formats?');
  });
});

describe('warnings', () => {
  const broken = ['--type', 'csv'];
  const bytes = 'a,b\n1,"2\n';

  it('go to standard error and change the exit code only with --strict', async () => {
    const plain = await space.run(broken, bytes);
    expect(plain.code).toBe(0);
    expect(plain.err).toMatch(/^docmill: standard input: warning: 1 quotes are never closed .+ \(line 2\)\n$/);
    expect((await space.run([...broken, '--strict'], bytes)).code).toBe(3);
    const quiet = await space.run([...broken, '--strict', '--quiet'], bytes);
    expect([quiet.code, quiet.err]).toEqual([3, '']);
    expect(quiet.out).toBe(plain.out);
  });
});

describe('--debug', () => {
  it('shows where an error arose', async () => {
    expect((await space.run(['none.txt'])).err).not.toContain('debug:');
    expect((await space.run(['none.txt', '--debug'])).err).toContain('  debug: ');
  });
});
