// Help, version, formats, and command lines that are wrong.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Workspace } from './run-docmill.ts';

let space: Workspace;
beforeAll(() => {
  space = new Workspace({ 'a.txt': 'Hello\n', 'b.txt': 'World\n', 'secret.txt': 'pass\n' });
});
afterAll(() => space.remove());

describe('asking for help', () => {
  it.each([['--help'], ['-h'], ['help'], ['help', 'convert'], ['a.txt', '--help']])(
    'docmill %s %s',
    async (...args) => {
      const { code, out, err } = await space.run(args);
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain('Usage:\n  docmill FILE...');
      expect(out).toContain('--[no-]preserve-formatting');
      expect(out).toContain('--ocr-type, --ocr VALUE');
    },
  );

  it.each([['--version'], ['-v'], ['-q', '--version']])('docmill %s %s', async (...args) => {
    const { code, out } = await space.run(args);
    expect(code).toBe(0);
    expect(out).toMatch(/^docmill \d+\.\d+\.\d+\S*\n$/);
  });

  it('has help for each command', async () => {
    expect((await space.run(['help', 'formats'])).out).toContain('Usage: docmill formats');
    expect((await space.run(['formats', '-h'])).out).toContain('Usage: docmill formats');
    expect((await space.run(['help', 'serve'])).out).toContain('Usage: docmill serve');
    const wrong = await space.run(['help', 'format']);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain('Did you mean docmill help formats?');
  });

  it('lists the formats', async () => {
    const plain = await space.run(['formats']);
    expect(plain.code).toBe(0);
    expect(plain.out).toMatch(/^ {2}CSV +\.csv \.tsv$/m);
    const { out } = await space.run(['formats', '--json']);
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).name)).toContain('html');
    expect((await space.run(['formats', 'pdf'])).code).toBe(2);
  });
});

describe('a wrong command line', () => {
  it.each([
    [['--pags', '1', 'a.txt'], 'There is no flag --pags.', 'Did you mean --pages?'],
    [['--no-clean-htm', 'a.txt'], 'There is no flag --no-clean-htm.', 'Did you mean --no-clean-html?'],
    [['-x', 'a.txt'], 'There is no flag -x.', 'See docmill --help'],
    [['a.txt', '-o'], '-o needs a value', 'See docmill --help'],
    [['a.txt', '--json=yes'], '--json takes no value.', 'Write --json.'],
    [['a.txt', '--pages', '3-1'], '--pages must be page numbers', 'Correct the named option'],
    [['a.txt', '--ocr', 'best'], "--ocr-type must be 'basic' or 'advanced'.", 'Correct the named option'],
    [['a.txt', '--ocr-languages', 'English'], '--ocr-languages must be a list', 'Correct the named option'],
    [['a.txt', '--extract-images', '--no-preserve-formatting', '--images', 'x'], '--extract-images needs', 'Drop one'],
    [['a.txt', '--extract-images'], 'Extracted images need a folder here.', '--images DIR'],
    [['a.txt', '--images', 'x', '--no-extract-images'], 'contradict each other', 'Drop one'],
    [['a.txt', '--blocks'], '--blocks needs --json.', 'Add --json'],
    [['a.txt', '-j', '0'], '--jobs must be a number from 1 to 256.', ''],
    [['a.txt', '--timeout', 'soon'], '--timeout must be a number', ''],
    [['a.txt', '--type', 'cvs'], '--type cvs is no known format.', 'Did you mean --type csv?'],
    [['a.txt', 'b.txt', '--name', 'x.csv'], '--name is a hint about one document', 'alone'],
    [['a.txt', '--password', 'x', '--password-file', 'secret.txt'], 'cannot be used together', 'Drop one'],
    [['a.txt', '--password-file', 'none.txt'], 'The password file none.txt: There is no such file', 'Check the path'],
    [['a.txt', '-o', 'a.txt'], 'would overwrite the input a.txt', 'Name another place'],
    [['a.txt', '-o', './sub/../a.txt'], '', ''],
    [['a.txt', 'b.txt', '-o', 'a.txt'], 'Several inputs cannot go into the one file', '-o DIR/'],
    [['a.txt', '-o', 'no/such/x.md'], 'does not exist', 'Create it first'],
  ])('%j ends with 2 and a remedy', async (args, message, hint) => {
    const { code, out, err } = await space.run(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(err).toMatch(/\n {2}hint: .+\n$/);
    expect(err).toContain(hint);
    expect(space.files()).toEqual(['a.txt', 'b.txt', 'secret.txt']);
  });

  it('never echoes a password', async () => {
    const { code, err } = await space.run(['a.txt', '--password', 'x'.repeat(300)]);
    expect(code).toBe(2);
    expect(err).toContain('--password must be 1 to 256 characters');
    expect(err).not.toContain('xxx');
  });
});
