// The books agree: whatever jobs do, the sums by day are those of the records, and those of the job table itself.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmptyStores, storeKinds } from '../../test/support/empty-stores.ts';
import { newId } from '../core/ids.ts';
import { createAccounts } from './accounts.ts';
import { createJobs } from './jobs.ts';
import { createUsageSums } from './usage.ts';

const start = Date.UTC(2026, 9, 30, 22);
const hour = 3_600_000;
const failure = { code: 'CORRUPTED_FILE', message: '', suggestion: '', retryable: false } as const;

const step = fc.record({
  account: fc.constantFrom('a', 'b'),
  key: fc.constantFrom('k1', 'k2'),
  format: fc.constantFrom('pdf', 'docx', 'csv'),
  end: fc.constantFrom('complete', 'fail', 'abandon', 'leave'),
  pages: fc.integer({ min: 0, max: 50 }),
  bytes: fc.integer({ min: 1, max: 1e9 }),
  ms: fc.integer({ min: 0, max: 1e6 }),
  after: fc.integer({ min: 0, max: 30 * hour }),
});

describe.each(storeKinds)('the books on $name', ({ open }) => {
  let stores: EmptyStores;
  beforeAll(async () => {
    stores = await open();
  });
  afterAll(() => stores?.close());

  test('sums by day, format, key and hour equal the job table to the unit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const db = await stores.fresh();
        for (const id of ['a', 'b']) {
          const row = { id, name: id, plan: 'pro', subscription: 'active', billing_cycle: 'monthly' } as const;
          await createAccounts(db).create({ ...row, created_at: start }, 100);
        }
        const jobs = createJobs(db);
        const expected: { account: string; key: string; format: string; ok: number; pages: number; at: number }[] = [];
        let at = start;
        for (const one of steps) {
          at += one.after;
          const id = newId(at);
          const row = { id, account_id: one.account, key_id: one.key, mode: 'convert', source_type: 'file' } as const;
          const input = { input_key: id, input_size: one.bytes, input_sha256: id };
          await jobs.accept(
            {
              ...row,
              ...input,
              source_url: null,
              filename: null,
              media_type: null,
              options: '{}',
              has_secret: 0,
              notes: '[]',
            },
            { daily: 1000, monthly: 1000 },
            at,
          );
          if (one.end === 'leave') {
            await jobs.abandon(id, failure, one.format, { at, processingMs: 0, expiresAt: at });
            expected.push({ account: one.account, key: one.key, format: one.format, ok: 0, pages: 0, at });
            continue;
          }
          const token = `t${expected.length}`;
          expect((await jobs.claim(token, 1, at))?.id).toBe(id);
          const ending = { at: at + one.ms, processingMs: one.ms, expiresAt: at + 2 * one.ms };
          const blob = { key: id, size: 1, sha256: 'x' };
          if (one.end === 'complete') {
            await jobs.complete(
              id,
              token,
              { format: one.format, pages: one.pages, outcome: '{}', result: blob, map: blob },
              ending,
            );
          } else if (one.end === 'fail') await jobs.fail(id, token, failure, one.format, ending);
          else await jobs.abandon(id, failure, one.format, ending);
          const ok = one.end === 'complete' ? 1 : 0;
          expected.push({
            account: one.account,
            key: one.key,
            format: one.format,
            ok,
            pages: ok * one.pages,
            at: ending.at,
          });
        }

        const sums = createUsageSums(db);
        const total = <T extends { conversions: number; successes: number; pages: number; fileBytes: number }>(
          rows: T[],
        ) =>
          rows.reduce(
            (all, row) => ({
              conversions: all.conversions + row.conversions,
              successes: all.successes + row.successes,
              pages: all.pages + row.pages,
              fileBytes: all.fileBytes + row.fileBytes,
            }),
            { conversions: 0, successes: 0, pages: 0, fileBytes: 0 },
          );
        for (const accountId of ['a', 'b']) {
          const own = expected.filter((one) => one.account === accountId);
          const table = await db.reader.selectFrom('jobs').selectAll().where('account_id', '=', accountId).execute();
          const fromJobs = {
            conversions: table.length,
            successes: table.filter((job) => job.state === 'completed').length,
            pages: own.reduce((sum, one) => sum + one.pages, 0),
            fileBytes: table.reduce((sum, job) => sum + job.input_size, 0),
          };
          const window = { accountId, from: '2026-01-01', to: '2027-12-31' };
          expect(total(await sums.byDay(window))).toEqual(fromJobs);
          expect(total(await sums.byDayAndFormat(window))).toEqual(fromJobs);
          expect(total(await sums.byKey(window, 10))).toEqual(fromJobs);
          expect(total(await sums.byHour(accountId, 0, 4e12, undefined))).toEqual(fromJobs);
          for (const day of await sums.byDay(window)) {
            const there = own.filter((one) => new Date(one.at).toISOString().startsWith(day.day));
            expect([day.conversions, day.successes]).toEqual([
              there.length,
              there.reduce((sum, one) => sum + one.ok, 0),
            ]);
          }
          for (const row of await sums.byDayAndFormat(window)) {
            const there = own.filter(
              (one) => one.format === row.format && new Date(one.at).toISOString().startsWith(row.day),
            );
            expect([row.conversions, row.pages]).toEqual([
              there.length,
              there.reduce((sum, one) => sum + one.pages, 0),
            ]);
          }
          const pdf = own.filter((one) => one.format === 'pdf');
          expect(total(await sums.byDay({ ...window, format: 'pdf' })).conversions).toBe(pdf.length);
          expect(total(await sums.byHour(accountId, 0, 4e12, 'pdf')).conversions).toBe(pdf.length);
          const counters = await sums.counters(accountId);
          expect(counters).toMatchObject({ running: 0, waiting: 0 });
        }
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});
