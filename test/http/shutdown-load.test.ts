// Stopping while requests keep coming in: whoever was let in gets a whole answer, everybody else is not let in at all.
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../src/compose.ts';
import { startServer } from '../support/server.ts';

type End = { readonly status: number; readonly whole: boolean } | { readonly error: string };

/** One small document on a connection of its own, so that an error is never that of an idle connection. */
function convert(url: string, key: string, text: string): Promise<End> {
  return new Promise((resolve) => {
    const call = request(`${url}/api/v1/convert?filename=a.txt`, {
      method: 'POST',
      agent: false,
      headers: { 'x-api-key': key, 'content-type': 'text/plain', 'content-length': Buffer.byteLength(text) },
    });
    call.once('error', (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? error.message }));
    call.once('response', (response) => {
      response.resume();
      response.once('close', () => resolve({ status: response.statusCode ?? 0, whole: response.complete }));
    });
    call.end(text);
  });
}

test('SIGTERM under load fails no request that was let in, and the process is gone in time', {
  timeout: 120_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'docmill-load-'));
  const server = await startServer({ dataDir });
  const ends: End[] = [];
  let open = true;
  const clients = Array.from({ length: 12 }, async (_, client) => {
    for (let index = 0; open; index += 1) {
      const end = await convert(server.url, server.key, `Text ${client} ${index}.`);
      ends.push(end);
      if ('error' in end) return;
    }
  });
  while (ends.length < 30) await new Promise((resolve) => setTimeout(resolve, 20));
  const began = performance.now();
  const code = await server.stop('SIGTERM');
  const tookMs = performance.now() - began;
  open = false;
  await Promise.all(clients);
  expect(code).toBe(0);
  expect(tookMs).toBeLessThan(30_000);
  // 503 is the door being shut: such a request was never let in.
  const answered = ends.filter((end) => 'status' in end).filter((end) => end.status !== 503);
  expect(answered.filter((end) => !end.whole || (end.status !== 200 && end.status !== 202))).toEqual([]);
  expect(answered.length).toBeGreaterThanOrEqual(30);
  // Every client ended because the door was shut: refused, or reset while still waiting at it.
  const errors = ends.flatMap((end) => ('error' in end ? [end.error] : []));
  expect(errors.filter((error) => error !== 'ECONNREFUSED' && error !== 'ECONNRESET')).toEqual([]);
  // Every job on the books was answered for: nobody was let in and then cut off.
  const store = await openStore({ dataDir });
  const jobs = await store.db.reader.selectFrom('jobs').select('id').execute();
  await store.db.close();
  rmSync(dataDir, { recursive: true, force: true });
  expect(jobs).toHaveLength(answered.length);
  expect(server.output()).not.toMatch(/"level":(50|60)/);
});
