// The command `tesseract` to compare with: the machine's own, or Debian's packages unpacked into bench's cache folder.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './peer-setup.ts';

export interface NativeCommand {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

const packages = [
  'tesseract-ocr',
  'tesseract-ocr-eng',
  'tesseract-ocr-osd',
  'libtesseract5',
  'liblept5',
  'libwebpmux3',
];

/** Undefined where it can neither be found nor fetched. */
export function findTesseract(): NativeCommand | undefined {
  if (spawnSync('tesseract', ['--version']).status === 0) return { command: 'tesseract', env: {} };
  const folder = join(cache, 'tesseract');
  const command = join(folder, 'usr/bin/tesseract');
  if (!existsSync(command)) {
    mkdirSync(folder, { recursive: true });
    for (const name of packages) spawnSync('apt-get', ['download', name], { cwd: folder, stdio: 'ignore' });
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb'))) {
      spawnSync('dpkg-deb', ['-x', join(folder, file), folder]);
    }
  }
  const libraries = ['x86_64', 'aarch64'].map((machine) => join(folder, `usr/lib/${machine}-linux-gnu`)).join(':');
  const env = { LD_LIBRARY_PATH: libraries, TESSDATA_PREFIX: join(folder, 'usr/share/tesseract-ocr/5/tessdata') };
  return spawnSync(command, ['--version'], { env }).status === 0 ? { command, env } : undefined;
}
