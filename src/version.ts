// The version of this package, from the one place it is written down.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programFolder } from './program-folder.ts';

const manifest = JSON.parse(readFileSync(join(programFolder, '../package.json'), 'utf8')) as { version: string };

export const packageVersion: string = manifest.version;
