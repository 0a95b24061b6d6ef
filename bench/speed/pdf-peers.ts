// Programs that read PDFs, to compare with, in bench's own cache folder: poppler from its Debian packages, without
// installing it on the machine, and two from npm. What cannot be fetched is left out of the comparison.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './peer-setup.ts';

export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: (file: string) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const popplerPackages = (
  'poppler-utils libpoppler126 libcairo2 libfreetype6 liblcms2-2 libfontconfig1 libjpeg62-turbo libopenjp2-7 ' +
  'libpng16-16 libtiff6 libnss3 libnspr4 libwebp7 libdeflate0 libjbig0 liblerc4 libx11-6 libxcb1 libxau6 libxdmcp6 ' +
  'libxext6 libxrender1 libxcb-render0 libxcb-shm0 libpixman-1-0 libbrotli1 libbsd0 libmd0'
).split(' ');

/** Manuals that Debian ships as PDF, from some dozen to more than two thousand pages. */
const manualPackages = ['gnuplot-doc', 'r-doc-pdf', 'pari-doc'];

function unpackDebian(folder: string, packages: readonly string[]): void {
  if (existsSync(join(folder, 'usr'))) return;
  mkdirSync(folder, { recursive: true });
  for (const name of packages) spawnSync('apt-get', ['download', name], { cwd: folder, stdio: 'ignore' });
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb'))) {
    spawnSync('dpkg-deb', ['-x', join(folder, file), folder]);
  }
}

function pdftotext(): Program[] {
  const layouts = (command: string, env?: Readonly<Record<string, string>>): Program[] =>
    [['pdftotext'], ['pdftotext -layout', '-layout']].map(([name = '', ...flags]) => ({
      name,
      command,
      args: (file) => [...flags, file, '/dev/null'],
      ...(env === undefined ? {} : { env }),
    }));
  if (spawnSync('pdftotext', ['-v']).status === 0) return layouts('pdftotext');
  const folder = join(cache, 'poppler');
  unpackDebian(folder, popplerPackages);
  const machines = ['x86_64', 'aarch64'].flatMap((machine) =>
    ['usr/lib', 'lib'].map((root) => join(folder, root, `${machine}-linux-gnu`)),
  );
  const env = { LD_LIBRARY_PATH: machines.join(':') };
  const command = join(folder, 'usr/bin/pdftotext');
  return spawnSync(command, ['-v'], { env }).status === 0 ? layouts(command, env) : [];
}

function fromNpm(): Program[] {
  const folder = join(cache, 'pdf-peers');
  mkdirSync(folder, { recursive: true });
  const wanted = { '@llamaindex/liteparse': '2.14.7', 'pdfjs-dist': '~5.6.0' };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies: wanted }, null, 2),
  );
  copyFileSync(join(import.meta.dirname, 'peers/pdfjs-text.mjs'), join(folder, 'pdfjs-text.mjs'));
  if (!existsSync(join(folder, 'node_modules'))) {
    spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' });
  }
  const node = (name: string, script: string, ...more: string[]): Program => ({
    name,
    command: process.execPath,
    args: (file) => [join(folder, script), ...more, file],
  });
  const lit = 'node_modules/@llamaindex/liteparse/dist/cli.js';
  const quiet = ['--no-ocr', '--quiet', '--max-pages', '1000000', '--output', '/dev/null'];
  const programs = [
    node('liteparse, Markdown', lit, 'parse', '--format', 'markdown', ...quiet),
    node('liteparse, text', lit, 'parse', '--format', 'text', ...quiet),
    node('pdf.js', 'pdfjs-text.mjs'),
  ];
  return programs.filter(({ args }) => existsSync(args('')[0] ?? '') && existsSync(join(folder, 'node_modules')));
}

export function pdfPrograms(): readonly Program[] {
  return [...pdftotext(), ...fromNpm()];
}

/** Real documents by name, where they could be fetched. */
export function manuals(): readonly (readonly [name: string, file: string])[] {
  const folder = join(cache, 'pdf-documents');
  unpackDebian(folder, manualPackages);
  const files: readonly (readonly [string, string])[] = [
    ['R data manual', 'usr/share/R/doc/manual/R-data.pdf'],
    ['R extensions manual', 'usr/share/R/doc/manual/R-exts.pdf'],
    ['gnuplot manual', 'usr/share/doc/gnuplot/gnuplot.pdf'],
    ['PARI manual', 'usr/share/pari/doc/users.pdf'],
    ['R reference', 'usr/share/R/doc/manual/fullrefman.pdf'],
  ];
  return files.flatMap(([name, file]) => (existsSync(join(folder, file)) ? [[name, join(folder, file)] as const] : []));
}
