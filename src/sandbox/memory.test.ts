// Memory seen from outside is the memory the process itself sees.
import { platform } from 'node:os';
import { expect, it } from 'vitest';
import { residentBytes } from './memory.ts';

it.runIf(platform() === 'linux')('sees the pages of a process', () => {
  const before = residentBytes(process.pid) ?? 0;
  const held = Buffer.alloc(64 * 2 ** 20, 1);
  const after = residentBytes(process.pid) ?? 0;
  expect(held.length).toBe(64 * 2 ** 20);
  expect(after - before).toBeGreaterThan(48 * 2 ** 20);
});

it('knows nothing of a process that is not there', () => {
  expect(residentBytes(2 ** 30)).toBeUndefined();
});
