// Idempotency-Key over real HTTP: the same request is answered once and for all, another under its key is refused.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
});

const convert = (key: string, body: FormData, path = '/api/v1/convert') =>
  server.fetch(path, { method: 'POST', body, headers: { 'idempotency-key': key } });
const jobs = async (): Promise<number> => {
  const usage = (await (await server.fetch('/api/v1/usage')).json()) as { usage: { total_conversions: number } };
  return usage.usage.total_conversions;
};

test('a repeated form is answered with the first answer, and converted once', async () => {
  const before = await jobs();
  const first = await convert('one', fileForm('Hello there.', 'a.txt'));
  const again = await convert('one', fileForm('Hello there.', 'a.txt'));
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
  expect(await again.text()).toBe(await first.text());
  expect(await jobs()).toBe(before + 1);
});

test('another body or path under the same key is a conflict', async () => {
  await convert('two', fileForm('One text.', 'a.txt'));
  const other = await convert('two', fileForm('Other text.', 'a.txt'));
  expect(other.status).toBe(422);
  expect(await other.json()).toMatchObject({
    error: 'idempotency_conflict',
    details: { code: 'IDEMPOTENCY_CONFLICT', field: 'Idempotency-Key' },
  });
  expect((await convert('two', fileForm('One text.', 'a.txt'), '/api/v1/minimal-convert')).status).toBe(422);
  expect((await convert('three', fileForm('Other text.', 'a.txt'))).status).toBe(200);
});

test('a refusal that is final is repeated as it was', async () => {
  const first = await convert('four', fileForm('', 'empty.txt'));
  const again = await convert('four', fileForm('', 'empty.txt'));
  expect([first.status, again.status]).toEqual([422, 422]);
  expect(await again.json()).toEqual(await first.json());
});

test('of many at once one works; the others wait their turn and then get its answer', async () => {
  const before = await jobs();
  const rows = Array.from({ length: 4_000 }, (_, at) => `${at},value ${at}`).join('\n');
  const tries = await Promise.all(Array.from({ length: 8 }, () => convert('five', fileForm(`a,b\n${rows}`, 'a.csv'))));
  const statuses = new Set(tries.map((one) => one.status));
  expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true);
  for (const busy of tries.filter((one) => one.status === 409)) {
    expect(busy.headers.get('retry-after')).toBe('2');
    expect(await busy.json()).toMatchObject({ details: { code: 'IDEMPOTENCY_BUSY' } });
  }
  const answers = await Promise.all(tries.filter((one) => one.status === 200).map((one) => one.text()));
  expect(new Set(answers).size).toBe(1);
  expect((await convert('five', fileForm(`a,b\n${rows}`, 'a.csv'))).headers.get('idempotent-replayed')).toBe('true');
  expect(await jobs()).toBe(before + 1);
});

test('the answer survives the process', async () => {
  const first = await (await convert('six', fileForm('Kept.', 'a.txt'))).text();
  const { dataDir, key } = server;
  server.process.kill('SIGKILL');
  server = await startServer({ dataDir, key });
  const again = await convert('six', fileForm('Kept.', 'a.txt'));
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await again.text()).toBe(first);
});

test('killed after it accepted and before it answered: who asks again gets that very work, counted once', {
  timeout: 60_000,
}, async () => {
  const before = await jobs();
  const { dataDir, key } = server;
  server.process.kill('SIGKILL');
  // One that converts nothing.
  server = await startServer({ dataDir, key, env: { ROLE: 'api', SYNC_WAIT_MS: '60000' } });
  const listed = async (): Promise<number> =>
    ((await (await server.fetch('/api/v1/status?limit=100')).json()) as { jobs: unknown[] }).jobs.length;
  const sendOne = () => convert('killed', fileForm('Accepted.', 'a.txt'));
  const sendTwo = () => {
    const form = fileForm('First.', 'a.txt');
    form.append('file', new Blob(['Second.']), 'b.txt');
    return convert('killed-batch', form, '/api/v1/batch');
  };
  const known = await listed();
  const lost = Promise.allSettled([sendOne(), sendTwo()]);
  while ((await listed()) < known + 3) await pause(200);
  server.process.kill('SIGKILL');
  await lost;

  server = await startServer({ dataDir, key });
  expect((await convert('killed', fileForm('Other.', 'a.txt'))).status).toBe(422);
  const [one, oneMore, two, twoMore] = [await sendOne(), await sendOne(), await sendTwo(), await sendTwo()];
  for (const again of [one, oneMore, two, twoMore]) {
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  }
  const job = (await one.json()) as { job_id: string };
  expect(job).toMatchObject({ markdown_content: expect.stringContaining('Accepted.') });
  expect(await oneMore.json()).toMatchObject({ job_id: job.job_id });
  const batch = (await two.json()) as { batch_id: string };
  expect(await twoMore.json()).toMatchObject({ batch_id: batch.batch_id });
  expect(await jobs()).toBe(before + 3);
});

test.each([['x'.repeat(256)], ['with space'], ['']])('the key %j is refused by name', async (key) => {
  const answer = await convert(key, fileForm('Hello.', 'a.txt'));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ details: { field: 'Idempotency-Key' } });
});
