// Health over real HTTP: the full report behind a key, the short one without, and 503 soon after a store is gone.
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Failure } from '../../src/core/failure.ts';
import { createApp } from '../../src/http/app.ts';
import type { Parts } from '../../src/http/parts.ts';
import { healthSchema, publicHealthSchema } from '../../src/http/shapes/health.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const report = async (response: Response) => healthSchema.strict().parse(await response.json());

describe('GET /health', () => {
  test('is the whole report, under both paths', async () => {
    for (const path of ['/health', '/api/v1/health']) {
      const response = await server.fetch(path);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
      const body = await report(response);
      expect(body).toMatchObject({ status: 'healthy', version: '2.1.0', alerts: [] });
      expect(Math.abs(Date.parse(body.timestamp) - Date.now())).toBeLessThan(60_000);
      expect(body.regions).toMatchObject({ local: { status: 'healthy' } });
      expect(body.maintenance).toEqual({ scheduled: false, next_window: null });
      const { storage, database, authentication } = body.services;
      for (const ms of [storage.read_latency_ms, storage.write_latency_ms, database.query_latency_ms]) {
        expect(ms).toBeGreaterThan(0);
      }
      expect(storage.available_space_gb).toBeGreaterThan(0);
      expect(authentication.response_time_ms).toBeGreaterThan(0);
      expect(database.connection_pool_active + database.connection_pool_idle).toBe(2);
    }
  });

  test('has figures of the last minute, without the health checks themselves', async () => {
    const before = await report(await server.fetch('/health'));
    for (let index = 0; index < 3; index += 1) await server.fetch('/api/v1/status');
    await server.fetch('/api/v1/convert', { method: 'POST', body: fileForm('# Text', 'a.md') });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const after = await report(await server.fetch('/health'));
    expect(after.performance.requests_per_minute - before.performance.requests_per_minute).toBe(4);
    expect(after.performance.avg_response_time_ms).toBeGreaterThan(0);
    expect(after.performance.success_rate).toBe(1);
    expect(after.performance.active_connections).toBeGreaterThan(0);
    expect(after.services.api_gateway.response_time_ms).toBeGreaterThan(0);
    expect(after.services.conversion_engine).toMatchObject({ status: 'healthy', queue_size: 0 });
    expect(after.services.conversion_engine.active_workers).toBeGreaterThan(0);
    expect(after.services.conversion_engine.avg_processing_time_ms).toBeGreaterThan(0);
  });

  test('needs a key', async () => {
    for (const path of ['/health', '/api/v1/health']) {
      const response = await fetch(server.url + path);
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([401, 'invalid_api_key']);
    }
  });
});

test('GET /health/public needs none and says little', async () => {
  const response = await fetch(`${server.url}/health/public`);
  expect(response.status).toBe(200);
  expect(publicHealthSchema.strict().parse(await response.json())).toMatchObject({
    status: 'healthy',
    version: '2.1.0',
  });
});

test('a database that is gone is 503 within five seconds, without its whereabouts, and back again after', {
  timeout: 60_000,
}, async () => {
  const parent = mkdtempSync(join(tmpdir(), 'docmill-gone-'));
  const dataDir = join(parent, 'data');
  const own = await startServer({ dataDir });
  try {
    expect((await own.fetch('/health')).status).toBe(200);
    renameSync(dataDir, `${dataDir}-away`);
    const began = performance.now();
    await until(async () => (await fetch(`${own.url}/health/public`)).status === 503);
    expect(performance.now() - began).toBeLessThan(5000);
    const response = await own.fetch('/health');
    const text = await response.clone().text();
    const body = await report(response);
    expect(response.status).toBe(503);
    expect(body.status).toBe('unhealthy');
    expect(body.services.database).toMatchObject({ status: 'unhealthy', error: 'The database does not answer.' });
    expect(body.services.database.query_latency_ms).toBeNull();
    expect(body.alerts).toContainEqual(
      expect.objectContaining({ severity: 'critical', message: 'The database does not answer.' }),
    );
    expect(text).not.toMatch(/docmill-gone|ENOENT|\.db|at .*\.js/);

    renameSync(`${dataDir}-away`, dataDir);
    await until(async () => (await fetch(`${own.url}/health/public`)).status === 200);
    expect((await report(await own.fetch('/health'))).alerts).toEqual([]);
  } finally {
    await own.stop();
    rmSync(parent, { recursive: true, force: true });
  }
});

test('regions are asked, and maintenance is announced', async () => {
  const env = {
    REGIONS: JSON.stringify({ here: 'self', there: server.url, nowhere: 'http://127.0.0.1:9' }),
    MAINTENANCE: JSON.stringify([
      { start: '2001-01-01T00:00:00Z', end: '2001-01-01T02:00:00Z' },
      { start: '2101-01-01T00:00:00+01:00', end: '2101-01-01T02:00:00+01:00' },
    ]),
  };
  const own = await startServer({ env });
  try {
    await until(async () => {
      const seen = await report(await own.fetch('/health'));
      return seen.status === 'healthy' && seen.regions['there']?.status === 'healthy';
    });
    const { regions, maintenance, status } = await report(await own.fetch('/health'));
    expect(regions['there']?.latency_ms).toBeGreaterThan(0);
    expect(regions['there']?.load).toBeGreaterThanOrEqual(0);
    expect(regions['nowhere']).toEqual({ status: 'unhealthy', load: null, latency_ms: null });
    // What happens elsewhere changes nothing here.
    expect([regions['here']?.status, status]).toEqual(['healthy', 'healthy']);
    expect(maintenance).toEqual({ scheduled: true, next_window: '2100-12-31T23:00:00.000Z' });
  } finally {
    await own.stop();
  }
});

describe('when the store keeps keys from being checked', () => {
  const clock = { now: () => Date.UTC(2026, 10, 15), monotonic: () => 0 };
  const traffic = { note: () => undefined, opened: () => undefined, closed: () => undefined };
  const unavailable = async (): Promise<never> => {
    throw new Failure('UNAVAILABLE', { cause: new Error('/var/lib/secret is gone') });
  };
  const down = { status: 'unhealthy', at: clock.now(), load: 0 };
  const appWith = (health: object) =>
    createApp(
      {
        clock,
        traffic,
        health,
        baseUrl: 'http://here',
        dashboard: { pages: '/nowhere' },
        keys: { identify: unavailable, authenticate: unavailable, workedLately: () => true },
        allowance: { isSuspect: () => false, address: () => undefined, wrongKey: () => undefined },
      } as unknown as Parts,
      pino({ level: 'silent' }),
      false,
    );
  const headers = { 'x-api-key': 'any' };

  test('an outage is told in the short form', async () => {
    const app = await appWith({ status: async () => 'unhealthy', report: async () => down });
    const response = await app.inject({ url: '/health', headers });
    expect(response.statusCode).toBe(503);
    expect(response.json()).toEqual({
      status: 'unhealthy',
      timestamp: '2026-11-15T00:00:00.000Z',
      version: '2.1.0',
      load: 0,
    });
  });

  test('while the service looks well, it is the error', async () => {
    const app = await appWith({ status: async () => 'healthy', report: async () => down });
    const response = await app.inject({ url: '/health', headers });
    expect([response.statusCode, response.json().error]).toEqual([503, 'unavailable']);
  });

  test('a check that fails itself is 500 and tells nothing', async () => {
    const broken = async (): Promise<never> => {
      throw new Error('/var/lib/secret exploded');
    };
    const app = await appWith({ status: broken, report: broken });
    for (const url of ['/health/public', '/health']) {
      const response = await app.inject({ url, headers });
      expect([response.statusCode, response.json().error]).toEqual([500, 'internal_error']);
      expect(response.body).not.toContain('secret');
    }
  });
});

async function until(reached: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await reached())) {
    if (performance.now() > deadline) throw new Error('not reached in time');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
