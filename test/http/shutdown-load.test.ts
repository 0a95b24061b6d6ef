// Stopping while requests keep coming in: whoever was let in gets a whole answer, everybody else is not let in at all.
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../src/compose.ts';
import { fileForm, startServer } from '../support/server.ts';

interface Answer {
  readonly status: number;
  readonly whole: boolean;
  readonly retryAfter: string | undefined;
  readonly body: string;
}
type End = Answer | { readonly error: string };

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
      let body = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        body += piece;
      });
      response.once('close', () => {
        const { statusCode: status = 0, complete: whole, headers } = response;
        resolve({ status, whole, retryAfter: headers['retry-after'], body });
      });
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
  const answers = ends.filter((end) => 'status' in end);
  expect(answers.filter((end) => !end.whole || ![200, 202, 503].includes(end.status))).toEqual([]);
  // 503 is the door being shut: such a request was never let in, and its answer says when to knock again.
  const answered = answers.filter((end) => end.status !== 503);
  for (const { retryAfter, body } of answers.filter((end) => end.status === 503)) {
    expect(retryAfter).toBe('2');
    expect(JSON.parse(body)).toMatchObject({ error: 'unavailable', details: { code: 'UNAVAILABLE' } });
  }
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

/** One connection, kept open by a request that waits: the next one on it comes after the signal. */
test('who comes on an open connection after the signal is told so in the form of every other error', {
  timeout: 60_000,
}, async () => {
  const server = await startServer({ env: { WORKERS: '1' } });
  const rows = 'a,b,c\n'.repeat(300_000);
  const slow = server.fetch('/api/v1/convert', { method: 'POST', body: fileForm(rows, 'a.csv') });
  const { port } = new URL(server.url);
  const late = connect(Number(port), '127.0.0.1');
  let heard = '';
  late.setEncoding('utf8').on('data', (piece: string) => {
    heard += piece;
  });
  const closed = new Promise((resolve) => late.once('close', resolve));
  // Half a request keeps the connection from being idle.
  late.write('GET /api/v1/usage HTTP/1.1\r\nHost: localhost\r\n');
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const before = server.output().length;
  const code = server.stop('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 200));
  late.write(`X-API-Key: ${server.key}\r\n\r\n`);
  await closed;
  expect(heard).toMatch(/^HTTP\/1\.1 503 /);
  expect(heard.toLowerCase()).toContain('\r\nretry-after: 2\r\n');
  expect(heard.toLowerCase()).toContain('\r\nconnection: close\r\n');
  expect(JSON.parse(heard.slice(heard.indexOf('\r\n\r\n')))).toMatchObject({ details: { code: 'UNAVAILABLE' } });
  const answer = await slow;
  expect([200, 202]).toContain(answer.status);
  // An answer that its client does not read would keep the server for the whole of its patience.
  expect((await answer.text()).length).toBeGreaterThan(100);
  expect(await code).toBe(0);
  expect(server.output().slice(before)).not.toMatch(/"level":(50|60)/);
});
