// Every reason a key is refused, over real HTTP: 401 for keys that do not work, 403 for those that may not do this.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import type { PlanName } from '../../src/core/plan.ts';
import { ensureAccount } from '../../src/service/accounts.ts';
import type { KeyRequest } from '../../src/service/keys.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';
import { inStore } from '../support/store-of.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { TRUST_PROXY: 'true' } });
});
afterAll(() => server.stop());

const unknownJob = '/api/v1/status/conv_01a1dd49303e7796affa48a37f82b2bc';

/** A key of an account of its own, as the command line makes it in the store of the running service. */
function makeKey(request: Partial<KeyRequest> = {}, account = 'keys', plan: PlanName = 'pro') {
  return inStore(server, async (store) => {
    const { account: row } = await ensureAccount(store.accounts, account, plan, systemClock);
    return { ...(await store.keys.create(row.id, { name: 'Test', ...request })), accountId: row.id };
  });
}

const ask = (key: string | undefined, path = unknownJob, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { ...(key === undefined ? {} : { 'x-api-key': key }), ...headers } });
const convert = (key: string) =>
  fetch(`${server.url}/api/v1/convert`, {
    method: 'POST',
    body: fileForm('Hello.', 'a.txt'),
    headers: { 'x-api-key': key },
  });

async function codeOf(response: Response): Promise<[number, string]> {
  const body = (await response.json()) as { code?: string; details?: { code?: string } };
  return [response.status, body.details?.code ?? body.code ?? ''];
}

/** Asks until the answer is another one; a change of a key must be seen within a second. */
async function withinASecond(look: () => Promise<Response>, wanted: number): Promise<Response> {
  const end = Date.now() + 1000;
  let answer = await look();
  while (answer.status !== wanted && Date.now() < end) {
    await new Promise((wake) => setTimeout(wake, 50));
    answer = await look();
  }
  return answer;
}

describe('401', () => {
  test.each([
    ['missing', undefined, 'missing'],
    ['empty', '', 'missing'],
    ['malformed', 'dm_live_nonsense', 'not well formed'],
    ['mistyped', `dm_live_${'A'.repeat(49)}`, 'not well formed'],
    ['very long', 'x'.repeat(8000), 'not well formed'],
  ])('a key that is %s', async (_case, key, reason) => {
    const response = await ask(key);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('ApiKey');
    expect(response.headers.get('ratelimit')).toBeNull();
    const body = (await response.json()) as { message: string };
    expect(body).toEqual({
      error: 'invalid_api_key',
      message: expect.stringContaining(reason),
      detail: body.message,
      details: { code: 'AUTH_001', suggestion: 'Send a valid key in the X-API-Key header.' },
      request_id: response.headers.get('x-request-id'),
    });
  });

  test('a key that no account has', async () => {
    const { key, row } = await makeKey();
    await inStore(server, ({ db }) => db.write((tx) => tx.deleteFrom('api_keys').where('id', '=', row.id).execute()));
    expect(await codeOf(await ask(key))).toEqual([401, 'AUTH_001']);
  });

  test('a key that has expired', async () => {
    const { key } = await makeKey({ expiresAt: Date.now() + 1500 });
    expect((await ask(key)).status).toBe(404);
    await new Promise((wake) => setTimeout(wake, 1600));
    expect(await codeOf(await ask(key))).toEqual([401, 'AUTH_001']);
  });

  test('a key that another process revoked, within a second', async () => {
    const { key, row, accountId } = await makeKey();
    expect((await ask(key)).status).toBe(404);
    await inStore(server, ({ keys }) => keys.revoke(accountId, row.id));
    expect(await codeOf(await withinASecond(() => ask(key), 401))).toEqual([401, 'AUTH_001']);
  });

  test.each(['/api/v1/status', '/api/v1/usage', '/', '/health', '/api/v1/health'])(
    '%s asks for a key',
    async (path) => {
      expect(await codeOf(await ask(undefined, path))).toEqual([401, 'AUTH_001']);
    },
  );

  test('comes before a body is looked at', async () => {
    const response = await fetch(`${server.url}/api/v1/convert`, { method: 'POST', body: '{' });
    expect(response.status).toBe(401);
  });
});

describe('403', () => {
  async function refusal(response: Response) {
    expect(response.status).toBe(403);
    expect(response.headers.get('ratelimit')).toMatch(/^"requests";r=\d+;t=\d+$/);
    const body = (await response.json()) as { message: string; details: { code: string } };
    expect(body).toMatchObject({
      error: 'insufficient_permissions',
      detail: body.message,
      details: { suggestion: expect.any(String) },
      request_id: response.headers.get('x-request-id'),
    });
    return body;
  }

  test('for each scope a key lacks', async () => {
    const reader = (await makeKey({ scopes: ['read'] })).key;
    const meter = (await makeKey({ scopes: ['usage'] })).key;
    expect(await refusal(await convert(reader))).toMatchObject({ details: { code: 'AUTH_002', scope: 'convert' } });
    expect(await refusal(await ask(reader, '/api/v1/usage'))).toMatchObject({ details: { scope: 'usage' } });
    expect(await refusal(await ask(meter))).toMatchObject({ details: { code: 'AUTH_002', scope: 'read' } });
    expect((await ask(meter, '/api/v1/usage')).status).toBe(200);
    expect((await ask(meter, '/')).status).toBe(200);
  });

  test('for an address that is not on the list, also when only the proxy knows it', async () => {
    const { key } = await makeKey({ allowList: ['192.0.2.0/24', '2001:db8::/32'] });
    const from = (addresses: string) => ask(key, unknownJob, { 'x-forwarded-for': addresses });
    expect(await refusal(await ask(key))).toMatchObject({ details: { code: 'IP_001' } });
    expect(await refusal(await from('198.51.100.7'))).toMatchObject({ details: { code: 'IP_001' } });
    expect((await from('192.0.2.7')).status).toBe(404);
    expect((await from('2001:db8::7')).status).toBe(404);
    // The proxy appends the address it sees; what stands before it was written by the caller.
    expect(await refusal(await from('192.0.2.7, 198.51.100.7'))).toMatchObject({ details: { code: 'IP_001' } });
  });

  test.each(['cancelled', 'expired'] as const)('for everything when the subscription is %s', async (subscription) => {
    const { key, accountId } = await makeKey({}, subscription);
    expect((await ask(key)).status).toBe(404);
    await inStore(server, ({ accounts }) => accounts.change(accountId, { subscription }));
    const refused = await withinASecond(() => ask(key), 403);
    expect(await refusal(refused)).toMatchObject({ details: { code: 'PLAN_001', subscription } });
    expect(await codeOf(await convert(key))).toEqual([403, 'PLAN_001']);
    await inStore(server, ({ accounts }) => accounts.change(accountId, { subscription: 'active' }));
    expect((await withinASecond(() => ask(key), 404)).status).toBe(404);
  });

  test('for converting, but not for reading, when the subscription is past due', async () => {
    const { key, accountId } = await makeKey({}, 'late');
    const { job_id: job } = (await (await convert(key)).json()) as { job_id: string };
    await inStore(server, ({ accounts }) => accounts.change(accountId, { subscription: 'past_due' }));
    const refused = await withinASecond(() => convert(key), 403);
    expect(await refusal(refused)).toMatchObject({ details: { code: 'PLAN_001', subscription: 'past_due' } });
    expect((await ask(key, `/api/v1/status/${job}`)).status).toBe(200);
    expect(await (await ask(key, `/api/v1/download/${job}`)).text()).toBe('Hello.\n');
    expect((await ask(key, '/api/v1/usage')).status).toBe(200);
  });

  test('for what the plan does not include', async () => {
    const { key } = await makeKey({}, 'small', 'starter');
    const response = await fetch(`${server.url}/api/v1/vision-convert`, {
      method: 'POST',
      body: fileForm('Hello.', 'a.txt'),
      headers: { 'x-api-key': key },
    });
    expect(await refusal(response)).toMatchObject({ details: { code: 'PLAN_002' } });
  });
});

test('a plan that is changed while the service runs holds within a second', async () => {
  const { key, accountId } = await makeKey({}, 'growing', 'starter');
  const limit = async () => (await ask(key)).headers.get('ratelimit-policy');
  expect(await limit()).toBe('"requests";q=100;w=60');
  await inStore(server, ({ accounts, plans }) => accounts.setPlan(accountId, 'pro', plans.pro.concurrentConversions));
  await new Promise((wake) => setTimeout(wake, 1000));
  expect(await limit()).toBe('"requests";q=300;w=60');
});
