// Damages stored files behind the service's back: alters a byte, cuts the end off, loses them. Whoever asks gets an error
// with a code or the right bytes, never wrong ones (scorecard, row 12).
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { BlobRef } from '../../src/storage/blobs.ts';
import type { JobRow } from '../../src/storage/schema.ts';
import { damageOnDisk } from '../support/damage-on-disk.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import type { RunningServer } from '../support/server.ts';
import { drained } from './books.ts';
import type { Finding } from './finding.ts';
import { openStoreSet, type StoreName, type StoreSet } from './store-sets.ts';
import { note, rowId } from './traffic.ts';

const kinds = ['altered', 'truncated', 'missing'] as const;

export async function damagedFiles(store: StoreName, files: number, seed = 12): Promise<Finding> {
  // Thousands of files are asked for at once: a refusal for that would say nothing of the files.
  const PLANS = JSON.stringify({ scale: { requestsPerMinute: 1_000_000 } });
  const set = await openStoreSet(store, { env: { PLANS } });
  const random = randomNumbers(seed);
  const problems: string[] = [];
  let refused = 0;
  let right = 0;
  let wrong = 0;
  try {
    const server = await set.start('all', { SYNC_WAIT_MS: '20000', REUSE_RESULTS: 'false' });
    const texts = new Map<string, string>();
    await inParallel(files, async (number) => {
      texts.set(await accepted(server, note(number)), `${note(number)}\n`);
    });
    await drained(set, 20_000 + files * 200);
    const rows = await set.inStore(({ db }) => db.reader.selectFrom('jobs').selectAll().execute());
    // A fresh process: nothing of what it sends may come from its memory.
    await server.stop();
    for (const [index, row] of rows.entries())
      await damage(set, resultOf(row), kinds[index % kinds.length] ?? 'missing', random);
    const reader = await set.start('all');
    const codes = new Set<string>();
    const next = rows.values();
    const look = async (): Promise<void> => {
      for (const { id } of next) {
        for (const path of [`/api/v1/download/${id}`, `/api/v1/status/${id}`]) {
          const response = await reader.fetch(path);
          const text = await response.text().catch(() => 'cut');
          const code = codeIn(text);
          if (response.status >= 500 && code !== undefined) {
            refused += 1;
            codes.add(code);
          } else if (path.includes('/download/')) {
            if (response.status === 200) wrong += 1;
            problems.push(`${path}: ${response.status}`);
          }
          // A status without its content is no wrong byte; one with other content is.
          else if (contentIn(text) === undefined || contentIn(text) === texts.get(id)) right += 1;
          else {
            wrong += 1;
            problems.push(`${path}: wrong content`);
          }
        }
      }
    };
    await Promise.all(Array.from({ length: 6 }, look));
    if (refused < files) problems.push(`${files} damaged, but only ${refused} answers refused`);
    problems.push(...(await damagedInputs(set, reader, random)));
    const figure = `${files} files damaged, ${refused} answers with ${[...codes].join(', ')}, ${right} without content, ${wrong} with wrong bytes`;
    return { row: 12, test: 'files altered, truncated, missing', store, problems, figure };
  } finally {
    await set.close();
  }
}

/** A document that is damaged before its worker reads it ends its job with a code. */
async function damagedInputs(set: StoreSet, server: RunningServer, random: () => number): Promise<string[]> {
  await server.stop();
  const api = await set.start('api');
  const ids = await Promise.all(kinds.map((_, index) => accepted(api, note(5000 + index), 'respond-async')));
  await set.inStore(async ({ db }) => {
    for (const [index, id] of ids.entries()) {
      const row = await db.reader.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const ref = { key: row.input_key, size: row.input_size, sha256: row.input_sha256 };
      await damage(set, ref, kinds[index] ?? 'missing', random);
      // Attempts that fail by the stores come again after a while; this one is the last.
      await db.write((tx) => tx.updateTable('jobs').set({ attempts: 2 }).where('id', '=', id).execute());
    }
  });
  await set.start('worker');
  const stuck = await drained(set, 60_000);
  const found = stuck === 0 ? [] : [`${stuck} jobs with damaged documents are stuck`];
  for (const id of ids) {
    const job = (await (await api.fetch(`/api/v1/status/${id}`)).json()) as { status: string };
    if (job.status !== 'failed') found.push(`a damaged document: ${id} is ${job.status}`);
  }
  return found;
}

async function damage(set: StoreSet, ref: BlobRef, kind: (typeof kinds)[number], random: () => number): Promise<void> {
  const change = (bytes: Buffer): Buffer => {
    if (kind === 'truncated') return bytes.subarray(0, Math.floor(random() * bytes.length));
    const at = Math.floor(random() * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };
  const blobs = await set.blobs();
  if (kind === 'missing') return await blobs.delete(ref.key);
  if (set.s3 === undefined) return await damageOnDisk(`${set.dataDir}/blobs`).tamper(ref.key, change);
  const bytes = await buffer(await blobs.read(ref));
  await set.s3.seed(`docmill/${ref.key}`, change(bytes).toString('latin1'));
}

async function accepted(server: RunningServer, text: string, prefer = 'wait=20'): Promise<string> {
  for (let turn = 0; turn < 50; turn += 1) {
    const response = await server.fetch('/api/v1/convert?filename=a.txt', {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'text/plain', prefer },
    });
    const body = (await response.json()) as { job_id?: string };
    if (body.job_id !== undefined) return rowId(body.job_id);
    await pause(500);
  }
  throw new Error('the document was never accepted');
}

async function inParallel(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

const resultOf = (job: JobRow): BlobRef => ({
  key: job.result_key ?? '',
  size: job.result_size ?? -1,
  sha256: job.result_sha256 ?? '',
});
const codeIn = (text: string): string | undefined => /"code":"([A-Z_0-9]+)"/.exec(text)?.[1];
function contentIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { markdown_content?: string }).markdown_content;
  } catch {
    return undefined;
  }
}
