// Finds the fixtures test/fixtures/FORMAT/CASE. A document is a file `input.EXT`, or a folder of that name with the parts
// of a package, which is zipped when it is read; a message.json in it is the listing of an Outlook message.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isMsgFolder, msgFolder } from './msg.ts';
import { zipFolder } from './zip.ts';

const root = join(import.meta.dirname, '../fixtures');
const folders = (path: string) => readdirSync(path).filter((name) => statSync(join(path, name)).isDirectory());

export const fixtureFormats: readonly string[] = folders(root);

export interface Fixture {
  /** The case, such as `nested-lists`. */
  readonly name: string;
  readonly folder: string;
  /** File name of the document. */
  readonly file: string;
}

export function fixturesOf(format: string): Fixture[] {
  return folders(join(root, format)).map((name) => {
    const folder = join(root, format, name);
    const file = readdirSync(folder).find((one) => one.startsWith('input.'));
    if (file === undefined) throw new Error(`${folder} has no input`);
    return { name, folder, file };
  });
}

export function fixtureBytes({ folder, file }: Fixture): Buffer {
  const path = join(folder, file);
  if (!statSync(path).isDirectory()) return readFileSync(path);
  return isMsgFolder(path) ? msgFolder(path) : zipFolder(path);
}

/** What options.json beside the document asks for. */
export function fixtureOptions({ folder }: Fixture): Record<string, unknown> {
  const path = join(folder, 'options.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>) : {};
}
