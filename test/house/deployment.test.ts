// The files for containers cannot be run by the tests; what they name must at least exist and mean something.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';

const root = join(import.meta.dirname, '../..');
const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const copied = [...text('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((match) =>
  (match[1] ?? '').split(' '),
);

test('what the image is made of exists, and is not kept from it', () => {
  expect(copied.length).toBeGreaterThan(8);
  const allowed = new Set(text('.dockerignore').match(/(?<=^!).+$/gm));
  expect(copied.filter((path) => !existsSync(join(root, path)) || !allowed.has(path))).toEqual([]);
});

test('the image needs no file of the build that it does not copy', () => {
  const scripts = JSON.parse(text('package.json')) as { scripts: { build: string }; files: string[] };
  const named = [...scripts.scripts.build.matchAll(/[\w.]+\.(?:json|ts)/g)].map((match) => match[0]);
  expect(named.filter((path) => !copied.includes(path))).toEqual([]);
});

test('compose.yaml sets variables that are read, to values that are allowed', () => {
  const block = /^x-settings:.*?(?=^services:)/ms.exec(text('compose.yaml'))?.[0] ?? '';
  const settings = new Map(
    [...block.matchAll(/^ {2,4}([A-Z_]+): (?:>-\n\s+)?"?(.+?)"?$/gm)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
  const listed = new Set(text('docs/operations.md').match(/\b[A-Z]+(?:_[A-Z0-9]+)+\b|\bROLE\b/g));
  expect([...settings.keys()].filter((name) => !listed.has(name))).toEqual([]);
  const password = /\$\{POSTGRES_PASSWORD:[^}]*\}/;
  const environment = Object.fromEntries(
    [...settings].map(([name, value]) => [name, value.replace(password, 'secret')]),
  );
  expect(readConfig({}, environment)).toMatchObject({
    role: 'api',
    trustProxy: 1,
    baseUrl: 'http://localhost:8080',
    blobs: { kind: 'azure', create: true, links: { address: 'http://localhost:10000/devstoreaccount1' } },
  });
});
