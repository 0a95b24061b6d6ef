// The ring of seconds remembers exactly the last minute.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTraffic } from './traffic.ts';

const request = { route: '/api/v1/convert', method: 'POST' };

test('the figures are those of the requests of the last sixty seconds', () => {
  const step = fc.record({
    after: fc.integer({ min: 0, max: 20_000 }),
    status: fc.constantFrom(200, 404, 422, 500, 503),
    ms: fc.integer({ min: 0, max: 5000 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let now = 0;
      const traffic = createTraffic({ now: () => now, monotonic: () => now });
      const noted: { second: number; status: number; ms: number }[] = [];
      for (const { after, status, ms } of steps) {
        now += after;
        traffic.note({ ...request, status, ms });
        noted.push({ second: Math.floor(now / 1000), status, ms });
      }
      const kept = noted.filter(({ second }) => second > Math.floor(now / 1000) - 60);
      const faults = kept.filter(({ status }) => status >= 500).length;
      const { requestsPerMinute, meanMs, successRate } = traffic.summary();
      expect(requestsPerMinute).toBe(kept.length);
      expect(meanMs).toBe(kept.length === 0 ? null : kept.reduce((sum, { ms }) => sum + ms, 0) / kept.length);
      expect(successRate).toBeCloseTo(kept.length === 0 ? 1 : 1 - faults / kept.length, 12);
    }),
  );
});

test('health checks and event streams are observed but do not count', () => {
  const observed: string[] = [];
  const clock = { now: () => 0, monotonic: () => 0 };
  const traffic = createTraffic(clock, ({ route }) => observed.push(route));
  const watching = ['/health', '/api/v1/health', '/health/public', '/api/v1/status/:job_id/events'];
  for (const route of watching) traffic.note({ route, method: 'GET', status: 503, ms: 9999 });
  expect(observed).toEqual(watching);
  expect(traffic.summary()).toMatchObject({ requestsPerMinute: 0, successRate: 1 });
});

test('open connections are counted', () => {
  const traffic = createTraffic({ now: () => 0, monotonic: () => 0 });
  traffic.opened();
  traffic.opened();
  traffic.closed();
  expect(traffic.summary().connections).toBe(1);
});
