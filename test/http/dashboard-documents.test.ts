// The documents of an account in the dashboard: pages as pictures with the place of every block on them, the original,
// the Markdown, once more and deleted.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, firstOperator, registered } from '../support/dashboard.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';
import { changeJob, jobRow } from '../support/store-of.ts';

let server: RunningServer;
let browser: Browser;
type Json = Record<string, unknown>;
const json = async (response: Response): Promise<Json> => (await response.json()) as Json;
const fixture = (path: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../fixtures', path)));
const jobs = (id: unknown, more: string): string => `/dashboard/api/jobs/${id}${more}`;

interface Blocks {
  readonly pages: readonly { readonly page: number; readonly width: number; readonly height: number }[];
  readonly blocks: readonly {
    readonly start: number;
    readonly end: number;
    readonly page: number | null;
    readonly box: readonly [number, number, number, number] | null;
    readonly kind: string;
    readonly confidence?: number;
    readonly place?: string;
  }[];
}

async function converted(
  who: Browser,
  content: string | Uint8Array<ArrayBuffer>,
  name: string,
  options?: Record<string, unknown>,
): Promise<{ readonly id: string; readonly markdown: string }> {
  const answer = await who.ask('POST', '/api/v1/convert', fileForm(content, name, options));
  const body = await json(answer);
  if (answer.status !== 200) throw new Error(JSON.stringify(body));
  return { id: String(body['job_id']), markdown: String(body['markdown_content']) };
}

beforeAll(async () => {
  // OCR on a busy machine takes its time; the answer is waited for.
  server = await startServer({ env: { REGISTRATION: 'open', SYNC_WAIT_MS: '60000' } });
  await firstOperator(server);
  browser = await registered(server, 'reader@example.org');
});
afterAll(() => server.stop());

/** The darkest sample in a part of a picture that is given in shares of its sides. */
async function darkest(png: Buffer, box: readonly [number, number, number, number]): Promise<number> {
  const { width = 0, height = 0 } = await sharp(png).metadata();
  const [left, top, right, bottom] = [box[0] * width, box[1] * height, box[2] * width, box[3] * height].map(Math.round);
  const part = sharp(png).extract({
    left: left ?? 0,
    top: top ?? 0,
    width: Math.max(1, (right ?? 0) - (left ?? 0)),
    height: Math.max(1, (bottom ?? 0) - (top ?? 0)),
  });
  const { channels } = await sharp(await part.greyscale().png().toBuffer()).stats();
  return channels[0]?.min ?? 255;
}

const pictureOf = async (id: string, page: number): Promise<Buffer> => {
  const answer = await browser.ask('GET', jobs(id, `/pages/${page}`), undefined, { 'x-docmill-dashboard': '' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(answer.headers.get('cache-control')).toBe('private, max-age=3600');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  return Buffer.from(await answer.arrayBuffer());
};

describe('a PDF', () => {
  let id = '';
  let markdown = '';
  let found: Blocks;
  beforeAll(async () => {
    ({ id, markdown } = await converted(browser, fixture('pdf/headings/input.pdf'), 'Überschriften.pdf'));
    found = (await json(await browser.ask('GET', jobs(id, '/blocks')))) as unknown as Blocks;
  });

  test('tells of every block where it stands, and there is ink there on the picture of its page', async () => {
    const bytes = Buffer.from(markdown);
    expect(found.pages.length).toBeGreaterThan(0);
    expect(found.blocks.length).toBeGreaterThan(3);
    const headings = found.blocks.filter((block) => block.kind === 'heading');
    expect(headings.length).toBeGreaterThan(0);
    for (const { start, end } of headings) expect(bytes.subarray(start, end).toString()).toMatch(/^#+ /);
    for (const { page, box } of found.blocks) {
      expect(page).not.toBeNull();
      const [left, top, right, bottom] = box ?? [1, 1, 0, 0];
      expect([left < right, top < bottom]).toEqual([true, true]);
    }
    const [first] = headings;
    const png = await pictureOf(id, first?.page ?? 0);
    const { width = 0, height = 0 } = await sharp(png).metadata();
    const size = found.pages.find((one) => one.page === first?.page);
    expect(width).toBeLessThanOrEqual(1400);
    expect(width).toBeGreaterThan(1000);
    expect(width / height).toBeCloseTo((size?.width ?? 0) / (size?.height ?? 1), 2);
    expect(await darkest(png, first?.box ?? [0, 0, 1, 1])).toBeLessThan(100);
    // Above all text the paper is white.
    const top = Math.min(...found.blocks.filter((one) => one.page === first?.page).map((one) => one.box?.[1] ?? 1));
    expect(await darkest(png, [0, 0, 1, Math.max(0.005, top - 0.02)])).toBe(255);
  });

  test('has its pages numbered from 1, and no other', async () => {
    for (const page of [0, found.pages.length + 1, 'x', -1, 1.5, '1%2F2', 99_999_999]) {
      const answer = await browser.ask('GET', jobs(id, `/pages/${page}`));
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
    }
    const again = await browser.ask('GET', jobs(id, '/pages/1'));
    const same = await browser.ask('GET', jobs(id, '/pages/1'), undefined, {
      'if-none-match': again.headers.get('etag') ?? '',
    });
    expect([same.status, (await same.arrayBuffer()).byteLength]).toEqual([304, 0]);
  });

  test('comes back as it was sent, to be saved and not to be opened', async () => {
    const answer = await browser.ask('GET', jobs(id, '/original'));
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="_berschriften.pdf"; filename*=UTF-8\'\'%C3%9Cberschriften.pdf',
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(fixture('pdf/headings/input.pdf')))).toBe(true);
  });

  test('is drawn once for many who ask at one time', async () => {
    const { id: fresh } = await converted(browser, fixture('pdf/columns/input.pdf'), 'columns.pdf');
    const all = await Promise.all(Array.from({ length: 8 }, () => pictureOf(fresh, 1)));
    for (const one of all) expect(one.equals(all[0] as Buffer)).toBe(true);
  });
});

test('a turned page is shown as it is read', async () => {
  const { id } = await converted(browser, fixture('pdf/rotated/input.pdf'), 'rotated.pdf');
  const { pages, blocks } = (await json(await browser.ask('GET', jobs(id, '/blocks')))) as unknown as Blocks;
  for (const size of pages) {
    const png = await pictureOf(id, size.page);
    const { width = 0, height = 0 } = await sharp(png).metadata();
    expect(width / height).toBeCloseTo(size.width / size.height, 1);
    for (const block of blocks.filter((one) => one.page === size.page && one.box !== null)) {
      expect(await darkest(png, block.box ?? [0, 0, 1, 1])).toBeLessThan(160);
    }
  }
}, 120_000);

test('a photo taken sideways stands upright, and so do the places on it', async () => {
  const { id } = await converted(browser, fixture('jpg/camera-turned/input.jpg'), 'photo.jpg');
  const { pages, blocks } = (await json(await browser.ask('GET', jobs(id, '/blocks')))) as unknown as Blocks;
  const png = await pictureOf(id, 1);
  const upright = await sharp(Buffer.from(fixture('jpg/camera-turned/input.jpg')))
    .rotate()
    .toBuffer({ resolveWithObject: true });
  expect(pages).toEqual([{ page: 1, width: upright.info.width, height: upright.info.height }]);
  const { width = 0, height = 0 } = await sharp(png).metadata();
  expect(width / height).toBeCloseTo(upright.info.width / upright.info.height, 2);
  const placed = blocks.filter((block) => block.box !== null);
  expect(placed.length).toBeGreaterThan(0);
  for (const { box } of placed) {
    expect(await darkest(png, box ?? [0, 0, 1, 1])).toBeLessThan(128);
    const [left, top, right, bottom] = box ?? [0, 0, 1, 1];
    // A line of text lies: it is wider than high.
    expect((right - left) * width).toBeGreaterThan((bottom - top) * height);
  }
  const original = await browser.ask('GET', jobs(id, '/original'));
  expect(original.headers.get('content-type')).toBe('image/jpeg');
  expect(original.headers.get('content-disposition')).toMatch(/^inline;/);
}, 120_000);

test('pages of a TIFF, and a document without pages', async () => {
  const tiff = await converted(browser, fixture('tiff/two-pages/input.tiff'), 'two.tiff');
  const found = (await json(await browser.ask('GET', jobs(tiff.id, '/blocks')))) as unknown as Blocks;
  expect(found.pages.map((one) => one.page)).toEqual([1, 2]);
  expect((await pictureOf(tiff.id, 2)).length).toBeGreaterThan(100);
  expect((await browser.ask('GET', jobs(tiff.id, '/pages/3'))).status).toBe(404);
  const text = await converted(browser, 'One.\n\nTwo.\n', 'a.txt');
  const blocks = (await json(await browser.ask('GET', jobs(text.id, '/blocks')))) as unknown as Blocks;
  expect(blocks).toMatchObject({
    pages: [],
    blocks: [
      { page: null, box: null },
      { start: 6, page: null },
    ],
  });
  const page = await browser.ask('GET', jobs(text.id, '/pages/1'));
  expect([page.status, await json(page)]).toMatchObject([422, { details: { code: 'UNSUPPORTED_FORMAT' } }]);
}, 120_000);

test('a hostile page costs its picture and nothing else', async () => {
  const { id } = await converted(browser, 'Fine.', 'fine.txt');
  // What is stored is no PDF any more, although it says so.
  const row = await jobRow(server, id);
  expect(row.state).toBe('completed');
  const bomb = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 14400000 14400000]/Contents 4 0 R>>endobj 4 0 obj<</Length 44>>stream
BT /F1 12 Tf 0 0 14400000 14400000 re f ET
endstream endobj trailer<</Root 1 0 R>>`;
  const answer = await browser.ask('POST', '/api/v1/convert', fileForm(bomb, 'bomb.pdf'));
  const job = await json(answer);
  const drawn = await browser.ask('GET', jobs(job['job_id'], '/pages/1'));
  expect([200, 404, 422]).toContain(drawn.status);
  if (drawn.status === 200) {
    const { width = 0, height = 0 } = await sharp(Buffer.from(await drawn.arrayBuffer())).metadata();
    expect(width * height).toBeLessThanOrEqual(6_000_000);
  }
  expect((await browser.ask('GET', '/dashboard/api/session')).status).toBe(200);
}, 120_000);

test('the Markdown comes in part, never with half a character', async () => {
  const { id, markdown } = await converted(browser, 'äöü€𝄞 text\n', 'umlauts.txt');
  const bytes = Buffer.from(markdown);
  for (let limit = 1; limit <= bytes.length + 2; limit += 1) {
    const answer = await browser.ask('GET', jobs(id, `/markdown?limit=${limit}`));
    const part = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(answer.headers.get('x-docmill-total-bytes')).toBe(String(bytes.length));
    expect(part.equals(bytes.subarray(0, part.length))).toBe(true);
    expect(part.toString()).not.toContain('\ufffd');
    expect(limit - part.length).toBeLessThan(limit > bytes.length ? 3 : 4);
  }
  expect((await browser.ask('GET', jobs(id, '/markdown?limit=0'))).status).toBe(400);
});

describe('once more', () => {
  test('is a new job with the same input and options, and is charged', async () => {
    const { id, markdown } = await converted(browser, '# One\n\n# Two\n', 'again.md', { include_links: false });
    const before = await json(await browser.ask('GET', '/api/v1/usage'));
    const answer = await browser.ask('POST', jobs(id, '/rerun'));
    const again = await json(answer);
    expect([answer.status, again['status']]).toEqual([202, 'pending']);
    expect(answer.headers.get('location')).toBe(`/api/v1/status/${again['job_id']}`);
    expect(again['job_id']).not.toBe(id);
    const done = async (): Promise<Json> => json(await browser.ask('GET', `/api/v1/status/${again['job_id']}`));
    await expect.poll(async () => (await done())['status'], { timeout: 10_000 }).toBe('completed');
    expect(await done()).toMatchObject({ markdown_content: markdown, filename: 'again.md' });
    const [first, second] = [await jobRow(server, id), await jobRow(server, String(again['job_id']))];
    expect(second.options).toBe(first.options);
    expect(second.input_sha256).toBe(first.input_sha256);
    expect(second.key_id).toBe(first.key_id);
    const after = await json(await browser.ask('GET', '/api/v1/usage'));
    const total = (usage: Json): number => (usage['usage'] as { total_conversions: number }).total_conversions;
    expect(total(after)).toBe(total(before) + 1);
  });

  test('is refused when the password was not kept', async () => {
    const { id } = await converted(browser, fixture('pdf/locked/input.pdf'), 'locked.pdf', { password: 'larch' });
    const answer = await browser.ask('POST', jobs(id, '/rerun'));
    expect([answer.status, await json(answer)]).toMatchObject([422, { details: { code: 'PASSWORD_REQUIRED' } }]);
    // Nor can its pages be shown; its blocks are there all the same.
    expect((await browser.ask('GET', jobs(id, '/pages/1'))).status).toBe(422);
    const { pages, blocks } = (await json(await browser.ask('GET', jobs(id, '/blocks')))) as unknown as Blocks;
    expect([pages, blocks[0]?.page, blocks[0]?.box]).toEqual([[], 1, null]);
  });
});

describe('deleted', () => {
  test('is gone at once: files, links, pages; the row says so', async () => {
    const { id } = await converted(browser, fixture('pdf/lists/input.pdf'), 'lists.pdf');
    await pictureOf(id, 1);
    const status = await json(await browser.ask('GET', `/api/v1/status/${id}`));
    expect((await fetch(String(status['sas_url']).replace(/^https?:\/\/[^/]+/, server.url))).status).toBe(200);
    expect((await browser.ask('DELETE', jobs(id, ''))).status).toBe(204);
    expect((await browser.ask('DELETE', jobs(id, ''))).status).toBe(204);
    for (const [method, more] of [
      ['GET', '/original'],
      ['GET', '/blocks'],
      ['GET', '/pages/1'],
      ['GET', '/markdown'],
      ['POST', '/rerun'],
    ] as const) {
      const answer = await browser.ask(method, jobs(id, more));
      expect([more, answer.status, (await json(answer))['code']]).toEqual([more, 404, 'FILE_EXPIRED']);
    }
    expect((await fetch(String(status['sas_url']).replace(/^https?:\/\/[^/]+/, server.url))).status).toBe(404);
    const { jobs: listed } = await json(await browser.ask('GET', `/dashboard/api/jobs?query=${id}`));
    expect(listed).toMatchObject([{ job_id: id, expired: true, status: 'completed' }]);
    const row = await jobRow(server, id);
    const left = readdirDeep(join(server.dataDir, 'blobs')).filter((path) => path.includes(row.id));
    expect(left).toEqual([]);
  });

  test('is not possible while it is under way', async () => {
    const { id } = await converted(browser, 'Soon.', 'soon.txt');
    await changeJob(server, id, { state: 'processing' });
    const answer = await browser.ask('DELETE', jobs(id, ''));
    expect([answer.status, (await json(answer))['code']]).toEqual([409, 'JOB_NOT_COMPLETED']);
    const blocks = await browser.ask('GET', jobs(id, '/blocks'));
    expect([blocks.status, (await json(blocks))['code']]).toEqual([409, 'JOB_NOT_COMPLETED']);
    await changeJob(server, id, { state: 'completed' });
  });

  test('what has expired by time is as gone as what was deleted', async () => {
    const { id } = await converted(browser, 'Old.', 'old.txt');
    await changeJob(server, id, { expires_at: Date.now() - 1 });
    for (const more of ['/original', '/blocks', '/pages/1', '/markdown']) {
      expect((await json(await browser.ask('GET', jobs(id, more))))['code']).toBe('FILE_EXPIRED');
    }
  });
});

function readdirDeep(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map(String);
}
