// The probes try the real stores, and the figures from which on a part is degraded are those that the docs list.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDiskBlobs } from '../storage/disk-blobs.ts';
import { authenticationProbe, databaseProbe, engineProbe, gatewayProbe, storageProbe } from './health-probes.ts';
import { createTraffic } from './traffic.ts';

const folder = mkdtempSync(join(tmpdir(), 'docmill-probes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A clock that a probe's own work moves. */
function moving() {
  let now = 0;
  return {
    now: () => now,
    monotonic: () => now,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const still = moving();

test('storage is written, read back and left as it was; little room is an issue', async () => {
  const blobs = await openDiskBlobs({ root: join(folder, 'blobs') });
  let free = 5 * 2 ** 30;
  const probe = storageProbe({ blobs, freeBytes: async () => free, clock: still });
  expect(await probe.look()).toMatchObject({ facts: { availableSpaceGb: 5 }, issues: [] });
  free = 300 * 2 ** 20;
  expect((await probe.look()).issues).toEqual(['Only 300 MB are free for files.']);
  for await (const blob of blobs.list('')) expect(blob).toBe('nothing is left behind');
  rmSync(join(folder, 'blobs'), { recursive: true });
  await expect(probe.look()).rejects.toThrow();
});

test.each([
  ['database', 500],
  ['authentication', 500],
] as const)('%s is degraded above %d ms', async (kind, limit) => {
  for (const ms of [limit, limit + 1]) {
    const clock = moving();
    const work = async () => clock.pass(ms);
    const probe =
      kind === 'database'
        ? databaseProbe({ query: work, connections: () => ({ active: 1, idle: 1 }), clock })
        : authenticationProbe({ lookUp: work, clock });
    const { facts, issues } = await probe.look();
    expect(Object.values(facts)).toContain(ms);
    expect(issues.length).toBe(ms > limit ? 1 : 0);
  }
});

test('the gateway is degraded when the loop is held up or many requests fail', async () => {
  const traffic = createTraffic(still);
  let worstMs = 1000;
  const probe = gatewayProbe({ traffic, loopDelay: { read: () => ({ meanMs: 1, worstMs }), stop: () => undefined } });
  expect(await probe.look()).toEqual({ facts: { responseTimeMs: null }, issues: [] });
  worstMs = 1500;
  expect((await probe.look()).issues).toEqual(['Requests wait up to 1500 ms.']);
  worstMs = 0;
  const answer = (status: number) => traffic.note({ route: '/a', method: 'GET', status, ms: 10 });
  for (let index = 0; index < 18; index += 1) answer(422);
  answer(500);
  expect((await probe.look()).issues).toEqual([]);
  answer(500);
  expect((await probe.look()).issues).toEqual([`10 % of the last minute's requests failed.`]);
});

test('the engine is degraded when jobs wait and none is worked on, down when no process is ready', async () => {
  const clock = moving();
  const queue = { waiting: 0, running: 0 };
  const stats = { busy: 0, idle: 2, size: 2 };
  let failed = false;
  let rehearsed = 0;
  const probe = engineProbe({
    pool: { stats: () => stats },
    rehearsal: {
      startIfDue: () => {
        rehearsed += 1;
      },
      failed: () => failed,
      stop: async () => undefined,
    },
    queue: async () => queue,
    meanMs: async () => 40,
    clock,
  });
  expect(await probe.look()).toEqual({
    facts: { activeWorkers: 2, queueSize: 0, avgProcessingTimeMs: 40 },
    issues: [],
  });
  queue.waiting = 3;
  clock.pass(20_001);
  expect((await probe.look()).issues).toEqual(['Jobs wait and none is being worked on.']);
  queue.running = 1;
  expect((await probe.look()).issues).toEqual([]);
  stats.idle = 0;
  expect((await probe.look()).facts).toEqual({ activeWorkers: 0, queueSize: 3, avgProcessingTimeMs: null });
  clock.pass(20_001);
  await expect(probe.look()).rejects.toThrow('no conversion process is ready');
  stats.idle = 1;
  failed = true;
  await expect(probe.look()).rejects.toThrow('a trial conversion failed');
  expect(rehearsed).toBe(6);
});

test('docs/operations.md lists the figures', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  for (const figure of ['500 ms', '1 000 ms', '1 GB', '95 %', '20 s']) expect(page).toContain(figure);
});
