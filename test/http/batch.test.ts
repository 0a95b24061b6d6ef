// Batches over real HTTP: every request form and path, what each file's failure does and does not touch, and the limits.
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { alternativeBatchSchema, batchSchema } from '../../src/http/shapes/batch-schemas.ts';
import { errorSchema, lookupErrorSchema } from '../../src/http/shapes/schemas.ts';
import { openDiskBlobs } from '../../src/storage/disk-blobs.ts';
import { type DocumentServer, startDocumentServer } from '../support/document-server.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { inStore, makeKey } from '../support/store-of.ts';

let documents: DocumentServer;
let server: RunningServer;
let starter: string;
beforeAll(async () => {
  documents = await startDocumentServer();
  server = await startServer({ env: { FETCH_ALLOW: '127.0.0.1', FETCH_PORTS: String(documents.port) } });
  starter = await makeKey(server, 'small', 'starter');
});
afterAll(async () => {
  await server.stop();
  await documents.stop();
});

type Batch = z.infer<typeof batchSchema>;

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const csv = { filename: 'people.csv', file: base64('name,age\nAda,36\n') };
const csvMarkdown = '| name | age |\n| --- | --- |\n| Ada | 36 |\n';
const html = { filename: 'page.html', file: base64('<p>See <a href="https://example.com/">this</a> <b>now</b></p>') };

async function post(body: unknown, path = '/api/v1/batch', headers: Record<string, string> = {}) {
  const response = await server.fetch(path, {
    method: 'POST',
    body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
    headers: { ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }), ...headers },
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
}

async function batchOf(body: unknown, path?: string, headers?: Record<string, string>): Promise<Batch> {
  return batchSchema.parse((await post(body, path, headers)).body);
}

const get = async (id: string, path = '/api/v1/batch/') => {
  const response = await server.fetch(path + id);
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
};

describe('files', () => {
  test('Base64 and URLs in one batch, answered whole and in their order', async () => {
    const { status, body } = await post({
      files: [
        { id: 'one', source_type: 'file', ...csv },
        { id: 'two', source_type: 'url', filename: 'fetched.html', url: documents.url('/hello') },
        { id: 'three', source_type: 'url', url: documents.url('/unnamed') },
      ],
    });
    expect(status).toBe(200);
    const batch = batchSchema.parse(body);
    expect(batch).toMatchObject({
      status: 'completed',
      total_files: 3,
      completed_files: 3,
      failed_files: 0,
      processing_files: 0,
      progress_percentage: 100,
    });
    expect(batch.results.map((one) => [one.id, one.filename, one.markdown_content])).toEqual([
      ['one', 'people.csv', csvMarkdown],
      ['two', 'fetched.html', '# hello\n\nA page that was fetched.\n'],
      ['three', 'unnamed', '# unnamed\n\nA page that was fetched.\n'],
    ]);
    expect(batch.results[1]?.metadata).toMatchObject({ original_format: 'html', pages: 1 });
    expect(batch.results[1]?.file_size).toBeGreaterThan(0);
    const total = batch.results.reduce((sum, one) => sum + (one.metadata?.processing_time_ms ?? 0), 0);
    expect(batch.total_processing_time_ms).toBe(total);
    const link = new URL(batch.results[0]?.sas_url ?? '');
    expect(await (await fetch(server.url + link.pathname + link.search)).text()).toBe(csvMarkdown);
  });

  test('a file that fails does not touch the others, each failing by its own code', async () => {
    const { status, body } = await post({
      files: [
        { id: 'base64', filename: 'a.pdf', file: 'a*b' },
        { id: 'good', ...csv },
        { id: 'empty', filename: 'b.txt', file: '' },
        { id: 'binary', filename: 'c.bin', file: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]).toString('base64') },
        { id: 'damaged', filename: 'd.pdf', file: base64('%PDF-1.7 nothing') },
        { id: 'nonsense', url: 'nonsense' },
        { id: 'inner', url: 'http://10.0.0.1/secret' },
        { id: 'missing', url: documents.url('/missing') },
        { id: 'last', ...html },
      ],
    });
    expect(status).toBe(207);
    const batch = batchSchema.parse(body);
    expect(batch).toMatchObject({ status: 'partial_failure', completed_files: 2, failed_files: 7 });
    expect(batch.results.map((one) => [one.id, one.status, one.error?.code])).toEqual([
      ['base64', 'failed', 'FILE_001'],
      ['good', 'completed', undefined],
      ['empty', 'failed', 'CORRUPTED_FILE'],
      ['binary', 'failed', 'UNSUPPORTED_FORMAT'],
      ['damaged', 'failed', 'CORRUPTED_FILE'],
      ['nonsense', 'failed', 'URL_001'],
      ['inner', 'failed', 'URL_002'],
      ['missing', 'failed', 'URL_003'],
      ['last', 'completed', undefined],
    ]);
    expect(batch.results.filter((one) => one.status === 'failed' && one.job_id !== undefined)).toEqual([]);
    expect(batch.results[1]?.markdown_content).toBe(csvMarkdown);
    const again = await get(batch.batch_id);
    expect(again.status).toBe(200);
    expect(batchSchema.parse(again.body)).toEqual(batch);
  });

  test('all files failed is partial_failure with none completed', async () => {
    const { status, body } = await post({ files: [{ file: '*' }, { file: '' }] });
    expect([status, batchSchema.parse(body).status, batchSchema.parse(body).completed_files]).toEqual([
      207,
      'partial_failure',
      0,
    ]);
  });

  test('the keys of the JSON may come in any order', async () => {
    const text = `{"options":{"preserve_formatting":false},"files":[{"file":"${html.file}","options":{},"filename":"a.html","id":"x"}]}`;
    expect((await batchOf(text)).results[0]?.markdown_content).toBe('See this now\n');
  });

  test('a multipart form with many files', async () => {
    const form = new FormData();
    form.append('files', new Blob(['name,age\nAda,36\n']), 'people.csv');
    form.append('files', new Blob([]), 'empty.txt');
    form.append('file', new Blob(['<p>Hi <b>you</b></p>'], { type: 'text/html' }), 'page.html');
    form.append('options', JSON.stringify({ preserve_formatting: false }));
    form.append('parallel_processing', 'false');
    const { status, body } = await post(form);
    expect(status).toBe(207);
    expect(
      batchSchema.parse(body).results.map((one) => [one.id, one.filename, one.markdown_content ?? one.error?.code]),
    ).toEqual([
      ['file_1', 'people.csv', csvMarkdown],
      ['file_2', 'empty.txt', 'CORRUPTED_FILE'],
      ['file_3', 'page.html', 'Hi you\n'],
    ]);
  });
});

describe('ids', () => {
  test('a file without one is file_<n>', async () => {
    const batch = await batchOf({ files: [csv, { id: 'mine', ...csv }, { id: null, ...csv }] });
    expect(batch.results.map((one) => one.id)).toEqual(['file_1', 'mine', 'file_3']);
  });

  test('the same one twice is 400 DUPLICATE_FILE_ID naming it', async () => {
    const { status, body } = await post({ files: [{ id: 'a', ...csv }, csv, { id: 'a', ...csv }] });
    expect(status).toBe(400);
    expect(errorSchema.parse(body)).toMatchObject({
      error: 'duplicate_file_id',
      details: { code: 'DUPLICATE_FILE_ID', field: 'files[2].id', id: 'a' },
    });
  });
});

describe('options', () => {
  test('of a file go before those of the batch; unknown ones are named in its warnings', async () => {
    const batch = await batchOf({
      files: [html, { ...html, options: { preserve_formatting: true, colour: 'blue' } }],
      options: { preserve_formatting: false },
    });
    expect(batch.results.map((one) => one.markdown_content)).toEqual([
      'See this now\n',
      'See [this](https://example.com/) **now**\n',
    ]);
    expect(batch.results[0]?.metadata?.warnings).toBeUndefined();
    expect(batch.results[1]?.metadata?.warnings).toEqual([
      { code: 'unknown-option', message: 'The option "colour" is not known and was ignored.' },
    ]);
  });

  test('user_agent is what the server of a URL sees', async () => {
    const batch = await batchOf({
      files: [{ url: documents.url('/agent') }],
      options: { user_agent: 'Reader/7' },
    });
    expect(batch.results[0]?.markdown_content).toContain('# Reader/7');
  });
});

describe('paths', () => {
  test('convert-batch and batch-convert are the same route, with either form of file', async () => {
    for (const path of ['/api/v1/convert-batch', '/api/v1/batch-convert']) {
      const batch = await batchOf(
        { files: [csv, { filename: 'p.html', content: html.file, options: { preserve_formatting: false } }] },
        path,
      );
      expect(batch.results.map((one) => one.markdown_content)).toEqual([csvMarkdown, 'See this now\n']);
    }
  });

  test('minimal-convert-batch answers plain text in the alternative shape', async () => {
    const { status, body } = await post({ files: [html, { file: '*' }] }, '/api/v1/minimal-convert-batch');
    expect(status).toBe(207);
    const { results } = alternativeBatchSchema.parse(body);
    expect(results[0]).toMatchObject({
      id: 'file_1',
      original_filename: 'page.html',
      status: 'completed',
      markdown_content: 'See this now\n',
      metadata: { conversion_options: { preserve_formatting: false, ocr_mode: 'never' } },
    });
    expect(results[1]).toMatchObject({ id: 'file_2', original_filename: 'file_2', error: { code: 'FILE_001' } });
  });

  test('conversionstatus-batch shows any batch in the alternative shape', async () => {
    const { batch_id } = await batchOf({ files: [csv] });
    const { status, body } = await get(batch_id, '/api/v1/conversionstatus-batch/');
    expect(status).toBe(200);
    expect(alternativeBatchSchema.parse(body).results[0]).toMatchObject({
      id: 'file_1',
      markdown_content: csvMarkdown,
    });
  });

  test('vision-convert-batch is refused where the plan has no vision', async () => {
    const { status, body } = await post({ files: [csv] }, '/api/v1/vision-convert-batch', { 'x-api-key': starter });
    expect([status, errorSchema.parse(body).details?.code]).toEqual([403, 'PLAN_002']);
  });

  test('vision-convert-batch converts where the plan has it', async () => {
    const batch = await batchOf({ files: [csv] }, '/api/v1/vision-convert-batch');
    expect(batch.results[0]?.markdown_content).toBe(csvMarkdown);
  });
});

describe('a malformed batch', () => {
  test('leaves nothing behind, unlike one that is accepted', async () => {
    const before = await storedInputs();
    await post({ files: [csv, csv] });
    expect(await storedInputs()).toHaveLength(before.length + 2);
  });

  test.each([
    ['not JSON', '{"files": [', 'REQUEST_001', undefined],
    ['no object', '[]', 'REQUEST_001', 'files'],
    ['no files', '{}', 'REQUEST_001', 'files'],
    ['files of the wrong kind', '{"files":{}}', 'REQUEST_001', 'files'],
    ['an empty array', '{"files":[]}', 'REQUEST_001', 'files'],
    ['a file that is no object', '{"files":[1]}', 'REQUEST_001', 'files[0]'],
    ['a file without content', '{"files":[{"filename":"a.txt"}]}', 'REQUEST_001', 'files[0].file'],
    ['content of the wrong kind', '{"files":[{"file":1}]}', 'REQUEST_001', 'files[0].file'],
    ['content and url', '{"files":[{"file":"YQ==","url":"http://a.b/"}]}', 'REQUEST_001', 'files[0].url'],
    ['a wrong source_type', '{"files":[{"source_type":"ftp","file":"YQ=="}]}', 'REQUEST_001', 'files[0].source_type'],
    ['source_type url with content', '{"files":[{"source_type":"url","file":"YQ=="}]}', 'REQUEST_001', 'files[0].file'],
    ['source_type url without url', '{"files":[{"source_type":"url"}]}', 'REQUEST_001', 'files[0].url'],
    ['content twice', '{"files":[{"file":"YQ==","content":"YQ=="}]}', 'REQUEST_001', 'files[0]'],
    ['files twice', '{"files":[{"file":"YQ=="}],"files":[{"url":"http://a.b/"}]}', 'REQUEST_001', 'files'],
    ['a filename of the wrong kind', '{"files":[{"file":"YQ==","filename":1}]}', 'REQUEST_001', 'files[0].filename'],
    ['an id of the wrong kind', '{"files":[{"id":1,"file":"YQ=="}]}', 'REQUEST_001', 'files[0].id'],
    ['an empty id', '{"files":[{"id":"","file":"YQ=="}]}', 'REQUEST_001', 'files[0].id'],
    ['an id that cannot be stored', '{"files":[{"id":"a\\u0000","file":"YQ=="}]}', 'REQUEST_001', 'files[0].id'],
    ['options of the wrong kind', '{"files":[{"file":"YQ=="}],"options":[]}', 'REQUEST_001', 'options'],
    ['a wrong option', '{"files":[{"file":"YQ=="}],"options":{"ocr_type":1}}', 'REQUEST_002', 'options.ocr_type'],
    [
      'a wrong option of a file',
      '{"files":[{"file":"YQ==","options":{"pages":1}}]}',
      'REQUEST_002',
      'files[0].options.pages',
    ],
    [
      'a wrong parallel_processing',
      '{"files":[{"file":"YQ=="}],"options":{"parallel_processing":1}}',
      'REQUEST_002',
      'options.parallel_processing',
    ],
  ])('%s is 400, naming the field, and leaves nothing behind', async (_name, text, code, field) => {
    const before = await storedInputs();
    const { status, body } = await post(text);
    expect(status).toBe(400);
    expect(errorSchema.parse(body).details).toMatchObject({ code, ...(field === undefined ? {} : { field }) });
    expect(await storedInputs()).toEqual(before);
  });

  test('the same for one that breaks off behind a stored document', async () => {
    const before = await storedInputs();
    const { status } = await post(`{"files":[{"file":"${csv.file}"},{"file":"${csv.file}"},`);
    expect(status).toBe(400);
    expect(await storedInputs()).toEqual(before);
  });
});

test('a client that hangs up in the middle leaves nothing behind', async () => {
  const before = await storedInputs();
  const call = request(`${server.url}/api/v1/batch`, {
    method: 'POST',
    headers: { 'x-api-key': server.key, 'content-type': 'application/json' },
  });
  call.on('error', () => undefined);
  call.write(`{"files":[{"file":"${csv.file}"},{"file":"${csv.file}`);
  for (let tries = 0; tries < 100 && (await storedInputs()).length === before.length; tries += 1) await pause(50);
  expect(await storedInputs()).toHaveLength(before.length + 1);
  call.destroy();
  for (let tries = 0; tries < 100 && (await storedInputs()).length > before.length; tries += 1) await pause(50);
  expect(await storedInputs()).toEqual(before);
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Documents in the store. */
async function storedInputs(): Promise<string[]> {
  const blobs = await openDiskBlobs({ root: join(server.dataDir, 'blobs') });
  const found: string[] = [];
  for await (const blob of blobs.list('jobs/')) if (blob.key.endsWith('/input')) found.push(blob.key);
  return found.sort();
}

describe('limits', () => {
  test('more files than the plan allows is 413 BATCH_002, one of the allowed number is not', async () => {
    const files = Array.from({ length: 26 }, () => csv);
    const { status, body } = await post({ files }, '/api/v1/batch', { 'x-api-key': starter });
    expect(status).toBe(413);
    expect(errorSchema.parse(body)).toMatchObject({
      error: 'batch_too_large',
      details: { code: 'BATCH_002', field: 'files', limit: 25 },
    });
    const urls = Array.from({ length: 26 }, () => ({ url: documents.url('/x') }));
    expect((await post({ files: urls }, '/api/v1/batch', { 'x-api-key': starter })).status).toBe(413);
    const allowed = await post({ files: files.slice(1) }, '/api/v1/batch', { 'x-api-key': starter });
    expect(allowed.status).toBe(200);
    expect(batchSchema.parse(allowed.body).completed_files).toBe(25);
  });

  test('a file over the plan limit fails alone', async () => {
    const pieces = [
      `{"files":[{"filename":"big.txt","file":"`,
      ...Array.from({ length: 140 }, () => 'QUFB'.repeat(2 ** 18)),
      `"},{"filename":"people.csv","file":"${csv.file}"}]}`,
    ];
    const response = await server.fetch('/api/v1/batch', {
      method: 'POST',
      body: new Blob(pieces),
      headers: { 'content-type': 'application/json', 'x-api-key': starter },
    });
    expect(response.status).toBe(207);
    const { results } = batchSchema.parse(await response.json());
    expect(results[0]?.error?.code).toBe('FILE_002');
    expect(results[1]?.markdown_content).toBe(csvMarkdown);
  });

  test('a plan feature asked for by one file refuses the batch', async () => {
    const files = [csv, { ...csv, options: { ocr_type: 'advanced' } }];
    const { status, body } = await post({ files }, '/api/v1/batch', { 'x-api-key': starter });
    expect([status, errorSchema.parse(body).details?.code]).toEqual([403, 'PLAN_002']);
  });

  test('the quota has room for all files or for none', async () => {
    const key = await makeKey(server, 'nearly-full', 'starter');
    const day = new Date().toISOString().slice(0, 10);
    const account = await inStore(server, async ({ db, accounts }) => {
      const id = (await accounts.findByName('nearly-full'))?.id ?? '';
      const counters = { quota_day: day, day_used: 498, quota_month: day.slice(0, 7), month_used: 498 };
      await db.write((tx) => tx.updateTable('tenants').set(counters).where('account_id', '=', id).execute());
      return id;
    });
    const used = () =>
      inStore(server, ({ db }) =>
        db.reader.selectFrom('tenants').select('day_used').where('account_id', '=', account).executeTakeFirst(),
      );
    const before = await storedInputs();
    const tooMany = await post({ files: [csv, csv, csv] }, '/api/v1/batch', { 'x-api-key': key });
    expect([tooMany.status, errorSchema.parse(tooMany.body).details?.code]).toEqual([429, 'RATE_002']);
    expect(await used()).toEqual({ day_used: 498 });
    expect(await storedInputs()).toEqual(before);
    // A refused file needs no unit, and a failed one gives its own back.
    const files = [csv, { file: '*' }, { filename: 'd.pdf', file: base64('%PDF-1.7 nothing') }];
    expect((await post({ files }, '/api/v1/batch', { 'x-api-key': key })).status).toBe(207);
    expect(await used()).toEqual({ day_used: 499 });
  });
});

test.each(['batch_00000000000000000000000000000000', 'nonsense', '%00', `batch_${'0'.repeat(900)}`])(
  'an unknown batch is 404: %s',
  async (id) => {
    for (const path of ['/api/v1/batch/', '/api/v1/conversionstatus-batch/']) {
      const { status, body } = await get(id, path);
      expect(status).toBe(404);
      expect(lookupErrorSchema.parse(body)).toMatchObject({ error: 'Batch not found', code: 'BATCH_NOT_FOUND' });
    }
  },
);

test('the id is taken in every form', async () => {
  const { batch_id } = await batchOf({ files: [csv] });
  const hex = batch_id.slice('batch_'.length);
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  for (const id of [hex, uuid]) expect((await get(id)).status).toBe(200);
});
