// The command line of a child: tight by default, bare when asked, and never with the parent's environment.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LaunchSettings, planLaunches } from './launch.ts';

let folder: string;
let settings: LaunchSettings;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'launch-')));
  for (const name of ['app/dist/sandbox', 'app/node_modules', 'node_modules', 'scratch']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, 'app/package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'app/dist/sandbox/child.js'), '');
  settings = {
    childEntry: join(folder, 'app/dist/sandbox/child.js'),
    scratchRoot: join(folder, 'scratch'),
    readableRoots: [],
    maxRssBytes: 2 ** 30,
    heapMb: 100,
    isolation: 'auto',
    env: {},
  };
});
afterEach(() => rmSync(folder, { recursive: true }));

const allowed = (args: readonly string[], what: 'read' | 'write'): string[] =>
  args.flatMap((arg) => (arg.startsWith(`--allow-fs-${what}=${folder}`) ? [arg.slice(arg.indexOf('=') + 1)] : []));

describe('planLaunches', () => {
  it('starts a plain process when isolation is off', async () => {
    const [only, ...others] = await planLaunches({ ...settings, isolation: 'none' });
    expect(others).toEqual([]);
    expect(only?.command).toBe(process.execPath);
    expect(only?.args.at(-1)).toBe(settings.childEntry);
    expect(only?.args).toContain('--max-old-space-size=100');
    expect(only?.layers).toEqual(['script-lockdown']);
  });

  it('allows reading the code and the scratch folder, and writing to the latter alone', async () => {
    const [tightest] = await planLaunches(settings);
    expect(tightest?.layers).toContain('permission-flags');
    expect(allowed(tightest?.args ?? [], 'read')).toEqual([
      join(folder, 'app/package.json'),
      join(folder, 'app/dist/*'),
      join(folder, 'app/node_modules/*'),
      join(folder, 'node_modules/*'),
      join(folder, 'scratch/*'),
    ]);
    expect(allowed(tightest?.args ?? [], 'write')).toEqual([join(folder, 'scratch/*')]);
  });

  it('names a linked folder by both of its paths', async () => {
    symlinkSync(join(folder, 'scratch'), join(folder, 'link'));
    const [tightest] = await planLaunches({ ...settings, scratchRoot: join(folder, 'link') });
    expect(allowed(tightest?.args ?? [], 'write')).toEqual([join(folder, 'link/*'), join(folder, 'scratch/*')]);
  });

  it('has a looser way for a machine on which the flags break', async () => {
    const [tightest, looser] = await planLaunches(settings);
    expect(looser?.layers).toEqual(tightest?.layers.filter((layer) => layer !== 'permission-flags'));
    expect(looser?.args.some((arg) => arg.includes('permission'))).toBe(false);
  });

  it('hands on no variable of the parent', async () => {
    for (const launch of await planLaunches({ ...settings, env: { MODELS: '/models' } })) {
      expect(launch.env).toEqual({ TZ: 'UTC', LANG: 'C.UTF-8', MODELS: '/models' });
    }
  });
});
