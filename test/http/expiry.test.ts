// The end of files in the running service: nothing is served past its time, and what has expired is gone from disk.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobSchema } from '../../src/http/shapes/schemas.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';
import { changeJob, jobRow } from '../support/store-of.ts';

let dataDir: string;
let server: RunningServer;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'docmill-expiry-'));
  server = await startServer({ dataDir });
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Files under the store that hold this text; one that is removed meanwhile holds nothing. */
function holding(text: string): number {
  const entries = readdirSync(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => {
    try {
      return entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }).length;
}

test('expired files are removed, the row says so, and the others stay', async () => {
  const convert = async (text: string) => {
    const response = await server.fetch('/api/v1/convert', { method: 'POST', body: fileForm(text, 'a.txt') });
    return jobSchema.parse(await response.json());
  };
  const [gone, kept] = [await convert('canary-that-expires'), await convert('canary-that-stays')];
  expect(Date.parse(gone.expires_at ?? '') - Date.parse(gone.completed_at ?? '')).toBe(24 * 3_600_000);
  expect([holding('canary-that-expires') > 1, holding('canary-that-stays') > 1]).toEqual([true, true]);
  await changeJob(server, gone.job_id, { expires_at: Date.now() - 1 });
  // The janitor comes once a minute, and at every start.
  await server.stop();
  server = await startServer({ dataDir, key: server.key });
  for (let tries = 0; tries < 100 && holding('canary-that-expires') > 0; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect([holding('canary-that-expires'), holding('canary-that-stays') > 1]).toEqual([0, true]);
  expect((await jobRow(server, gone.job_id)).deleted_at).toBeTypeOf('number');
  const answers = await Promise.all(
    [gone, kept].map(async ({ job_id, sas_url }) => {
      const link = new URL(sas_url ?? '');
      const download = await server.fetch(`/api/v1/download/${job_id}`);
      const signed = await fetch(server.url + link.pathname + link.search);
      const status = jobSchema.parse(await (await server.fetch(`/api/v1/status/${job_id}`)).json());
      return [download.status, signed.status, status.status, status.expired ?? false];
    }),
  );
  // The link itself has not reached its own expiry here: the file behind it is gone.
  expect(answers).toEqual([
    [404, 404, 'completed', true],
    [200, 200, 'completed', false],
  ]);
});
