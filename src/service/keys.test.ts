// API keys on a real database: their form, what is stored of them, and every reason to refuse one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { type Accounts, createAccounts } from '../storage/accounts.ts';
import type { Db } from '../storage/db.ts';
import { openLibsql } from '../storage/libsql.ts';
import { migrate } from '../storage/migrate.ts';
import { migrations } from '../storage/migrations.ts';
import type { Schema } from '../storage/schema.ts';
import { ensureAccount, firstKey } from './accounts.ts';
import { createKeys, hashKey } from './keys.ts';

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
  const principal = await keys.authenticate(key, '192.0.2.1');
  expect(principal).toMatchObject({ accountId: account.id, keyId: row.id, plan: { name: 'pro' } });
  expect([...principal.scopes]).toEqual(['convert', 'read', 'usage']);
});

test('missing, mistyped, unknown, expired and revoked keys are 401', async () => {
  const { account, keys } = await freshKeys('refused');
  const { key } = await keys.create(account.id, { name: 'Short', expiresAt: now + 1000 });
  const { key: revoked, row } = await keys.create(account.id, { name: 'Gone' });
  await keys.authenticate(revoked, '192.0.2.1');
  expect(await keys.revoke(account.id, row.id)).toBe('Gone');
  now += 2000;
  const other = createKeys(accounts, clock, () => new Uint8Array(32).fill(7));
  const { key: unknown } = await other.create(account.id, { name: 'Other' });
  await db.write((tx) => tx.deleteFrom('api_keys').where('hash', '=', hashKey(unknown)).execute());
  const typo = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
  for (const bad of [undefined, '', 'x', typo, unknown, key, revoked]) {
    await expect(keys.authenticate(bad, '192.0.2.1')).rejects.toMatchObject({ code: 'AUTH_001', status: 401 });
  }
});

test('a key revoked by another process is refused within a second', async () => {
  const { account, keys } = await freshKeys('elsewhere');
  const { key, row } = await keys.create(account.id, { name: 'Test' });
  await keys.authenticate(key, '192.0.2.1');
  await keys.authenticate(key, '192.0.2.1');
  await accounts.revokeKey(account.id, row.id, now);
  ticks += 1000;
  await expect(keys.authenticate(key, '192.0.2.1')).rejects.toMatchObject({ code: 'AUTH_001' });
});

test('the allow-list and the subscription are 403', async () => {
  const { account, keys } = await freshKeys('listed');
  const { key } = await keys.create(account.id, { name: 'Office', allowList: ['192.0.2.0/24', '2001:db8::/32'] });
  await keys.authenticate(key, '192.0.2.77');
  await keys.authenticate(key, '::ffff:192.0.2.77');
  await keys.authenticate(key, '2001:db8::1');
  for (const address of ['192.0.3.1', '2001:db9::1', 'nonsense']) {
    await expect(keys.authenticate(key, address)).rejects.toMatchObject({ code: 'IP_001', status: 403 });
  }
  await expect(keys.create(account.id, { name: 'Bad', allowList: ['192.0.2.0'] })).rejects.toMatchObject({
    status: 400,
  });
  await db.write((tx) =>
    tx.updateTable('accounts').set({ subscription: 'expired' }).where('id', '=', account.id).execute(),
  );
  ticks += 1000;
  await expect(keys.authenticate(key, '192.0.2.77')).rejects.toMatchObject({ code: 'PLAN_001' });
});

test('only the very first start gets a first key', async () => {
  const keys = createKeys(accounts, clock);
  const first = await Promise.all([firstKey(accounts, keys, clock), firstKey(accounts, keys, clock)]);
  expect(first.filter((key) => key !== undefined)).toHaveLength(1);
  expect(await firstKey(accounts, keys, clock)).toBeUndefined();
});
