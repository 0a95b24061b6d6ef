// Callers and their limits over real HTTP: foreign jobs look unknown, scopes and plans hold, too large is refused early.
import { spawnSync } from 'node:child_process';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../src/compose.ts';
import { systemClock } from '../../src/core/clock.ts';
import { ensureAccount } from '../../src/service/accounts.ts';
import type { Scope } from '../../src/service/keys.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
let starter: string;
let reader: string;
beforeAll(async () => {
  server = await startServer();
  starter = await makeKey('small', ['convert', 'read', 'usage']);
  reader = await makeKey('small', ['read']);
});
afterAll(() => server.stop());

/** As the command line does it: in the store of the running service. */
async function makeKey(account: string, scopes: Scope[]): Promise<string> {
  const store = await openStore({ dataDir: server.dataDir });
  try {
    const { account: row } = await ensureAccount(store.accounts, account, 'starter', systemClock);
    return (await store.keys.create(row.id, { name: 'Test', scopes })).key;
  } finally {
    await store.db.close();
  }
}

const convert = (key: string, body: FormData) =>
  fetch(`${server.url}/api/v1/convert`, { method: 'POST', body, headers: { 'x-api-key': key } });

describe('another account', () => {
  test('sees a foreign job exactly as an unknown one', async () => {
    const mine = (await (await convert(server.key, fileForm('text', 'a.txt'))).json()) as { job_id: string };
    const unknown = 'conv_01a1dd49303e7796affa48a37f82b2bc';
    for (const path of ['/api/v1/status/', '/api/v1/download/']) {
      const answers = await Promise.all(
        [mine.job_id, unknown].map(async (id) => {
          const response = await fetch(server.url + path + id, { headers: { 'x-api-key': starter } });
          const { request_id: _, ...body } = (await response.json()) as Record<string, unknown>;
          return { status: response.status, body };
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]?.status).toBe(404);
    }
  });
});

test('a key without the scope is 403 and told which one it lacks', async () => {
  const response = await convert(reader, fileForm('text', 'a.txt'));
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({
    error: 'insufficient_permissions',
    details: { code: 'AUTH_002', scope: 'convert' },
  });
});

test('a feature that is not in the plan is 403', async () => {
  const response = await convert(starter, fileForm('text', 'a.txt', { ocr_type: 'advanced' }));
  expect([response.status, ((await response.json()) as { details: { code: string } }).details.code]).toEqual([
    403,
    'PLAN_002',
  ]);
});

describe('a file over the plan limit is 413', () => {
  const limit = 100 * 2 ** 20;

  test('at once when its length is declared', async () => {
    const answer = await send({ 'content-length': String(limit + 1), 'content-type': 'text/plain' }, 1);
    expect(answer).toMatchObject({ status: 413, body: { error: 'file_too_large', details: { code: 'FILE_002' } } });
  });

  test('when it is passed, before the body ends', async () => {
    const answer = await send({ 'transfer-encoding': 'chunked', 'content-type': 'text/plain' }, limit * 20);
    expect(answer).toMatchObject({ status: 413, body: { details: { code: 'FILE_002' } } });
    // What the kernel and the client hold in buffers counts as sent; the rest of the two gigabytes was never asked for.
    expect(answer.sent).toBeLessThan(limit * 4);
  });

  /** Sends up to `bytes` and stops as soon as an answer comes. */
  function send(headers: Record<string, string>, bytes: number) {
    return new Promise<{ status: number; body: unknown; sent: number }>((resolve, reject) => {
      const piece = Buffer.alloc(256 * 1024, 'a');
      let sent = 0;
      let answered = false;
      const call = request(`${server.url}/api/v1/convert?filename=a.txt`, {
        method: 'POST',
        headers: { 'x-api-key': starter, ...headers },
      });
      call.on('response', (response) => {
        answered = true;
        let text = '';
        response.on('data', (part) => {
          text += part;
        });
        response.on('end', () => {
          call.destroy();
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text), sent });
        });
      });
      call.on('error', (error) => {
        if (!answered) reject(error);
      });
      const pump = (): void => {
        while (!answered && sent < bytes) {
          const part = piece.subarray(0, Math.min(piece.length, bytes - sent));
          sent += part.length;
          if (!call.write(part)) {
            call.once('drain', pump);
            return;
          }
        }
      };
      pump();
    });
  }
});

test('a refused upload leaves no job and no quota behind', async () => {
  const store = await openStore({ dataDir: server.dataDir });
  try {
    const account = await store.accounts.findByName('small');
    const jobs = await store.db.reader
      .selectFrom('jobs')
      .selectAll()
      .where('account_id', '=', account?.id ?? '')
      .execute();
    expect(jobs).toEqual([]);
  } finally {
    await store.db.close();
  }
});

test('the full key is nowhere in the data directory or the log', async () => {
  const grep = spawnSync('grep', ['-rlF', '--', starter, server.dataDir], { encoding: 'utf8' });
  expect([grep.status, grep.stdout]).toEqual([1, '']);
  expect(server.output()).not.toContain(starter);
});
