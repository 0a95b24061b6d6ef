// Batches while they run, over real HTTP: what a poller sees, files one after the other or together, the end of their
// time, and a server that is killed in the middle.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { batchSchema } from '../../src/http/shapes/batch-schemas.ts';
import { type DocumentServer, startDocumentServer } from '../support/document-server.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { inStore } from '../support/store-of.ts';

type Batch = z.infer<typeof batchSchema>;

let documents: DocumentServer;
let server: RunningServer;
beforeAll(async () => {
  documents = await startDocumentServer();
  server = await start();
});
beforeEach(() => documents.reset());
afterAll(async () => {
  await server.stop();
  await documents.stop();
});

const others: RunningServer[] = [];
afterEach(async () => {
  for (const one of others.splice(0)) await one.stop();
});

/** One worker: what runs at the same time does so because fetching takes no slot. */
function start(
  env: Record<string, string> = {},
  kept: { dataDir?: string; key?: string } = {},
): Promise<RunningServer> {
  const fetching = { FETCH_ALLOW: '127.0.0.1', FETCH_PORTS: String(documents.port) };
  return startServer({ env: { WORKERS: '1', ...fetching, ...env }, ...kept });
}

async function submit(body: unknown, prefer = 'respond-async', to = server) {
  const response = await to.fetch('/api/v1/batch', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', prefer },
  });
  return { status: response.status, headers: response.headers, batch: batchSchema.parse(await response.json()) };
}

async function look(id: string, from = server): Promise<Batch> {
  const response = await from.fetch(`/api/v1/batch/${id}`);
  expect(response.status).toBe(200);
  return batchSchema.parse(await response.json());
}

/** Polls until it holds, or gives the last look for the test to fail on. */
async function lookUntil(id: string, holds: (batch: Batch) => boolean, from = server): Promise<Batch> {
  for (let tries = 0; ; tries += 1) {
    const batch = await look(id, from);
    if (holds(batch) || tries > 1000) return batch;
    await pause(50);
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !holds(); tries += 1) await pause(50);
  expect(holds()).toBe(true);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const text = (words: string) => ({ filename: 'a.txt', file: Buffer.from(words).toString('base64') });
const ended = (batch: Batch): boolean => batch.status === 'completed' || batch.status === 'partial_failure';

describe('a batch under way', () => {
  test('shows the results of finished files while others still run', async () => {
    const { status, headers, batch } = await submit({
      files: [
        { id: 'slow', url: documents.url('/held/slow') },
        { id: 'quick', ...text('Quick words.') },
      ],
    });
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/api/v1/batch/${batch.batch_id}`);
    expect(headers.get('retry-after')).toBe('1');
    await until(() => documents.waiting() === 1);
    const half = await lookUntil(batch.batch_id, (one) => one.completed_files === 1);
    expect(half).toMatchObject({
      status: 'in_progress',
      total_files: 2,
      completed_files: 1,
      failed_files: 0,
      processing_files: 1,
      progress_percentage: 50,
    });
    expect(half.completed_at).toBeUndefined();
    expect(Date.parse(half.estimated_completion ?? '')).toBeGreaterThan(Date.parse(half.created_at));
    expect(half.results[0]).toMatchObject({
      id: 'slow',
      status: 'processing',
      job_id: expect.stringMatching(/^conv_/),
      progress: { current_step: 'file_upload', steps_completed: 0 },
    });
    expect(half.results[1]).toMatchObject({ id: 'quick', status: 'completed', markdown_content: 'Quick words.\n' });
    documents.release();
    const whole = await lookUntil(batch.batch_id, ended);
    expect(whole).toMatchObject({ status: 'completed', progress_percentage: 100 });
    expect(whole.estimated_completion).toBeUndefined();
    expect(whole.results[0]?.markdown_content).toContain('# slow');
  });

  test('wakes the request that waits for it', async () => {
    const waiting = submit({ files: [{ url: documents.url('/held/a') }, text('b')] }, 'wait=60');
    await until(() => documents.waiting() === 1);
    documents.release();
    expect((await waiting).status).toBe(200);
  });

  test('is answered 202 when the wait is over, and goes on', async () => {
    const { status, batch } = await submit({ files: [{ url: documents.url('/held/a') }] }, 'wait=1');
    expect(status).toBe(202);
    documents.releaseAll();
    expect((await lookUntil(batch.batch_id, ended)).status).toBe('completed');
  });
});

describe('parallel_processing', () => {
  const held = () => ['a', 'b', 'c', 'd'].map((id) => ({ id, url: documents.url(`/held/${id}`) }));

  test('is the default: files are at work together', async () => {
    const { batch } = await submit({ files: held() });
    await until(() => documents.waiting() === 4);
    documents.releaseAll();
    expect((await lookUntil(batch.batch_id, ended)).status).toBe('completed');
  });

  test('false works on one file after the other, in their order, past one that fails', async () => {
    const files = [...held(), { id: 'broken', file: '*' }, { id: 'e', url: documents.url('/missing') }, text('z')];
    const { batch } = await submit({ files, options: { parallel_processing: false } });
    for (let released = 0; released < 4; released += 1) {
      await until(() => documents.waiting() === 1);
      const now = await look(batch.batch_id);
      expect(now.processing_files).toBe(1);
      expect(now.results.map((one) => one.status).slice(0, 4)).toEqual([
        ...Array(released).fill('completed'),
        'processing',
        ...Array(3 - released).fill('pending'),
      ]);
      documents.release();
      await until(() => documents.waiting() === 1 || released === 3);
    }
    const whole = await lookUntil(batch.batch_id, ended);
    expect(documents.mostWaiting()).toBe(1);
    expect(documents.asked).toEqual(['/held/a', '/held/b', '/held/c', '/held/d', '/missing']);
    expect(whole).toMatchObject({ status: 'partial_failure', completed_files: 5, failed_files: 2 });
    const times = whole.results.filter((one) => one.id !== 'broken');
    for (const [index, one] of times.entries()) {
      const before = times[index - 1];
      if (before === undefined) continue;
      expect(Date.parse(one.started_at ?? '')).toBeGreaterThanOrEqual(
        Date.parse(before.completed_at ?? before.failed_at ?? ''),
      );
    }
  });
});

test('what has not ended when the time of the batch is over fails with PROCESSING_TIMEOUT', async () => {
  const files = [text('done in time'), { id: 'silent', url: documents.url('/held/silent') }, text('never begun')];
  const { batch } = await submit({ files, options: { parallel_processing: false } });
  await lookUntil(batch.batch_id, (one) => one.results[1]?.status === 'processing');
  const stored = batch.batch_id.slice('batch_'.length);
  const moved = await inStore(server, ({ db }) =>
    db.write((tx) =>
      tx
        .updateTable('batches')
        .set({ deadline_at: Date.now() })
        .where('id', '=', stored)
        .returning('created_at')
        .executeTakeFirst(),
    ),
  );
  expect(moved).toBeDefined();
  const whole = await lookUntil(batch.batch_id, ended);
  expect(whole.results.map((one) => one.error?.code ?? one.status)).toEqual([
    'completed',
    'PROCESSING_TIMEOUT',
    'PROCESSING_TIMEOUT',
  ]);
  expect(whole).toMatchObject({
    status: 'partial_failure',
    completed_files: 1,
    failed_files: 2,
    progress_percentage: 100,
  });
  // The answer of the silent server comes too late and changes nothing.
  documents.releaseAll();
  await pause(500);
  expect(await look(batch.batch_id)).toEqual(whole);
});

test('a batch has 30 minutes from its acceptance', async () => {
  const { batch } = await submit({ files: [text('a')] });
  const row = await inStore(server, ({ db }) =>
    db.reader
      .selectFrom('batches')
      .select(['created_at', 'deadline_at'])
      .where('id', '=', batch.batch_id.slice('batch_'.length))
      .executeTakeFirstOrThrow(),
  );
  expect(row.deadline_at - row.created_at).toBe(30 * 60_000);
});

test('a server killed in the middle loses no file of an accepted batch', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'docmill-test-'));
  try {
    const first = await start({}, { dataDir });
    const files = [
      { id: 'waiting', url: documents.url('/held/waiting') },
      { id: 'text', ...text('Words.') },
      { id: 'other', url: documents.url('/other') },
      ...Array.from({ length: 5 }, (_, index) => ({ id: `more${index}`, ...text(`More ${index}.`) })),
    ];
    const { batch } = await submit({ files }, 'respond-async', first);
    await until(() => documents.waiting() === 1);
    await first.stop('SIGKILL');
    documents.releaseAll();
    const second = await start({}, { dataDir, key: first.key });
    others.push(second);
    const whole = await lookUntil(batch.batch_id, ended, second);
    expect(whole).toMatchObject({ status: 'completed', completed_files: 8, failed_files: 0 });
    expect(whole.results.map((one) => one.markdown_content)).toEqual([
      '# waiting\n\nA page that was fetched.\n',
      'Words.\n',
      '# other\n\nA page that was fetched.\n',
      ...Array.from({ length: 5 }, (_, index) => `More ${index}.\n`),
    ]);
  } finally {
    for (const one of others.splice(0)) await one.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 90_000);
