// Stopping under load: every request that was taken gets its answer, and the process ends by itself in time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileForm, startServer } from '../support/server.ts';

test('SIGTERM fails no accepted request, and what was not finished is finished after the next start', {
  timeout: 90_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'docmill-stop-'));
  try {
    const server = await startServer({ dataDir, env: { WORKERS: '1' } });
    // Long enough that with one worker most still wait in the queue when the signal comes.
    const table = 'a,b,c\n'.repeat(200_000);
    const answers = Array.from({ length: 12 }, async () => {
      const response = await server.fetch('/api/v1/convert', { method: 'POST', body: fileForm(table, 'table.csv') });
      return { status: response.status, body: (await response.json()) as { job_id: string } };
    });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const started = performance.now();
    const code = await server.stop('SIGTERM');
    expect(code).toBe(0);
    expect(performance.now() - started).toBeLessThan(30_000);
    const taken = await Promise.all(answers);
    expect(taken.filter(({ status }) => status !== 200 && status !== 202)).toEqual([]);
    await expect(fetch(`${server.url}/health/public`)).rejects.toThrow();

    const next = await startServer({ dataDir, key: server.key });
    const left = new Set(taken.map(({ body }) => body.job_id));
    const deadline = performance.now() + 60_000;
    while (left.size > 0 && performance.now() < deadline) {
      for (const id of left) {
        const job = (await (await next.fetch(`/api/v1/status/${id}`)).json()) as { status: string };
        expect(job.status).not.toBe('failed');
        if (job.status === 'completed') left.delete(id);
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    await next.stop();
    expect([...left]).toEqual([]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
