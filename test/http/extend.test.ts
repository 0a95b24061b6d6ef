// POST /api/v1/extend-sas over real HTTP: both forms, every refusal, and links that keep their own expiry.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { extensionBatchSchema, extensionSchema } from '../../src/http/shapes/extension.ts';
import { errorSchema, jobSchema, lookupErrorSchema } from '../../src/http/shapes/schemas.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';
import { changeJob, jobRow, makeKey } from '../support/store-of.ts';

let server: RunningServer;
let starter: string;
let reader: string;
beforeAll(async () => {
  server = await startServer();
  starter = await makeKey(server, 'small', 'starter');
  reader = await makeKey(server, 'small', 'starter', ['read']);
});
afterAll(() => server.stop());

async function convert(key = starter, content = `Text ${Math.random()}`, name = 'report.txt', prefer = 'wait=25') {
  const response = await fetch(`${server.url}/api/v1/convert`, {
    method: 'POST',
    body: fileForm(content, name),
    headers: { 'x-api-key': key, prefer },
  });
  return jobSchema.parse(await response.json());
}
async function extend(body: unknown, key = starter) {
  const response = await fetch(`${server.url}/api/v1/extend-sas`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const path = (url: string | undefined): string => {
  const { pathname, search } = new URL(url ?? '');
  return pathname + search;
};
const hour = 3_600_000;

describe('one job', () => {
  test('gets a new expiry and a new link; the body is that of section 2.3', async () => {
    const job = await convert();
    const { status, body } = await extend({ job_id: job.job_id, extension_hours: 48 });
    expect(status).toBe(200);
    const extension = extensionSchema.strict().parse(body);
    const expiry = Date.parse(job.expires_at ?? '');
    expect(extension).toMatchObject({
      job_id: job.job_id,
      filename: 'report.txt',
      original_sas_url: job.sas_url,
      expiration_info: {
        original_expiry: job.expires_at,
        new_expiry: new Date(expiry + 48 * hour).toISOString(),
        extension_hours: 48,
        total_valid_hours: 72,
      },
      file_info: { file_size: job.file_size, created_at: job.completed_at },
      limits: { max_extension_hours: 720, remaining_extensions: 9, max_total_lifetime_hours: 720 },
    });
    expect(extension.new_sas_url).not.toBe(job.sas_url);
    for (const link of [extension.original_sas_url, extension.new_sas_url]) {
      expect((await fetch(server.url + path(link))).status).toBe(200);
    }
    const shown = await server.fetch(`/api/v1/status/${job.job_id}`, { headers: { 'x-api-key': starter } });
    expect(await shown.json()).toMatchObject({
      expires_at: extension.expiration_info.new_expiry,
      sas_url: extension.new_sas_url,
    });
  });

  test('earlier links keep their own expiry', async () => {
    const job = await convert();
    // As if the job had been made a day ago: its first link ends in a moment, the file is extended before.
    const ends = Math.ceil(Date.now() / 1000) * 1000 + 2000;
    await changeJob(server, job.job_id, { expires_at: ends, finished_at: ends - 24 * hour });
    const { body } = await extend({ job_id: job.job_id, extension_hours: 1 });
    const { original_sas_url, new_sas_url } = extensionSchema.parse(body);
    expect((await fetch(server.url + path(original_sas_url))).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, ends - Date.now() + 50));
    const late = await fetch(server.url + path(original_sas_url));
    expect([late.status, errorSchema.parse(await late.json()).details?.code]).toEqual([403, 'LINK_INVALID']);
    expect((await fetch(server.url + path(new_sas_url))).status).toBe(200);
  });

  test('tells when the file was last read', async () => {
    const job = await convert();
    await changeJob(server, job.job_id, { finished_at: Date.now() - 10 * hour });
    const before = Date.now();
    expect((await fetch(server.url + path(job.sas_url))).status).toBe(200);
    let accessed = 0;
    for (let tries = 0; tries < 50 && accessed < before; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      accessed = (await jobRow(server, job.job_id)).last_accessed_at ?? 0;
    }
    const { body } = await extend({ job_id: job.job_id, extension_hours: 1 });
    const { file_info } = extensionSchema.parse(body);
    expect(Date.parse(file_info.last_accessed)).toBe(accessed);
    expect(accessed).toBeGreaterThanOrEqual(before);
    expect(Date.parse(file_info.created_at)).toBeLessThan(before);
  });

  test('images live as long as the file, by the link in the Markdown', async () => {
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const response = await server.fetch('/api/v1/convert', {
      method: 'POST',
      body: fileForm(`<img alt="dot" src="data:image/png;base64,${pixel}">`, 'a.html', { extract_images: true }),
    });
    const job = jobSchema.parse(await response.json());
    const link = path(/\((.*)\)/.exec(job.markdown_content ?? '')?.[1]);
    await changeJob(server, job.job_id, { expires_at: Date.now() + 1500 });
    await extend({ job_id: job.job_id, extension_hours: 1 }, server.key);
    await new Promise((resolve) => setTimeout(resolve, 1600));
    expect((await fetch(server.url + link)).status).toBe(200);
    await changeJob(server, job.job_id, { expires_at: Date.now() - 1 });
    const late = await fetch(server.url + link);
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([404, 'FILE_EXPIRED']);
  });
});

describe('refused', () => {
  test('beyond the lifetime of the plan: 400 with the specified details', async () => {
    const job = await convert();
    const { status, body } = await extend({ job_id: job.job_id, extension_hours: 720 });
    expect(status).toBe(400);
    expect(lookupErrorSchema.parse(body)).toMatchObject({
      error: 'extension_limit_exceeded',
      code: 'EXTENSION_LIMIT_EXCEEDED',
      details: {
        job_id: job.job_id,
        current_total_hours: 24,
        requested_extension_hours: 720,
        max_total_hours: 720,
        remaining_extension_hours: 696,
      },
    });
    expect((await extend({ job_id: job.job_id, extension_hours: 696 })).status).toBe(200);
  });

  test('the 720 of one request are open on a plan of 8760', async () => {
    const job = await convert(server.key);
    const { body } = await extend({ job_id: job.job_id, extension_hours: 720 }, server.key);
    expect(extensionSchema.parse(body).limits).toEqual({
      max_extension_hours: 720,
      remaining_extensions: 199,
      max_total_lifetime_hours: 8760,
    });
  });

  test('more often than the plan allows, exactly, also all at once', async () => {
    const job = await convert(server.key);
    // Ten of the 200 that the plan allows are left.
    await changeJob(server, job.job_id, { extensions: 190 });
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => extend({ job_id: job.job_id, extension_hours: 1 }, server.key)),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(400)]).toEqual([10, 15]);
    const refused = answers.find((answer) => answer.status === 400);
    expect(refused?.body).toMatchObject({
      code: 'EXTENSION_LIMIT_EXCEEDED',
      details: { current_total_hours: 34, remaining_extension_hours: 0 },
    });
  });

  test('an expired file, deleted yet or not: 404 FILE_EXPIRED', async () => {
    const job = await convert();
    for (const fields of [{ expires_at: Date.now() - 1 }, { deleted_at: Date.now() }]) {
      await changeJob(server, job.job_id, fields);
      const { status, body } = await extend({ job_id: job.job_id, extension_hours: 1 });
      expect([status, lookupErrorSchema.parse(body).code]).toEqual([404, 'FILE_EXPIRED']);
    }
  });

  test('unknown, malformed and foreign ids: 404, one like the other', async () => {
    const foreign = await convert(server.key);
    const bodies = await Promise.all(
      ['conv_00000000000000000000000000000000', 'junk', '', foreign.job_id].map(async (job_id) => {
        const { status, body } = await extend({ job_id, extension_hours: 1 });
        const { request_id: _, ...rest } = lookupErrorSchema.parse(body);
        return { status, rest };
      }),
    );
    expect(bodies[0]).toMatchObject({ status: 404, rest: { error: 'Job not found', code: 'JOB_NOT_FOUND' } });
    for (const one of bodies) expect(one).toEqual(bodies[0]);
  });

  test('a job that failed: 409', async () => {
    const response = await server.fetch('/api/v1/convert', { method: 'POST', body: fileForm('%PDF-1.7 no', 'a.pdf') });
    const { job_id } = (await response.json()) as { job_id: string };
    const { status, body } = await extend({ job_id, extension_hours: 1 }, server.key);
    expect([status, lookupErrorSchema.parse(body).code]).toEqual([409, 'JOB_NOT_COMPLETED']);
    // Waiting does not help here.
    expect(lookupErrorSchema.parse(body).suggestion).not.toContain('Poll');
  });

  const one = 'conv_00000000000000000000000000000000';
  test.each([
    ['no body', '', undefined],
    ['not JSON', '{"job_id":', undefined],
    ['no object', '[1]', undefined],
    ['neither id', { extension_hours: 1 }, 'job_id'],
    ['both ids', { job_id: one, job_ids: [one], extension_hours: 1 }, 'job_ids'],
    ['null ids', { job_id: null, job_ids: null, extension_hours: 1 }, 'job_id'],
    ['an id that is a number', { job_id: 5, extension_hours: 1 }, 'job_id'],
    ['no hours', { job_id: one }, 'extension_hours'],
    ['0 hours', { job_id: one, extension_hours: 0 }, 'extension_hours'],
    ['721 hours', { job_id: one, extension_hours: 721 }, 'extension_hours'],
    ['negative hours', { job_id: one, extension_hours: -5 }, 'extension_hours'],
    ['hours as text', { job_id: one, extension_hours: '24' }, 'extension_hours'],
    ['endless hours', `{"job_id":"${one}","extension_hours":1e999}`, undefined],
    ['an empty list', { job_ids: [], extension_hours: 1 }, 'job_ids'],
    ['a list of numbers', { job_ids: [1], extension_hours: 1 }, 'job_ids'],
    ['no list', { job_ids: one, extension_hours: 1 }, 'job_ids'],
    ['101 ids', { job_ids: Array.from({ length: 101 }, (_, at) => `job ${at}`), extension_hours: 1 }, 'job_ids'],
    ['an id twice', { job_ids: [one, one], extension_hours: 1 }, 'job_ids'],
    ['a body beyond 64 kB', { job_id: one, extension_hours: 1, padding: 'x'.repeat(70_000) }, undefined],
    ['an id twice in two forms', { job_ids: [one, one.slice(5)], extension_hours: 1 }, 'job_ids'],
  ])('%s: 400', async (_, body, field) => {
    const answer = await extend(body);
    expect(answer.status).toBe(400);
    expect(errorSchema.parse(answer.body).details).toMatchObject({
      code: 'REQUEST_001',
      ...(field === undefined ? {} : { field }),
    });
  });

  test('a body of megabytes is not read to its end', async () => {
    const { status } = await extend(`{"job_id":"${'x'.repeat(5_000_000)}"}`);
    expect([400, 413]).toContain(status);
  });

  test('a key without the scope: 403, without a key: 401', async () => {
    expect((await extend({ job_id: one, extension_hours: 1 }, reader)).status).toBe(403);
    expect((await extend({ job_id: one, extension_hours: 1 }, 'no')).status).toBe(401);
  });
});

test('many jobs: 200 with the fate of each, in the order of the request', async () => {
  const [good, gone, worn, foreign] = [await convert(), await convert(), await convert(), await convert(server.key)];
  await changeJob(server, gone.job_id, { expires_at: Date.now() - 1 });
  await changeJob(server, worn.job_id, { extensions: 10 });
  const { status, body } = await extend({
    job_ids: [good.job_id, 'junk', gone.job_id, foreign.job_id, worn.job_id],
    extension_hours: 24,
  });
  expect(status).toBe(200);
  const batch = extensionBatchSchema.strict().parse(body);
  expect(batch).toMatchObject({ total_jobs: 5, successful_extensions: 1, failed_extensions: 4 });
  expect(batch.results).toMatchObject([
    { job_id: good.job_id, status: 'success', filename: 'report.txt' },
    { job_id: 'junk', status: 'failed', error: { code: 'JOB_NOT_FOUND' } },
    { job_id: gone.job_id, status: 'failed', filename: 'report.txt', error: { code: 'FILE_EXPIRED' } },
    { job_id: foreign.job_id, status: 'failed', error: { code: 'JOB_NOT_FOUND' } },
    { job_id: worn.job_id, status: 'failed', error: { code: 'EXTENSION_LIMIT_EXCEEDED' } },
  ]);
  const [first, second] = batch.results;
  expect(Date.parse(first?.new_expiry ?? '')).toBe(Date.parse(good.expires_at ?? '') + 24 * hour);
  expect((await fetch(server.url + path(first?.new_sas_url))).status).toBe(200);
  expect(Object.keys(second?.error ?? {}).sort()).toEqual(['code', 'message', 'suggestion']);
  expect(batch.results[3]?.filename).toBeUndefined();
});
