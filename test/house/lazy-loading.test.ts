// The embedded service loads none of the libraries of stores that it does not use: they cost memory and time at the start.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Prints the address of every module that is imported. */
const hook = `import { writeSync } from 'node:fs';
export async function resolve(name, context, next) {
  const found = await next(name, context);
  writeSync(1, found.url + '\\n');
  return found;
}`;
const address = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`;
const register = address(`import { register } from 'node:module'; register(${JSON.stringify(address(hook))});`);

async function importedBy(file: string): Promise<string> {
  const program = join(import.meta.dirname, '../../dist', file);
  const source = `await import(${JSON.stringify(program)}); process.exit();`;
  const args = ['--import', register, '--input-type=module', '--eval', source];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 });
  return stdout;
}

const vendors = /node_modules\/(?:@aws-sdk|@azure|@smithy|pg)\//;

test('the service', async () => {
  const imported = await importedBy('compose.js');
  expect(imported).toMatch(/node_modules\/libsql\//);
  expect(imported.split('\n').filter((url) => vendors.test(url))).toEqual([]);
});

test('what is looked for is found where it is used', async () => {
  expect(await importedBy('storage/s3-store.js')).toMatch(vendors);
  expect(await importedBy('storage/azure-store.js')).toMatch(vendors);
});
