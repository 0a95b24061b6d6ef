// Idempotency-Key over real HTTP: the same request is answered once and for all, another under its key is refused.
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

test.each([['x'.repeat(256)], ['with space'], ['']])('the key %j is refused by name', async (key) => {
  const answer = await convert(key, fileForm('Hello.', 'a.txt'));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ details: { field: 'Idempotency-Key' } });
});
