// The version of this package, from the one place it is written down.
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };

export const packageVersion: string = manifest.version;
