// A conversion under way: real steps, pages that are counted, estimates that lie ahead, waits as the caller prefers,
// and what a client reads when it fails.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alternativeSchema } from '../../src/http/shapes/alternative.ts';
import { errorSchema, jobSchema } from '../../src/http/shapes/schemas.ts';
import { line, pdfOf } from '../support/pdf-document.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { WORKERS: '1', SYNC_WAIT_MS: '20000' } });
});
afterAll(() => server.stop());

const table = (rows: number): string => Array.from({ length: rows }, (_, row) => `${row},value ${row},x\n`).join('');

async function post(form: FormData, headers: Record<string, string> = {}) {
  const response = await server.fetch('/api/v1/convert', { method: 'POST', body: form, headers });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

/** Seconds of work on any machine. */
function longPdf(pages: number): Uint8Array<ArrayBuffer> {
  const text = Array.from({ length: 50 }, (_, row) => line(72, 740 - row * 13, `Line ${row} of words, words, words.`));
  return new Uint8Array(pdfOf(Array.from({ length: pages }, () => ({ content: text.join('') }))));
}

/** Every state of the job that a client sees who looks often. */
async function watch(id: string) {
  const seen: ReturnType<typeof jobSchema.parse>[] = [];
  for (;;) {
    const response = await server.fetch(`/api/v1/status/${id}`);
    const job = jobSchema.parse(await response.json());
    seen.push(job);
    if (job.status === 'completed' || job.status === 'failed') return seen;
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('a long conversion', () => {
  test('goes through its steps, page by page, and never back', { timeout: 120_000 }, async () => {
    const begun = await post(fileForm(longPdf(300), 'long.pdf'), { prefer: 'respond-async' });
    expect(begun.status).toBe(202);
    const seen = await watch(String(begun.body['job_id']));
    const running = seen.flatMap((job) => (job.status === 'processing' && job.progress ? [job.progress] : []));
    const steps = ['file_upload', 'text_extraction', 'conversion', 'finalization'];
    const places = running.map((one) => steps.indexOf(one.current_step));
    expect(places).toEqual([...places].sort());
    expect(
      running.every((one) => one.steps_completed === steps.indexOf(one.current_step) && one.total_steps === 4),
    ).toBe(true);
    const percentages = running.map((one) => one.percentage);
    expect(percentages).toEqual([...percentages].sort((a, b) => a - b));
    const pages = new Set(running.map((one) => one.message).filter((message) => /^Page \d+ of 300$/.test(message)));
    expect(pages.size).toBeGreaterThan(0);
    expect(seen.at(-1)).toMatchObject({ status: 'completed', metadata: { pages: 300 } });
  });

  test('is always estimated to end later than now', { timeout: 120_000 }, async () => {
    const begun = await post(fileForm(table(250_000), 'long.csv'), { prefer: 'respond-async' });
    const id = String(begun.body['job_id']);
    for (let looks = 0; ; looks += 1) {
      const at = Date.now();
      const job = jobSchema.parse(await (await server.fetch(`/api/v1/status/${id}`)).json());
      if (job.status === 'completed') {
        expect(job.estimated_completion).toBeUndefined();
        expect(looks).toBeGreaterThan(1);
        return;
      }
      expect(Date.parse(job.estimated_completion ?? '')).toBeGreaterThan(at);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

  test('polled in the alternative shape has a plain number and a message', async () => {
    const begun = await post(fileForm(table(200_000), 'long.csv'), { prefer: 'respond-async' });
    const looked = await server.fetch(`/api/v1/conversionstatus/${begun.body['job_id']}`);
    expect(alternativeSchema.parse(await looked.json())).toMatchObject({
      progress: expect.any(Number),
      message: expect.any(String),
    });
    expect(Number(looked.headers.get('retry-after'))).toBe(3);
    await watch(String(begun.body['job_id']));
  });
});

describe('how long the answer is waited for', () => {
  test('respond-async answers at once', async () => {
    const { status, body } = await post(fileForm(longPdf(301), 'a.pdf'), { prefer: 'respond-async' });
    expect([status, jobSchema.parse(body).completed_at]).toEqual([202, undefined]);
  });

  test('wait=N: 202 when the time is over, with Location and the wait before the next look', {
    timeout: 120_000,
  }, async () => {
    // Behind the job of the test before, with one worker.
    const { status, headers, body } = await post(fileForm(table(400_001), 'b.csv'), { prefer: 'wait=1' });
    expect(status).toBe(202);
    const job = jobSchema.parse(body);
    expect(['pending', 'processing']).toContain(job.status);
    expect(job.estimated_completion).toBeTypeOf('string');
    expect(job.progress !== undefined).toBe(job.status === 'processing');
    expect(headers.get('location')).toBe(`/api/v1/status/${job.job_id}`);
    expect(headers.get('retry-after')).toBe('3');
    await watch(job.job_id);
  });

  test('wait=0 and respond-async with a wait', async () => {
    expect((await post(fileForm('x', 'a.txt'), { prefer: 'wait=0' })).status).toBe(202);
    expect((await post(fileForm('y', 'a.txt'), { prefer: 'respond-async, wait=20' })).status).toBe(200);
    expect((await post(fileForm('z', 'a.txt'), { prefer: 'wait=nonsense' })).status).toBe(200);
  });

  test('a client that hangs up loses nothing', async () => {
    const gone = new AbortController();
    const call = server.fetch('/api/v1/convert', {
      method: 'POST',
      body: fileForm(table(300_002), 'left.csv'),
      signal: gone.signal,
    });
    const found = async () => {
      const body = (await (await server.fetch('/api/v1/status?limit=1')).json()) as { jobs: { job_id: string }[] };
      return jobSchema.parse(body.jobs[0]);
    };
    let job = await found();
    for (let tries = 0; tries < 100 && job.filename !== 'left.csv'; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      job = await found();
    }
    gone.abort();
    await expect(call).rejects.toThrow();
    expect((await watch(job.job_id)).at(-1)).toMatchObject({ filename: 'left.csv', status: 'completed' });
  });
});

describe('a conversion that fails while its caller waits', () => {
  test.each([
    ['damaged', '%PDF-1.7 nothing', 'a.pdf', 'CORRUPTED_FILE'],
    ['empty of content', '<html><body></body></html>', 'a.html', 'EMPTY_DOCUMENT'],
    ['unknown', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), 'a.bin', 'UNSUPPORTED_FORMAT'],
  ])('%s: 422, the envelope, and the job', async (_, content, name, code) => {
    const { status, body } = await post(fileForm(content, name));
    expect(status).toBe(422);
    expect(errorSchema.parse(body).details?.code).toBe(code);
    expect(body['status']).toBe('failed');
    const [looked] = await watch(String(body['job_id']));
    expect(looked).toMatchObject({ status: 'failed', filename: name, error: { code, retry_possible: false } });
    expect(looked?.failed_at).toBeTypeOf('string');
    expect([looked?.sas_url, looked?.expires_at, looked?.metadata]).toEqual([undefined, undefined, undefined]);
  });

  test('without the pages that were asked for: 422, naming the option', async () => {
    const page = new Uint8Array(pdfOf([{ content: line(72, 740, 'The only page.') }]));
    const { status, body } = await post(fileForm(page, 'a.pdf', { pages: '2-9' }));
    expect([status, errorSchema.parse(body).details]).toMatchObject([
      422,
      { code: 'EMPTY_DOCUMENT', field: 'pages', suggestion: expect.stringContaining('pages') },
    ]);
  });

  test('as a problem when asked for by Accept (RFC 9457)', async () => {
    const { status, headers, body } = await post(fileForm('%PDF-1.7 nothing', 'a.pdf'), {
      accept: 'application/problem+json',
    });
    expect([status, headers.get('content-type')]).toEqual([422, 'application/problem+json; charset=utf-8']);
    expect(body).toMatchObject({ status: 422, code: 'CORRUPTED_FILE', job_status: 'failed' });
    expect(body['job_id']).toMatch(/^conv_/);
  });

  test('over its time: 500 PROCESSING_TIMEOUT, and the job says it may be tried again', {
    timeout: 60_000,
  }, async () => {
    const hasty = await startServer({ env: { WORKERS: '1', JOB_DEADLINE_MS: '1000' } });
    try {
      const response = await hasty.fetch('/api/v1/convert', {
        method: 'POST',
        body: fileForm(table(900_000), 'a.csv'),
      });
      const body = (await response.json()) as Record<string, unknown>;
      expect([response.status, errorSchema.parse(body).details?.code]).toEqual([500, 'PROCESSING_TIMEOUT']);
      expect(body).toMatchObject({ status: 'failed', job_id: expect.stringMatching(/^conv_/) });
      const looked = await hasty.fetch(`/api/v1/status/${body['job_id']}`);
      expect(looked.status).toBe(200);
      expect(jobSchema.parse(await looked.json()).error).toMatchObject({
        code: 'PROCESSING_TIMEOUT',
        retry_possible: true,
      });
    } finally {
      await hasty.stop();
    }
  });
});
