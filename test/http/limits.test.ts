// The limits of plans over real HTTP: exact under concurrency, told in every answer, and right to the second.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocumentServer, startDocumentServer } from '../support/document-server.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';
import { inStore, makeKey } from '../support/store-of.ts';

/** Numbers of the operator's own: small where a limit is to be met, large where it would stand in the way. */
const plans = {
  starter: { requestsPerMinute: 5000, dailyConversions: 20, monthlyConversions: 1000, concurrentConversions: 400 },
  pro: { requestsPerMinute: 30, concurrentConversions: 3, maxFileSizeMb: 1, maxBatchSize: 2 },
  scale: { requestsPerMinute: 5000 },
};

let server: RunningServer;
let documents: DocumentServer;
beforeAll(async () => {
  documents = await startDocumentServer();
  server = await startServer({
    env: {
      PLANS: JSON.stringify(plans),
      WORKERS: '2',
      TRUST_PROXY: 'true',
      FETCH_ALLOW: '127.0.0.1',
      FETCH_PORTS: String(documents.port),
    },
  });
});
afterAll(async () => {
  documents.releaseAll();
  await server.stop();
  await documents.stop();
});

const unknownJob = '/api/v1/status/conv_01a1dd49303e7796affa48a37f82b2bc';
const ask = (key: string, path = unknownJob, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { 'x-api-key': key, ...headers } });
const convert = (
  key: string,
  body: string | FormData = fileForm('Hello.', 'a.txt'),
  headers: Record<string, string> = {},
) => fetch(`${server.url}/api/v1/convert`, { method: 'POST', body, headers: { 'x-api-key': key, ...headers } });

interface Refusal {
  readonly retry_after: number;
  readonly message: string;
  readonly details: { code: string; retry_after: number; reset_time: string; limit: number; used?: number };
}

/** Checks what every 429 has to have, and that its times agree with each other and the clock. */
async function refusal(response: Response, code: string): Promise<Refusal> {
  expect(response.status).toBe(429);
  const body = (await response.json()) as Refusal;
  const seconds = Number(response.headers.get('retry-after'));
  expect(body).toMatchObject({
    error: 'rate_limit_exceeded',
    detail: body.message,
    retry_after: seconds,
    details: { code, retry_after: seconds, limit: expect.any(Number), suggestion: expect.any(String) },
    request_id: response.headers.get('x-request-id'),
  });
  expect(response.headers.get('ratelimit')).toMatch(/^"requests";r=\d+;t=\d+$/);
  const left = (Date.parse(body.details.reset_time) - Date.parse(response.headers.get('date') ?? '')) / 1000;
  expect(Math.abs(seconds - left)).toBeLessThanOrEqual(2);
  return body;
}

/** Leaves an account so many units of today and this month. */
async function leave(account: string, day: number, month: number): Promise<void> {
  const now = new Date().toISOString();
  await inStore(server, async ({ db, accounts }) => {
    const row = await accounts.findByName(account);
    await db.write((tx) =>
      tx
        .updateTable('tenants')
        .set({
          quota_day: now.slice(0, 10),
          day_used: plans.starter.dailyConversions - day,
          quota_month: now.slice(0, 7),
          month_used: plans.starter.monthlyConversions - month,
        })
        .where('account_id', '=', row?.id ?? '')
        .execute(),
    );
  });
}

async function used(account: string): Promise<[number, number]> {
  return inStore(server, async ({ db, accounts }) => {
    const row = await accounts.findByName(account);
    const tenant = await db.reader
      .selectFrom('tenants')
      .selectAll()
      .where('account_id', '=', row?.id ?? '')
      .executeTakeFirstOrThrow();
    return [tenant.day_used, tenant.month_used];
  });
}

/** A minute that ends during a test would open a window: a test that counts waits for the next one to begin. */
async function freshMinute(needed: number): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < needed) await new Promise((wake) => setTimeout(wake, left + 50));
}

describe('requests per minute', () => {
  test('of 100 at once exactly as many pass as the plan allows, whatever they ask for', async () => {
    const key = await makeKey(server, 'minute', 'pro');
    await freshMinute(15_000);
    const paths = [unknownJob, '/api/v1/status', '/api/v1/usage', '/', '/nowhere-in-the-table', '/api/v1/health'];
    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => ask(key, paths[at % paths.length])));
    const counted = answers.filter((one) => one.headers.has('ratelimit'));
    const passed = counted.filter((one) => one.status !== 429);
    expect(passed).toHaveLength(30);
    const left = passed.map((one) => Number(/r=(\d+)/.exec(one.headers.get('ratelimit') ?? '')?.[1]));
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, at) => at));
    for (const one of counted) expect(one.headers.get('ratelimit-policy')).toBe('"requests";q=30;w=60');

    const refused = await ask(key);
    expect(refused.headers.get('ratelimit')).toBe(`"requests";r=0;t=${refused.headers.get('retry-after')}`);
    const body = await refusal(refused, 'RATE_001');
    expect(body.details.limit).toBe(30);
    expect(Date.parse(body.details.reset_time) % 60_000).toBe(0);
    // A path that is not there asks for no key, so it counts for nobody.
    expect((await ask(key, '/nowhere-in-the-table')).status).toBe(404);
    expect((await ask(await makeKey(server, 'another minute', 'pro'))).status).toBe(404);
  }, 90_000);

  test('keys of one account share', async () => {
    const [one, two] = [await makeKey(server, 'shared', 'pro'), await makeKey(server, 'shared', 'pro')];
    await freshMinute(10_000);
    await Promise.all(Array.from({ length: 30 }, () => ask(one)));
    await refusal(await ask(two), 'RATE_001');
  }, 90_000);

  test('an address that tries wrong keys is stopped, and keys that work there are not', async () => {
    const good = await makeKey(server, 'neighbour', 'scale');
    const fresh = await makeKey(server, 'newcomer', 'scale');
    const from = { 'x-forwarded-for': '192.0.2.99' };
    await freshMinute(20_000);
    expect((await ask(good, unknownJob, from)).status).toBe(404);
    const tries = await Promise.all(Array.from({ length: 80 }, (_, at) => ask(`wrong-${at}`, unknownJob, from)));
    // Those that were on their way together may all have been looked at.
    expect(tries.filter((one) => one.status === 401).length).toBeGreaterThanOrEqual(60);
    const stopped = await ask('wrong again', unknownJob, from);
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(await stopped.json()).toMatchObject({ details: { code: 'RATE_001', limit: 60 } });
    expect((await ask(fresh, unknownJob, from)).status).toBe(429);
    expect((await ask(good, unknownJob, from)).status).toBe(404);
    expect((await ask('wrong', unknownJob, { 'x-forwarded-for': '192.0.2.98' })).status).toBe(401);
  }, 90_000);
});

describe('quotas', () => {
  const async = { prefer: 'respond-async' };
  const unique = (at: number) => fileForm(`Text ${at}.`, 'a.txt');

  test('of 200 at once on the last unit of the day exactly one is accepted', async () => {
    const key = await makeKey(server, 'last unit', 'starter');
    await leave('last unit', 1, 500);
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => convert(key, unique(at), async)));
    expect(answers.filter((one) => one.status === 202 || one.status === 200)).toHaveLength(1);
    const refused = answers.filter((one) => one.status === 429);
    expect(refused).toHaveLength(199);
    const body = await refusal(refused[0] as Response, 'RATE_002');
    const midnight = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    expect(body.details).toMatchObject({ limit: 20, used: 20, remaining: 0, reset_time: `${midnight}T00:00:00.000Z` });
    expect(await used('last unit')).toEqual([20, 501]);
  }, 120_000);

  test('the month says when the next one begins', async () => {
    const key = await makeKey(server, 'month', 'starter');
    await leave('month', 10, 0);
    const body = await refusal(await convert(key), 'RATE_003');
    const now = new Date();
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
    expect(body.details).toMatchObject({ limit: 1000, used: 1000, remaining: 0, reset_time: next });
  });

  test('a plan whose overage is billed has no end of the month', async () => {
    const key = await makeKey(server, 'billed', 'scale');
    await leave('billed', -100, -2_000_000);
    expect((await convert(key)).status).toBe(200);
  });

  test('a failed conversion gives its unit back, and a completed one does not', async () => {
    const key = await makeKey(server, 'given back', 'starter');
    await leave('given back', 1, 10);
    const broken = await convert(key, fileForm('%PDF-1.7\nnot really', 'a.pdf'));
    expect(broken.status).toBe(422);
    expect(await used('given back')).toEqual([19, 990]);
    expect((await convert(key)).status).toBe(200);
    expect(await used('given back')).toEqual([20, 991]);
    await refusal(await convert(key), 'RATE_002');
  });

  test('what is refused leaves no job behind', async () => {
    const key = await makeKey(server, 'refused', 'starter');
    await leave('refused', 0, 10);
    await refusal(await convert(key), 'RATE_002');
    expect(await (await ask(key, '/api/v1/status')).json()).toEqual({ jobs: [], next_cursor: null });
  });
});

describe('conversions at one time', () => {
  test('one more open request than the plan allows is refused until one ends', async () => {
    const key = await makeKey(server, 'busy', 'pro');
    // A request is surely open when the document it asks for is being fetched.
    const slow = (name: string) =>
      convert(key, JSON.stringify({ source_type: 'url', url: documents.url(`/held/${name}`) }), {
        'content-type': 'application/json',
      });
    const open = ['a', 'b', 'c'].map(slow);
    await expect.poll(() => documents.waiting(), { timeout: 20_000 }).toBe(3);
    const refused = await convert(key, fileForm('One more.', 'a.txt'));
    expect((await refusal(refused, 'RATE_004')).details.limit).toBe(3);
    // Only conversions are counted: looking is always possible.
    expect((await ask(key)).status).toBe(404);
    documents.releaseAll();
    expect((await Promise.all(open)).map((one) => one.status)).toEqual([200, 200, 200]);
    const next = await convert(key, fileForm('Afterwards.', 'a.txt'));
    expect(next.status).toBe(200);
  }, 60_000);

  test('work in the background is held back, never refused', async () => {
    const key = await makeKey(server, 'background', 'pro');
    const statuses: number[] = [];
    for (let at = 0; at < 8; at += 1) {
      const answer = await convert(key, fileForm(`Text ${at}`, 'a.txt'), { prefer: 'respond-async' });
      statuses.push(answer.status);
    }
    expect(statuses.every((status) => status === 202 || status === 200)).toBe(true);
  });
});

describe('sizes of the plan as the operator set them', () => {
  test('a file', async () => {
    const key = await makeKey(server, 'size', 'pro');
    const response = await convert(key, fileForm('x'.repeat(2 ** 20 + 1), 'a.txt'));
    expect([response.status, await response.json()]).toMatchObject([413, { details: { code: 'FILE_002' } }]);
  });

  test('a batch', async () => {
    const key = await makeKey(server, 'files', 'pro');
    const file = { source_type: 'file', filename: 'a.txt', file: 'SGVsbG8=' };
    const response = await fetch(`${server.url}/api/v1/batch`, {
      method: 'POST',
      body: JSON.stringify({ files: [file, file, file].map((one, at) => ({ ...one, id: String(at) })) }),
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
    });
    expect([response.status, await response.json()]).toMatchObject([413, { details: { code: 'BATCH_002' } }]);
  });

  test('usage tells them', async () => {
    const key = await makeKey(server, 'told', 'pro');
    expect(await (await ask(key, '/api/v1/usage')).json()).toMatchObject({
      api_limits: { max_file_size_mb: 1, max_batch_size: 2 },
    });
  });

  test('accounts made before run as many at one time as the plan says after a restart', async () => {
    const running = (account: string) =>
      inStore(server, async ({ db, accounts }) => {
        const row = await accounts.findByName(account);
        return db.reader
          .selectFrom('tenants')
          .select('max_running')
          .where('account_id', '=', row?.id ?? '')
          .executeTakeFirst();
      });
    await makeKey(server, 'aligned', 'pro');
    const { dataDir, key } = server;
    // The directory of the first server is its own, so it is not stopped but only joined.
    const second = await startServer({
      dataDir,
      key,
      env: { PLANS: '{"pro":{"concurrentConversions":7}}', ROLE: 'api' },
    });
    await second.stop();
    expect(await running('aligned')).toEqual({ max_running: 7 });
  });
});
