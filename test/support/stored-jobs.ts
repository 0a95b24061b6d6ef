// Rows for tests of the store alone: accounts, jobs without files, and how they end.
import { newId } from '../../src/core/ids.ts';
import { createAccounts } from '../../src/storage/accounts.ts';
import type { Db } from '../../src/storage/db.ts';
import type { Completion, NewJob } from '../../src/storage/jobs.ts';
import type { Schema } from '../../src/storage/schema.ts';

export const noon = Date.UTC(2026, 10, 15, 12);
export const plenty = { daily: 1_000_000, monthly: 1_000_000 };

export async function addAccount(db: Db<Schema>, id: string, maxRunning: number): Promise<void> {
  const facts = { plan: 'pro', subscription: 'active', billing_cycle: 'monthly', created_at: noon } as const;
  await createAccounts(db).create({ id, name: id, ...facts }, maxRunning);
}

let made = 0;
export function newJob(account: string): NewJob {
  made += 1;
  const id = newId(noon + made);
  return {
    id,
    account_id: account,
    key_id: 'key',
    mode: 'convert',
    source_type: 'file',
    source_url: null,
    filename: 'a.txt',
    media_type: null,
    options: '{}',
    has_secret: 0,
    notes: '[]',
    input_key: `jobs/${id}/input`,
    input_size: 5,
    input_sha256: 'ab',
  };
}

export const completion = (format = 'txt'): Completion => ({
  format,
  pages: 1,
  outcome: '{}',
  result: { key: 'r', size: 1, sha256: 'r' },
  map: { key: 'm', size: 1, sha256: 'm' },
});
export const ending = { at: noon + 1000, processingMs: 10, expiresAt: noon + 86_400_000 };
export const failure = { code: 'CORRUPTED_FILE', message: '', suggestion: '', retryable: false } as const;
