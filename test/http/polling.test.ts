// The client that section 6 describes: sends without waiting, polls every second or two, backs off on 429 and 5xx,
// honours Retry-After, and gets every result, also from an account that may ask only so often.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../src/compose.ts';
import { systemClock } from '../../src/core/clock.ts';
import { ensureAccount } from '../../src/service/accounts.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
let key: string;
beforeAll(async () => {
  server = await startServer({ env: { PLANS: '{"starter":{"requestsPerMinute":60}}' } });
  const store = await openStore({ dataDir: server.dataDir });
  try {
    const { account } = await ensureAccount(store.accounts, 'poller', 'starter', systemClock);
    key = (await store.keys.create(account.id, { name: 'Test' })).key;
  } finally {
    await store.db.close();
  }
});
afterAll(() => server.stop());

const sleep = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
let refused = 0;

/** One request with the rules of the specification: 429 and 5xx are tried again, after Retry-After or ever longer. */
async function polite(path: string, init: RequestInit = {}): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(server.url + path, {
      ...init,
      headers: { 'x-api-key': key, ...(init.headers as Record<string, string>) },
    });
    if (response.status !== 429 && response.status < 500) return response;
    refused += 1;
    if (tries > 10) throw new Error(`${path} kept answering ${response.status}`);
    const after = Number(response.headers.get('retry-after'));
    if (response.status === 429) expect(after).toBeGreaterThan(0);
    await response.arrayBuffer();
    await sleep(after > 0 ? after : 2 ** tries / 4);
  }
}

test('30 documents at once are all converted, though the account may ask only 60 times a minute', async () => {
  const texts = Array.from({ length: 30 }, (_, at) => `Document number ${at}.`);
  const results = await Promise.all(
    texts.map(async (text, at) => {
      const begun = await polite('/api/v1/convert', {
        method: 'POST',
        body: fileForm(text, `${at}.txt`),
        headers: { prefer: 'respond-async' },
      });
      expect([200, 202]).toContain(begun.status);
      const where = begun.headers.get('location');
      let job = (await begun.json()) as { status: string; job_id: string; markdown_content?: string };
      while (job.status === 'pending' || job.status === 'processing') {
        await sleep(Number(begun.headers.get('retry-after') ?? 1));
        job = (await (await polite(where ?? `/api/v1/status/${job.job_id}`)).json()) as typeof job;
      }
      return job.markdown_content;
    }),
  );
  expect(results).toEqual(texts.map((text) => `${text}\n`));
  // Otherwise the waiting was never put to the test.
  expect(refused).toBeGreaterThan(0);
}, 240_000);
