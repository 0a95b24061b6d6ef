// States of health change only on two equal findings in a row, the worst service wins, and nothing internal is told.
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHealth, type Probe, type ServiceName, serviceNames } from './health.ts';
import { type HealthStatus, healthStatuses, type Standing, standingAfter, worstOf } from './health-standing.ts';
import { createTraffic } from './traffic.ts';

const status = fc.constantFrom(...healthStatuses);

test('a state changes exactly when two findings in a row say so', () => {
  fc.assert(
    fc.property(fc.array(status, { minLength: 1, maxLength: 30 }), (found) => {
      let standing: Standing | undefined;
      let before: HealthStatus | undefined;
      let expected: HealthStatus | undefined;
      for (const one of found) {
        standing = standingAfter(standing, one);
        if (expected === undefined) expected = one === 'degraded' ? 'healthy' : one;
        else if (one === before) expected = one;
        // A finding equal to the state keeps it, whatever was found in between.
        expect(standing.status).toBe(expected);
        before = one;
      }
    }),
  );
});

test('the worst service wins', () => {
  fc.assert(
    fc.property(fc.array(status), (all) => {
      const expected = all.includes('unhealthy') ? 'unhealthy' : all.includes('degraded') ? 'degraded' : 'healthy';
      expect(worstOf(all)).toBe(expected);
    }),
  );
});

/** A board whose parts do what the test says, on a clock that the test moves. */
function board(patienceMs = 50) {
  let now = 1_000_000;
  const say = new Map<ServiceName, 'fine' | 'badly' | 'fail' | 'hang'>();
  let looks = 0;
  const probe = (name: ServiceName): Probe => ({
    unknown: { ms: null },
    failing: `${name} is down.`,
    async look() {
      looks += 1;
      const how = say.get(name) ?? 'fine';
      if (how === 'hang') await new Promise(() => undefined);
      if (how === 'fail') throw new Error('/secret/path exploded');
      return { facts: { ms: 1 }, issues: how === 'badly' ? [`${name} is slow.`] : [] };
    },
  });
  const clock = { now: () => now, monotonic: () => now };
  const logged: unknown[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (facts: unknown) => void logged.push(facts) };
  const health = createHealth(
    {
      probes: Object.fromEntries(serviceNames.map((name) => [name, probe(name)])) as Record<ServiceName, Probe>,
      traffic: createTraffic(clock),
      regions: { report: (own) => new Map([['here', own]]), start: () => undefined, stop: () => undefined },
      load: () => ({ load: 0.5, latencyMs: 2 }),
      maintenance: [],
      clock,
      log,
    },
    { againMs: 1, patienceMs },
  );
  return {
    health,
    say,
    logged,
    looks: () => looks,
    later: (ms = 1001) => {
      now += ms;
    },
  };
}

describe('the report', () => {
  test('has every service with its figures when all is well, and no alert', async () => {
    const { health } = board();
    const report = await health.report();
    expect(report).toMatchObject({ status: 'healthy', alerts: [], load: 0.5 });
    expect([...report.services.keys()]).toEqual([...serviceNames]);
    expect(report.services.get('database')).toMatchObject({ status: 'healthy', facts: { ms: 1 }, issues: [] });
    expect(report.regions.get('here')).toEqual({ status: 'healthy', load: 0.5, latencyMs: 2 });
  });

  test('is unhealthy at once when a part fails twice, with a critical alert that tells nothing internal', async () => {
    const { health, say, later, logged } = board();
    await health.report();
    say.set('database', 'fail');
    later();
    const report = await health.report();
    expect(report.status).toBe('unhealthy');
    expect(report.services.get('database')).toMatchObject({ error: 'database is down.', facts: { ms: null } });
    expect(report.alerts).toEqual([{ severity: 'critical', message: 'database is down.', at: 1_001_001 }]);
    expect(JSON.stringify([...report.services])).not.toContain('secret');
    expect(logged).toHaveLength(2);
  });

  test('is degraded with a warning only on the second slow answer, and the alert keeps its time', async () => {
    const { health, say, later } = board();
    await health.report();
    say.set('storage', 'badly');
    later();
    expect((await health.report()).status).toBe('healthy');
    later();
    const second = await health.report();
    later();
    const third = await health.report();
    const alert = { severity: 'warning', message: 'storage is slow.', at: 1_002_002 };
    expect([second.status, second.alerts]).toEqual(['degraded', [alert]]);
    expect(third.alerts).toEqual([alert]);
  });

  test('does not flap on one failure between successes', async () => {
    const { health, say, later } = board();
    await health.report();
    say.set('database', 'fail');
    later();
    const looking = health.report();
    // Between the first look and the one that must confirm it.
    await Promise.resolve();
    say.set('database', 'fine');
    expect((await looking).status).toBe('healthy');
    expect(health.changes().map(({ to }) => to)).toEqual(serviceNames.map(() => 'healthy'));
  });

  test('recovers, and keeps the changes with their reasons', async () => {
    const { health, say, later } = board();
    await health.status();
    say.set('storage', 'fail');
    later();
    expect(await health.status()).toBe('unhealthy');
    say.set('storage', 'fine');
    later();
    expect(await health.status()).toBe('unhealthy');
    later();
    expect(await health.status()).toBe('healthy');
    expect(health.changes().slice(serviceNames.length)).toMatchObject([
      { service: 'storage', from: 'healthy', to: 'unhealthy', reason: 'storage is down.' },
      { service: 'storage', from: 'unhealthy', to: 'healthy' },
    ]);
  });

  test('keeps no more than a hundred changes', async () => {
    const { health, say, later } = board();
    for (let round = 0; round < 240; round += 1) {
      say.set('storage', Math.floor(round / 2) % 2 === 0 ? 'fine' : 'badly');
      later();
      await health.status();
    }
    expect(health.changes()).toHaveLength(100);
  });
});

test('a part that hangs is unhealthy after its patience, and is not asked again while it hangs', async () => {
  const { health, say, later, looks } = board(20);
  await health.status();
  say.set('storage', 'hang');
  later();
  expect(await health.status()).toBe('unhealthy');
  const before = looks();
  later();
  await health.status();
  expect(looks() - before).toBe(serviceNames.length - 1);
});

test('within a second everybody gets the same findings', async () => {
  const { health, looks, later } = board();
  await Promise.all([health.status(), health.report(), health.status()]);
  await pause(1);
  later(900);
  await health.status();
  expect(looks()).toBe(serviceNames.length);
  later(200);
  await health.status();
  expect(looks()).toBe(2 * serviceNames.length);
});
