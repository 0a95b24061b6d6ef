// How a child is started: which doors the system and Node can shut on this machine, found out once, and the command
// line that shuts them. docs/sandbox.md lists what each layer takes away.
import { execFile } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

export interface LaunchSettings {
  readonly childEntry: string;
  readonly scratchRoot: string;
  readonly readableRoots: readonly string[];
  readonly maxRssBytes: number;
  readonly heapMb: number;
  readonly isolation: 'auto' | 'none';
  /** The whole environment of a child, besides its time zone and locale. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What this way of starting takes away, for the log. */
  readonly layers: readonly string[];
}

/** One program that runs the rest of the command line in its own place (exec), so that the process id stays. */
interface Wrapper {
  readonly args: readonly string[];
  readonly layer: string;
}

const toolFolders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin'];

/** The ways to start a child, the tightest first; the pool goes on to the next where one does not come up. */
export async function planLaunches(settings: LaunchSettings): Promise<readonly Launch[]> {
  if (settings.isolation === 'none') return [launch(settings, [], false)];
  const wrappers = await workingWrappers(settings);
  return permissionFlag() === undefined
    ? [launch(settings, wrappers, false)]
    : [launch(settings, wrappers, true), launch(settings, wrappers, false)];
}

function launch(settings: LaunchSettings, wrappers: readonly Wrapper[], permission: boolean): Launch {
  const line = [
    ...wrappers.flatMap((wrapper) => wrapper.args),
    process.execPath,
    `--max-old-space-size=${settings.heapMb}`,
    // No reader needs eval; a document once got code into a PDF library through it (CVE-2024-4367).
    '--disallow-code-generation-from-strings',
    ...(permission ? permissionFlags(settings) : []),
    settings.childEntry,
  ];
  return {
    command: line[0] as string,
    args: line.slice(1),
    env: { TZ: 'UTC', LANG: 'C.UTF-8', ...settings.env },
    layers: [
      ...wrappers.map((wrapper) => wrapper.layer),
      ...(permission ? ['permission-flags'] : []),
      'script-lockdown',
    ],
  };
}

/** `--permission` since Node 22.13 and 23.5, `--experimental-permission` before. */
function permissionFlag(): string | undefined {
  const known = process.allowedNodeEnvironmentFlags;
  return ['--permission', '--experimental-permission'].find((flag) => known.has(flag));
}

function permissionFlags(settings: LaunchSettings): string[] {
  const known = process.allowedNodeEnvironmentFlags;
  const readable = [...codeRoots(settings.childEntry), ...settings.readableRoots, settings.scratchRoot];
  return [
    permissionFlag() ?? [],
    ...withRealPaths(readable).map((path) => `--allow-fs-read=${path}`),
    ...withRealPaths([settings.scratchRoot]).map((path) => `--allow-fs-write=${path}`),
    // Image decoding and model engines are native; without this flag they could not load at all.
    known.has('--allow-addons') ? '--allow-addons' : [],
    // Node warns on standard error that these flags are new or risky, which would stand in every crash log.
    known.has('--disable-warning')
      ? ['--disable-warning=ExperimentalWarning', '--disable-warning=SecurityWarning']
      : [],
  ].flat();
}

/**
 * What a child must read to load its code: the top folder of its package that the entry stands in (`dist`), the
 * package.json files by which Node resolves modules, and each node_modules on the way up.
 */
function codeRoots(childEntry: string): string[] {
  const roots: string[] = [];
  let inPackage = false;
  for (let folder = dirname(childEntry); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest)) {
      roots.push(manifest);
      if (!inPackage) roots.push(join(folder, relative(folder, childEntry).split(sep)[0] ?? ''));
      inPackage = true;
    }
    if (existsSync(join(folder, 'node_modules'))) roots.push(join(folder, 'node_modules'));
    if (folder === dirname(folder)) break;
  }
  if (!inPackage) roots.push(dirname(childEntry));
  return roots;
}

/** Node compares path prefixes after it has followed some links and not others: name a linked folder in both ways. */
function withRealPaths(paths: readonly string[]): string[] {
  const all = new Set<string>();
  for (const path of paths) {
    all.add(path);
    try {
      all.add(realpathSync(path));
    } catch {
      // Not there (yet): nothing to follow.
    }
  }
  return [...all].map((path) => (statSync(path, { throwIfNoEntry: false })?.isFile() ? path : join(path, '*')));
}

/** Each wrapper is tried with the ones before it, since one may take away what the next needs. */
async function workingWrappers(settings: LaunchSettings): Promise<readonly Wrapper[]> {
  const chosen: Wrapper[] = [];
  for (const candidates of wrapperCandidates(settings)) {
    for (const candidate of candidates) {
      const [tool, ...args] = candidate.args;
      const path = toolFolders.map((folder) => join(folder, tool ?? '')).find((file) => existsSync(file));
      if (path === undefined) continue;
      const wrapper = { ...candidate, args: [path, ...args] };
      if (!(await runs([...chosen, wrapper]))) continue;
      chosen.push(wrapper);
      break;
    }
  }
  return chosen;
}

function wrapperCandidates({ maxRssBytes }: LaunchSettings): readonly (readonly Wrapper[])[] {
  // Behind the watch on memory, for the moments the parent does not look: address space that can be written to.
  const data = 2 * maxRssBytes + 2 ** 30;
  // A process started between the death of its parent and this call outlives it only until it reads its closed pipe.
  const setpriv = ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs'];
  return [
    [
      { args: ['unshare', '--net', '--'], layer: 'network-namespace' },
      { args: ['unshare', '--map-root-user', '--net', '--'], layer: 'network-namespace' },
    ],
    [
      { args: ['prlimit', '--core=0:0', `--data=${data}:${data}`, '--'], layer: 'resource-limits' },
      { args: ['prlimit', '--core=0:0', '--'], layer: 'no-core-dump' },
    ],
    [
      {
        args: [...setpriv, '--inh-caps=-all', '--bounding-set=-all', '--'],
        layer: 'parent-death-signal, no-capabilities',
      },
      { args: [...setpriv, '--'], layer: 'parent-death-signal' },
    ],
  ];
}

function runs(wrappers: readonly Wrapper[]): Promise<boolean> {
  const [command, ...args] = [...wrappers.flatMap((wrapper) => wrapper.args), process.execPath, '--version'];
  return new Promise((resolve) => {
    execFile(command ?? process.execPath, args, { env: {}, timeout: 10_000, killSignal: 'SIGKILL' }, (error) =>
      resolve(error === null),
    );
  });
}
