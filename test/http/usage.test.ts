// Usage over real HTTP: the totals move by exactly what was converted, parameters do what they say, and bad ones are
// refused by name.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../src/compose.ts';
import { systemClock } from '../../src/core/clock.ts';
import { usageSchema } from '../../src/http/shapes/usage.ts';
import { ensureAccount } from '../../src/service/accounts.ts';
import type { Scope } from '../../src/service/keys.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';

interface Done {
  conversions: number;
  pages: number;
  file_size_mb: number;
}

interface Report {
  period: { start: string; end: string; type: string };
  usage: Record<string, number>;
  usage_by_format: Record<string, { conversions: number; pages: number; avg_processing_time_ms: number }>;
  daily_breakdown: (Done & { date: string })[];
  hourly_breakdown?: (Done & { hour: string })[];
  monthly_breakdown?: (Done & { month: string })[];
  monthly_summary: (Done & { month: string; success_rate: number })[];
  year_totals: Record<string, unknown>;
  trends: Record<string, unknown>;
  api_limits: Record<string, number>;
  billing: Record<string, unknown>;
  top_users: Record<string, unknown>[];
}

let server: RunningServer;
let pro: string;
let second: string;
let stranger: string;
let reader: string;

beforeAll(async () => {
  server = await startServer();
  const store = await openStore({ dataDir: server.dataDir });
  const make = async (account: string, plan: 'pro' | 'starter', name: string, scopes?: Scope[]) => {
    const { account: row } = await ensureAccount(store.accounts, account, plan, systemClock);
    return (await store.keys.create(row.id, { name, ...(scopes === undefined ? {} : { scopes }) })).key;
  };
  pro = await make('studio', 'pro', 'Main');
  second = await make('studio', 'pro', 'Second');
  stranger = await make('other', 'starter', 'Stranger');
  reader = await make('studio', 'pro', 'Reader', ['read']);
  await store.db.close();

  // What all tests count: three successes (one by the second key) and a failure.
  await convert(pro, '# One', 'a.md', 200);
  await convert(pro, 'a,b\n1,2\n', 'b.csv', 200);
  await convert(second, '# Two', 'c.md', 200);
  await convert(pro, '%PDF-1.7 broken', 'd.pdf', 422);
});
afterAll(() => server.stop());

async function convert(key: string, content: string, name: string, status: number): Promise<void> {
  const headers = { 'x-api-key': key };
  const response = await fetch(`${server.url}/api/v1/convert`, {
    method: 'POST',
    body: fileForm(content, name),
    headers,
  });
  expect([name, response.status]).toEqual([name, status]);
}

const ask = (query = '', key = pro) => fetch(`${server.url}/api/v1/usage${query}`, { headers: { 'x-api-key': key } });

async function usage(query = '', key = pro): Promise<Report> {
  const response = await ask(query, key);
  const body = await response.json();
  expect([query, response.status]).toEqual([query, 200]);
  usageSchema.parse(body);
  return body as Report;
}

const day = () => new Date().toISOString().slice(0, 10);
const month = () => day().slice(0, 7);
const bytes = '# One'.length + 'a,b\n1,2\n'.length + '# Two'.length + '%PDF-1.7 broken'.length;
const inMb = (size: number): number => Math.round((size / 2 ** 20) * 1000) / 1000;

describe('the running month', () => {
  test('has every block, and its totals are exactly what was done', async () => {
    const report = await usage();
    expect(report.period).toMatchObject({ type: 'monthly', start: `${month()}-01T00:00:00.000Z` });
    expect(report.usage).toEqual({
      total_conversions: 4,
      successful_conversions: 3,
      failed_conversions: 1,
      success_rate: 0.75,
      total_pages_processed: 3,
      total_file_size_mb: inMb(bytes),
    });
    expect(
      Object.fromEntries(Object.entries(report.usage_by_format).map(([name, one]) => [name, one.conversions])),
    ).toEqual({ csv: 1, md: 2, pdf: 1 });
    // Every day up to today, zeros included.
    expect(report.daily_breakdown.map(({ date }) => date)).toHaveLength(Number(day().slice(8)));
    expect(report.daily_breakdown.at(-1)).toEqual({ date: day(), conversions: 4, pages: 3, file_size_mb: inMb(bytes) });
    expect(report.daily_breakdown[0]).toMatchObject({ date: `${month()}-01` });
  });

  test('limits and charges are the plan’s; a failure took no unit', async () => {
    const { api_limits, billing } = await usage();
    expect(api_limits).toEqual({
      monthly_conversion_limit: 50_000,
      monthly_conversions_used: 3,
      monthly_conversions_remaining: 49_997,
      daily_conversion_limit: 5000,
      daily_conversions_used: 3,
      daily_conversions_remaining: 4997,
      max_file_size_mb: 1024,
      max_batch_size: 100,
    });
    const now = new Date();
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
    expect(billing).toEqual({
      plan: 'pro',
      billing_cycle: 'monthly',
      next_billing_date: next,
      current_charges: 99,
      overage_charges: 0,
    });
  });

  test('top_users has one entry per key, the busiest first', async () => {
    const { top_users } = await usage();
    expect(top_users).toMatchObject([
      { name: 'Main', conversions: 3, pages: 2, success_rate: 0.667 },
      { name: 'Second', conversions: 1, pages: 1, success_rate: 1 },
    ]);
    expect(top_users.every(({ key_id }) => /^[0-9a-f]{32}$/.test(String(key_id)))).toBe(true);
  });

  test('another account sees its own usage only', async () => {
    const report = await usage('', stranger);
    expect([report.usage['total_conversions'], report.usage_by_format, report.top_users]).toEqual([0, {}, []]);
    expect(report.api_limits).toMatchObject({ monthly_conversion_limit: 5000, monthly_conversions_used: 0 });
    expect(report.billing).toMatchObject({ plan: 'starter', current_charges: 29 });
  });
});

describe('parameters', () => {
  test('format counts one format only, by any of its extensions', async () => {
    for (const name of ['md', 'markdown', '.md']) {
      const report = await usage(`?format=${name}`);
      expect([name, report.usage['total_conversions'], Object.keys(report.usage_by_format)]).toEqual([name, 2, ['md']]);
      expect(report.daily_breakdown.at(-1)?.conversions).toBe(2);
      expect(report.top_users).toMatchObject([{ conversions: 1 }, { conversions: 1 }]);
      // Limits are the account's, not the format's.
      expect(report.api_limits['monthly_conversions_used']).toBe(3);
    }
  });

  test('a month that is over has all its days; one before the account has zeros', async () => {
    const report = await usage('?period=2024-02');
    expect(report.period).toEqual({
      type: 'monthly',
      start: '2024-02-01T00:00:00.000Z',
      end: '2024-02-29T23:59:59.999Z',
    });
    expect(report.daily_breakdown).toHaveLength(29);
    expect(report.usage['total_conversions']).toBe(0);
    expect(report.usage['success_rate']).toBe(0);
  });

  test('a range goes before the period and includes both its days', async () => {
    const report = await usage(`?period=2024-02&start_date=${day()}&end_date=${day()}`);
    expect(report.period.type).toBe('custom');
    expect(report.daily_breakdown).toHaveLength(1);
    expect(report.usage['total_conversions']).toBe(4);
  });

  test('hourly adds whole hours, whose sums are the same', async () => {
    const { hourly_breakdown = [], daily_breakdown } = await usage(
      `?start_date=${day()}&end_date=${day()}&granularity=hourly`,
    );
    expect(hourly_breakdown).toHaveLength(new Date().getUTCHours() + 1);
    expect(hourly_breakdown.every(({ hour }) => /T\d\d:00:00\.000Z$/.test(hour))).toBe(true);
    expect(hourly_breakdown.reduce((sum, one) => sum + one.conversions, 0)).toBe(4);
    expect(daily_breakdown).toHaveLength(1);
  });

  test('monthly adds months', async () => {
    const { monthly_breakdown = [] } = await usage('?granularity=monthly');
    expect(monthly_breakdown).toMatchObject([{ month: month(), conversions: 4, pages: 3 }]);
  });

  test('a year has its own shape', async () => {
    const report = await usage(`?period=${day().slice(0, 4)}`);
    expect(report.period.type).toBe('yearly');
    expect(report.monthly_summary).toHaveLength(Number(day().slice(5, 7)));
    expect(report.monthly_summary.at(-1)).toMatchObject({
      month: month(),
      conversions: 4,
      pages: 3,
      success_rate: 0.75,
    });
    expect(report.year_totals).toMatchObject({
      total_conversions: 4,
      total_pages: 3,
      avg_success_rate: 0.75,
      peak_month: month(),
      peak_month_conversions: 4,
    });
    expect(report.trends).toMatchObject({ most_popular_format: 'md' });
    expect(report).not.toHaveProperty('usage');
  });

  test('of wrong values are 400 and name the field', async () => {
    const wrong: [string, string][] = [
      ['period=2026-13', 'period'],
      ['period=last', 'period'],
      ['period=26', 'period'],
      ['start_date=2026-02-30', 'start_date'],
      ['end_date=tomorrow', 'end_date'],
      ['start_date=2026-02-02&end_date=2026-02-01', 'start_date'],
      ['start_date=2024-01-01&end_date=2025-01-01', 'end_date'],
      ['granularity=weekly', 'granularity'],
      ['period=2026-02&granularity=hourly', 'granularity'],
      ['start_date=2026-02-01&end_date=2026-02-08&granularity=hourly', 'granularity'],
      ['format=exe', 'format'],
      ['format=pdf&format=md', 'format'],
    ];
    for (const [query, field] of wrong) {
      const response = await ask(`?${query}`);
      const body = (await response.json()) as { error: string; details: { field: string } };
      expect([query, response.status, body.error, body.details.field]).toEqual([query, 400, 'invalid_request', field]);
    }
  });

  test('at the edge of what is allowed are taken', async () => {
    expect((await usage('?start_date=2024-01-01&end_date=2024-12-31')).daily_breakdown).toHaveLength(366);
    expect(
      (await usage('?start_date=2026-02-01&end_date=2026-02-07&granularity=hourly')).hourly_breakdown,
    ).toHaveLength(168);
    expect((await usage('?period=')).period.type).toBe('monthly');
    expect((await usage('?period=9999-12')).daily_breakdown).toEqual([]);
    expect((await usage('?unknown=1')).usage['total_conversions']).toBe(4);
  });
});

test('a key without the scope usage is 403, none at all is 401', async () => {
  const refused = await ask('', reader);
  expect([refused.status, ((await refused.json()) as { details: { code: string } }).details.code]).toEqual([
    403,
    'AUTH_002',
  ]);
  expect((await fetch(`${server.url}/api/v1/usage`)).status).toBe(401);
});

test('one more conversion moves every book by exactly one', async () => {
  const before = await usage();
  await convert(pro, '# Three', 'e.md', 200);
  const after = await usage();
  expect(Number(after.usage['total_conversions']) - Number(before.usage['total_conversions'])).toBe(1);
  expect(Number(after.usage_by_format['md']?.conversions) - Number(before.usage_by_format['md']?.conversions)).toBe(1);
  expect(Number(after.daily_breakdown.at(-1)?.conversions) - Number(before.daily_breakdown.at(-1)?.conversions)).toBe(
    1,
  );
  const used = 'monthly_conversions_used';
  expect(Number(after.api_limits[used]) - Number(before.api_limits[used])).toBe(1);
});
