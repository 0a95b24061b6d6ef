// The history of an account in the dashboard, and that an account sees nothing of another's documents.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dashboardRoutes } from '../../src/http/dashboard/dashboard-routes.ts';
import { type Browser, firstOperator, registered } from '../support/dashboard.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
let operator: Browser;
let browser: Browser;
type Json = Record<string, unknown>;
const json = async (response: Response): Promise<Json> => (await response.json()) as Json;
const fixture = (path: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../fixtures', path)));

async function converted(
  who: Browser,
  content: string | Uint8Array<ArrayBuffer>,
  name: string,
): Promise<{ id: string }> {
  const answer = await who.ask('POST', '/api/v1/convert', fileForm(content, name));
  const body = await json(answer);
  if (answer.status !== 200) throw new Error(JSON.stringify(body));
  return { id: String(body['job_id']) };
}

beforeAll(async () => {
  server = await startServer({ env: { REGISTRATION: 'open' } });
  operator = await firstOperator(server);
  browser = await registered(server, 'reader@example.org');
});
afterAll(() => server.stop());

describe('the history', () => {
  let reader: Browser;
  const list = async (query: string): Promise<{ jobs: Json[]; next_cursor: string | null }> => {
    const answer = await reader.ask('GET', `/dashboard/api/jobs?${query}`);
    expect(answer.status).toBe(200);
    return (await answer.json()) as { jobs: Json[]; next_cursor: string | null };
  };
  const names = async (query: string): Promise<unknown[]> => (await list(query)).jobs.map((job) => job['filename']);
  beforeAll(async () => {
    reader = await registered(server, 'history@example.org');
    for (const name of ['one.txt', 'TWO 100%.md', 'three_x.csv']) await converted(reader, 'a,b\n1,2\n', name);
    await reader.ask('POST', '/api/v1/convert', fileForm('{"a":', 'broken.json'));
  });

  test('lists jobs, newest first, with what is known of each', async () => {
    const { jobs: all, next_cursor } = await list('');
    expect(next_cursor).toBeNull();
    expect(all.map((job) => job['filename'])).toEqual(['broken.json', 'three_x.csv', 'TWO 100%.md', 'one.txt']);
    expect(all[0]).toMatchObject({
      status: 'failed',
      format: 'json',
      error: {
        code: 'CORRUPTED_FILE',
        message: expect.any(String),
        suggestion: expect.any(String),
        retry_possible: false,
      },
    });
    expect(all[1]).toEqual({
      job_id: expect.stringMatching(/^conv_[0-9a-f]{32}$/),
      filename: 'three_x.csv',
      format: 'csv',
      status: 'completed',
      file_size: 8,
      pages: 1,
      created_at: expect.stringMatching(/Z$/),
      started_at: expect.stringMatching(/Z$/),
      finished_at: expect.stringMatching(/Z$/),
      duration_ms: expect.any(Number),
      expires_at: expect.stringMatching(/Z$/),
      expired: false,
      batch_id: null,
    });
  });

  test('is filtered and paged', async () => {
    expect(await names('status=failed')).toEqual(['broken.json']);
    expect(await names('format=csv')).toEqual(['three_x.csv']);
    expect(await names('query=two')).toEqual(['TWO 100%.md']);
    expect(await names('query=100%25')).toEqual(['TWO 100%.md']);
    expect(await names('query=_')).toEqual(['three_x.csv']);
    expect(await names('query=%5C')).toEqual([]);
    expect(await names(`query=${encodeURIComponent("'; drop table jobs;--")}`)).toEqual([]);
    expect(await names('from=2020-01-01&to=2020-12-31')).toEqual([]);
    expect(
      await names(`from=${new Date().toISOString().slice(0, 10)}&to=${new Date().toISOString().slice(0, 10)}`),
    ).toHaveLength(4);
    const first = await list('limit=3&status=');
    expect(first.jobs).toHaveLength(3);
    expect(await names(`limit=3&cursor=${first.next_cursor}`)).toEqual(['one.txt']);
    for (const wrong of [
      'status=done',
      'limit=0',
      'limit=101',
      'cursor=x',
      'from=yesterday',
      'query=a&query=b',
      'to=2020-13-45',
    ]) {
      expect([wrong, (await reader.ask('GET', `/dashboard/api/jobs?${wrong}`)).status]).toEqual([wrong, 400]);
    }
  });

  test('lists batches', async () => {
    const file = (id: string) => ({ id, source_type: 'file', filename: 'a.txt', file: 'SGVsbG8=' });
    const made = await json(await reader.ask('POST', '/api/v1/batch', { files: [file('a'), file('b')] }));
    await expect
      .poll(async () => (await json(await reader.ask('GET', '/dashboard/api/batches')))['batches'], { timeout: 10_000 })
      .toEqual([
        {
          batch_id: made['batch_id'],
          total_files: 2,
          completed_files: 2,
          failed_files: 0,
          state: 'completed',
          created_at: expect.any(String),
          finished_at: expect.any(String),
        },
      ]);
    expect((await list('')).jobs[0]).toMatchObject({ batch_id: made['batch_id'] });
  });

  test('shows the jobs of one batch, filtered and paged like all', async () => {
    const file = (id: string, filename: string, content: string) => ({
      id,
      source_type: 'file',
      filename,
      file: Buffer.from(content).toString('base64'),
    });
    const files = [file('a', 'first.txt', 'One.'), file('b', 'second.txt', 'Two.'), file('c', 'third.json', '{"a":')];
    const made = await json(await reader.ask('POST', '/api/v1/batch', { files }));
    const id = String(made['batch_id']);
    await expect
      .poll(async () => (await list(`batch=${id}&status=completed`)).jobs.length, { timeout: 10_000 })
      .toBe(2);
    const all = (await list(`batch=${id}`)).jobs;
    expect(all.map((job) => job['filename']).sort()).toEqual(['first.txt', 'second.txt', 'third.json']);
    expect(new Set(all.map((job) => job['batch_id']))).toEqual(new Set([id]));
    expect(await names(`batch=${id}&query=SECOND`)).toEqual(['second.txt']);
    await expect.poll(() => names(`batch=${id}&status=failed`), { timeout: 10_000 }).toEqual(['third.json']);
    const first = await list(`batch=${id}&limit=2`);
    const rest = await list(`batch=${id}&limit=2&cursor=${first.next_cursor}`);
    expect([...first.jobs, ...rest.jobs].map((job) => job['job_id'])).toEqual(all.map((job) => job['job_id']));
    expect(rest.next_cursor).toBeNull();
    expect((await list('batch=')).jobs.length).toBeGreaterThan(3);

    // An unknown batch and one of another account are alike, for operators too.
    expect(await list('batch=batch_01a1dd49303e7796affa48a37f82b2bc')).toEqual({ jobs: [], next_cursor: null });
    for (const stranger of [browser, operator]) {
      const answer = await stranger.ask('GET', `/dashboard/api/jobs?batch=${id}`);
      expect([answer.status, await answer.json()]).toEqual([200, { jobs: [], next_cursor: null }]);
    }
    for (const wrong of ['batch=x', 'batch=conv_01a1dd49303e7796affa48a37f82b2bc', `batch=${id}&batch=${id}`]) {
      const answer = await reader.ask('GET', `/dashboard/api/jobs?${wrong}`);
      expect([answer.status, await json(answer)]).toMatchObject([400, { details: { field: 'batch' } }]);
    }
  });
});

describe('another account', () => {
  test('sees nothing of it, and is told what is told of an unknown job, to the letter', async () => {
    const { id } = await converted(browser, fixture('pdf/lists/input.pdf'), 'secret-name.pdf');
    const hex = id.replace('conv_', '');
    const dashed = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    const withId = dashboardRoutes.filter((route) => /\/jobs\/:id/.test(route.path));
    expect(withId.map((route) => `${route.method} ${route.path}`).sort()).toEqual([
      'DELETE /dashboard/api/jobs/:id',
      'GET /dashboard/api/jobs/:id/blocks',
      'GET /dashboard/api/jobs/:id/markdown',
      'GET /dashboard/api/jobs/:id/original',
      'GET /dashboard/api/jobs/:id/pages/:page',
      'POST /dashboard/api/jobs/:id/rerun',
    ]);
    for (const stranger of [operator, await registered(server, 'stranger@example.org')]) {
      for (const route of withId) {
        for (const own of [id, hex, dashed]) {
          const seen = async (name: string): Promise<unknown[]> => {
            const answer = await stranger.ask(route.method, route.path.replace(':id', name).replace(':page', '1'));
            const text = (await answer.text()).replace(/req_\w+/, '').replaceAll(name, 'ID');
            return [answer.status, text, [...answer.headers.keys()].sort()];
          };
          const theirs = await seen(own);
          expect(theirs).toEqual(await seen('conv_01a1dd49303e7796affa48a37f82b2bc'));
          expect(theirs[0]).toBe(404);
        }
      }
      for (const query of ['', `query=${id}`, 'query=secret']) {
        const text = await (await stranger.ask('GET', `/dashboard/api/jobs?${query}`)).text();
        expect(text).not.toContain('secret-name');
        expect(text).not.toContain(hex);
      }
    }
    expect((await browser.ask('GET', `/dashboard/api/jobs/${id}/markdown`)).status).toBe(200);
  }, 60_000);
});
