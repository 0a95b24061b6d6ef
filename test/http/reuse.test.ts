// Identical input over real HTTP: answered from the earlier result of the same account, counted like any conversion.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobSchema } from '../../src/http/shapes/schemas.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';
import { changeJob, inStore, jobRow, makeKey } from '../support/store-of.ts';

let server: RunningServer;
let other: string;
beforeAll(async () => {
  server = await startServer();
  other = await makeKey(server, 'other', 'pro');
});
afterAll(() => server.stop());

async function convert(form: FormData, on = server, key = on.key, path = 'convert') {
  const response = await fetch(`${on.url}/api/v1/${path}`, {
    method: 'POST',
    body: form,
    headers: { 'x-api-key': key },
  });
  expect(response.status).toBe(200);
  return response.json();
}
const job = async (form: FormData, key?: string) => jobSchema.parse(await convert(form, server, key));
const path = (url = ''): string => new URL(url).pathname + new URL(url).search;

test('the second time comes from the first, as a job of its own', async () => {
  const first = await job(fileForm('# Same\n\ntext', 'first.md'));
  const second = await job(fileForm('# Same\n\ntext', 'second.md', { colour: 'blue' }));
  expect(first.metadata?.cached).toBeUndefined();
  expect(second).toMatchObject({ filename: 'second.md', metadata: { cached: true, original_filename: 'second.md' } });
  expect(second.job_id).not.toBe(first.job_id);
  expect(second.markdown_content).toBe(first.markdown_content);
  expect(second.metadata?.warnings?.map((warning) => warning.code)).toEqual(['unknown-option']);
  expect(path(second.sas_url)).toContain(`${second.job_id}/second.md`);
});

test('counts as a conversion, in quota and usage alike', async () => {
  const counts = () =>
    inStore(server, async ({ db, accounts }) => {
      const id = (await accounts.findByName('other'))?.id ?? '';
      const tenant = await db.reader.selectFrom('tenants').selectAll().where('account_id', '=', id).executeTakeFirst();
      const usage = await db.reader.selectFrom('usage_records').selectAll().where('account_id', '=', id).execute();
      return { day: tenant?.day_used ?? 0, usage: usage.length, running: tenant?.running, waiting: tenant?.waiting };
    });
  const before = await counts();
  await job(fileForm('counted', 'a.txt'), other);
  expect((await job(fileForm('counted', 'a.txt'), other)).metadata?.cached).toBe(true);
  expect(await counts()).toEqual({ day: before.day + 2, usage: before.usage + 2, running: 0, waiting: 0 });
});

test('the files of both live on their own', async () => {
  const first = await job(fileForm('apart', 'a.txt'));
  const second = await job(fileForm('apart', 'a.txt'));
  expect(second.metadata?.cached).toBe(true);
  const [one, two] = [await jobRow(server, first.job_id), await jobRow(server, second.job_id)];
  expect(one.result_key).not.toBe(two.result_key);
  await changeJob(server, first.job_id, { expires_at: Date.now() - 1 });
  expect(await (await fetch(server.url + path(second.sas_url))).text()).toBe('apart\n');
});

describe('not from', () => {
  test('another account', async () => {
    await job(fileForm('mine', 'a.txt'));
    expect((await job(fileForm('mine', 'a.txt'), other)).metadata?.cached).toBeUndefined();
  });

  test('other options, another route with other options, or a name that means another format', async () => {
    const text = 'a,b\n1,2\n';
    await job(fileForm(text, 'a.csv'));
    const minimal = (await convert(fileForm(text, 'a.csv'), server, server.key, 'minimal-convert')) as {
      metadata: { cached?: true };
    };
    expect(minimal.metadata.cached).toBeUndefined();
    expect((await job(fileForm(text, 'a.csv', { page_markers: true }))).metadata?.cached).toBeUndefined();
    const named = await job(fileForm(text, 'a.txt'));
    expect(named.metadata?.cached).toBeUndefined();
    expect((await job(fileForm(text, 'b.CSV'))).metadata?.cached).toBe(true);
  });

  test('a request with a password', async () => {
    await job(fileForm('secret', 'a.txt', { password: 'x' }));
    expect((await job(fileForm('secret', 'a.txt', { password: 'x' }))).metadata?.cached).toBeUndefined();
    expect((await job(fileForm('secret', 'a.txt'))).metadata?.cached).toBeUndefined();
  });

  test('an expired result', async () => {
    const first = await job(fileForm('old', 'a.txt'));
    await changeJob(server, first.job_id, { expires_at: Date.now() - 1 });
    expect((await job(fileForm('old', 'a.txt'))).metadata?.cached).toBeUndefined();
  });

  test('anywhere when it is switched off', async () => {
    const plain = await startServer({ env: { REUSE_RESULTS: 'false' } });
    try {
      for (let times = 0; times < 2; times += 1) {
        const answer = jobSchema.parse(await convert(fileForm('again', 'a.txt'), plain));
        expect(answer.metadata?.cached).toBeUndefined();
      }
    } finally {
      await plain.stop();
    }
  });
});
