// Limits under a rush over four processes: a minute has exactly its requests, and the last unit of a quota is taken once
// (scorecard, rows 28 and 29).
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { systemClock } from '../../src/core/clock.ts';
import { ensureAccount } from '../../src/service/accounts.ts';
import type { RunningServer } from '../support/server.ts';
import { discrepancies, drained } from './books.ts';
import type { Finding } from './finding.ts';
import { openStoreSet, type StoreName, type StoreSet } from './store-sets.ts';

const perMinute = 100;
const clients = 50;
const submissions = 200;
const minute = 60_000;
/** The rush of one window must end within it. */
const rushMs = 20_000;

export async function holdLimits(store: StoreName, windows: number): Promise<Finding[]> {
  const set = await openStoreSet(store);
  try {
    // Row 29 asks for two hundred at once: neither the minute nor the plan's own width may refuse them first.
    const plans = { pro: { requestsPerMinute: 100_000, concurrentConversions: 1000 } };
    const env = { PLANS: JSON.stringify(plans), SYNC_WAIT_MS: '0' };
    const first = await set.start('api', env);
    const others = await Promise.all([1, 2, 3].map(() => set.start('api', env)));
    const apis = [first, ...others];
    return [await rateLimit(set, apis, windows), await lastUnit(set, apis)];
  } finally {
    await set.close();
  }
}

async function rateLimit(set: StoreSet, apis: readonly RunningServer[], windows: number): Promise<Finding> {
  const key = await keyOf(set, 'minute', 'starter', ['read', 'usage']);
  const problems: string[] = [];
  const passed: number[] = [];
  let worstSeconds = 0;
  for (let window = 0; window < windows; window += 1) {
    const left = minute - (Date.now() % minute);
    // A fresh minute for every window after the first, and time enough in it.
    if (window > 0 || left < rushMs) await pause(left + 20);
    const end = Math.ceil((Date.now() + 1) / minute) * minute;
    let allowed = 0;
    let asked = 0;
    const client = async (own: number): Promise<void> => {
      for (let turn = 0; turn < 4; turn += 1) {
        const target = apis[(own + turn) % apis.length];
        if (target === undefined) continue;
        const before = Date.now();
        const response = await fetch(`${target.url}/api/v1/usage`, { headers: { 'x-api-key': key } });
        await response.arrayBuffer();
        asked += 1;
        if (response.status === 200) allowed += 1;
        else if (response.status === 429) {
          const told = Number(response.headers.get('retry-after'));
          // Between when it was asked and when it was answered, to the second.
          const off = Math.max((end - Date.now()) / 1000 - told, told - (end - before) / 1000);
          worstSeconds = Math.max(worstSeconds, off);
          if (off > 1) problems.push(`Retry-After ${told} with ${(end - before) / 1000} s left`);
        } else problems.push(`status ${response.status}`);
      }
    };
    await Promise.all(Array.from({ length: clients }, (_, own) => client(own)));
    if (Date.now() >= end) problems.push('the machine was too slow: the rush went beyond its minute');
    if (allowed !== perMinute) problems.push(`${allowed} of ${asked} passed in one minute`);
    passed.push(allowed);
  }
  const figure = `${windows} windows, ${[...new Set(passed)].join('/')} passed in each, Retry-After off by at most ${Math.max(0, worstSeconds).toFixed(2)} s`;
  return { row: 28, test: 'rate limit, 50 clients, 4 API processes', store: set.name, problems, figure };
}

async function lastUnit(set: StoreSet, apis: readonly RunningServer[]): Promise<Finding> {
  const key = await keyOf(set, 'last unit', 'pro', ['convert', 'read', 'usage']);
  const today = new Date().toISOString();
  await set.inStore(async ({ db, accounts, plans }) => {
    const account = await accounts.findByName('last unit');
    const used = plans.pro.dailyConversions - 1;
    const counters = { quota_day: today.slice(0, 10), day_used: used, quota_month: today.slice(0, 7), month_used: 0 };
    await db.write((tx) =>
      tx
        .updateTable('tenants')
        .set(counters)
        .where('account_id', '=', account?.id ?? '')
        .execute(),
    );
  });
  const answers = await Promise.all(
    Array.from({ length: submissions }, async (_, index) => {
      const response = await fetch(`${apis[index % apis.length]?.url}/api/v1/convert?filename=a.txt`, {
        method: 'POST',
        body: `Unit ${index}`,
        headers: { 'x-api-key': key, 'content-type': 'text/plain', prefer: 'respond-async' },
      });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  const accepted = answers.filter((status) => status < 300).length;
  const odd = answers.filter((status) => status >= 300 && status !== 429);
  await set.start('worker');
  const stuck = await drained(set, 60_000);
  const jobs = await set.inStore(async ({ db }) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from jobs join accounts on accounts.id = account_id
                                              where accounts.name = 'last unit'`.execute(db.reader);
    return Number(rows[0]?.n ?? -1);
  });
  const problems = [
    ...(accepted === 1 ? [] : [`${accepted} accepted`]),
    ...(jobs === accepted ? [] : [`${jobs} jobs for ${accepted} answers`]),
    ...odd.map((status) => `status ${status}`),
    ...(stuck === 0 ? [] : [`stuck: ${stuck}`]),
    ...(await discrepancies(set)),
  ];
  const figure = `${accepted} of ${submissions} accepted, ${jobs} in the table`;
  return { row: 29, test: 'one quota unit left, 200 at once, 4 API processes', store: set.name, problems, figure };
}

function keyOf(
  set: StoreSet,
  account: string,
  plan: 'starter' | 'pro',
  scopes: readonly ('convert' | 'read' | 'usage')[],
): Promise<string> {
  return set.inStore(async (store) => {
    const { account: row } = await ensureAccount(store.accounts, account, plan, systemClock);
    return (await store.keys.create(row.id, { name: 'Test', scopes })).key;
  });
}
