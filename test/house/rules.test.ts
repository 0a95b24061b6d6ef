// The rules of the house that no linter knows: small files, and a first line that says why each file exists.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { optionTable } from '../../src/convert/options.ts';

const root = join(import.meta.dirname, '../..');

function* sources(folder: string): Generator<string> {
  for (const name of readdirSync(join(root, folder))) {
    const path = `${folder}/${name}`;
    if (statSync(join(root, path)).isDirectory()) {
      if (name !== 'node_modules' && name !== 'fixtures' && name !== '.cache') yield* sources(path);
    } else if (/\.(tsx?|mjs)$/.test(name)) yield path;
  }
}

const files = [...sources('src'), ...sources('test'), ...sources('bench')].map((path) => ({
  path,
  lines: readFileSync(join(root, path), 'utf8').split('\n'),
}));

describe('every source file', () => {
  test('has at most 400 lines', () => {
    expect(
      files.filter(({ lines }) => lines.length > 401).map(({ path, lines }) => `${path}: ${lines.length}`),
    ).toEqual([]);
  });

  test('begins by saying why it exists', () => {
    const silent = files.filter(({ lines }) => {
      const first = lines[0]?.startsWith('#!') ? lines[1] : lines[0];
      return !first?.startsWith('//');
    });
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  test('has a name that says what is inside', () => {
    const vague = /(^|\/)(utils?|helpers?|common|misc|types)\.tsx?$|[A-Z_]/;
    expect(files.map(({ path }) => path).filter((path) => vague.test(path.replace(/^.*\//, '')))).toEqual([]);
  });
});

test('docs/warnings.md lists every warning code, and no other', () => {
  const raised = files
    .filter(({ path }) => path.startsWith('src/convert/') && !path.endsWith('.test.ts'))
    .flatMap(({ lines }) => [
      ...lines.join('\n').matchAll(/(?:\b(?:warn(?:Once)?|once)\((?:number,)?|\bcode:)\s*'([a-z]+(?:-[a-z]+)+)'/g),
    ])
    .map((match) => match[1] ?? '');
  const listed = [...readFileSync(join(root, 'docs/warnings.md'), 'utf8').matchAll(/^\| `([a-z-]+)` \|/gm)].map(
    (match) => match[1],
  );
  expect([...new Set(raised)].sort()).toEqual(listed);
});

test('no warning spells an option: the library, the command and the service each have a spelling of their own', () => {
  const named = Object.keys(optionTable).filter((name) => /[A-Z]/.test(name));
  const options = new RegExp(`\\boption (?:${named.join('|')})\\b`);
  const spelled = files
    .filter(({ path }) => path.startsWith('src/convert/') && !path.endsWith('.test.ts'))
    .flatMap(({ path, lines }) => lines.filter((line) => options.test(line)).map((line) => `${path}: ${line.trim()}`));
  expect(spelled).toEqual([]);
});

test('docs/contract.md names tests that exist, and every test over HTTP is named in it', () => {
  const named = new Set(
    [...readFileSync(join(root, 'docs/contract.md'), 'utf8').matchAll(/\b(?:src|test)\/[\w./-]+\.test\.ts/g)].map(
      (match) => match[0],
    ),
  );
  const there = new Set(files.map(({ path }) => path));
  expect([...named].filter((path) => !there.has(path))).toEqual([]);
  const overHttp = [...there].filter((path) => path.startsWith('test/http/') && path.endsWith('.test.ts'));
  expect(overHttp.filter((path) => !named.has(path))).toEqual([]);
});
