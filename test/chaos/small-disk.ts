// A file system of a few megabytes that can be filled and emptied, for tests of full disks. It needs the right to mount:
// root has it, and root of a container as a rule.
import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly path: string;
  /** Leaves no byte free. */
  fill(): void;
  empty(): void;
  destroy(): void;
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'docmill-small-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'docmill', path], {
    encoding: 'utf8',
  });
  if (mounted.status !== 0) {
    rmSync(path, { recursive: true });
    throw new Error(`a small file system cannot be mounted here: ${mounted.stderr.trim()}`);
  }
  // A database server of another user writes here too.
  chmodSync(path, 0o777);
  const ballast = join(path, 'ballast');
  return {
    path,
    fill() {
      const file = openSync(ballast, 'w');
      try {
        for (let piece = 2 ** 20; piece >= 1; piece = Math.floor(piece / 16)) fillWith(file, piece);
      } finally {
        closeSync(file);
      }
      if (statfsSync(path).bavail !== 0) throw new Error('the small file system did not get full');
    },
    empty: () => rmSync(ballast, { force: true }),
    destroy() {
      // Lazily: whoever still has a file open there lets go of it soon.
      spawnSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

export function canMount(): boolean {
  try {
    mountSmallDisk(1).destroy();
    return true;
  } catch {
    return false;
  }
}

function fillWith(file: number, bytes: number): void {
  const piece = Buffer.alloc(bytes);
  try {
    for (;;) if (writeSync(file, piece) < bytes) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
