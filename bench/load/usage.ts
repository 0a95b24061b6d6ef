// How long a usage report takes over a year of a million conversions, by ten keys in twenty formats on every day.
// Usage: npx tsx bench/load/usage.ts [RECORDS]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { plans } from '../../src/core/plan.ts';
import { scopes } from '../../src/service/keys.ts';
import { createUsage } from '../../src/service/usage.ts';
import { createAccounts } from '../../src/storage/accounts.ts';
import { openLibsql } from '../../src/storage/libsql.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { migrations } from '../../src/storage/migrations.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { createUsageSums } from '../../src/storage/usage.ts';

const records = Number(process.argv[2] ?? 1_000_000);
const days = 365;
const keys = 10;
const formats = 'pdf docx pptx xlsx csv json xml html epub msg txt md png jpg gif bmp webp mp3 wav tiff'.split(' ');
const start = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;
const now = start + days * dayMs - 1;
const roundsEach = 15;

const folder = mkdtempSync(join(tmpdir(), 'docmill-bench-usage-'));
// Filling takes longer than a unit of the service may.
const limits = { unitMilliseconds: 600_000 };
const db = await openLibsql<Schema>({ path: join(folder, 'usage.db'), limits });
try {
  await migrate(db, migrations);
  const accounts = createAccounts(db);
  const account = { id: 'a', name: 'a', plan: 'scale', subscription: 'active', billing_cycle: 'monthly' } as const;
  await accounts.create({ ...account, created_at: start }, 100);
  await fill();
  const usage = createUsage({
    sums: createUsageSums(db),
    account: accounts.find,
    clock: { now: () => now, monotonic: () => now },
  });
  const principal = { accountId: 'a', keyId: 'k0', plan: plans.scale, scopes: new Set<string>(scopes) };
  const questions = {
    'a year': { period: '2026' },
    'a year by day': { startDate: '2026-01-01', endDate: '2026-12-31' },
    'a year by day, one format': { startDate: '2026-01-01', endDate: '2026-12-31', format: 'pdf' },
    'this month': {},
    'a week by hour': { startDate: '2026-12-25', endDate: '2026-12-31', granularity: 'hourly' },
  };
  const rows: Record<string, unknown>[] = [];
  for (const [name, query] of Object.entries(questions)) {
    const times: number[] = [];
    let total = 0;
    const cpuBefore = process.cpuUsage();
    for (let round = 0; round < roundsEach; round += 1) {
      const began = performance.now();
      total = (await usage.report(principal, query)).total.conversions;
      times.push(performance.now() - began);
    }
    // On a machine that is busy with other things, the processor's own time is the truer figure.
    const cpu = process.cpuUsage(cpuBefore);
    const cpuMs = Math.round((cpu.user + cpu.system) / 100 / roundsEach) / 10;
    times.sort((one, other) => one - other);
    const at = (share: number): number => Math.round((times[Math.floor(share * (times.length - 1))] ?? 0) * 10) / 10;
    rows.push({ report: name, conversions: total, 'median ms': at(0.5), 'worst ms': at(1), 'mean cpu ms': cpuMs });
  }
  console.table(rows);
  console.log(JSON.stringify({ bench: 'usage', records, rows }));
} finally {
  await db.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Written by the database itself from a row of numbers: a million inserts from here would take minutes. */
async function fill(): Promise<void> {
  await db.write((tx) =>
    sql`
      with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${sql.lit(records)})
      insert into usage_records
        (job_id, account_id, key_id, ended_at, format, succeeded, failure_code, pages, file_bytes, processing_ms)
      select printf('%032x', i), 'a', 'k' || (i % ${sql.lit(keys)}),
        ${sql.lit(start)} + i * ${sql.lit(days * dayMs)} / ${sql.lit(records)},
        (select value from json_each(${JSON.stringify(formats)}) where key = (i / ${sql.lit(keys)}) % ${sql.lit(formats.length)}),
        i % 50 <> 0, case when i % 50 = 0 then 'CORRUPTED_FILE' end, i % 30, 1000 + i % 100000, 20 + i % 900
      from n
    `.execute(tx),
  );
  await db.write((tx) =>
    sql`
      insert into usage_days
        (account_id, day, format, key_id, conversions, successes, pages, file_bytes, processing_ms)
      select account_id, strftime('%Y-%m-%d', ended_at / 1000, 'unixepoch'), format, key_id,
        count(*), sum(succeeded), sum(pages), sum(file_bytes), sum(processing_ms)
      from usage_records group by 1, 2, 3, 4
    `.execute(tx),
  );
}
