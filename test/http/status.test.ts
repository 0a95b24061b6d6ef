// Looking after conversions over real HTTP: the list with its pages, events, and what is left of an expired job.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobListSchema } from '../../src/http/shapes/job-list.ts';
import { errorSchema, jobSchema } from '../../src/http/shapes/schemas.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';
import { changeJob, makeKey } from '../support/store-of.ts';

let server: RunningServer;
let lister: string;
let other: string;
const made: string[] = [];
beforeAll(async () => {
  server = await startServer();
  lister = await makeKey(server, 'lister', 'scale');
  other = await makeKey(server, 'other', 'scale');
  for (let index = 0; index < 7; index += 1) {
    // Every third one fails.
    const form = index % 3 === 2 ? fileForm('%PDF-1.7 no', `${index}.pdf`) : fileForm(`Text ${index}`, `${index}.txt`);
    made.unshift(jobIdOf(await (await call(lister, 'convert', { method: 'POST', body: form })).json()));
  }
});
afterAll(() => server.stop());

const jobIdOf = (body: unknown): string => (body as { job_id: string }).job_id;
const call = (key: string, path: string, init: RequestInit = {}) =>
  fetch(`${server.url}/api/v1/${path}`, { ...init, headers: { 'x-api-key': key, ...(init.headers as object) } });
const list = async (query: string, key = lister) =>
  jobListSchema.parse(await (await call(key, `status${query}`)).json());
const ids = (page: { jobs: { job_id: string }[] }) => page.jobs.map((job) => job.job_id);

describe('the list', () => {
  test('newest first, without content, with the links of what has completed', async () => {
    const page = await list('');
    expect(ids(page)).toEqual(made);
    expect(page.next_cursor).toBeNull();
    for (const job of page.jobs) {
      expect('markdown_content' in job).toBe(false);
      expect([job.status, job.sas_url !== undefined, job.error !== undefined]).toEqual(
        job.filename?.endsWith('.pdf') ? ['failed', false, true] : ['completed', true, false],
      );
    }
  });

  test('page by page each job once, also while new ones come', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null && pages < 10; pages += 1) {
      const page = await list(`?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...ids(page));
      cursor = page.next_cursor;
      if (pages === 0) {
        const form = fileForm('one more', 'new.txt');
        made.unshift(jobIdOf(await (await call(lister, 'convert', { method: 'POST', body: form })).json()));
      }
    }
    expect(seen).toEqual(made.slice(1));
  });

  test('a last page that is exactly full has no next one', async () => {
    expect((await list(`?limit=${made.length}`)).next_cursor).toBeNull();
    expect((await list(`?limit=${made.length - 1}`)).next_cursor).not.toBeNull();
  });

  test('by status', async () => {
    const failed = await list('?status=failed');
    expect(failed.jobs.map((job) => job.status)).toEqual(['failed', 'failed']);
    expect((await list('?status=completed')).jobs).toHaveLength(made.length - 2);
    expect((await list('?status=pending')).jobs).toEqual([]);
    expect((await list('?status=processing')).jobs).toEqual([]);
  });

  test('of another account holds nothing of it, whatever the cursor', async () => {
    const { next_cursor } = await list('?limit=1');
    expect(await list('', other)).toEqual({ jobs: [], next_cursor: null });
    expect(await list(`?cursor=${next_cursor}`, other)).toEqual({ jobs: [], next_cursor: null });
  });

  test.each([
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?limit=ten', 'limit'],
    ['?limit=1.5', 'limit'],
    ['?limit=', 'limit'],
    ['?limit=1&limit=2', 'limit'],
    ['?status=done', 'status'],
    ['?status=failed&status=completed', 'status'],
    ['?cursor=', 'cursor'],
    ['?cursor=zzz', 'cursor'],
    ['?cursor=AAAAAAAAAAAAAAAAAAAAAB', 'cursor'],
    ['?cursor=..%2F..%2Fetc', 'cursor'],
  ])('%s is 400', async (query, field) => {
    const response = await call(lister, `status${query}`);
    expect(response.status).toBe(400);
    expect(errorSchema.parse(await response.json()).details).toMatchObject({ code: 'REQUEST_001', field });
  });
});

describe('events', () => {
  interface Event {
    readonly event: string;
    readonly id: string;
    readonly data: Record<string, unknown>;
  }
  function eventsOf(text: string): Event[] {
    return text
      .split('\n\n')
      .filter((part) => part.includes('data: '))
      .map((part) => {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1] ?? '';
        return { event: field('event'), id: field('id'), data: JSON.parse(field('data')) as Record<string, unknown> };
      });
  }

  test('tell where a job is and how it ended, then the answer ends by itself', async () => {
    const begun = await call(lister, 'convert', {
      method: 'POST',
      body: fileForm('a,b\n'.repeat(150_000), 'a.csv'),
      headers: { prefer: 'respond-async' },
    });
    const id = jobIdOf(await begun.json());
    const response = await call(lister, `status/${id}/events`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const text = await response.text();
    expect(text.startsWith('retry: ')).toBe(true);
    const events = eventsOf(text);
    expect(events.length).toBeGreaterThan(1);
    expect(events.slice(0, -1).every(({ event }) => event === 'progress')).toBe(true);
    expect(new Set(events.map((one) => one.id)).size).toBe(events.length);
    const last = events.at(-1);
    expect(last).toMatchObject({ event: 'completed', data: { job_id: id, status: 'completed' } });
    expect(jobSchema.parse(last?.data).sas_url).toBeTypeOf('string');
    expect('markdown_content' in (last?.data ?? {})).toBe(false);
  });

  test('go on after Last-Event-ID, and say when there will be no more', async () => {
    const url = `status/${made[0]}/events`;
    const [only] = eventsOf(await (await call(lister, url)).text());
    expect(only?.event).toBe('completed');
    const again = await call(lister, url, { headers: { 'last-event-id': only?.id ?? '' } });
    expect([again.status, await again.text()]).toEqual([204, '']);
    const missed = await call(lister, url, { headers: { 'last-event-id': 'processing-0123456789ab' } });
    expect(eventsOf(await missed.text())).toEqual([only]);
  });

  test('of a failed job end with its error', async () => {
    const { jobs } = await list('?status=failed&limit=1');
    const events = eventsOf(await (await call(lister, `status/${jobs[0]?.job_id}/events`)).text());
    expect(events).toMatchObject([{ event: 'failed', data: { error: { code: 'CORRUPTED_FILE' } } }]);
  });

  test('HEAD, foreign and unknown ids', async () => {
    const head = await call(lister, `status/${made[0]}/events`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      '',
    ]);
    expect((await call(other, `status/${made[0]}/events`)).status).toBe(404);
    expect((await call(lister, 'status/nonsense/events')).status).toBe(404);
  });
});

test('an expired job is still completed, without content and links; what is known of it stays', async () => {
  const body = fileForm('soon gone', 'gone.txt');
  const job = jobSchema.parse(await (await call(lister, 'convert', { method: 'POST', body })).json());
  await changeJob(server, job.job_id, { expires_at: Date.now() - 1 });
  const status = await call(lister, `status/${job.job_id}`);
  expect(status.status).toBe(200);
  const expired = jobSchema.parse(await status.json());
  expect(expired).toMatchObject({ status: 'completed', expired: true, metadata: job.metadata });
  expect(Object.keys(expired)).not.toEqual(expect.arrayContaining(['markdown_content']));
  expect([expired.markdown_content, expired.sas_url, expired.download_url]).toEqual([undefined, undefined, undefined]);
  const download = await call(lister, `download/${job.job_id}`);
  expect([download.status, ((await download.json()) as { code: string }).code]).toEqual([404, 'FILE_EXPIRED']);
});
