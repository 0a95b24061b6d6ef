// Laws of output names: all different, predictable, never over an input.
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  imagePlace,
  markdownNames,
  outputPlace,
  refuseOverwriting,
  relativePaths,
  sharedFolder,
} from './plan-outputs.ts';

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'docmill-test-'));
  mkdirSync(join(root, 'dir'));
  writeFileSync(join(root, 'file.md'), 'x');
  symlinkSync('file.md', join(root, 'soft.md'));
  linkSync(join(root, 'file.md'), join(root, 'hard.md'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('markdownNames', () => {
  it.each([
    [['a.pdf'], ['a.md']],
    [
      ['a.pdf', 'a.docx', 'b.pdf'],
      ['a.pdf.md', 'a.docx.md', 'b.md'],
    ],
    [
      ['a.md', 'A.txt'],
      ['a.md.md', 'A.txt.md'],
    ],
    [
      ['a.pdf', 'a.docx', 'a.pdf.txt'],
      ['a.pdf.md', 'a.docx.md', 'a.pdf.txt.md'],
    ],
    [
      ['x/a.txt', 'y/a.txt'],
      ['x/a.md', 'y/a.md'],
    ],
    [['README'], ['README.md']],
    [['v1.2/notes'], ['v1.2/notes.md']],
    [['.env'], ['.env.md']],
    [
      ['a.pdf', 'A.pdf'],
      ['a.pdf.md', 'A.pdf-2.md'],
    ],
  ])('%j', (paths, expected) => {
    expect(markdownNames(paths)).toEqual(expected);
  });

  it('never gives two inputs one output, even where case does not count', () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'A', '.', 'm', 'd', '-', '2', '/', 'é'),
      minLength: 1,
      maxLength: 7,
    });
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 30 }), (paths) => {
        const names = markdownNames(paths);
        expect(new Set(names.map((one) => one.normalize('NFC').toLowerCase())).size).toBe(paths.length);
        for (const one of names) expect(one.endsWith('.md')).toBe(true);
      }),
    );
  });
});

describe('relativePaths', () => {
  const file = (path: string) => ({ kind: 'file' as const, path, size: 1 });
  it('keeps the folders below what all inputs share', () => {
    expect(relativePaths([file('/w/docs/a/x.html'), file('/w/docs/b/x.html')], ['/w/docs/a', '/w/docs/b'], '')).toEqual(
      ['a/x.html', 'b/x.html'],
    );
    expect(relativePaths([file('/w/docs/a/x.html')], ['/w/docs'], '')).toEqual(['a/x.html']);
    expect(relativePaths([file('/w/x.html')], ['/w'], '')).toEqual(['x.html']);
  });

  it('makes a plain file name of the name of standard input', () => {
    const stdin = { kind: 'stdin' as const, path: '', size: 0 };
    const named = (name: string) => relativePaths([stdin], [], name)[0];
    expect([named('a.csv'), named('../../etc/passwd'), named('..\\x.csv'), named('..'), named('')]).toEqual([
      'a.csv',
      'passwd',
      'x.csv',
      'stdin',
      'stdin',
    ]);
  });

  it('finds the shared folder', () => {
    expect(sharedFolder(['/a/b', '/a/bc'])).toBe('/a');
    expect(sharedFolder(['/a', '/b'])).toBe('/');
    expect(sharedFolder(['/a/b/c', '/a/b'])).toBe('/a/b');
    expect(sharedFolder([])).toBeUndefined();
  });
});

describe('outputPlace', () => {
  it('knows files from folders', () => {
    expect(outputPlace(undefined, true, false).kind).toBe('stdout');
    expect(outputPlace('-', false, false).kind).toBe('stdout');
    expect(outputPlace(join(root, 'new.md'), false, false).kind).toBe('file');
    expect(outputPlace(join(root, 'new'), true, false).kind).toBe('folder');
    expect(outputPlace(join(root, 'new/'), false, false).kind).toBe('folder');
    expect(outputPlace(join(root, 'dir'), false, false).kind).toBe('folder');
    expect(outputPlace(join(root, 'all.jsonl'), true, true).kind).toBe('file');
    expect(outputPlace(join(root, 'dir'), true, true).kind).toBe('folder');
  });

  it('refuses several inputs for one file', () => {
    expect(() => outputPlace(join(root, 'file.md'), true, false)).toThrow('cannot go into the one file');
    expect(() => outputPlace(`${join(root, 'file.md')}/`, false, false)).toThrow('is a file, not a folder');
    expect(() => outputPlace(join(root, 'no/a.md'), false, false)).toThrow('does not exist');
    expect(() => outputPlace('', false, false)).toThrow('needs a file');
  });
});

describe('refuseOverwriting', () => {
  it('sees through links', () => {
    const inputs = [{ kind: 'file' as const, path: join(root, 'file.md'), size: 1 }];
    for (const output of ['file.md', 'soft.md', 'hard.md', 'dir/../file.md']) {
      expect(() => refuseOverwriting(inputs, [join(root, output)])).toThrow('would overwrite the input');
    }
    refuseOverwriting(inputs, [join(root, 'other.md'), '/dev/null']);
  });
});

describe('imagePlace', () => {
  it('puts images beside the output, and spells URLs', () => {
    expect(imagePlace('out/my report.md', undefined, 'my report.md', false)).toEqual({
      folder: 'out/my report.images',
      base: 'my%20report.images/',
    });
    expect(imagePlace('out/a.md', 'pics', 'a.md', false)).toEqual({ folder: 'pics', base: '../pics/' });
    expect(imagePlace('out/x/a.md', 'out/pics', 'x/a.md', true)).toEqual({
      folder: 'out/pics/x/a',
      base: '../pics/x/a/',
    });
    expect(imagePlace(undefined, 'pics', 'a.md', false)).toEqual({ folder: 'pics', base: 'pics/' });
    expect(imagePlace(undefined, '/tmp/pics', 'a.md', true)).toEqual({ folder: '/tmp/pics/a', base: '/tmp/pics/a/' });
    expect(imagePlace(undefined, undefined, 'a.md', false)).toBeUndefined();
  });
});
