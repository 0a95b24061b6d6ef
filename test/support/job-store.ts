// Real stores in a folder of their own, with a clock that tests move, and jobs in any state of their life.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '../../src/core/ids.ts';
import type { Log } from '../../src/service/log.ts';
import type { JobOutcome } from '../../src/service/outcome.ts';
import { createAccounts } from '../../src/storage/accounts.ts';
import { openDiskBlobs } from '../../src/storage/disk-blobs.ts';
import { createJobs, type NewJob } from '../../src/storage/jobs.ts';
import { openLibsql } from '../../src/storage/libsql.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { migrations } from '../../src/storage/migrations.ts';
import type { JobRow, Schema } from '../../src/storage/schema.ts';

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface JobWish extends Partial<NewJob> {
  readonly content?: string;
  readonly markdown?: string;
  readonly lifetimeMs?: number;
  readonly outcome?: Partial<JobOutcome>;
}

export async function openJobStore() {
  const folder = mkdtempSync(join(tmpdir(), 'docmill-store-'));
  const db = await openLibsql<Schema>({ path: join(folder, 'a.db') });
  await migrate(db, migrations);
  const blobs = await openDiskBlobs({ root: join(folder, 'blobs') });
  const jobs = createJobs(db);
  let now = Date.UTC(2026, 10, 15, 12);
  for (const id of ['a', 'b']) {
    const facts = { plan: 'pro', subscription: 'active', billing_cycle: 'monthly', created_at: now } as const;
    await createAccounts(db).create({ id, name: id, ...facts }, 1_000_000);
  }
  const clock = { now: () => now, monotonic: () => now };

  async function accepted(wish: JobWish = {}): Promise<JobRow> {
    const { content = 'text', markdown: _, lifetimeMs: __, outcome: ___, ...fields } = wish;
    // A millisecond apart: ids of one millisecond have no order among themselves.
    now += 1;
    const id = newId(now);
    const input = await blobs.put(`jobs/${id}/input`, Buffer.from(content));
    const job: NewJob = {
      id,
      account_id: 'a',
      key_id: 'k',
      mode: 'convert',
      source_type: 'file',
      source_url: null,
      filename: 'a.txt',
      media_type: null,
      options: '{}',
      has_secret: 0,
      notes: '[]',
      input_key: input.key,
      input_size: input.size,
      input_sha256: input.sha256,
      ...fields,
    };
    return jobs.accept(job, { daily: 1e9, monthly: 1e9 }, now);
  }

  /** Accepted, and taken by a worker; no other job may wait meanwhile. */
  async function claimed(wish: JobWish = {}): Promise<JobRow> {
    const { id } = await accepted(wish);
    const job = await jobs.claim(`token-${id}`, 60_000, now);
    if (job?.id !== id) throw new Error('another job was waiting');
    return job;
  }

  async function completed(wish: JobWish = {}): Promise<JobRow> {
    const { id } = await claimed(wish);
    const { markdown = 'text\n', lifetimeMs = 86_400_000 } = wish;
    const [result, map] = await Promise.all([
      blobs.put(`jobs/${id}/t/result.md`, Buffer.from(markdown)),
      blobs.put(`jobs/${id}/t/blocks.json`, Buffer.from('{}')),
    ]);
    const metadata = { format: 'txt', pages: 1, markdownBytes: markdown.length, words: 1, language: 'und' };
    const outcome: JobOutcome = {
      metadata: { ...metadata, qualityScore: 1, ocrUsed: false },
      warnings: [],
      images: [],
      converter: '1',
      ...wish.outcome,
    };
    const done = { format: 'txt', pages: 1, outcome: JSON.stringify(outcome), result, map };
    const ending = { at: now, processingMs: 1, expiresAt: now + lifetimeMs };
    const job = await jobs.complete(id, `token-${id}`, done, ending);
    if (job === undefined) throw new Error('the job was not completed');
    return job;
  }

  return {
    db,
    blobs,
    jobs,
    clock,
    accepted,
    claimed,
    completed,
    pass(ms: number): void {
      now += ms;
    },
    async keys(): Promise<string[]> {
      const found: string[] = [];
      for await (const blob of blobs.list('jobs/')) found.push(blob.key);
      return found.sort();
    },
    async close(): Promise<void> {
      await db.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export type JobStore = Awaited<ReturnType<typeof openJobStore>>;
