// No child outlives its parent, however the parent ends and whatever the child is doing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { childrenOf, compiled, openPool, saboteur, temporaryFolder, until } from './open-pool.ts';

const isAlive = (pid: number): boolean => childrenOf(process.pid).includes(pid) || anywhere().has(pid);

/** Children that lost their parent get another one: look through the whole table. */
function anywhere(): Set<number> {
  const all = new Set<number>();
  for (const parent of [1, process.pid, process.ppid]) for (const pid of childrenOf(parent)) all.add(pid);
  return all;
}

async function startParent(isolation: 'auto' | 'none', documents: readonly string[]) {
  const parent = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('./parent.mjs', import.meta.url)),
      temporaryFolder(),
      saboteur,
      compiled,
      isolation,
      ...documents,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void parent.kill('SIGKILL'));
  await once(parent.stdout, 'data');
  const children = childrenOf(parent.pid ?? 0);
  expect(children).toHaveLength(documents.length + 1);
  return { parent, children };
}

const hasDeathSignal = async (): Promise<boolean> => {
  const sandbox = openPool();
  await sandbox.convert('text');
  return JSON.stringify(sandbox.entries).includes('parent-death-signal');
};

describe('a parent that is killed', () => {
  it('takes its idle children with it, even without the help of the system', async () => {
    const { parent, children } = await startParent('none', []);
    parent.kill('SIGKILL');
    await until(() => !children.some(isAlive));
  });

  it('takes a child with it that speaks of its progress', async () => {
    const { parent, children } = await startParent('none', ['sabotage: busy-with-progress 600000']);
    parent.kill('SIGKILL');
    await until(() => !children.some(isAlive));
  });

  it('takes a child with it that is caught in a loop, where the system can signal the death of a parent', async (test) => {
    if (!(await hasDeathSignal())) test.skip();
    const { parent, children } = await startParent('auto', ['sabotage: hang-after-progress']);
    parent.kill('SIGKILL');
    await until(() => !children.some(isAlive));
  });
});

describe('a terminal that interrupts the whole group', () => {
  it('does not end a child in the middle of its task', async () => {
    const sandbox = openPool({ isolation: 'none' });
    await sandbox.convert('text');
    const done = sandbox.convert('sabotage: busy-with-progress 300');
    await until(() => sandbox.pool.stats().busy === 1);
    for (const pid of childrenOf(process.pid)) {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
    }
    await done;
    expect(sandbox.pool.stats().spawned).toBe(1);
  });
});
