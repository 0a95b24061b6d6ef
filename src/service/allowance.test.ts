// Exactly as many requests per minute as the plan says, counted in memory and in the database by one suite.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plans } from '../core/plan.ts';
import type { Db } from '../storage/db.ts';
import { openLibsql } from '../storage/libsql.ts';
import { migrate } from '../storage/migrate.ts';
import { migrations } from '../storage/migrations.ts';
import { takeInDatabase } from '../storage/rate-windows.ts';
import type { Schema } from '../storage/schema.ts';
import { createAllowance, type TakeRequest, takeInMemory } from './allowance.ts';
import type { Principal } from './keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'docmill-allowance-'));
let db: Db<Schema>;
beforeAll(async () => {
  db = await openLibsql<Schema>({ path: join(folder, 'rates.db') });
  await migrate(db, migrations);
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const minute = Date.UTC(2026, 10, 15, 12);
const caller = (accountId: string, requestsPerMinute = 100): Principal => ({
  accountId,
  keyId: 'key',
  plan: { ...plans.starter, requestsPerMinute },
  scopes: new Set(),
});

describe.each<[string, () => TakeRequest]>([
  ['in memory', takeInMemory],
  ['in the database', () => takeInDatabase(db)],
])('requests counted %s', (where, makeTake) => {
  function at(start: number) {
    const clock = { time: start, now: () => clock.time, monotonic: () => clock.time };
    return { clock, allowance: createAllowance(makeTake(), clock) };
  }

  test('of 250 at once in a minute, 100 pass; in the next minute 100 again', async () => {
    const { clock, allowance } = at(minute + 100);
    for (let window = 0; window < 3; window += 1) {
      const tries = await Promise.allSettled(
        Array.from({ length: 250 }, () => allowance.request(caller(`exact ${where}`))),
      );
      expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(100);
      clock.time += 60_000;
    }
  });

  test('what is left goes down one by one, and the reset is right to the second', async () => {
    const { clock, allowance } = at(minute + 22_001);
    const who = caller(`countdown ${where}`, 3);
    expect(await allowance.request(who)).toEqual({ limit: 3, remaining: 2, resetSeconds: 38 });
    clock.time = minute + 22_000;
    expect(await allowance.request(who)).toMatchObject({ remaining: 1, resetSeconds: 38 });
    clock.time = minute + 59_999;
    expect(await allowance.request(who)).toMatchObject({ remaining: 0, resetSeconds: 1 });
    await expect(allowance.request(who)).rejects.toMatchObject({
      code: 'RATE_001',
      facts: { limit: 3, remaining: 0, retryAfter: 1, resetTime: new Date(minute + 60_000).toISOString() },
    });
    clock.time = minute + 60_000;
    expect(await allowance.request(who)).toMatchObject({ remaining: 2, resetSeconds: 60 });
  });

  test('accounts do not share', async () => {
    const { allowance } = at(minute);
    await allowance.request(caller(`one ${where}`, 1));
    await expect(allowance.request(caller(`one ${where}`, 1))).rejects.toMatchObject({ code: 'RATE_001' });
    expect(await allowance.request(caller(`two ${where}`, 1))).toMatchObject({ remaining: 0 });
  });
});

test('a node whose clock is behind opens no window again', async () => {
  const take = takeInDatabase(db);
  expect(await take('late', minute + 60_000, 2)).toBe(1);
  expect(await take('late', minute, 2)).toBe(2);
  expect(await take('late', minute, 2)).toBeUndefined();
});

test('a plan holds so many conversions open, and a place is given back once', () => {
  const allowance = createAllowance(takeInMemory(), { now: () => minute, monotonic: () => 0 });
  const done = Array.from({ length: 5 }, () => allowance.conversion(caller('busy')));
  expect(() => allowance.conversion(caller('busy'))).toThrow(expect.objectContaining({ code: 'RATE_004' }));
  expect(() => allowance.conversion(caller('other'))).not.toThrow();
  done[0]?.();
  done[0]?.();
  allowance.conversion(caller('busy'));
  expect(() => allowance.conversion(caller('busy'))).toThrow(expect.objectContaining({ code: 'RATE_004' }));
});

test('an address that tries wrong keys has to wait for the next minute', () => {
  const clock = { time: minute, now: () => clock.time, monotonic: () => 0 };
  const allowance = createAllowance(takeInMemory(), clock);
  for (let tries = 0; tries < 60; tries += 1) {
    expect(allowance.isSuspect('192.0.2.1')).toBe(false);
    allowance.wrongKey('192.0.2.1');
  }
  expect(allowance.isSuspect('192.0.2.1')).toBe(true);
  expect(allowance.overWrongKeys()).toMatchObject({ code: 'RATE_001', facts: { limit: 60, retryAfter: 60 } });
  expect(allowance.isSuspect('192.0.2.2')).toBe(false);
  clock.time += 60_000;
  expect(allowance.isSuspect('192.0.2.1')).toBe(false);
});
