// Estimates: learned from finished jobs, corrected by the job's own pace, never in the past.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FinishedJob } from '../storage/recent-jobs.ts';
import type { JobRow } from '../storage/schema.ts';
import { completionOf, createEstimates, guessedFormat, knowledgeOf, roughEstimate, speedOf } from './estimates.ts';

const now = 1_800_000_000_000;
const job = (fields: Partial<JobRow>): JobRow =>
  ({
    id: '0',
    mode: 'convert',
    state: 'pending',
    filename: 'a.pdf',
    media_type: null,
    input_size: 1_000_000,
    percentage: 0,
    created_at: now,
    started_at: null,
    ...fields,
  }) as JobRow;
const finished = (fields: Partial<FinishedJob>): FinishedJob => ({
  format: 'pdf',
  mode: 'convert',
  bytes: 1_000_000,
  ms: 2000,
  waitedMs: 0,
  ...fields,
});

test('a line through the measured times is found again', () => {
  const jobs = [1000, 20_000, 500_000, 9_000_000].map((bytes) => ({ bytes, ms: 300 + bytes * 0.002 }));
  const { start, perByte } = speedOf(jobs);
  expect(Math.abs(start / 300 - 1)).toBeLessThan(0.02);
  expect(Math.abs(perByte / 0.002 - 1)).toBeLessThan(0.05);
});

test('small files alone do not make a large one fast, nor a slow small one a large one endless', () => {
  for (const ms of [20, 5000]) {
    const { start, perByte } = speedOf([{ bytes: 16, ms }]);
    expect(start).toBeCloseTo(ms, -2);
    expect(start + perByte * 50_000_000).toBeGreaterThan(10_000);
    expect(start + perByte * 50_000_000).toBeLessThan(100_000);
  }
});

test('whatever was measured, a speed is finite, never negative, and larger files never take less', () => {
  const sample = fc.record({ bytes: fc.nat(2 ** 31 - 1), ms: fc.nat(3_600_000) });
  fc.assert(
    fc.property(fc.array(sample), (jobs) => {
      const { start, perByte } = speedOf(jobs);
      expect(start >= 0 && perByte >= 0 && Number.isFinite(start) && Number.isFinite(perByte)).toBe(true);
    }),
  );
});

test('each kind of job has its own speed; an unknown one the speed of all', () => {
  const known = knowledgeOf([
    finished({ ms: 2000 }),
    finished({ format: 'csv', ms: 100_000 }),
    finished({ mode: 'vision', ms: 60_000 }),
  ]);
  const at = (fields: Partial<JobRow>): number => completionOf(job(fields), now, known) - now;
  expect(at({})).toBeLessThan(2500);
  expect(at({ filename: 'a.CSV' })).toBeGreaterThan(20_000);
  expect(at({ filename: null, media_type: 'text/csv; header=present' })).toBe(at({ filename: 'a.CSV' }));
  expect(at({ mode: 'vision' })).toBeGreaterThan(20_000);
  expect(at({ filename: 'noname' })).toBeGreaterThan(at({}));
});

test('waiting in the queue counts as long as jobs lately waited', () => {
  const known = knowledgeOf([9000, 10_000, 400_000].map((waitedMs) => finished({ waitedMs })));
  expect(completionOf(job({}), now, known)).toBe(now + 12_000);
  expect(completionOf(job({}), now + 30_000, known)).toBe(now + 32_000);
});

test('the pace of the job itself decides once it is known', () => {
  const known = knowledgeOf([finished({ ms: 1000 })]);
  const running = job({ state: 'processing', started_at: now });
  // A fifth of the conversion after ten seconds, where a second was usual.
  const at = (percentage: number, elapsed: number): number =>
    completionOf({ ...running, percentage }, now + elapsed, known) - now;
  expect(at(10, 200)).toBe(1200);
  expect(at(10 + 85 / 2, 10_000)).toBe(20_000);
  expect(at(95, 10_000)).toBe(11_000);
  const early = at(10 + 85 / 10, 10_000);
  expect(early).toBeGreaterThan(10_000);
  expect(early).toBeLessThan(100_000);
});

test('an estimate lies ahead, whatever the row says', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.integer({ min: -1e9, max: 1e9 }), fc.nat(2 ** 40), (percentage, ago, input_size) => {
      for (const started_at of [null, now - ago]) {
        const at = roughEstimate(job({ percentage, started_at, input_size }), now);
        expect(Number.isInteger(at) && at >= now + 1000).toBe(true);
      }
    }),
  );
});

test('the format by name, else by type', () => {
  expect(guessedFormat({ filename: 'x.htm', media_type: 'text/csv' })).toBe('html');
  expect(guessedFormat({ filename: 'x', media_type: 'text/csv' })).toBe('csv');
  expect(guessedFormat({ filename: null, media_type: null })).toBe('unknown');
});

test('finished jobs are looked at in the background, now and then, and a failing look does no harm', async () => {
  let monotonic = 0;
  let looks = 0;
  let broken = false;
  const warnings: string[] = [];
  const estimate = createEstimates({
    recent: {
      finished: async () => {
        looks += 1;
        if (broken) throw new Error('down');
        return [finished({ ms: 50_000 })];
      },
    },
    clock: { now: () => now, monotonic: () => monotonic },
    log: { info: () => undefined, warn: (_, message) => void warnings.push(message), error: () => undefined },
  });
  expect(estimate(job({}), now)).toBe(now + 2000);
  await new Promise((resolve) => setImmediate(resolve));
  const learned = estimate(job({}), now);
  expect(learned).toBeGreaterThan(now + 40_000);
  expect(looks).toBe(1);
  broken = true;
  monotonic = 10_000;
  estimate(job({}), now);
  await new Promise((resolve) => setImmediate(resolve));
  expect(estimate(job({}), now)).toBe(learned);
  expect([looks, warnings.length]).toEqual([2, 1]);
});
