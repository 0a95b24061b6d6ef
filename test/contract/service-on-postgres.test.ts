// The service as several processes: two that answer, one or more that convert, over one PostgreSQL database and one
// folder of files.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { fileForm, type RunningServer as Node, startServer } from '../support/server.ts';
import { inStore, makeKey } from '../support/store-of.ts';

let postgres: TestPostgres;
let databaseUrl: string;
const dataDir = mkdtempSync(join(tmpdir(), 'docmill-nodes-'));
let one: Node;
let two: Node;
let worker: Node;

const start = (role: 'api' | 'worker', key?: string) =>
  startServer({
    dataDir,
    ...(key === undefined ? {} : { key }),
    env: { DATABASE_URL: databaseUrl, ROLE: role, WORKERS: '2', LOG_LEVEL: role === 'worker' ? 'info' : 'warn' },
  });

beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.database();
  one = await start('api');
  [two, worker] = await Promise.all([start('api', one.key), start('worker', one.key)]);
}, 60_000);
afterAll(async () => {
  await Promise.all([one, two, worker].map((node) => node?.stop()));
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

interface Job {
  readonly job_id: string;
  readonly status: string;
  readonly markdown?: string;
}

const convert = async (node: Node, text: string, headers: Record<string, string> = {}) => {
  const response = await node.fetch('/api/v1/convert', { method: 'POST', body: fileForm(text, 'a.txt'), headers });
  return { response, body: (await response.json()) as Job };
};
const usage = async (node: Node): Promise<number> =>
  ((await (await node.fetch('/api/v1/usage')).json()) as { usage: { total_conversions: number } }).usage
    .total_conversions;

test('what one takes in, another converts, and every one tells the result', async () => {
  const { response, body } = await convert(one, 'Hello from node one.');
  expect(response.status).toBe(200);
  const seen = (await (await two.fetch(`/api/v1/status/${body.job_id}`)).json()) as Job;
  expect(seen.status).toBe('completed');
  const file = await two.fetch(`/api/v1/download/${body.job_id}`);
  expect(await file.text()).toContain('Hello from node one.');
});

test('the password of a document reaches the worker in another process, and no log of any', async () => {
  const locked = new Uint8Array(readFileSync(join(import.meta.dirname, '../fixtures/pdf/locked/input.pdf')));
  const send = async (options: Record<string, unknown>) => {
    const body = fileForm(locked, 'locked.pdf', options);
    return (await (await one.fetch('/api/v1/convert', { method: 'POST', body })).json()) as Job & { code?: string };
  };
  expect(await send({ password: 'larch' })).toMatchObject({ status: 'completed' });
  expect(await send({ password: 'beech' })).toMatchObject({ status: 'failed' });
  expect(await send({})).toMatchObject({ status: 'failed' });
  for (const node of [one, two, worker]) expect(node.output()).not.toMatch(/larch|beech/);
});

test('the bell carries between nodes: an answer does not wait for the next look', async () => {
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const began = performance.now();
    expect((await convert(round % 2 === 0 ? one : two, `Round ${round}`)).response.status).toBe(200);
    times.push(performance.now() - began);
  }
  // Both the worker and the request look again after a second; without the bell the middle would be near that.
  expect(times.sort((a, b) => a - b)[3]).toBeLessThan(500);
});

test('a batch, its status from the other node, and usage that counts each file once', async () => {
  const before = await usage(one);
  const form = new FormData();
  for (let index = 0; index < 6; index += 1) form.append('files', new Blob([`File ${index}`]), `f${index}.txt`);
  const response = await one.fetch('/api/v1/batch', { method: 'POST', body: form });
  expect([200, 202]).toContain(response.status);
  const { batch_id } = (await response.json()) as { batch_id: string };
  let batch = { status: '', completed_files: 0 };
  for (let look = 0; look < 100 && batch.status !== 'completed'; look += 1) {
    batch = (await (await two.fetch(`/api/v1/batch/${batch_id}`)).json()) as typeof batch;
    if (batch.status !== 'completed') await pause(100);
  }
  expect(batch).toMatchObject({ status: 'completed', completed_files: 6 });
  expect(await usage(two)).toBe(before + 6);
});

test('one Idempotency-Key on two nodes: converted once, the same answer', async () => {
  const before = await usage(one);
  const first = await convert(one, 'Once only.', { 'idempotency-key': 'k1' });
  const again = await convert(two, 'Once only.', { 'idempotency-key': 'k1' });
  expect(again.response.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body).toEqual(first.body);
  expect(await usage(two)).toBe(before + 1);
});

describe('limits hold over all nodes', () => {
  test('100 requests a minute, whichever node is asked', async () => {
    const key = await makeKey(one, 'minute', 'starter', ['read', 'usage']);
    // Away from the end of a minute, so that all fall into one window.
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 8000) await pause(left + 50);
    const answers = await Promise.all(
      Array.from({ length: 130 }, (_, index) =>
        (index % 2 === 0 ? one : two).fetch('/api/v1/usage', { headers: { 'x-api-key': key } }),
      ),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  test('one unit of the day is left: of 12 submissions to two nodes one is accepted', async () => {
    const key = await makeKey(one, 'last unit', 'pro', ['convert', 'read', 'usage']);
    const today = new Date().toISOString();
    await inStore(one, async ({ db, accounts }) => {
      const account = await accounts.findByName('last unit');
      const used = { quota_day: today.slice(0, 10), day_used: 4999, quota_month: today.slice(0, 7), month_used: 4999 };
      await db.write((tx) =>
        tx
          .updateTable('tenants')
          .set(used)
          .where('account_id', '=', account?.id ?? '')
          .execute(),
      );
    });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        convert(index % 2 === 0 ? one : two, `Unit ${index}`, { 'x-api-key': key }),
      ),
    );
    const statuses = answers.map(({ response }) => response.status).sort();
    expect(statuses.filter((status) => status === 429)).toHaveLength(11);
    expect([200, 202]).toContain(statuses[0]);
  });
});

test('the command works on the same database', async () => {
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const docmill = (...args: string[]) =>
    spawnSync(process.execPath, ['dist/client/cli.js', ...args], { env, encoding: 'utf8' });
  const made = docmill('keys', 'create', '--name', 'from the command');
  expect(made.status).toBe(0);
  const key = made.stdout.trim();
  expect((await two.fetch('/api/v1/usage', { headers: { 'x-api-key': key } })).status).toBe(200);
  expect(docmill('accounts', 'list').stdout).toContain('local');
});

test('a worker killed in the middle: its job is taken over within 30 seconds and counted once', async () => {
  const before = await usage(one);
  const rows = Array.from({ length: 400_000 }, (_, at) => `${at},value ${at},more`).join('\n');
  const response = await one.fetch('/api/v1/convert', {
    method: 'POST',
    body: fileForm(`a,b,c\n${rows}`, 'big.csv'),
    headers: { prefer: 'respond-async' },
  });
  expect(response.status).toBe(202);
  const { job_id } = (await response.json()) as Job;
  const status = async () => (await (await two.fetch(`/api/v1/status/${job_id}`)).json()) as Job;
  for (let look = 0; look < 200 && (await status()).status === 'pending'; look += 1) await pause(10);
  expect((await status()).status).toBe('processing');
  await worker.stop('SIGKILL');
  const killed = performance.now();
  worker = await start('worker', one.key);
  let job = await status();
  let row = await inStore(one, ({ db }) => db.reader.selectFrom('jobs').selectAll().orderBy('id', 'desc').execute());
  while (row[0]?.attempts === 1 && performance.now() - killed < 30_000) {
    await pause(250);
    row = await inStore(one, ({ db }) => db.reader.selectFrom('jobs').selectAll().orderBy('id', 'desc').execute());
  }
  expect(row[0]).toMatchObject({ attempts: 2, lost_workers: 1 });
  expect(performance.now() - killed).toBeLessThan(30_000);
  for (let look = 0; look < 300 && job.status === 'processing'; look += 1) {
    await pause(100);
    job = await status();
  }
  expect(job.status).toBe('completed');
  expect(await usage(two)).toBe(before + 1);
}, 120_000);

test('the database goes down and comes back: told within five seconds, no answer in vain, and well again in ten', async () => {
  const health = async (node: Node) => (await fetch(`${node.url}/health/public`)).status;
  for (let look = 0; look < 100 && (await health(one)) !== 200; look += 1) await pause(100);
  await postgres.crash();
  const down = performance.now();
  while ((await health(one)) === 200 && performance.now() - down < 10_000) await pause(50);
  expect(performance.now() - down).toBeLessThan(5000);
  expect((await convert(one, 'Nobody can take this.')).response.status).toBe(503);
  await postgres.restart();
  const back = performance.now();
  while (((await health(one)) !== 200 || (await health(two)) !== 200) && performance.now() - back < 20_000)
    await pause(50);
  expect(performance.now() - back).toBeLessThan(10_000);
  expect((await convert(two, 'This is taken again.')).response.status).toBe(200);
}, 60_000);

test('no output of any node holds the password of the database', () => {
  for (const node of [one, two, worker]) expect(node.output()).not.toMatch(/test(%20| )only/);
});
