// The operator's port over real HTTP: figures that move with what the service does, on a port of their own.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
let metricsUrl: string;
beforeAll(async () => {
  server = await startServer({ env: { METRICS_PORT: '0', LOG_LEVEL: 'info', WORKERS: '2' } });
  const port = /"port":(\d+),"msg":"metrics at \/metrics"/.exec(server.output())?.[1];
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
});
afterAll(() => server.stop());

async function figures(): Promise<Map<string, number>> {
  const response = await fetch(metricsUrl);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const found = new Map<string, number>();
  for (const line of (await response.text()).trim().split('\n')) {
    if (/^# (HELP|TYPE) [a-z0-9_]+ \S/.test(line)) continue;
    const sample = /^([a-z0-9_]+(?:\{[^{}]*\})?) (\S+)$/.exec(line);
    if (sample?.[1] === undefined) throw new Error(`not a sample: ${line}`);
    expect([line, found.has(sample[1])]).toEqual([line, false]);
    found.set(sample[1], Number(sample[2]));
  }
  return found;
}

test('requests, jobs and failures are counted by route, format and code', async () => {
  const before = await figures();
  const convert = (content: string, name: string) =>
    server.fetch('/api/v1/convert', { method: 'POST', body: fileForm(content, name) });
  expect((await convert('# One', 'a.md')).status).toBe(200);
  expect((await convert('%PDF-1.7 broken', 'b.pdf')).status).toBe(422);
  await fetch(`${server.url}/nothing/here`);
  await fetch(`${server.url}/api/v1/status/conv_00000000000000000000000000000000`);
  const after = await figures();
  const moved = (name: string): number => (after.get(name) ?? Number.NaN) - (before.get(name) ?? 0);
  const route = (status: number) =>
    `docmill_http_requests_total{method="POST",route="/api/v1/convert",status="${status}"}`;
  expect([moved(route(200)), moved(route(422))]).toEqual([1, 1]);
  expect(moved('docmill_http_requests_total{method="GET",route="none",status="404"}')).toBe(1);
  // The pattern, never the id.
  expect(moved('docmill_http_requests_total{method="GET",route="/api/v1/status/:job_id",status="401"}')).toBe(1);
  expect(moved('docmill_http_request_duration_seconds_count{method="POST",route="/api/v1/convert"}')).toBe(2);
  expect(moved('docmill_http_request_duration_seconds_bucket{method="POST",route="/api/v1/convert",le="+Inf"}')).toBe(
    2,
  );
  expect(moved('docmill_jobs_ended_total{state="completed",format="md",code=""}')).toBe(1);
  expect(moved('docmill_jobs_ended_total{state="failed",format="pdf",code="CORRUPTED_FILE"}')).toBe(1);
  expect(moved('docmill_job_duration_seconds_count{format="md"}')).toBe(1);
});

test('the state of queue, sandbox, store and process is told', async () => {
  await figures();
  const now = await figures();
  expect(now.get('docmill_jobs{state="pending"}')).toBe(0);
  expect(now.get('docmill_jobs{state="processing"}')).toBe(0);
  expect(now.get('docmill_sandbox_children{state="idle"}')).toBeGreaterThan(0);
  expect(now.get('docmill_sandbox_spawned_total')).toBeGreaterThan(0);
  expect(now.get('docmill_blob_bytes')).toBeGreaterThanOrEqual(0);
  expect(now.get('process_resident_memory_bytes')).toBeGreaterThan(2 ** 20);
  expect(now.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  const health = ['healthy', 'degraded', 'unhealthy'].map((status) => now.get(`docmill_health{status="${status}"}`));
  expect(health.reduce((sum: number, one) => sum + (one ?? 0), 0)).toBe(1);
});

test('nothing else is on that port, and the figures are not on the public one', async () => {
  expect((await fetch(metricsUrl.replace('/metrics', '/health'))).status).toBe(404);
  expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(405);
  expect((await fetch(metricsUrl, { method: 'HEAD' })).status).toBe(200);
  expect((await server.fetch('/metrics')).status).toBe(404);
});
