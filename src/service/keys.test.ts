// API keys on a real database: their form, what is stored of them, and every reason to refuse one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { plans } from '../core/plan.ts';
import { type Accounts, createAccounts } from '../storage/accounts.ts';
import type { Db } from '../storage/db.ts';
import { openLibsql } from '../storage/libsql.ts';
import { migrate } from '../storage/migrate.ts';
import { migrations } from '../storage/migrations.ts';
import type { Schema } from '../storage/schema.ts';
import { ensureAccount, firstKey } from './accounts.ts';
import { checkPermission, createKeys, hashKey, type Keys, type Scope } from './keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'docmill-keys-'));
let db: Db<Schema>;
let accounts: Accounts;
let now = 1_800_000_000_000;
let ticks = 0;
const clock = { now: () => now, monotonic: () => ticks };

beforeAll(async () => {
  db = await openLibsql<Schema>({ path: join(folder, 'keys.db') });
  await migrate(db, migrations);
  accounts = createAccounts(db);
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

async function use(keys: Keys, key: string | undefined, address = '192.0.2.1', scope: Scope | 'any' = 'any') {
  const identity = await keys.identify(key);
  checkPermission(identity, address, scope);
  return identity;
}

async function freshKeys(name: string) {
  const { account } = await ensureAccount(accounts, name, 'pro', systemClock);
  return { account, keys: createKeys(accounts, clock) };
}

test('a key has its form, is found by its hash and is stored nowhere', async () => {
  const { account, keys } = await freshKeys('form');
  const { key, row } = await keys.create(account.id, { name: 'Test' });
  expect(key).toMatch(/^dm_live_[0-9A-Za-z]{49}$/);
  expect(row.hash).toBe(hashKey(key));
  expect(JSON.stringify(await keys.list(account.id))).not.toContain(key.slice(20));
  const principal = await use(keys, key, '192.0.2.1');
  expect(principal).toMatchObject({ accountId: account.id, keyId: row.id, plan: { name: 'pro' } });
  expect([...principal.scopes]).toEqual(['convert', 'read', 'usage']);
});

test('missing, mistyped, unknown, expired and revoked keys are 401', async () => {
  const { account, keys } = await freshKeys('refused');
  const { key } = await keys.create(account.id, { name: 'Short', expiresAt: now + 1000 });
  const { key: revoked, row } = await keys.create(account.id, { name: 'Gone' });
  await use(keys, revoked, '192.0.2.1');
  expect(await keys.revoke(account.id, row.id)).toBe('Gone');
  now += 2000;
  const other = createKeys(accounts, clock, undefined, () => new Uint8Array(32).fill(7));
  const { key: unknown } = await other.create(account.id, { name: 'Other' });
  await db.write((tx) => tx.deleteFrom('api_keys').where('hash', '=', hashKey(unknown)).execute());
  const typo = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
  for (const bad of [undefined, '', 'x', typo, unknown, key, revoked]) {
    await expect(use(keys, bad, '192.0.2.1')).rejects.toMatchObject({ code: 'AUTH_001', status: 401 });
  }
});

test('a key revoked by another process is refused within a second', async () => {
  const { account, keys } = await freshKeys('elsewhere');
  const { key, row } = await keys.create(account.id, { name: 'Test' });
  await use(keys, key, '192.0.2.1');
  await use(keys, key, '192.0.2.1');
  await accounts.revokeKey(account.id, row.id, now);
  ticks += 1000;
  await expect(use(keys, key, '192.0.2.1')).rejects.toMatchObject({ code: 'AUTH_001' });
});

test('the allow-list and the subscription are 403', async () => {
  const { account, keys } = await freshKeys('listed');
  const { key } = await keys.create(account.id, { name: 'Office', allowList: ['192.0.2.0/24', '2001:db8::/32'] });
  await use(keys, key, '192.0.2.77');
  await use(keys, key, '::ffff:192.0.2.77');
  await use(keys, key, '2001:db8::1');
  for (const address of ['192.0.3.1', '2001:db9::1', 'nonsense']) {
    await expect(use(keys, key, address)).rejects.toMatchObject({ code: 'IP_001', status: 403 });
  }
  await expect(keys.create(account.id, { name: 'Bad', allowList: ['192.0.2.0'] })).rejects.toMatchObject({
    status: 400,
  });
  await db.write((tx) =>
    tx.updateTable('accounts').set({ subscription: 'expired' }).where('id', '=', account.id).execute(),
  );
  ticks += 1000;
  await expect(use(keys, key, '192.0.2.77')).rejects.toMatchObject({ code: 'PLAN_001' });
});

test('past due reads on but converts nothing; cancelled and expired do nothing', async () => {
  const { account, keys } = await freshKeys('unpaid');
  const { key } = await keys.create(account.id, { name: 'Test' });
  for (const [subscription, allowed] of [
    ['active', ['any', 'convert', 'read', 'usage']],
    ['past_due', ['any', 'read', 'usage']],
    ['cancelled', []],
    ['expired', []],
  ] as const) {
    await accounts.change(account.id, { subscription });
    ticks += 1000;
    const passed: string[] = [];
    for (const scope of ['any', 'convert', 'read', 'usage'] as const) {
      const refusal = await use(keys, key, '192.0.2.1', scope).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refusal === undefined) passed.push(scope);
      else expect(refusal).toMatchObject({ code: 'PLAN_001', facts: { subscription } });
    }
    expect(passed).toEqual(allowed);
  }
});

test('a key is renamed, narrowed and given an end; what is not named stays', async () => {
  const { account, keys } = await freshKeys('changing');
  const { key, row } = await keys.create(account.id, { name: 'Before', allowList: ['192.0.2.0/24'] });
  await use(keys, key, '192.0.2.1', 'convert');
  expect(await keys.change(account.id, row.prefix, { name: 'After', scopes: ['read'] })).toMatchObject({
    name: 'Before',
  });
  await expect(use(keys, key, '192.0.2.1', 'convert')).rejects.toMatchObject({ code: 'AUTH_002' });
  await expect(use(keys, key, '192.0.3.1', 'read')).rejects.toMatchObject({ code: 'IP_001' });
  await keys.change(account.id, row.id, { allowList: null, expiresAt: now + 5000 });
  await use(keys, key, '192.0.3.1', 'read');
  now += 6000;
  await expect(use(keys, key, '192.0.3.1', 'read')).rejects.toMatchObject({ code: 'AUTH_001' });
  await keys.change(account.id, row.id, { expiresAt: null });
  await use(keys, key, '192.0.3.1', 'read');
  expect((await keys.list(account.id))[0]).toMatchObject({ name: 'After', scopes: 'read', allow_list: null });
  const { account: other } = await freshKeys('foreign');
  expect(await keys.change(other.id, row.id, { name: 'Stolen' })).toBeUndefined();
  await keys.revoke(account.id, row.id);
  expect(await keys.change(account.id, row.id, { name: 'Late' })).toBeUndefined();
});

test('a plan with the numbers of the operator is what callers get', async () => {
  const { account, keys: published } = await freshKeys('custom');
  const { key } = await published.create(account.id, { name: 'Test' });
  const custom = { ...plans, pro: { ...plans.pro, requestsPerMinute: 7 } };
  expect((await createKeys(accounts, clock, custom).identify(key)).plan.requestsPerMinute).toBe(7);
});

test('one of many requests at once writes the time of last use, and a failing store refuses nobody', async () => {
  const { account, keys: maker } = await freshKeys('touched');
  const { key } = await maker.create(account.id, { name: 'Test' });
  let touches = 0;
  const keys = createKeys(
    {
      ...accounts,
      touchKey: async () => {
        touches += 1;
        throw new Failure('STORAGE_FULL');
      },
    },
    clock,
  );
  await keys.identify(key);
  await Promise.all(Array.from({ length: 20 }, () => keys.identify(key)));
  expect(touches).toBe(1);
});

test('only the very first start gets a first key', async () => {
  const keys = createKeys(accounts, clock);
  const first = await Promise.all([firstKey(accounts, keys, clock), firstKey(accounts, keys, clock)]);
  expect(first.filter((key) => key !== undefined)).toHaveLength(1);
  expect(await firstKey(accounts, keys, clock)).toBeUndefined();
});

test('requests that come together with one key ask the database once', async () => {
  const { account } = await freshKeys('together');
  let asked = 0;
  const counting: Accounts = {
    ...accounts,
    callerByKeyHash: (hash) => {
      asked += 1;
      return accounts.callerByKeyHash(hash);
    },
  };
  const keys = createKeys(counting, clock);
  const { key, row } = await keys.create(account.id, { name: 'Busy' });
  const all = await Promise.all(Array.from({ length: 20 }, () => keys.identify(key)));
  expect(all.every(({ keyId }) => keyId === row.id)).toBe(true);
  expect(asked).toBe(1);
  await keys.revoke(account.id, row.id);
  await expect(keys.identify(key)).rejects.toMatchObject({ code: 'AUTH_001' });
  expect(asked).toBe(2);
});
