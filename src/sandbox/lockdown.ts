// Takes network, processes, threads and foreign machine code away from a child before any reader loads. The system and
// Node's permission flags deny these too where they can; this is the layer that holds on every platform and version.
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { realpathSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { constants } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import workerThreads from 'node:worker_threads';

function denied(): never {
  throw new Error('Not allowed inside a conversion: no network, no processes, no foreign code.');
}

function deny(target: object, ...names: readonly string[]): void {
  for (const name of names) {
    if (name in target) Object.defineProperty(target, name, { value: denied, configurable: false, writable: false });
  }
}

const functionsOf = (target: object): string[] =>
  Object.entries(target).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));

// http, https, http2, tls and fetch all come down to these two; the prototypes are patched so that no earlier import of
// a function keeps a way around.
deny(net.Socket.prototype, 'connect');
deny(net.Server.prototype, 'listen');
deny(dgram.Socket.prototype, 'bind', 'connect', 'send', 'sendto');
deny(dns, ...functionsOf(dns));
deny(dns.promises, ...functionsOf(dns.promises));
deny(childProcess.ChildProcess.prototype, 'spawn');
deny(childProcess, ...functionsOf(childProcess));
deny(workerThreads, 'Worker');
deny(process, 'binding', '_linkedBinding', 'kill', '_debugProcess', 'setuid', 'setgid', 'chdir');
syncBuiltinESMExports();

// Native code ends every rule of this process, so it comes from installed packages alone and never from a file that a
// child has written itself.
const load = process.dlopen;
/** Node names a file by its real path, and the folder may be a link; one that may not be looked at holds nothing of ours. */
function realPathOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
const packages: string[] = [];
for (let folder = dirname(process.argv[1] ?? sep); ; folder = dirname(folder)) {
  const home = join(folder, 'node_modules');
  packages.push(home + sep, realPathOf(home) + sep);
  if (folder === dirname(folder)) break;
}
Object.defineProperty(process, 'dlopen', {
  value: (module: object, file: string, flags: number = constants.dlopen.RTLD_LAZY): void => {
    if (!packages.some((home) => resolve(file).startsWith(home))) denied();
    load.call(process, module, file, flags);
  },
  configurable: false,
  writable: false,
});

for (const name of ['fetch', 'WebSocket', 'EventSource', 'BroadcastChannel']) {
  Object.defineProperty(globalThis, name, { value: undefined, configurable: false, writable: false });
}
