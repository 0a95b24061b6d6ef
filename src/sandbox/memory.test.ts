// Memory seen from outside is the memory the process itself sees.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { platform } from 'node:os';
import { expect, it } from 'vitest';
import { residentBytes } from './memory.ts';

const MB = 2 ** 20;
/** Holds 64 MB, says what it counts itself, and waits to be ended. */
const HOLDER = `globalThis.held = Buffer.alloc(${64 * MB}, 1);
  process.stdin.resume();
  process.stdout.write(String(process.memoryUsage.rss()));`;

it.runIf(platform() === 'linux')('sees the pages of a process', async () => {
  const child = spawn(process.execPath, ['-e', HOLDER], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const [told] = (await once(child.stdout, 'data')) as [Buffer];
    const seen = residentBytes(child.pid ?? 0) ?? 0;
    expect(seen).toBeGreaterThan(64 * MB);
    expect(Math.abs(seen - Number(told.toString()))).toBeLessThan(16 * MB);
  } finally {
    child.kill('SIGKILL');
  }
});

it('knows nothing of a process that is not there', () => {
  expect(residentBytes(2 ** 30)).toBeUndefined();
});
