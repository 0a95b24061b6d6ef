// The dashboard over PostgreSQL and two nodes that answer: what one node is told, the other knows at once.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, newBrowser, password, setupCode } from '../support/dashboard.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';

let postgres: TestPostgres;
let one: RunningServer;
let two: RunningServer;
const dataDir = mkdtempSync(join(tmpdir(), 'docmill-nodes-'));
type Json = Record<string, unknown>;
const json = async (response: Response): Promise<Json> => (await response.json()) as Json;

/** The same person at both nodes: one cookie. */
let here: Browser;
let there: Browser;

beforeAll(async () => {
  postgres = await startPostgres();
  const env = { DATABASE_URL: await postgres.database(), REGISTRATION: 'open', WORKERS: '1', TRUST_PROXY: '1' };
  one = await startServer({ dataDir, env: { ...env, ROLE: 'api' } });
  two = await startServer({ dataDir, key: one.key, env });
}, 60_000);
afterAll(async () => {
  await Promise.all([one, two].map((node) => node?.stop()));
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

test('the set-up code is the same on both, and of two who use it at one time one becomes the operator', async () => {
  expect(setupCode(two)).toBe(setupCode(one));
  const both = [newBrowser(one), newBrowser(two), newBrowser(one), newBrowser(two)];
  const answers = await Promise.all(
    both.map((browser, at) =>
      browser.ask('POST', '/dashboard/api/register', {
        email: `first${at}@example.org`,
        password,
        setup_code: setupCode(one),
      }),
    ),
  );
  const bodies = await Promise.all(answers.map(json));
  const operators = bodies.filter((body) => (body['user'] as Json | undefined)?.['role'] === 'operator');
  expect(operators).toHaveLength(1);
  here = both[bodies.indexOf(operators[0] ?? {})] as Browser;
  there = newBrowser(two);
  const { cookie } = here;
  here = newBrowser(one);
  [here.cookie, there.cookie] = [cookie, cookie];
});

test('who signed in at one is known at the other, converts there, and is charged once', async () => {
  const fixture = readFileSync(join(import.meta.dirname, '../fixtures/pdf/headings/input.pdf'));
  const form = fileForm(new Uint8Array(fixture), 'headings.pdf');
  const job = await json(await there.ask('POST', '/api/v1/convert', form));
  expect(job['status']).toBe('completed');
  const path = `/dashboard/api/jobs/${job['job_id']}`;
  // The node that answers has no converters, and shows pages all the same.
  const page = await here.ask('GET', `${path}/pages/1`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/png']);
  const { pages, blocks } = await json(await here.ask('GET', `${path}/blocks`));
  expect([(pages as Json[]).length > 0, (blocks as Json[]).length > 3]).toEqual([true, true]);
  const again = await here.ask('POST', `${path}/rerun`);
  expect(again.status).toBe(202);
  const { job_id } = await json(again);
  await expect
    .poll(async () => (await json(await there.ask('GET', `/api/v1/status/${job_id}`)))['status'], { timeout: 15_000 })
    .toBe('completed');
  const usage = await json(await here.ask('GET', '/api/v1/usage'));
  expect(usage).toMatchObject({ usage: { total_conversions: 2 }, top_users: [{ name: 'Dashboard', conversions: 2 }] });
  const { jobs } = await json(
    await there.ask('GET', '/dashboard/api/jobs?format=pdf&query=HEAD&status=completed&from=2020-01-01'),
  );
  expect(jobs).toMatchObject([{ job_id }, { job_id: job['job_id'] }]);
  expect((await here.ask('DELETE', path)).status).toBe(204);
  expect((await there.ask('GET', `${path}/original`)).status).toBe(404);
}, 60_000);

test('a key revoked at one is refused at the other within a second', async () => {
  const { key, id } = await json(await here.ask('POST', '/dashboard/api/keys', { name: 'Both' }));
  const use = async (): Promise<number> =>
    (await fetch(`${two.url}/api/v1/status`, { headers: { 'x-api-key': String(key) } })).status;
  expect(await use()).toBe(200);
  expect((await here.ask('DELETE', `/dashboard/api/keys/${id}`)).status).toBe(204);
  await expect.poll(use, { timeout: 1000, interval: 50 }).toBe(401);
});

test('attempts are counted over both nodes', async () => {
  const attempt = (node: RunningServer, at: number): Promise<Response> =>
    newBrowser(node).ask(
      'POST',
      '/dashboard/api/login',
      { email: 'guessed@example.org', password: 'wrong' },
      { 'x-forwarded-for': `198.51.100.${at}` },
    );
  const answers = await Promise.all(Array.from({ length: 14 }, (_, at) => attempt(at % 2 === 0 ? one : two, at)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
}, 60_000);

test('of two who register with one address at one time, one gets it, and nothing is left of the other', async () => {
  const answers = await Promise.all(
    [one, two].map((node, at) =>
      newBrowser(node).ask('POST', '/dashboard/api/register', {
        email: 'twice@example.org',
        password,
        account_name: `Twice ${at}`,
      }),
    ),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400]);
  const { accounts } = await json(await here.ask('GET', '/dashboard/api/admin/accounts?query=twice'));
  expect(accounts).toMatchObject([{ users: 1, keys: 0, conversions_this_month: 0 }]);
}, 30_000);

test('of two accounts that are given one name at one time, one gets it, and the other is told that it is taken', async () => {
  const answer = await newBrowser(two).ask('POST', '/dashboard/api/register', { email: 'rival@example.org', password });
  const { account } = (await json(answer)) as { account: Json };
  const own = (await json(await here.ask('GET', '/dashboard/api/session')))['account'] as Json;
  const rename = (browser: Browser, id: unknown, name: string): Promise<Response> =>
    browser.ask('PATCH', `/dashboard/api/admin/accounts/${id}`, { name });
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all([
      rename(here, own['id'], `Contested ${round}`),
      rename(there, account['id'], `Contested ${round}`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused === undefined ? undefined : await json(refused)).toMatchObject({ details: { field: 'name' } });
  }
  expect((await rename(here, own['id'], 'local')).status).toBe(200);
}, 60_000);

test('operators see both nodes, whichever they ask', async () => {
  const health = await json(await there.ask('GET', '/dashboard/api/admin/health'));
  const nodes = new Set((health['history'] as Json[]).map((sample) => sample['node']));
  expect(nodes.size).toBe(2);
  const queue = await json(await here.ask('GET', '/dashboard/api/admin/queue'));
  expect(queue).toMatchObject({ waiting: 0, running: 0, workers: [{ slots: 1 }] });
  const [account] = (await json(await here.ask('GET', '/dashboard/api/admin/accounts?query=local')))[
    'accounts'
  ] as Json[];
  const changed = await there.ask('PATCH', `/dashboard/api/admin/accounts/${account?.['id']}`, {
    plan: 'pro',
    name: 'Main',
  });
  expect(await json(changed)).toMatchObject({ plan: 'pro', name: 'Main', users: 1 });
  expect(await json(await here.ask('GET', '/dashboard/api/session'))).toMatchObject({
    account: { plan: 'pro', name: 'Main' },
  });
});

test('a new password at one ends the sessions at the other; signing out ends the last one', async () => {
  const change = await here.ask('POST', '/dashboard/api/password', { current: password, next: 'the next password' });
  expect(change.status).toBe(204);
  expect((await there.ask('GET', '/dashboard/api/keys')).status).toBe(401);
  there.cookie = here.cookie;
  expect((await there.ask('GET', '/dashboard/api/keys')).status).toBe(200);
  expect((await there.ask('POST', '/dashboard/api/logout')).status).toBe(204);
  expect((await here.ask('GET', '/dashboard/api/keys')).status).toBe(401);
});
