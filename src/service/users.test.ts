// People who sign in, on a real database: who gets in, who does not, and how old hashes grow stronger.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccounts } from '../storage/accounts.ts';
import type { Db } from '../storage/db.ts';
import { openLibsql } from '../storage/libsql.ts';
import { migrate } from '../storage/migrate.ts';
import { migrations } from '../storage/migrations.ts';
import type { Schema } from '../storage/schema.ts';
import { createUserRows, type UserRows } from '../storage/users.ts';
import { ensureAccount } from './accounts.ts';
import { createPasswords } from './passwords.ts';
import { createUsers, type Users } from './users.ts';

const folder = mkdtempSync(join(tmpdir(), 'docmill-users-'));
const clock = { time: 1_800_000_000_000, now: () => clock.time, monotonic: () => 0 };
const cheap = { logN: 4, r: 8, p: 1 };
let db: Db<Schema>;
let rows: UserRows;
let users: Users;
let accountId: string;

beforeAll(async () => {
  db = await openLibsql<Schema>({ path: join(folder, 'users.db') });
  await migrate(db, migrations);
  rows = createUserRows(db);
  users = createUsers({ rows, clock, passwords: createPasswords(cheap) });
  accountId = (await ensureAccount(createAccounts(db), 'house', 'pro', clock)).account.id;
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const add = (email: string, password = 'correct horse') => users.create({ accountId, email, password, role: 'owner' });

test('a user signs in with any spelling of the address and the one password', async () => {
  const made = await add(' Ada@Example.org ');
  expect(made).toMatchObject({ email: 'ada@example.org', role: 'owner', account_id: accountId, last_login_at: null });
  clock.time += 5000;
  expect(await users.authenticate('ADA@example.org', 'correct horse')).toMatchObject({
    id: made.id,
    last_login_at: clock.time,
  });
  for (const [email, password] of [
    ['ada@example.org', 'correct horse '],
    ['ada@example.org', ''],
    ['bob@example.org', 'correct horse'],
    ['', ''],
  ] as const) {
    expect(await users.authenticate(email, password)).toBeUndefined();
  }
});

test('no password and no hash leaves the service', async () => {
  await add('shown@example.org');
  const shown = [
    await users.list(),
    await users.find('shown@example.org'),
    await users.authenticate('shown@example.org', 'correct horse'),
  ];
  expect(JSON.stringify(shown)).toContain('shown@example.org');
  expect(JSON.stringify(shown)).not.toMatch(/scrypt|correct horse|password_hash/);
});

test('an address belongs to one user, also when two ask at once', async () => {
  const tries = await Promise.allSettled([
    add('twice@example.org'),
    add('TWICE@example.org'),
    add('twice@example.org'),
  ]);
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  await expect(add('twice@example.org')).rejects.toMatchObject({ code: 'REQUEST_001', field: 'email' });
});

test.each(['', 'ada', '@', 'a@', '@b', 'a b@c', 'a@b@c', `${'x'.repeat(251)}@b.c`])(
  '%j is no address',
  async (email) => {
    await expect(add(email)).rejects.toMatchObject({ code: 'REQUEST_001', field: 'email' });
  },
);

test('a changed password works and the old one does not', async () => {
  const { id } = await add('change@example.org');
  await expect(users.changePassword(id, 'short')).rejects.toMatchObject({ field: 'password' });
  expect(await users.changePassword(id, 'battery staple')).toBe(true);
  expect(await users.authenticate('change@example.org', 'correct horse')).toBeUndefined();
  expect(await users.authenticate('change@example.org', 'battery staple')).toMatchObject({ id });
  expect(await users.remove(id)).toBe(true);
  expect([await users.remove(id), await users.changePassword(id, 'battery staple')]).toEqual([false, false]);
  expect(await users.authenticate('change@example.org', 'battery staple')).toBeUndefined();
});

test('a sign-in makes an old hash stronger and stays possible', async () => {
  await add('old@example.org');
  const raised = createUsers({ rows, clock, passwords: createPasswords({ ...cheap, logN: 5 }) });
  expect(await raised.authenticate('old@example.org', 'wrong horse')).toBeUndefined();
  expect((await rows.findByEmail('old@example.org'))?.password_hash).toContain('$ln=4,');
  expect(await raised.authenticate('old@example.org', 'correct horse')).toBeDefined();
  expect((await rows.findByEmail('old@example.org'))?.password_hash).toContain('$ln=5,');
  expect(await raised.authenticate('old@example.org', 'correct horse')).toBeDefined();
});

test('a password that was changed during a sign-in is not put back', async () => {
  const { id } = await add('race@example.org');
  const before = (await rows.findByEmail('race@example.org'))?.password_hash ?? '';
  await users.changePassword(id, 'battery staple');
  await rows.strengthen(id, before, 'stale');
  expect(await users.authenticate('race@example.org', 'battery staple')).toMatchObject({ id });
});
