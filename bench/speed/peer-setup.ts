// Installs the converters to compare with into bench's own cache folder: npm packages, and pandoc from its Debian package
// without installing it on the machine.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
export const cache = join(here, '.cache');
const packages = join(cache, 'peers');

/** The folder of the peers' scripts, ready to run. */
export function installPeers(): string {
  mkdirSync(packages, { recursive: true });
  for (const file of readdirSync(join(here, 'peers'))) copyFileSync(join(here, 'peers', file), join(packages, file));
  if (!existsSync(join(packages, 'node_modules'))) {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: packages,
      stdio: 'inherit',
    });
  }
  return packages;
}

export interface Pandoc {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const debianPackages = [
  'pandoc',
  'pandoc-data',
  'liblua5.3-0',
  'libcmark-gfm0.29.0.gfm.6',
  'libcmark-gfm-extensions0.29.0.gfm.6',
];

/** The command `pandoc`, or undefined where it can neither be found nor fetched. */
export function findPandoc(): Pandoc | undefined {
  if (spawnSync('pandoc', ['--version']).status === 0) return { command: 'pandoc', args: [], env: {} };
  const folder = join(cache, 'debian');
  const command = join(folder, 'usr/bin/pandoc');
  if (!existsSync(command)) {
    mkdirSync(folder, { recursive: true });
    for (const name of debianPackages) spawnSync('apt-get', ['download', name], { cwd: folder, stdio: 'ignore' });
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb'))) {
      spawnSync('dpkg-deb', ['-x', join(folder, file), folder]);
    }
  }
  const libraries = ['x86_64', 'aarch64'].map((machine) => join(folder, `usr/lib/${machine}-linux-gnu`)).join(':');
  const env = { LD_LIBRARY_PATH: libraries };
  return spawnSync(command, ['--version'], { env }).status === 0
    ? { command, args: [`--data-dir=${join(folder, 'usr/share/pandoc/data')}`], env }
    : undefined;
}
